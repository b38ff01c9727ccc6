"""Multiple choice: the options that a question offers, with or without letters, and the one that an answer chooses."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, dropwhile
from typing import Literal, NamedTuple

from ....caches import cached
from ....lazy_patterns import lazy_re
from ...clauses import split_clauses
from ...view import view_of
from ..numbers import CARDINAL_NUMBERS, ORDINAL_NUMBERS
from .closed_words import NEGATIONS, WITHOUT_MEANING, WORD_LISTS, are_opposites, lemmas_and_negations
from .yes_no import polarity_of_answer, stated_polarity

AlternativeChoice = int | Literal["both", "neither"]

_LONGEST_QUESTION = 600
_MOST_WORDS = 6
_MARKS = " \t\n.,;:?!\"'()*“”"
_PLACES = {word: number - 1 for word, number in (CARDINAL_NUMBERS | ORDINAL_NUMBERS).items()}

# Options with a label: "A) whale", "(b) red", "C. bat", "2: yes", "[D]", "E - none".
_SEQUENCES = ("ABCDEFGHIJKLMNOP", "abcdefghijklmnop", tuple(map(str, range(1, 17))))
_LABEL = r"(?:[A-Za-z]|\d{1,2})"
# What every list of options has; most questions have none, and need no closer look.
_FIRST_MARKER = lazy_re(r"(?:^|[\s(\[,;:/?])[Aa1](?:[)\].:]| [-\u2013=] )")
_MARKED = rf"(?:[(\[](?P<inside>{_LABEL})[)\]]:?|(?P<open>{_LABEL})(?P<sign>[).:]|(?= [-\u2013=] )))\s*[-\u2013=]?\s*"
_MARKER = lazy_re(rf"(?:^|(?<=[\s,;:/?]))(?:(?:option|choice) )?{_MARKED}(?=\S)")
# A reference such as "B) trout", "Option B: trout", and an answer such as "The answer is (b)."
_LABELLED_TEXT = lazy_re(rf"(?s)\s*(?:(?:option|choice|answer)\s*:?\s*)?{_MARKED}(?P<text>\S.*)")
_LONE_LABEL = lazy_re(
    r"(?i)\W*(?:boxed\W*)?(?:(?:the )?(?:correct |right |final )?(?:option|choice|answer|letter)(?: is)?\W*)?"
    rf"(?P<label>{_LABEL})(?<!\+)[\s.)\]:}}\"'*$]*"
)
_JOINT = lazy_re(r"(?i)\s*(?:[,;/&+]|\band\b)\s*(?:and\s+)?")  # "A, B and C", "A/C"

# A label within an answer.
_STANDALONE = lazy_re(rf"(?<![\w'\u2019.+#-])(?P<label>{_LABEL})(?![\w+#'\u2019]|-\w|\.\w)")
# "the answer is [B]", "I choose [c]", "option [D]"
_GIVEN = lazy_re(
    r"(?i)\b(?:options?|choices?|answers?|letter|select(?:ed)?|choos(?:e|ing)|chose|pick(?:ed)?"
    r"|(?:go|going|went) (?:with|for)|(?:it|that)'s|is|be|say|boxed|solution|guess)(?: \w+ly)?\W{0,3}"
    r"(?:(?:option|choice|letter|answer|number)\W{1,3})?$"
)
# "[A] is", "[a],": what follows a letter that is no article
_AFTER_A = lazy_re(r"[^\w\s]|\s*$|\s+(?:is|because|since|as|and|or|seems|would|was)\b|\s+[-\u2013(\[]")
_JOINED = lazy_re(r"(?i)[\s)\]*.]{0,3}(?:,? ?(?:and|or|/|&|,)) ?(?:option |choice )?[(\[*]*$")
# "B is a fish, [so] A", "A... no [wait], B"
_CONCLUDES = lazy_re(
    r"(?i)\b(?:so|therefore|thus|hence|wait|actually|rather|correction|sorry|i mean|on second thought|final answer)\b"
)
# Alternatives without labels. "true or false", "one or two", "he or she", "or not" offer nothing.
_NO_OFFER = lazy_re(
    r"(?i)\b(?:yes|true|right|correct|fact|more|one|two|and|he|him|his|agree|whether|who) or (?:no|false|wrong"
    r"|incorrect|fiction|myth|less|so|more|two|three|or|she|her|hers|disagree|not|what)\b| or not\b"
)
# "butter, oil or [both]"
_LAST_RESORT = lazy_re(r"(?i)(?:both|neither|either|none|something|other|another|else)\b")
_ITEMS_BEGIN = lazy_re(r"[:(]")  # "Which is it: red or blue?", "Which is it (red or blue)?"
_ITEM_END = lazy_re(r",? or |[,;] ")
_ASKS = lazy_re(r"(?i)\W*(?:[a-z]+ )?(?:which|what|whom?|whose|where|when|how|why)\b")
_ASKED = lazy_re(r"[^.?!\n]*\?")
# "I'd say the latter", "the second one", "option two", "the last of these"
_BY_PLACE = lazy_re(
    r"(?:it's |it is |i'd say |i (?:think|choose|pick) )?(?:the )?(?:option |choice |number )?"
    r"(?P<place>former|latter|last|first|second|third|fourth|fifth|one|two|three|four|five)"
    r"(?: (?:one|option|choice|alternative|answer|mentioned|is))?(?: of (?:the|those|these|them)(?: \w+)?)?"
)
_BOTH = lazy_re(r"(?<!not )(?<!n't )\b(?:both|either|all of (?:them|these))\b")
_NEITHER = lazy_re(r"\b(?:neither|none of (?:them|these|the))\b|\b(?:not|n't) either\b")


class Choice(NamedTuple):
    """A reference as a choice.

    Attributes:
        label: Its letter or number in capitals; empty if it has none.
        text: What stands beside the label, or the whole reference.
        is_sure: Whether a label with a text is surely a choice: "B) trout" is, "J. Smith" and "2.5" are not.
    """

    label: str
    text: str
    is_sure: bool = True


@cached(4096)
def question_options(question: str) -> dict[str, str]:
    """Returns the options that a question lists, by label in capitals; none if it lists fewer than two.

    >>> question_options("Which is a mammal? A) whale B) trout"), question_options("Which is it, (a) red or (b) blue?")
    ({'A': 'whale', 'B': 'trout'}, {'A': 'red', 'B': 'blue'})
    >>> question_options("Who is J. K. Rowling?")
    {}
    """
    if not _FIRST_MARKER.search(question):
        return {}
    best: list[re.Match[str]] = []
    for sequence in _SEQUENCES:
        taken: list[re.Match[str]] = []
        for marker in _MARKER.finditer(question):
            if len(taken) < len(sequence) and (marker["inside"] or marker["open"]) == sequence[len(taken)]:
                taken.append(marker)
        if len(taken) > max(1, len(best)):
            best = taken
    found = {}
    for marker, end in zip(best, [*(after.start() for after in best[1:]), len(question)], strict=False):
        text = question[marker.end() : end].split("\n\n")[0].strip(" \t\n,;.?!/|*")
        found[(marker["inside"] or marker["open"]).upper()] = re.sub(r"(?i)[\s,;]+(?:or|and)$", "", text).strip(" ,;.?")
    # "1. Draw a grid. 2. ____" asks for what to fill in.
    return found if all(any(map(str.isalnum, text)) for text in found.values()) else {}


def read_choice(reference: str) -> Choice:
    """Returns a reference as a choice: a label, a label with its text, or a short text that may be an option's.

    >>> [tuple(read_choice(text)) for text in ("(b)", "B) trout", "the trout")]
    [('B', '', True), ('B', 'trout', True), ('', 'the trout', True)]
    """
    bare = reference.strip()
    if bare and bare[0] not in "'\"" and (found := _LONE_LABEL.fullmatch(bare)):
        return Choice(found["label"].upper(), "")
    found = _LABELLED_TEXT.fullmatch(reference)
    # "x = 4" is no option.
    if found and "=" not in reference[: found.start("text")]:
        label = (found["inside"] or found["open"]).upper()
        is_sure = not label.isdigit() and (found["sign"] or ")") == ")"
        return Choice(label, found["text"].strip(" ."), is_sure)
    return Choice("", reference.strip(" ."))


def choice_labels_of_reference(reference: str, choice: Choice, listed: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the labels of the options that a reference names by letter or by text.

    >>> listed = {"A": "whale", "B": "trout", "C": "bat"}
    >>> texts = "b", "the bat", "A and C", "CA", "bat, whale", "cow"
    >>> [choice_labels_of_reference(one, read_choice(one), listed) for one in texts]
    [('B',), ('C',), ('A', 'C'), ('A', 'C'), ('A', 'C'), ()]
    """
    if choice.label in listed:
        return (choice.label,)
    return _label_of_whole_text(choice.text or reference, listed) or listed_choice_labels(reference, listed)


