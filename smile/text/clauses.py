"""Splits texts into sentences and clauses, and reads what they deny. No other module splits texts or reads "not".

A clause says, denies, reports, recalls or asks. Only what is said counts as the answer: "It is Lyon, not Paris",
"Many say Paris, but it is Lyon", "It used to be Paris", "The outage was not due to Paris", "Paris? No, Lyon."
"""

from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from ..caches import cached
from ..constants import SMILE_NORMALIZATION
from ..lazy_patterns import lazy_re
from ..tsv import read_word_lists
from .languages import english_function_words
from .normalization import normalized_words

# Start and end in a text.
Span = tuple[int, int]
# What is worked with is said by none: "12 - 5 = 7".
Stance = Literal["says", "denies", "reports", "recalls", "asks", "works"]

# The space after a sentence ("H. G. Wells" and "St. Louis" go on), or line breaks.
# It begins with a class of characters, which Python finds fast.
SENTENCE_END = lazy_re(
    r"\s(?:(?:(?<=[.!?]\s)|(?<=[.!?][\"'”’)\]*`]\s))(?<!\b[A-Z]\.\s)(?<!\b(?:Dr|Jr|Mr|Ms|Mt|Sr|St|vs)\.\s)(?<!\bMrs\.\s)"
    r"\s*(?=\S)|(?<=\n)\n*)"
)
# Where a sentence turns to another statement.
_STATEMENT_END = lazy_re(
    r"(?i:[;:] |, (?=(?:but|however|although|though|so|maybe|perhaps|possibly|probably"
    r"|i (?:think|guess|believe|suppose)|i'd (?:guess|say)|my (?:best )?guess"
    r"|vielleicht|wahrscheinlich|peut-être|sans doute|quizás?|tal vez)\b)"
    r"|\s(?=(?:but|however)\b)|\s[-\u2013]+\s|\s?\u2014\s?)"
)
_FULL_WIDTH_END = lazy_re(r"(?<=[\u3002\uff01\uff1f])")
# Signs, "but" and the like: "Lyon, not Paris", "not Paris but Lyon", "Lyon rather than Paris". A number, an
# abbreviation and the year of a date go on.
_CLAUSE_END = lazy_re(
    r"(?:\s*(?:,(?!\d|(?:(?<=[a-z.] \d,)|(?<=[a-z.] \d\d,)|(?<=\d(?:st|nd|rd|th),))\s*\d{4}\b)"
    r"|(?<![\s.(][a-z])(?<!\b(?:dr|jr|mr|ms|mt|sr|st|vs))(?<!\bmrs)[.](?!\w)"
    r"|(?<!\bout)(?<!\bexcluded):(?!\d)|[!?;()\n\u2014\u2026]))+[\s')]*|\s+[-\u2013]\s+|(?<!anything)\s+(?:but\s+(?!not\b)|yet\s+)"
    r"|\s+(?=(?:and not|but not|rather than|instead of|as opposed to|in place of|unlike|anything but|everything except"
    r"|without|because(?! of)|since|although|though|whereas|while|however|so(?= )|therefore|thus|hence)\b)"
)

# The words that deny, as parts of expressions over small letters.
NOT = r"(?:not|never|no longer|hardly|scarcely)"
INSTEAD_OF = (
    r"(?:rather than|instead of|as opposed to|in place of|unlike|anything but|everything (?:but|except)"
    r"|without(?! (?:a )?(?:doubt|question)))"
)

