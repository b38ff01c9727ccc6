"""The first stage of scoring: every comparison of a run, over a list of its distinct strings."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray
from ..checks import is_blank
from ..choices import PAPER_NORMALIZATION, SMILE_NORMALIZATION
from ..rows.checked_rows import Row
from ..text.distinct_strings import DistinctStrings
from ..text.keywords import (
    ReferenceWords,
    Words,
    between_spaces,
    easy_match,
    lacks_numbers,
    most_ngrams,
    ngrams,
)
from ..text.languages import compares_values
from ..text.normalization import clean, words
from ..text.values.answer import answer_of
from ..text.values.match import Match
from ..text.values.rules import find_match

# References kept in memory: several answers, samples or systems share them, in one run or in several.
_MOST_REFERENCES = 2**15


@dataclass(frozen=True)
class Comparisons:
    """The comparisons of a run; a pair is one row's prediction and one of its references.

    P pairs, G n-grams of all pairs together, S distinct strings. A pair whose reference is one of the n-grams has
    nothing to compare: its keyword similarity is exactly 1. So has a pair whose prediction holds the value that its
    reference is.

    Attributes:
        strings: S strings, each once.
        rows: The rows, with those whose prediction is empty.
        row: (P,) row of each pair, ascending.
        reference_index: (P,) index of the pair's reference in its row.
        prediction: (P,) string index of the prediction.
        target: (P,) string index of the synthetic answer, or of the reference where there is none. A question
            that is used stands before the prediction and the target.
        keyword: (P,) string index of norm(reference).
        easy_match: (P,) share of the reference's words that the prediction has.
        has_same_words: (P,) whether prediction and reference have the same words in the same order.
        is_exact: (P,) whether norm(reference) is among the n-grams, or its value in the prediction.
        is_cut: (P,) whether the prediction has more n-grams than are compared.
        is_other_value: (P,) whether the prediction commits to another value than the reference's.
        value_match: (P,) position in `value_matches`, -1 where no rule for values applies.
        value_matches: What the rules for values found.
        ngram_start: (P + 1,) where each pair's n-grams begin in the arrays below.
        ngram: (G,) string index of each n-gram.
        lacks_number: (G,) whether the n-gram lacks one of its reference's numbers.
    """

    strings: list[str]
    rows: Sequence[Row]
    row: IntArray
    reference_index: IntArray
    prediction: IntArray
    target: IntArray
    keyword: IntArray
    easy_match: FloatArray
    has_same_words: BoolArray
    is_exact: BoolArray
    is_cut: BoolArray
    is_other_value: BoolArray
    value_match: IntArray
    value_matches: list[Match]
    ngram_start: IntArray
    ngram: IntArray
    lacks_number: BoolArray

    def pairs_with(self, strings: BoolArray) -> BoolArray:
        """Returns a (P,) mask of the pairs that compare a string of a (S,) mask."""
        n_ngrams = np.concatenate(([0], np.cumsum(strings[self.ngram])))[self.ngram_start]
        pairs: BoolArray = np.diff(n_ngrams) > 0
        for side in (self.prediction, self.target, self.keyword):
            pairs = pairs | strings[side]
        return pairs

    def different(self, *strings: IntArray) -> IntArray:
        """Returns the different ones of string indexes, ascending."""
        # `np.unique` sorts, and imports numpy's masked arrays.
        is_there = np.zeros(len(self.strings), dtype=np.bool_)
        for each in strings:
            is_there[each] = True
        return np.flatnonzero(is_there)

    def rows_with(self, pairs: BoolArray) -> BoolArray:
        """Returns a (n,) mask of the rows that have a pair of a (P,) mask."""
        rows = np.zeros(len(self.rows), dtype=np.bool_)
        rows[self.row[pairs]] = True
        return rows

    def only(self, pairs: BoolArray) -> "Comparisons":
        """Returns the comparisons of the pairs of a (P,) mask; the strings stay."""
        n_ngrams = np.diff(self.ngram_start)
        ngrams_kept = np.repeat(pairs, n_ngrams)
        return replace(
            self,
            ngram_start=np.concatenate(([0], np.cumsum(n_ngrams[pairs]))),
            ngram=self.ngram[ngrams_kept],
            lacks_number=self.lacks_number[ngrams_kept],
            **{name: getattr(self, name)[pairs] for name in _OF_PAIRS},
        )


# The fields of `Comparisons` with an entry per pair.
_OF_PAIRS = (
    "row",
    "reference_index",
    "prediction",
    "target",
    "keyword",
    "easy_match",
    "has_same_words",
    "is_exact",
    "is_cut",
    "is_other_value",
    "value_match",
)


def compare(rows: Sequence[Row], normalization: str, language: str) -> Comparisons:
    """Returns everything to compare to score the rows; a row with an empty prediction has nothing to compare.

    Args:
        rows: Checked rows, with the questions that are used (`smile.rows.checked_rows.rows_as_read`).
        normalization: `smile` or `paper`; only `smile` checks numbers.
        language: ISO code, or `any`.
    """
    strings = DistinctStrings()
    intern = strings.__getitem__
    found = _Found()
    for row_number, row in enumerate(rows):
        if is_blank(row.prediction):
            continue
        prediction = words(row.prediction, normalization, language)
        spaced, distinct = between_spaces(prediction), frozenset(prediction)
        question = "" if row.question is None else f"{row.question} "
        answer = answer_of(clean(row.prediction, SMILE_NORMALIZATION))
        found.row.append(row_number)
        found.n_pairs.append(len(row.references))
        found.prediction.append(intern(clean(question + row.prediction, normalization)))
        groups: dict[int, tuple[int, list[str]]] = {}
        for text, synthetic in zip(row.references, row.synthetic_answers, strict=True):
            reference = _reference(text, normalization, language)
            is_found = reference.words.spaced in spaced
            match = None if reference.value is None else find_match(reference.value, answer, row.question, is_found)
            is_same = match is not None and match.is_same
            found.value_match.append(match)
            found.target.append(intern(clean(question + (text if synthetic is None else synthetic), normalization)))
            found.keyword.append(intern(reference.words.joined))
            found.easy_match.append(1.0 if is_same else easy_match(distinct, reference.words.distinct))
            found.has_same_words.append(reference.words.spaced == spaced)
            if is_found or is_same:
                found.group.append(_NO_NGRAMS)
                found.has_numbers.append(False)
                continue
            n = reference.words.n_words
            if n not in groups:
                candidates = ngrams(prediction, n, most_ngrams(n) + 1)
                is_cut = len(candidates) > most_ngrams(n)
                if is_cut:
                    candidates.pop()
                groups[n] = len(found.group_is_cut), candidates
                found.group_is_cut.append(is_cut)
                found.ngram.extend(map(intern, candidates))
                found.group_start.append(len(found.ngram))
            group, candidates = groups[n]
            found.group.append(group)
            found.has_numbers.append(bool(reference.numbers))
            if reference.numbers:
                found.lacks_number.extend(lacks_numbers(candidates, reference.numbers))
    return found.comparisons(list(strings), rows)


@dataclass(frozen=True, slots=True)
class _Reference:
    """A reference.

    Attributes:
        words: Its words.
        numbers: Its numbers, where numbers are checked.
        value: Its text for the rules for values; None where values are not compared.
    """

    words: ReferenceWords
    numbers: Words
    value: str | None


@lru_cache(maxsize=_MOST_REFERENCES)
def _reference(text: str, normalization: str, language: str) -> _Reference:
    found = ReferenceWords.of(words(text, normalization, language))
    value = clean(text, normalization) if compares_values(normalization, language) else None
    return _Reference(found, () if normalization == PAPER_NORMALIZATION else found.numbers, value)


# The first group of n-grams is empty: it belongs to references that occur word for word.
_NO_NGRAMS = 0


@dataclass
class _Found:
    """The columns of `Comparisons` while rows are read.

    References of one row with equally many words share a group of n-grams.

    Attributes:
        row: Number of each row that has something to compare.
        n_pairs: Number of the row's pairs.
        prediction: String index of the row's prediction.
        target: As in `Comparisons`, one for each pair.
        keyword: As in `Comparisons`, one for each pair.
        easy_match: As in `Comparisons`, one for each pair.
        value_match: What the rules for values found for each pair.
        has_same_words: As in `Comparisons`, one for each pair.
        group: Each pair's group of n-grams.
        has_numbers: Whether the pair's n-grams have entries in `lacks_number`; other n-grams lack no number.
        group_start: Start of each group in `ngram`, and the end of the last.
        group_is_cut: Whether the prediction has more n-grams than the group.
        ngram: String index of each n-gram of each group.
        lacks_number: Whether the n-gram lacks a number, for the pairs with `has_numbers`.
    """

    row: list[int] = field(default_factory=list)
    n_pairs: list[int] = field(default_factory=list)
    prediction: list[int] = field(default_factory=list)
    target: list[int] = field(default_factory=list)
    keyword: list[int] = field(default_factory=list)
    easy_match: list[float] = field(default_factory=list)
    value_match: list[Match | None] = field(default_factory=list)
    has_same_words: list[bool] = field(default_factory=list)
    group: list[int] = field(default_factory=list)
    has_numbers: list[bool] = field(default_factory=list)
    group_start: list[int] = field(default_factory=lambda: [0, 0])
    group_is_cut: list[bool] = field(default_factory=lambda: [False])
    ngram: list[int] = field(default_factory=list)
    lacks_number: list[bool] = field(default_factory=list)

    def comparisons(self, strings: list[str], rows: Sequence[Row]) -> Comparisons:
        """Returns the comparisons: each pair takes what belongs to its row and its group."""
        n_pairs = np.array(self.n_pairs, dtype=np.int64)
        group = np.array(self.group, dtype=np.int64)
        group_start = np.array(self.group_start, dtype=np.int64)
        n_ngrams = np.diff(group_start)[group]
        ngram_start = np.concatenate(([0], np.cumsum(n_ngrams)))
        value_matches = [match for match in self.value_match if match is not None]
        has_match = np.array([match is not None for match in self.value_match], dtype=np.bool_)
        lacks_number = np.zeros(ngram_start[-1], dtype=np.bool_)
        lacks_number[np.repeat(np.array(self.has_numbers, dtype=np.bool_), n_ngrams)] = self.lacks_number
        return Comparisons(
            strings=strings,
            rows=rows,
            row=np.repeat(np.array(self.row, dtype=np.int64), n_pairs),
            reference_index=_count_up(n_pairs),
            prediction=np.repeat(np.array(self.prediction, dtype=np.int64), n_pairs),
            target=np.array(self.target, dtype=np.int64),
            keyword=np.array(self.keyword, dtype=np.int64),
            easy_match=np.array(self.easy_match, dtype=np.float64),
            has_same_words=np.array(self.has_same_words, dtype=np.bool_),
            is_exact=group == _NO_NGRAMS,
            is_cut=np.array(self.group_is_cut, dtype=np.bool_)[group],
            is_other_value=np.array(
                [match is not None and not match.is_same for match in self.value_match], dtype=np.bool_
            ),
            value_match=np.where(has_match, np.cumsum(has_match) - 1, -1),
            value_matches=value_matches,
            ngram_start=ngram_start,
            ngram=np.array(self.ngram, dtype=np.int64)[np.repeat(group_start[group], n_ngrams) + _count_up(n_ngrams)],
            lacks_number=lacks_number,
        )


def _count_up(lengths: IntArray) -> IntArray:
    """Returns 0 to n - 1 for each length n: 0, 1, 2, 0, 1 for 3 and 2."""
    ends = np.cumsum(lengths)
    return np.arange(lengths.sum()) - np.repeat(ends - lengths, lengths)
