"""Explanations of scores: the words that matched, marked in the answer as written.

SMILE compares normalised words (lower case, lemmas, numbers in one spelling), so this module searches for them in the
text. It marks a passage only if the passage normalises to exactly these words, and the text around it to the others.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

import regex

from ..checks import is_blank
from ..settings.named_settings import Settings
from ..text.normalization import CJK_CHARACTER, normalized_words, spaced_characters
from ..text.view import View, Words, between_spaces
from .reasons import MOST_MISSING, WordsFound

# A passage begins and ends with one of these: a run of letters and digits, a sign, a Chinese character.
_ATOM = regex.compile(rf"{CJK_CHARACTER}|(?:(?!{CJK_CHARACTER})[\p{{L}}\p{{M}}\p{{N}}])+|\S")

# "2x^2" is one word: it does not contain "2x".
_WORD = regex.compile(r"\w+(?:\^\w+)*")
# Of what a number is; normalised words have none of these.
_SIGN = regex.compile(r"[\p{Sc}%°]")
_PUNCTUATION = regex.compile(r"[\p{P}=]")

# A word may be written with several atoms ("two million five hundred thousand", "$1,000.50").
_MOST_ATOMS_OF_A_WORD = 9

# Longer texts are not searched: it would take too long.
_MOST_ATOMS = 600

# No language reads this word as a number or joins it to others; before a text without words it stays alone.
_ALONE = "x"


@dataclass(frozen=True)
class Passage:
    """A piece of an answer.

    Attributes:
        text: The text as written.
        is_ngram: Whether it belongs to the n-gram nearest to the reference.
        is_word: Whether it is one of the reference's words.
    """

    text: str
    is_ngram: bool
    is_word: bool


@dataclass(frozen=True, kw_only=True)
class Explanation(WordsFound):
    """The words that matched, and their places.

    Attributes:
        passages: The pieces of the answer; together they are the whole answer.
        words_not_shown: The reference's words that the answer has but that were not found in it as written; as the
            reference writes them.
    """

    passages: tuple[Passage, ...]
    words_not_shown: Words = ()


def explain(
    answer: str, reference: str, matched_ngram: str, settings: Settings, *, is_marked: bool = True
) -> Explanation:
    """Finds the matched words in the answer as written.

    `reference` is that with the best score, and `matched_ngram` the answer's normalised n-gram nearest to it. Without
    `is_marked`, passages are not marked, which takes several times as long as all else.

    >>> explained = explain("It was built in 1998!", "built 1889", "build in", Settings(name="default"))
    >>> explained.n_key_words, explained.words_missing, explained.phrase
    (2, ('1889',), 'built in')
    """
    if is_blank(answer):
        return Explanation(passages=(Passage(answer, False, False),))
    wanted = View(reference, settings.normalization, settings.language)
    search, written = _Search(answer, settings), _Search(reference, settings)
    found = [word for word in wanted.different if word in search.words]
    # "2x" is one key word, although SMILE compares "2" and "x".
    key_words = (" ".join(wanted.words),) if reference.isalnum() else wanted.content
    missing = [word for word in key_words if f" {word} " not in between_spaces(search.words)]
    spans_of = {word: list(search.spans((word,))) if is_marked else [] for word in found}
    ngram = tuple(matched_ngram.split(" "))
    has_reference = ngram == wanted.words
    signs, own_signs = set(_SIGN.findall(reference)), set(_SIGN.findall(answer))
    has_other_sign = bool(signs and own_signs) and signs.isdisjoint(own_signs)
    is_verbatim = (
        has_reference and signs <= own_signs and f" {_letters_of_word(reference)} " in f" {_letters_of_word(answer)} "
    )
    # Reasons quote no other phrase.
    is_quoted = is_marked or (has_reference and not is_verbatim) or len(missing) == len(key_words)
    ngram_spans = list(islice(search.spans(ngram), 1)) if is_quoted else []
    phrase = "".join(answer[slice(*span)] for span in ngram_spans)
    return Explanation(
        passages=_passages(answer, ngram_spans, [span for spans in spans_of.values() for span in spans]),
        words_not_shown=written.as_written(word for word, spans in spans_of.items() if is_marked and not spans),
        n_key_words=len(key_words),
        n_missing=len(missing),
        words_missing=written.as_written(missing if is_marked else missing[:MOST_MISSING]),
        has_reference=has_reference,
        is_verbatim=is_verbatim,
        is_reordered=not has_reference and sorted(ngram) == sorted(wanted.words),
        has_other_sign=has_other_sign,
        phrase=phrase if is_quoted or not is_verbatim else reference,
    )


def _letters_of_word(text: str) -> str:
    return " ".join(_WORD.findall(spaced_characters(text).casefold()))


def _normalized_words(text: str, settings: Settings) -> Words:
    return normalized_words(text, settings.normalization, settings.language)


class _Search:
    def __init__(self, text: str, settings: Settings) -> None:
        self._text = text
        self._settings = settings
        self._atoms = [atom.span() for atom in _ATOM.finditer(text)]
        self._known: dict[tuple[int, int], Words] = {}
        self.words = _normalized_words(text, settings)

    def spans(self, wanted: Words) -> Iterator[tuple[int, int]]:
        """Yields the shortest passages with exactly these words, in order and without overlap."""
        return iter(()) if len(self._atoms) > _MOST_ATOMS else self._find(wanted)

    def as_written(self, wanted: Iterable[str]) -> Words:
        """Returns words as the text writes them; leaves out those that were not found in it."""
        first = (next(self.spans(tuple(word.split(" "))), None) for word in wanted)
        return tuple(self._text[slice(*span)] for span in first if span is not None)

    def _find(self, wanted: Words) -> Iterator[tuple[int, int]]:
        n = len(self._atoms)
        first = 0
        while first < n:
            last = min(n, first + len(wanted) + _MOST_ATOMS_OF_A_WORD) if self._may_begin(first, wanted[0]) else first
            for end in range(first + 1, last + 1):
                start, stop = self._atoms[first][0], self._atoms[end - 1][1]
                if self._between(start, stop) == wanted and self._stands_alone(start, stop, wanted):
                    yield self._after_punctuation(first, end, wanted), stop
                    first = end - 1
                    break
            first += 1

    def _after_punctuation(self, first: int, end: int, wanted: Words) -> int:
        """Returns the start of a passage without the punctuation before its first word."""
        while first + 1 < end and _PUNCTUATION.match(self._text, self._atoms[first][0]):
            if self._between(self._atoms[first + 1][0], self._atoms[end - 1][1]) != wanted:
                break
            first += 1
        return self._atoms[first][0]

    def _may_begin(self, atom: int, word: str) -> bool:
        # A number may begin with any word or sign; another word begins with itself, or with its first part (u.s.a).
        own = self._between(*self._atoms[atom])
        return not word.isalpha() or len(own) != 1 or own[0] == word or word.startswith(own[0])

    def _between(self, start: int, stop: int) -> Words:
        """Returns the words of a piece of the text; none if it has only signs."""
        if (start, stop) not in self._known:
            piece = self._text[start:stop]
            with_one_more = _normalized_words(f"{_ALONE} {piece}", self._settings)
            self._known[start, stop] = () if with_one_more == (_ALONE,) else _normalized_words(piece, self._settings)
        return self._known[start, stop]

    def _stands_alone(self, start: int, stop: int, wanted: Words) -> bool:
        return self._between(0, start) + wanted + self._between(stop, len(self._text)) == self.words


def _passages(
    answer: str, ngram_spans: list[tuple[int, int]], word_spans: list[tuple[int, int]]
) -> tuple[Passage, ...]:
    cuts = sorted({0, len(answer), *(edge for span in (*ngram_spans, *word_spans) for edge in span)})

    def within(start: int, stop: int, spans: list[tuple[int, int]]) -> bool:
        return any(first <= start and stop <= last for first, last in spans)

    return tuple(
        Passage(answer[start:stop], within(start, stop, ngram_spans), within(start, stop, word_spans))
        for start, stop in pairwise(cuts)
    )