_STEM = 5
_LIGHT = r"(?:(?:the|an?|in|on|at|by|from|of|to|mr\.?|dr\.?|called|really|actually|ever|about(?= \d)) )*"
_PRONOUN = r"(?:it|that|this|he|she|they|there|(?:the|my) (?:right |correct |final )?answer)"
_IS = r"(?:'s| is| was| are| were| would be| has been| had been)"
_IS_NOT = (
    r"(?:(?: (?:is|was|are|were)|'s|'re) (?:(?:almost|\w+ly) )*(?:not|hardly|scarcely|never)| (?:is|was|are|were)n't"
    r"| (?:can(?:not|'t| not)|could(?:n't| not)) (?:be|have been)| (?:has|have|had)(?:n't| not| never) been)"
)
_DOES_NOT = (
    r"(?: (?:do|does|did|will|would|can|could|has|have|had)(?: not|n't)| (?:wo|ca)n't| cannot| never)(?: (?:be|ever))*"
)
# After "not" these deny nothing that could be an answer: "not only", "not until 1945", "not far from", "not sure".
_NO_DENIAL = (
    r"(?!(?:only|just|merely|simply|until|till|before|after|far|so|very|too|all|every|everyone|much|many|more|less|fewer"
    r"|later|earlier|sooner|greater|over|under|above|below|enough|even|yet|sure|certain|positive|confident|clear|known"
    r"|exactly|necessarily|quite|entirely|possible|without|because|if|when|unusual|uncommon|that|what|who|whether"
    r"|to mention|at all|long|easy|one of|an? (?:bad|secret|surprise|coincidence|problem))\b)"
)
# Something short: no verb, pronoun or question word goes on after it.
_GOES_ON = (
    r"(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|may(?! \d|$)|might|must"
    r"|should|it|he|she|they|we|i(?!$)|you|who|which|that|what|when|where|why|how|because|since|although|though|while"
    r"|if|unless|until|so|but|than|for"
    r"|with|without|about(?! \d)|into|by|from|to(?! \d)|after|before|during|as)"
)
_SHORT = rf"(?:(?!{_GOES_ON}\b)\S+)(?: (?!{_GOES_ON}\b)\S+){{0,7}}"
_THING = rf"(?P<thing>{_SHORT})"
_PHRASE = r"(?P<thing>\S+(?: \S+){0,11})"
_TAIL = r"(?P<tail> (?:because|since|as|who|which|that|although|though|while|for|in|on|at|to|by|from|with|of)\b.*)?"
_FALSE = r"(?:wrong|incorrect|false|untrue)"
_NOT_TRUE = r"(?:wrong|incorrect|false|untrue|not (?:it|right|correct|true|the answer|the case))"
_A_MYTH = r"an? (?:\w+ )?(?:mistake|misconception|myth|lie)"
_WRONG = rf"(?:\w+ly )?(?:{_NOT_TRUE}|{_A_MYTH}|the wrong (?:answer|one))"
# "many people would say", "though many think", "it is often said", "you might think"
_OTHERS_SAY = (
    r"(?:although |though )?(?:(?:(?:many|most|some|(?:lots|a lot) of)(?: people| others)?|people|you) "
    r"(?:(?:would|will|might|may|\w+ly|often|sometimes) )?(?:say|think|believe|guess|assume|tell you)"
    r"|(?:it is|it's) (?:\w+ly|often|sometimes) (?:said|thought|believed))"
)
# "I used to think", "first I wrote", "I would have said"
_I_SAID = (
    r"(?:i(?: used to think| once thought| (?:first|initially|originally)? ?(?:thought|said|wrote)"
    r"|(?: would|'d) have (?:said|thought|guessed))|(?:at )?first i (?:thought|said|wrote))"
)
_THAT_IT_IS = r"(?: that)?(?: (?:it|that|this)(?:'s| is| was))?(?: to be)? "
# Each matches a whole clause; `thing` is what it is about. `said` may only repeat the question.
_PATTERNS: dict[str, tuple[Stance, str]] = {
    # "not X", "definitely not X", "Neither X nor Y", "anything but X", "not X as some say", "rather than X"
    "not X": (
        "denies",
        rf"(?:and |but |or |so |\w+ly )?(?:(?:not|never) {_NO_DENIAL}|neither |nor |{INSTEAD_OF} ){_LIGHT}{_THING}"
        rf"(?: as .+|{_TAIL})",
    ),
    # "There was no sign of X", "no X was found"
    "no X": (
        "denies",
        rf"(?:{_PRONOUN} (?:is|was|are|were|has|had|have|shows?|showed|found) )?no (?:(?:clear |obvious )?"
        r"(?:signs?|evidence|traces?|indications?) of )?(?:an? )?"
        r"(?!(?:one|doubt|question|idea|wait|(?:\w+er|more|less) than|longer)\b)"
        r"(?P<thing>(?:(?!was|were|is|are)\S+ ){0,3}?(?!was|were|is|are)\S+?)"
        r"(?: (?:is|was|were) (?:\w+ed|found|seen))?",
    ),
    # "I don't think it is X", "I doubt that it was X", "It is not true that it is X"
    "I do not think": (
        "denies",
        rf"(?:i (?:do not|don't) (?:think|believe|know (?:if|whether))|i doubt|it(?:'s| is) {_NOT_TRUE}"
        r"|there (?:is|was) no (?:evidence|proof|indication))(?: that)? "
        rf"{_PRONOUN}{_IS} {_LIGHT}{_THING}{_TAIL}",
    ),
    # "It is a popular myth that X did it", "the claim that it is X is false"
    "a myth that": ("denies", rf"it(?:'s| is| was) (?:{_NOT_TRUE}|{_A_MYTH}) that (?P<thing>.+)"),
    "that it is X is wrong": (
        "denies",
        rf"(?:the (?:claim|idea|notion|belief) )?that (?P<thing>.+?){_IS} {_WRONG}",
    ),
    # "X is wrong", "X was not the answer", "X is a common misconception"
    "X is wrong": (
        "denies",
        rf"(?:saying )?(?:the |an? )?{_THING}(?:{_IS} {_WRONG}|{_IS_NOT} (?:right|correct|true|the answer))",
    ),
    # "a wrong answer would be X"
    "the wrong one is X": ("denies", rf"(?:the|an?|one) {_FALSE} (?:answer|guess|one){_IS} {_LIGHT}{_THING}"),
    # "it was not due to X", "it had nothing to do with X"
    "not due to X": (
        "denies",
        r".+?(?: (?:is|was|are|were|has been|had been)(?: not|n't)(?: \w+ly)? (?:due to|because of"
        r"|(?:\w+ed|driven) (?:by|because of|due to)|down to|related to|a result of|the result of)"
        r"|(?: (?:has|have|had)|'s) nothing to do with) (?P<thing>.+)",
    ),
    # "it wasn't X", "it was not held in X", "the capital of France is not X", "the capital has never been X"
    "is not X": (
        "denies",
        rf"(?P<said>.+?){_IS_NOT} {_NO_DENIAL}(?:(?:\w+ed|held|made|born|built|written|won) )?{_LIGHT}{_THING}{_TAIL}",
    ),
    # "it did not burn down in X", "the coffee does not come from X", "she never went to X", "it won't cost X"
    "does not X": (
        "denies",
        rf"(?P<said>.+?){_DOES_NOT} {_NO_DENIAL}(?P<verb>\w+) (?:(?:up|down|out|off|over|away|back) )?{_NO_DENIAL}"
        rf"{_LIGHT}{_THING}{_TAIL}",
    ),
    # "X isn't the capital", "X did not discover it"
    "X is not": ("denies", rf"(?:the )?{_THING}(?:{_IS_NOT}|{_DOES_NOT}) (?P<said>.+)"),
    # "ruled out: X", "X was ruled out", "we excluded X"
    "rules out X": (
        "denies",
        r"(?:.+? )?(?:ruled out|rules out|rule out|excluded|excludes|eliminated|discarded|rejected|dismissed)"
        r"(?: as (?:a |the )?causes?)?:? (?P<thing>.+)",
    ),
    "X is ruled out": (
        "denies",
        rf"{_THING}(?:'s| is| was| are| were| (?:has|have|had|can) (?:be|been)) (?:\w+ly )?"
        r"(?:ruled out|excluded|eliminated|discarded|rejected|dismissed)(?: .*)?",
    ),
    # "it used to be X", "X is no longer the capital", "formerly X", "down from X", "X was the old one"
    "used to be X": ("recalls", rf"(?P<of>.+? )?used to be {_LIGHT}{_THING}{_TAIL}"),
    "no longer X": ("recalls", rf"(?P<of>.+?)(?: (?:is|are|was|were)|'s|'re) no longer {_LIGHT}{_THING}{_TAIL}"),
    "X is no longer": ("recalls", rf"{_THING} (?:is|are|was|were) no longer (?P<said>.+)"),
    "formerly X": ("recalls", rf"(?:and |but )?(?:formerly|previously|once) {_LIGHT}{_THING}{_TAIL}"),
    "down from X": (
        "recalls",
        r"(?:(?:which is |which was )?(?:slightly |sharply )?(?:up|down) from|compared (?:to|with)|versus"
        rf"|(?:an? )?(?:increase|decrease|rise|drop) from) {_LIGHT}(?P<thing>\S+(?: (?!to\b)\S+){{0,4}}?)"
        rf"(?: to .*|{_TAIL})",
    ),
    "the old one was X": (
        "recalls",
        rf"{_THING} (?:is|was|are|were) (?:the |its |their )?(?:old|former|previous|earlier|original|outdated)"
        r"(?: (?:one|ones|value|name|version|figure|number|limit|rate|price))?",
    ),
}  # fmt: skip
_DENIALS = {name: (stance, lazy_re(text)) for name, (stance, text) in _PATTERNS.items()}
# Without one of these a text only says things.
_CUE = lazy_re(
    r"n't\b|\b(?:not|no|nope|never|neither|nor|cannot|rather than|instead of|as opposed to|in place of|unlike|except"
    r"|anything but|doubt|wrong|incorrect|false|untrue|myth|misconception|mistake\w*|lie|nothing to do|without"
    r"|think|believed?|assume|guess|say|mind"
    r"|rule[sd]? out"
    r"|exclude[sd]?|eliminated|discarded|rejected|dismissed|used to|no longer|formerly|previously|once|old|former"
    r"|previous|earlier|original|outdated|(?:up|down|increase|decrease|rise|drop) from|compared|versus|hardly|scarcely"
    r"|scratch|scrap|strike|correction|however|actually|but|said|thought|wait)\b"
)
_ASKS_WHAT_IS_NOT = lazy_re(r"\b(?:lack(?:s|ed|ing)?\b(?! of)|absent|missing)")
_ASKS_OF_OLD = lazy_re(
    r"\b(?:used to|former(?:ly)?|previous(?:ly)?|original(?:ly)?|old|before|once|earlier|no longer"
    r"|prior)\b"
)
# "X", "it is X", "the capital is X", and the next clause: "no", "no wait", "scratch that", "that is incorrect".
_NAMES = lazy_re(rf"(?:(?P<said>.+?)(?:'s| is| was| are| were) )?{_LIGHT}{_PHRASE}")
_TAKES_BACK = lazy_re(
    r"(?:but |oh |ah |wait |sorry |actually )?(?:no|nope|no way|(?:\w+ly |of course )?not|wrong"
    r"|said (?:no one|nobody)(?: ever)?"
    r"|(?:scratch|scrap|strike) that|correction"
    rf"|i don't think so|{_PRONOUN}{_IS} {_WRONG}|(?:that|this|which)(?:'s| is| was) not (?:right|correct))"
    r"(?: wait| sorry)?\b[^?\w]*"
)
# "X, wait, no", "X. However, no": the filler is no clause of its own.
_FILLER = lazy_re(r"(?:wait|sorry|oops|oh|ah|actually|however)")
# "many people would say X", "X was my first guess", and the next clause: "but that is incorrect", "but it is really Y".
_SAY = lazy_re(
    rf"(?:{_OTHERS_SAY}|{_I_SAID}){_THAT_IT_IS}{_LIGHT}{_PHRASE}"
    rf"|(?P<guess>{_SHORT}) (?:was my first (?:thought|guess|idea|answer)|(?:comes|came|springs) to mind(?: first)?)"
)
# "but it is debated", "but it is a long story" correct nothing.
_OPEN = r"(?:un|in)?\w{3,}(?:ed|ful|able|ous|ing|ain|ear)|not|an?|hard|difficult|moot|only|just|more|open|up"
_CORRECTS = lazy_re(
    rf"(?:but |so )?(?:no|(?:they|most|i)(?:'re| are| was| am) (?:wrong|mistaken)|(?:{_PRONOUN}|which){_IS} {_WRONG}"
    rf"|{_PRONOUN}{_IS_NOT}|(?:it|he|she|they|the answer)(?:(?:'s| is| was)(?:(?! (?:{_OPEN})\b)(?: \S+){{1,5}}"
    r"|(?: really| actually| in fact) .+)| turns out to be .+))\b[^?]*"
)
# "Many say red, blue, but it is green": so many clauses on, it may be corrected.
_NEAR = 4
_NUMBERED = lazy_re(r"\bno\b\.? ?(?=\d)")
_CONTRACTED = lazy_re(r"(?:ca|wo|do|does|did|is|are|was|were|has|have|had|would|could|should|must)nt|cannot")
_ITEM = lazy_re(rf"(?!{_GOES_ON}\b)\S+(?: (?!{_GOES_ON}\b)\S+){{0,2}}")
_STANDS_FOR_IT = lazy_re(_PRONOUN)
# "If the capital is not X, I'd be surprised."
_SUBORDINATE = lazy_re(r"(?:if|whether|unless|though|although|while|when|why|how|wh(?:o|at|ich)|that|because)\b")


