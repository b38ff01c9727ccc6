"""Short forms and other names: those of the lists, initials, signs of elements, letters and units, types of streets."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import simplemma

from ..amounts.units import measures_named
from ..answer import Answer, Match, answer_of
from ..written_words import strip_lead_in, written_words
from .known_names import WORD_LISTS, Group, find_form, groups_by_form, groups_by_small_form, is_short, is_word, key
from .spellings import spelled_words

# Words that initials leave out.
_SMALL_WORDS = WORD_LISTS["small"]

# Words of running text, in which initials are no short form.
_COMMON_WORDS = _SMALL_WORDS | WORD_LISTS["common"]

_FEWEST_INITIALS = 2
_FEWEST_INITIALS_IN_TEXT = 3
_MOST_INITIALS = 7
_MOST_WORDS = 12
# The letters of an answer that may be another short form as a whole.
_LONGEST_OTHER = 60

# Of which an answer is one as a whole, or another one.
_SIGNS = ("element", "letter")


class _ShortForm(NamedTuple):
    """What a reference may be short for, or what may be short for it.

    Attributes:
        reference: The reference.
        forms: Other names of it, as `key` gives them.
        meant: What it is of a kind of which another is wrong, as `_meanings` gives it.
        initials: Its words' initials, with and without small words.
        short: The reference itself if it is a short form.
    """

    reference: str
    forms: tuple[str, ...]
    meant: tuple[tuple[str, str], ...]
    initials: tuple[str, ...]
    short: str | None


def read(reference: str) -> _ShortForm | None:
    """Returns what a reference is short for or what is short for it, or None.

    >>> read("World Health Organization").forms
    ('world health organization', 'WHO')
    >>> read("Massachusetts Institute of Technology").initials, read("because")
    (('MIOT', 'MIT'), None)
    """
    text = strip_lead_in(reference)
    words = written_words(text)
    if not words or len(words) > _MOST_WORDS:
        return None
    found = tuple(_groups_of(text))
    names = {form for kind, its in found if kind not in _SIGNS for form in its}
    meant = tuple(_meanings(text, found))
    short = words[0] if len(words) == 1 and is_short(words[0]) else None
    initials = tuple(sorted(set(_initials(words)))) if len(words) >= _FEWEST_INITIALS else ()
    if not (found or meant or short or initials):
        return None
    forms = tuple(sorted(names, key=lambda form: (-len(form), form)))
    return _ShortForm(text, forms, meant, initials, short)


def compare(short_form: _ShortForm, answer: Answer, question: str | None) -> Match | None:
    """Says whether an answer holds another form of the reference, or as a whole is another thing's short form.

    >>> compare(read("DNA"), Answer("It is deoxyribonucleic acid."), None).is_same
    True
    >>> compare(read("Federal Bureau of Investigation"), Answer("The CIA"), None).is_same
    False
    >>> compare(read("iron"), Answer("Fe"), None).is_same, compare(read("Au"), Answer("silver"), None).is_same
    (True, False)
    >>> compare(read("km/h"), Answer("kilometres per hour"), None).is_same
    True
    >>> compare(read("the letter π"), Answer("phi"), None).is_same
    False
    """
    text, forms, meant, initials, short = short_form
    same = _same_form(forms, meant, answer) or (
        _same_initials(initials, answer) if short is None else _spelled_out(short.upper(), answer)
    )
    if same is not None:
        if question and not is_word(same) and f" {same.lower()} " in answer_of(question).spaced:
            # "What does AUV stand for?" is not answered by AUV; "who" is not the WHO.
            return None
        return answer.match("short form", True, "=", same, text)
    if len(answer.text) <= _LONGEST_OTHER and (
        _is_another_sign(meant, answer.proper) or _is_another_short_form(short_form, answer)
    ):
        return answer.match("short form", False, "not", answer.proper, text)
    return None


def _groups_of(text: str) -> Iterator[Group]:
    by_form = groups_by_form()
    looked_up = {text, key(text)}
    if len(text) > 1 and text.isalpha() and text[1:].islower():
        looked_up.add(text.lower())
    for form in looked_up:
        for kind, forms in by_form.get(form, ()):
            if kind != "adjective" and (kind not in _SIGNS or form in (text, text.lower())):
                yield kind, forms
    # "nacl" and "uk" in small letters; "salt" is a word and no treaty.
    groups = groups_by_small_form().get(text, ()) if text.islower() else ()
    if groups and not (text.isalpha() and len(text) > _FEWEST_INITIALS and simplemma.is_known(text, "en")):
        yield from groups


def _meanings(text: str, groups: Iterable[Group], *, is_answer: bool = False) -> Iterator[tuple[str, str]]:
    """Yields what a text is as a whole, of which kind: an element, a Greek letter, a unit, a street of some name.

    A street needs its capital in a reference: "the long way" is none.

    >>> sorted(_meanings("km/h", ())), sorted(_meanings("Oak Avenue", ()))
    ([('unit', '(kilometer) / (hour)')], [('oak', 'ave')])
    """
    for kind, forms in groups:
        if kind in _SIGNS:
            yield from ((kind, form) for form in forms)
    for measure in measures_named(text):
        if not measure.is_money:
            yield "unit", measure.unit
    name, _, last = text.rpartition(" ")
    if name and (is_answer or last[:1].isupper()) and (its := spelled_words(last)) and its[-1] in WORD_LISTS["streets"]:
        yield " ".join(spelled_words(name)), its[-1]


@lru_cache(maxsize=64)
def _meanings_of_answer(proper: str) -> frozenset[tuple[str, str]]:
    return frozenset(_meanings(proper, _groups_of(proper), is_answer=True))


def _same_form(forms: tuple[str, ...], meant: tuple[tuple[str, str], ...], answer: Answer) -> str | None:
    for form in forms:
        if (written := find_form(form, answer)) is not None:
            return written
    proper = answer.proper
    if not meant or len(answer.text) > _LONGEST_OTHER:
        return None
    is_meant = not is_word(proper) or any(form in (proper, proper.lower()) for _, form in meant)
    return proper if is_meant and not _meanings_of_answer(proper).isdisjoint(meant) else None


def _initials(words: tuple[str, ...]) -> Iterator[str]:
    """The initials of words; Roman numerals and digits stay, as in WWII."""
    if len(words) < _FEWEST_INITIALS or 1 in map(len, words):
        return
    heads = [word.upper() if word.isdecimal() or not word.strip("IVXivx") else word[0].upper() for word in words]
    large = [head for word, head in zip(words, heads, strict=True) if word.lower() not in _SMALL_WORDS]
    if len(large) >= _FEWEST_INITIALS:
        for found in ("".join(heads), "".join(large)):
            if 1 < len(found) <= _MOST_INITIALS:
                yield found


def _same_initials(its: tuple[str, ...], answer: Answer) -> str | None:
    for initials in its:
        if (written := find_form(initials, answer)) is None:
            continue
        is_no_word = not simplemma.is_known(initials.lower(), "en") or initials in groups_by_form()
        if answer.has_case and not is_no_word and not is_short(written):
            continue
        if " " not in answer.proper or (
            len(initials) >= _FEWEST_INITIALS_IN_TEXT and (is_no_word or f" the {initials.lower()} " in answer.spaced)
        ):
            return written
    return None


def _spelled_out(short: str, answer: Answer) -> str | None:
    """Returns the words of an answer that a short form has the initials of; no large one may be a common word.

    >>> _spelled_out("WHO", Answer("was his own")), _spelled_out("WHO", Answer("the World Health Organization"))
    (None, 'World Health Organization')
    """
    proper = written_words(answer.proper)
    if len(proper) > 1 and short in _initials(proper) and not _has_common_words(proper):
        return " ".join(proper)
    if len(short) < _FEWEST_INITIALS_IN_TEXT:
        return None
    words = answer.written.split()
    for start, word in enumerate(words):
        if word[0].upper() != short[0] or word.lower() in _COMMON_WORDS:
            continue
        rest = short[1:]
        for end in range(start + 1, min(start + _MOST_WORDS, len(words))):
            following = words[end].lower()
            if following[0].upper() == rest[:1] and following not in _COMMON_WORDS:
                rest = rest[1:]
            elif following not in _SMALL_WORDS:
                break
            if not rest:
                return " ".join(words[start : end + 1])
    return None


def _has_common_words(words: tuple[str, ...]) -> bool:
    return not _COMMON_WORDS.isdisjoint({word.lower() for word in words} - _SMALL_WORDS)


def _is_another_sign(meant: tuple[tuple[str, str], ...], proper: str) -> bool:
    said = _meanings_of_answer(proper) if meant else frozenset()
    is_of_its_kind = not {kind for kind, _ in said}.isdisjoint(kind for kind, _ in meant)
    return is_of_its_kind and said.isdisjoint(meant)


def _is_another_short_form(short_form: _ShortForm, answer: Answer) -> bool:
    """Whether of reference and answer one or both are short forms, and of different things.

    NATO and OTAN, US and USA may be the same.
    """
    text, forms, _, initials, short = short_form
    words = written_words(answer.proper)
    its = initials if short is None else (short,)
    if not its or (short is None and len(words) != 1):
        return False
    others = words if len(words) == 1 and _is_short_answer(words[0], answer) else tuple(_initials(words))
    if not others or _has_common_words(words) or not _is_name(text):
        return False
    # The initials of a sentence are none.
    if len(words) > 1 and answer.has_case and not _is_name(answer.proper):
        return False
    known = [set(others) for _, others in _groups_of(answer.proper)]
    if any(others & set(forms) for others in known):
        return False
    return all(_are_apart(one, other, is_known=bool(known) or len(words) == 1) for one in its for other in others)


def _is_short_answer(word: str, answer: Answer) -> bool:
    """Whether a word is a short form: one of the lists, or one without vowels."""
    small = word.lower()
    if is_word(small):
        return False
    if small.isalpha() and not set(small) & set("aeiouy"):
        return 1 < len(small) <= _MOST_INITIALS
    return any(
        kind == "short" and is_short(word.upper()) and word.upper() in forms
        for kind, forms in groups_by_small_form().get(small, ())
    )


def _is_name(text: str) -> bool:
    """Whether each large word has a capital."""
    return all(word[0].isupper() for word in written_words(text) if word not in _SMALL_WORDS)


def _are_apart(one: str, other: str, *, is_known: bool) -> bool:
    """Whether initials are of different things; those of unknown words may also leave out other words."""
    one, other = one.upper(), other.upper()
    return (is_known or one[0] != other[0]) and (
        min(len(one), len(other)) >= _FEWEST_INITIALS_IN_TEXT
        and one.isalpha()
        and other.isalpha()
        and one not in other
        and other not in one
        and sorted(one) != sorted(other)
    )
