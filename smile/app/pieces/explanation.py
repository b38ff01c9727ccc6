"""Why an answer scores as it does: the words that matched, marked in the answer as written, and a sentence.

SMILE compares normalised words (lower case, lemmas, numbers in one spelling), so this module searches for them in the
text. It marks a passage only if the passage normalises to exactly these words, and the text around it to the others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import regex

from ...checks import is_blank
from ...settings.named_settings import Settings
from ...text.keywords import Words, lacks_numbers, numbers
from ...text.normalization import CJK_CHARACTER, words

# A passage begins and ends with one of these: a run of letters and digits, a sign, a Chinese character.
_ATOM = regex.compile(rf"{CJK_CHARACTER}|(?:(?!{CJK_CHARACTER})[\p{{L}}\p{{M}}\p{{N}}])+|\S")

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


@dataclass(frozen=True)
class Explanation:
    """What matched, and where.

    Attributes:
        passages: The pieces of the answer; together they are the whole answer.
        ngram: The normalised n-gram nearest to the reference; "" for an empty answer.
        is_ngram_shown: Whether it was found in the answer as written.
        words_found: The reference's normalised words that the answer has.
        words_missing: The reference's normalised words that the answer lacks.
        words_not_shown: The words of `words_found` that were not found in the answer as written.
        lacks_number: Whether the n-gram lacks one of the reference's numbers.
    """

    passages: tuple[Passage, ...]
    ngram: str
    is_ngram_shown: bool
    words_found: Words
    words_missing: Words
    words_not_shown: Words
    lacks_number: bool


def explain(answer: str, reference: str, matched_ngram: str, settings: Settings) -> Explanation:
    """Finds the matched words in the answer as written.

    Args:
        answer: The scored answer.
        reference: The reference with the best score.
        matched_ngram: The answer's normalised n-gram nearest to the reference.
        settings: The settings of the score.

    >>> explained = explain("It was built in 1998!", "built 1889", "build in", Settings(name="default"))
    >>> explained.words_found, explained.words_missing
    (('build',), ('1889',))
    >>> [passage.text for passage in explained.passages if passage.is_ngram]
    ['built', ' in']
    """
    if is_blank(answer):
        return Explanation((Passage(answer, False, False),), "", False, (), (), (), False)
    wanted = tuple(dict.fromkeys(_words(reference, settings)))
    search = _Search(answer, settings)
    found = tuple(word for word in wanted if word in search.words)
    ngram = tuple(matched_ngram.split(" "))
    ngram_spans = search.spans(ngram)[:1]
    word_spans = {word: search.spans((word,)) for word in found}
    return Explanation(
        passages=_passages(answer, ngram_spans, [span for spans in word_spans.values() for span in spans]),
        ngram=matched_ngram,
        is_ngram_shown=bool(ngram_spans),
        words_found=found,
        words_missing=tuple(word for word in wanted if word not in search.words),
        words_not_shown=tuple(word for word, spans in word_spans.items() if not spans),
        lacks_number=lacks_numbers([matched_ngram], numbers(wanted))[0],
    )


def in_words(explanation: Explanation, semantic: float, keyword_similarity: float) -> str:
    """Returns one line that explains the score.

    Args:
        explanation: What matched.
        semantic: The semantic score, 0 to 1.
        keyword_similarity: The similarity of the nearest phrase, 0 to 1.
    """
    if not explanation.ngram:
        return "The answer is empty, which scores 0."
    n_found, n_missing = len(explanation.words_found), len(explanation.words_missing)
    if keyword_similarity == 1:
        lexical = "The answer has the reference word for word"
    elif n_missing == 0:
        lexical = "The answer has every word of the reference, though not side by side"
    elif n_found:
        lexical = f"The answer has {n_found} of the reference's {n_found + n_missing} words, and its nearest phrase "
        lexical += f"“{explanation.ngram}” {_likeness(keyword_similarity)}"
    else:
        lexical = "The answer has none of the reference's words; its nearest phrase "
        lexical += f"“{explanation.ngram}” {_likeness(keyword_similarity)}"
    if explanation.lacks_number:
        lexical += ", and lacks its number"
    as_a_whole = next(text for least, text in _MEANINGS if semantic >= least)
    return f"{lexical}. As a whole, {as_a_whole}."


_LIKENESSES = ((0.8, "means much the same"), (0.5, "is related to it"), (0.0, "has little to do with it"))
_MEANINGS = (
    (0.9, "the two texts mean nearly the same"),
    (0.75, "the two texts are close in meaning"),
    (0.6, "the two texts are loosely related in meaning"),
    (0.0, "the two texts are far apart in meaning"),
)


def _likeness(similarity: float) -> str:
    return next(text for least, text in _LIKENESSES if similarity >= least)


def _words(text: str, settings: Settings) -> Words:
    return words(text, settings.normalization, settings.language)


class _Search:
    """Looks for normalised words in one text."""

    def __init__(self, text: str, settings: Settings) -> None:
        self._text = text
        self._settings = settings
        self._atoms = [atom.span() for atom in _ATOM.finditer(text)]
        self._known: dict[tuple[int, int], Words] = {}
        self.words = _words(text, settings)

    def spans(self, wanted: Words) -> list[tuple[int, int]]:
        """Returns the shortest passages with exactly these words, in order and without overlap."""
        if len(self._atoms) > _MOST_ATOMS:
            return []
        return list(self._find(wanted))

    def _find(self, wanted: Words) -> Iterator[tuple[int, int]]:
        n = len(self._atoms)
        first = 0
        while first < n:
            last = min(n, first + len(wanted) + _MOST_ATOMS_OF_A_WORD) if self._may_begin(first, wanted[0]) else first
            for end in range(first + 1, last + 1):
                start, stop = self._atoms[first][0], self._atoms[end - 1][1]
                if self._between(start, stop) == wanted and self._stands_alone(start, stop, wanted):
                    yield start, stop
                    first = end - 1
                    break
            first += 1

    def _may_begin(self, atom: int, word: str) -> bool:
        # A number may begin with any word or sign; another word begins with itself, or with its first part (u.s.a).
        own = self._between(*self._atoms[atom])
        return not word.isalpha() or len(own) != 1 or own[0] == word or word.startswith(own[0])

    def _between(self, start: int, stop: int) -> Words:
        """Returns the words of a piece of the text; none if it has only signs."""
        if (start, stop) not in self._known:
            piece = self._text[start:stop]
            with_one_more = _words(f"{_ALONE} {piece}", self._settings)
            self._known[start, stop] = () if with_one_more == (_ALONE,) else _words(piece, self._settings)
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