class Clause(NamedTuple):
    """A clause of a text.

    Attributes:
        start: Where it begins.
        stop: Where it ends.
        stance: What the text does with it: "It is not Paris" denies, "Many say Paris" reports.
        about: Where the thing is that it denies, reports or recalls; the whole clause if it only says or asks.
        sentence: The number of its sentence.
    """

    start: int
    stop: int
    stance: Stance
    about: Span
    sentence: int = 0


@cached(2**10)
def clauses(text: str, question: str = "") -> tuple[Clause, ...]:
    """Returns the clauses of a text, each with its stance.

    Args:
        text: The text, cleaned.
        question: The question, or "": a clause may repeat its words before it denies.

    >>> text = "It is Lyon, not Paris."
    >>> [(clause.stance, text[slice(*clause.about)]) for clause in clauses(text)]
    [('says', 'It is Lyon'), ('denies', 'Paris')]
    >>> [clause.stance for clause in clauses("Many say Paris, but it is Lyon.")]
    ['reports', 'says']
    """
    small = in_lower_case(text).replace("\u2019", "'")
    parts = _clause_spans(small)
    asked = content_stems(question) if question else frozenset()
    asks_of_old = _ASKS_OF_OLD.search(question.lower()) is not None
    ends = [end.start() for end in SENTENCE_END.finditer(text)]
    found = []
    for place, (start, stop, end) in enumerate(parts):
        following = [
            text + sign
            for first, last, sign in parts[place + 1 : place + _NEAR]
            if not _FILLER.fullmatch(text := small[first:last])
        ]
        stance, about = _stance_of_clause(small[start:stop], end, following, asked)
        if stance == "recalls" and asks_of_old:
            stance, about = "says", None
        span = (start, stop) if about is None else (start + about[0], start + about[1])
        if about and about[0] == 0:
            span = (_start_of_list(small, parts[:place], start), span[1])
        found.append(Clause(start, stop, stance, span, bisect_right(ends, start)))
    return tuple(found)