def listed_choice_labels(text: str, listed: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the labels if a text is nothing but a list of two or more labels or options, otherwise ().

    >>> listed_choice_labels("C/A", {"A": "whale", "B": "trout", "C": "bat"})
    ('A', 'C')
    >>> listed_choice_labels("A cat", {"A": "whale", "B": "trout"})
    ()
    """
    bare = text.strip(" .()[]*")
    parts = list(bare) if bare.isalpha() and bare.isupper() else _JOINT.split(bare)
    found = {part.strip(" ().[]*").upper() for part in parts}
    if not found <= listed.keys():
        found = {"".join(_label_of_whole_text(part, listed)) for part in parts}
    return tuple(sorted(found)) if len(found) > 1 and found <= listed.keys() else ()


def choice_labels_of_answer(answer: str, listed: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the labels of the options that the answer chooses.

    >>> choice_labels_of_answer("The answer is B, a fish", {}), choice_labels_of_answer("A or B", {})
    (('B',), ('A', 'B'))
    >>> choice_labels_of_answer("I choose C because A and B are wrong", {})
    ('C',)
    >>> choice_labels_of_answer("It is a trout.", {"A": "whale", "B": "trout"})
    ('B',)
    """
    plain = re.sub(r"\\(?:boxed|text|mathrm)\b|[*_`$]", " ", answer).strip()
    if not listed:
        return _named_choice_labels(plain, listed)
    return (
        _label_of_whole_text(plain, listed)
        or _named_choice_labels(plain, listed)
        or _choice_label_by_text(plain, listed)
    )


def _named_choice_labels(answer: str, listed: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the labels that an answer names, those of the question first; after a change of mind, the last one."""
    strong: list[str] = []
    labels: list[str] = []
    start, last_end, denied_end, was_strong = len(answer) - len(answer.lstrip(" \t\n([\"'")), -1, -1, False
    view = view_of(answer)
    for found in _STANDALONE.finditer(answer):
        label, before, after = found["label"].upper(), answer[: found.start()], answer[found.end() :]
        is_given = found.start() <= start or _GIVEN.search(before[-60:]) is not None
        if not _is_choice_label(found["label"], after, listed, is_given=is_given):
            continue
        # "Not A, C or D"
        is_joined_to_denied = denied_end >= 0 and not is_given and _JOINED.fullmatch(answer[denied_end : found.start()])
        if is_joined_to_denied or view.stance(found.span()) != "says":
            denied_end = found.end()
            continue
        if labels and _CONCLUDES.search(answer[last_end : found.start()]):
            labels, strong = [label], [label]
        is_bracketed = before[-1:] in ("(", "[") and after[:1] in (")", "]")
        labels.append(label)
        was_strong = is_given or is_bracketed or (was_strong and bool(_JOINED.match(answer[last_end : found.start()])))
        if was_strong:
            strong.append(label)
        last_end = found.end()
    return tuple(dict.fromkeys(strong or labels))


def _is_choice_label(label: str, after: str, listed: Mapping[str, str], *, is_given: bool) -> bool:
    if listed and label.upper() not in listed:
        return False
    if label.isdigit():
        return bool(listed) and (is_given or after[:1] in (")", "]", ".", ":", ""))
    if label in "aA":
        return _AFTER_A.match(after) is not None
    return label not in "iI" or "I" in listed


def _choice_label_by_text(answer: str, listed: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the label of the option whose words the answer asserts, or that says yes or no as the answer does."""
    polarities = {label: stated_polarity(option) for label, option in listed.items()}
    if all(polarities.values()):
        wanted = polarity_of_answer(answer)
        return tuple(label for label, polarity in polarities.items() if polarity == wanted)
    offered = Alternatives.of(tuple(listed.values()), "")
    place = chosen_alternative(offered, answer)
    if place == "both":
        said = set(lemmas_and_negations(answer))
        return tuple(label for label, words in zip(listed, offered.words, strict=True) if said.issuperset(words))
    return (tuple(listed)[place],) if isinstance(place, int) else ()


def _label_of_whole_text(text: str, listed: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the label of the option that equals the whole text."""
    whole = _normalized_option(text)
    return next(((label,) for label, option in listed.items() if _normalized_option(option) == whole), ())


def _normalized_option(text: str) -> str:
    return " ".join(word for word in re.sub(r"[\W_]+", " ", text.lower()).split() if word not in ("a", "an", "the"))


@dataclass(frozen=True)
class Alternatives:
    """The alternatives that a question offers, in its order.

    Attributes:
        texts: Each alternative as the question has it.
        words: The words of each as lemmas, without articles and prepositions before it.
        question: All words of the question.
    """

    texts: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    question: tuple[str, ...]

    @classmethod
    def of(cls, texts: tuple[str, ...], question: str) -> "Alternatives":
        """Reads texts that a question offers."""
        return cls(
            texts,
            tuple(bare_alternative(lemmas_and_negations(text)) for text in texts),
            lemmas_and_negations(question),
        )

    @cached_property
    def keys(self) -> tuple[tuple[str, ...], ...]:
        """The words that distinguish each alternative from the others; "ferrous" has none that "non-ferrous" lacks."""
        n_with = Counter(chain.from_iterable(map(set, self.words)))
        return tuple(tuple(word for word in its if n_with[word] == 1) for its in self.words)

    def places(self, reference: str) -> list[int]:
        """Returns the numbers of the alternatives that contain all words of a reference, or are contained in it."""
        wanted = set(bare_alternative(lemmas_and_negations(reference)))
        return [number for number, its in enumerate(self.words) if wanted <= set(its) or wanted >= set(its)]


def may_offer_alternatives(question: str) -> bool:
    """Returns whether a question may offer alternatives (a quick test).

    >>> may_offer_alternatives("Tea or coffee?"), may_offer_alternatives("What is it?")
    (True, False)
    """
    return " or " in question.lower() and len(question) <= _LONGEST_QUESTION


@cached(4096)
def offered_alternatives(question: str, reference: str | None = None) -> Alternatives | None:
    """Returns the alternatives that a question offers, or None if it offers none or the reference is not among them.

    Where an alternative begins or ends in running words, the reference shows its length.

    Args:
        question: The question.
        reference: One of the alternatives; none where the answer is "both" or the like.

    >>> offered_alternatives("Is it tea or coffee in the cup?", "coffee").texts
    ('tea', 'coffee')
    >>> offered_alternatives("Which is heavier, a proton or an electron?", "the proton").texts
    ('proton', 'electron')
    >>> offered_alternatives("Does the recipe use butter, oil or both?").texts
    ('butter', 'oil')
    >>> offered_alternatives("Is it big or not?", "big")
    """
    size = len(bare_alternative(reference.split())) if reference else 1
    if not may_offer_alternatives(question) or _NO_OFFER.search(question) or size > _MOST_WORDS:
        return None
    items = (item.strip(_MARKS) for item in _choices_around_or(question, size))
    offered = Alternatives.of(tuple(item for item in items if item and not _LAST_RESORT.match(item)), question)
    is_offered = reference is None or offered.places(reference)
    return offered if is_offered and len(set(offered.words)) == len(offered.words) > 1 else None


def bare_alternative(words: Sequence[str]) -> tuple[str, ...]:
    """Returns words without the articles and prepositions at their beginning.

    >>> bare_alternative(["The", "Nile"]), bare_alternative(("on",))
    (('Nile',), ('on',))
    """
    rest = tuple(dropwhile(lambda word: word.lower() in WORD_LISTS["before an alternative"], words))
    return rest or tuple(words[-1:])


def _choices_around_or(question: str, size: int) -> list[str]:
    """Returns the alternatives around the last "or"; the first and the last have at most `size` words."""
    left, _, right = question.rpartition(" or ")
    pieces = _ITEM_END.split(_ITEMS_BEGIN.split(left)[-1].rstrip(","))
    if len(pieces) > 1 and _ASKS.match(pieces[0]):
        # "Which is heavier, a proton or an electron?"
        del pieces[0]
    if any(len(piece.split()) > _MOST_WORDS for piece in pieces[1:]):
        pieces = pieces[-1:]
    return [" ".join(pieces[0].split()[-size:]), *pieces[1:], " ".join(bare_alternative(right.split())[:size])]


def chosen_place(answer: str, n: int) -> int | None:
    """Returns the place of the one of n options that an answer names by its place.

    >>> chosen_place("The former.", 2), chosen_place("the last one", 3), chosen_place("The second is", 2)
    (0, 2, 1)
    >>> chosen_place("the third", 2), chosen_place("the latter", 3)
    (None, None)
    """
    found = _BY_PLACE.fullmatch(answer.lower().replace("\u2019", "'").strip(" .!,\"'"))
    named = _PLACES | {"last": n - 1} | ({"former": 0, "latter": 1} if n == 2 else {})
    place = named.get(found["place"], n) if found else n
    return place if place < n else None


def chosen_alternative(offered: Alternatives, answer: str) -> AlternativeChoice | None:
    """Returns the number of the alternative that an answer chooses, "both" or "neither"; None if that is unclear.

    >>> drinks = offered_alternatives("Is it tea or coffee?", "tea")
    >>> chosen_alternative(drinks, "tea rather than coffee"), chosen_alternative(drinks, "The latter.")
    (0, 1)
    >>> chosen_alternative(drinks, "Not tea.")
    >>> chosen_alternative(drinks, "tea or coffee"), chosen_alternative(drinks, "neither")
    ('both', 'neither')
    """
    place = chosen_place(answer, len(offered.words))
    if place is not None:
        return place
    if not all(offered.keys):
        return None
    text = _ASKED.sub(" ", answer).lower().replace("\u2019", "'")
    said = {_alternative_of_clause(offered, lemmas_and_negations(clause)) for clause, _ in split_clauses(text)} - {None}
    if said:
        only = said.pop()
        return None if said or only == "unclear" else only
    if _NEITHER.search(text):
        return "neither"
    return "both" if _BOTH.search(text) else None


def _alternative_of_clause(
    offered: Alternatives, words: tuple[str, ...]
) -> AlternativeChoice | Literal["unclear"] | None:
    places = {}
    for number, key in enumerate(offered.keys):
        telling = set(key) - WITHOUT_MEANING or key
        # "a lefty" is left-handed.
        if found := [at for at, word in enumerate(words) if word in telling or word.removesuffix("y") in telling]:
            places[number] = found[0]
    affirmed = [number for number, at in places.items() if not _is_option_denied(words[:at])]
    if not affirmed:
        return None
    named = set(chain.from_iterable(offered.words))
    if len(affirmed) > 1:
        ends = [places[number] for number in affirmed]
        return "both" if set(words[min(ends) : max(ends)]) <= WORD_LISTS["joins"] | named else "unclear"
    if sum(word in NEGATIONS for word in words) > len(places) - 1:
        return "unclear"
    # "The electron is lighter", where the heavier is asked for.
    asked = set(offered.question) - named
    if any(are_opposites(word, other) for word in set(words) - named - asked for other in asked):
        return 1 - affirmed[0] if len(offered.keys) == 2 else "unclear"
    return affirmed[0]


def _is_option_denied(before: tuple[str, ...]) -> bool:
    last = next((word for word in reversed(before) if word not in WORD_LISTS["skipped"]), "")
    return last in WORD_LISTS["denies the next"] | NEGATIONS


@cached(2**12)
def offers_choice(question: str | None) -> bool:
    """Returns whether a question lists options or may offer alternatives, so that any short text may be one of them."""
    return question is not None and (may_offer_alternatives(question) or bool(question_options(question)))