def clause_at(text: str, place: int) -> int:
    """Returns the number of the clause at a position of a text, or of the next clause.

    >>> clause_at("It is Lyon, not Paris.", 16)
    1
    """
    found = clauses(text)
    return min(bisect_right(found, place, key=lambda clause: clause.stop), len(found) - 1)


@cached()
def negations(language: str = "en") -> frozenset[str]:
    """Returns a language's normalised words of negation, without those that end in "n't"; English if it is unknown."""
    lists = read_word_lists(Path(__file__).parent, "negations.tsv")
    listed = lists.get(language, lists["en"])
    return frozenset(word for each in listed for word in normalized_words(each, SMILE_NORMALIZATION, language))


def has_negation(text: str, language: str = "en") -> bool:
    """Returns whether a text contains a negation.

    >>> has_negation("It isn't in Paris."), has_negation("It is at No. 5.")
    (True, False)
    """
    small = _NUMBERED.sub("", text.lower().replace("\u2019", "'"))
    return "n't" in small or not negations(language).isdisjoint(normalized_words(small, SMILE_NORMALIZATION, language))


def is_negation(word: str) -> bool:
    """Returns whether a normalised word is a negation, such as "not" or "didnt"."""
    return word in negations() or _CONTRACTED.fullmatch(word) is not None


def stance(text: str, span: Span, question: str = "") -> Stance:
    """Returns whether a text says, denies, reports, recalls or asks what stands at a position.

    >>> stance("It is Lyon, not Paris.", (16, 21)), stance("It is Lyon, not Paris.", (6, 10))
    ('denies', 'says')
    """
    if only_says(text):
        return "says"
    found = (each.stance for each in clauses(text, question) if each.about[0] <= span[0] < each.about[1])
    return next(found, "says")


def only_says(text: str) -> bool:
    """Returns whether a text has no word that denies, reports or recalls (a quick test).

    >>> only_says("It is in Paris."), only_says("It isn't Paris.")
    (True, False)
    """
    return _CUE.search(text.lower().replace("\u2019", "'")) is None


def is_negated_question(question: str) -> bool:
    """Returns whether a question asks for what is not so, as "Which is not a mammal?".

    >>> [is_negated_question(text) for text in ("Which is not a mammal?", "What do they lack?", "Who?")]
    [True, True, False]
    """
    return not only_says(question) or _ASKS_WHAT_IS_NOT.search(question.lower()) is not None


def in_lower_case(text: str) -> str:
    """Returns a text in lower case, of the same length."""
    small = text.lower()
    if len(small) == len(text):
        return small
    # Few letters, such as "İ", are two in the other case.
    return "".join(low if len(low := sign.lower()) == 1 else sign for sign in text)


@cached(2**12)
def content_stems(text: str) -> frozenset[str]:
    """Returns the first letters of the content words, which forms of one word share.

    >>> sorted(content_stems("Who discovered the discovery of gold?"))
    ['disco', 'gold']
    """
    function = english_function_words()
    return frozenset(word[:_STEM] for word in normalized_words(text, SMILE_NORMALIZATION, "en") if word not in function)


def split_sentences(text: str) -> list[str]:
    """Returns the sentences of a text that have words, also Chinese and Japanese ones."""
    ascii_ends = SENTENCE_END.split(text)
    parts = ascii_ends if text.isascii() else (part for each in ascii_ends for part in _FULL_WIDTH_END.split(each))
    return [part for part in parts if any(map(str.isalnum, part))]


def split_statements(text: str) -> list[str]:
    """Returns the sentences of a text, split further where they turn to something else ("but").

    >>> split_statements("It does not say who. I think it was Bell, but I am not sure.")
    ['It does not say who.', 'I think it was Bell', 'but I am not sure.']
    """
    return [part for sentence in split_sentences(text) for part in _STATEMENT_END.split(sentence) if part]


def split_clauses(small: str) -> list[tuple[str, str]]:
    """Returns the clauses of a text in lower case, each with its closing punctuation.

    >>> split_clauses("is it blue? no, because it's red.")
    [('is it blue', '? '), ('no', ', '), ("because it's red", '.')]
    """
    found: list[tuple[str, str]] = []
    for start, stop, end in _clause_spans(small):
        clause = small[start:stop]
        # "cannot grow without light" denies twice.
        if clause.startswith("without ") and found:
            clause = f"{found.pop()[0]} {clause}"
        found.append((clause, end))
    return found


# A text is split with its question and without.
@cached(2**10)
def _clause_spans(small: str) -> tuple[tuple[int, int, str], ...]:
    """Returns the start, the stop and the closing punctuation of each clause."""
    found, start = [], 0
    for end in (*_CLAUSE_END.finditer(small), None):
        stop = len(small) if end is None else end.start()
        piece = small[start:stop]
        if bare := piece.strip(" '\""):
            first = start + piece.index(bare)
            found.append((first, first + len(bare), "" if end is None else end[0]))
        start = stop if end is None else end.end()
    return tuple(found)


def _start_of_list(small: str, before: Sequence[tuple[int, int, str]], start: int) -> int:
    """Returns the start of the list that ends at a position: "red, blue" in "red, blue? No, green"."""
    for first, last, end in reversed(before):
        if end.strip() != "," or not _ITEM.fullmatch(small, first, last):
            break
        start = first
    return start


def _stance_of_clause(clause: str, end: str, following: list[str], asked: frozenset[str]) -> tuple[Stance, Span | None]:
    """Returns the stance of a clause, and the span that it is about; None for the whole clause."""
    after = following[0] if following else ""
    if (said := _SAY.fullmatch(clause)) and any(map(_CORRECTS.fullmatch, following)):
        return "reports", said.span("thing" if said["thing"] else "guess")
    if "?" not in end and not only_says(clause):
        for stance, pattern in _DENIALS.values():
            if (found := pattern.fullmatch(clause)) and _is_pronoun_or_question(found.groupdict(), asked):
                return stance, found.span("thing")
    if (
        _TAKES_BACK.fullmatch(after)
        and (found := _NAMES.fullmatch(clause))
        and _is_pronoun_or_question(found.groupdict(), asked)
    ):
        return "denies", found.span("thing")
    return ("asks" if "?" in end else "says"), None


def _is_pronoun_or_question(groups: dict[str, str | None], asked: frozenset[str]) -> bool:
    """Whether the rest of a clause is only a pronoun or words of the question."""
    said = groups.get("said")
    if not said or _STANDS_FOR_IT.fullmatch(said.strip()):
        return True
    stems = content_stems(said)
    return bool(stems) and stems <= asked and not _SUBORDINATE.match(said)


# Words that take back or rule out, in a text that may say so of itself; "not sure" only hedges.
_REJECTS = lazy_re(
    rf"\b(?:{NOT}|neither|nor|no|but|actually|unlikely|doubt\w*|wrong\w*|incorrect\w*"
    rf"|false\w*|untrue|myths?|misconceptions?|mistak\w*|confus\w*|{INSTEAD_OF}|other than|contrary to"
    r"|far from|forget|ignore|discard\w*|dismiss\w*|reject\w*|exclud\w*|rul\w+ out|eliminat\w*|strike"
    r"|scratch|scrap|withdr[ae]w\w*|retract\w*|back|lost|loses?|losing|beaten|defeated|fooled|deceiv\w*|misle\w*|wait"
    r"|correction|slip|oops|sorry|except)\b|n't\b"
)
_IS_UNSURE = lazy_re(
    r"(?:\bbut (?:i am|i'm|we are|we're) )?\b(?:not|n't|cannot be)(?: \w+){0,2} (?:sure|certain|positive|confident)\b"
    r"(?:,? but\b)?|\bno doubt\b|\bwithout (?:a )?doubt\b|\b(?:may|might|could) be (?:wrong|mistaken)\b"
)


def takes_back(text: str) -> bool:
    """Returns whether a text takes back or rules out something, as "Forget Bell". "Not sure" only hedges.

    >>> takes_back("Forget Bell"), takes_back("I am not sure, but Bell")
    (True, False)
    """
    return _REJECTS.search(_IS_UNSURE.sub("", text.lower().replace("\u2019", "'"))) is not None
