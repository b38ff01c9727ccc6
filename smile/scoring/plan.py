"""The first stage of scoring: every comparison of a run, over a list of its distinct strings."""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from ..aliases import BoolArray, IntArray
from ..checks import is_blank
from ..choices import PAPER_NORMALIZATION, SMILE_NORMALIZATION
from ..rows.checked_rows import Row
from ..text.keywords import (
    ReferenceWords,
    Words,
    between_spaces,
    easy_match,
    lacks_numbers,
    most_ngrams,
    nearest_ngrams,
    ngrams,
)
from ..text.languages import compares_values
from ..text.normalization import clean, words
from ..text.values.answer import Match, answer_of
from ..text.values.order import find_matches
from ..text.values.other_candidates import is_long_answer
from .evidence import Finding, finding

# References kept in memory: several answers, samples or systems share them, in one run or in several.
_MOST_REFERENCES = 2**15

# Only so many references of a row are compared, those that share most words with the prediction, fewer with a long one,
# where so many words are long; a row counts as truncated if another may have been the best. Of 11,711 scores of `fast`
# in evouna_dev 7 change by it.
_MOST_PAIRS, _MOST_PAIRS_OF_LONG = 40, 16
_LONG = 64

# Of a reference its `ReferenceWords`, the numbers where they are checked, and its text in NFKC: plain tuples, which
# Python's garbage collector leaves alone.
_Reference = tuple[str, int, Words, Words, str]

_PAIR = np.dtype(
    [
        ("row", np.int64),
        ("reference_index", np.int64),
        ("prediction", np.int64),
        ("target", np.int64),
        ("keyword", np.int64),
        ("easy_match", np.float64),
        ("has_same_words", np.bool_),
        ("is_cut", np.bool_),
        ("is_left_out", np.bool_),
        ("is_other_value", np.bool_),
        ("n_ngrams", np.int64),
        ("long_answer", np.bool_),
    ]
)


@dataclass(frozen=True)
class Comparisons:
    """The comparisons of a run; a pair is one row's prediction and one of its references.

    P pairs, G n-grams of all pairs together, S distinct strings. A pair whose prediction has the reference word for
    word, or its value, is exact: it has no n-grams, as its keyword similarity is 1.

    Attributes:
        strings: S strings, each once.
        rows: The rows, with those whose prediction is empty.
        pairs: (P,) records. `row` ascends; `reference_index` counts the row's references. `prediction`, `target` and
            `keyword` are string indexes: of the prediction; of the synthetic answer, or of the reference where there is
            none; and of norm(reference). A question that is used stands before the first two. `easy_match` is the share
            of the reference's words that the prediction has, `has_same_words` whether it has them alone and in order.
            `is_cut`: there are more n-grams than are compared. `is_left_out`: the row has more references than are
            compared, and this one is none of those. `is_other_value`: the prediction commits to another value than the
            reference's. `n_ngrams`: how many of the n-grams below are the pair's; 0 where it is exact. `long_answer`:
            as in `smile.scoring.results.Scores`.
        findings: Per pair what the rules for values found.
        ngram: (G,) string index of each n-gram, pair by pair.
        lacks_number: (G,) whether the n-gram lacks one of its reference's numbers.
    """

    strings: list[str]
    rows: Sequence[Row]
    pairs: npt.NDArray[np.void]
    findings: list[Finding | None]
    ngram: IntArray
    lacks_number: BoolArray

    @property
    def is_exact(self) -> BoolArray:
        """(P,) whether norm(reference) is among the n-grams, or its value in the prediction."""
        is_exact: BoolArray = self.pairs["n_ngrams"] == 0
        return is_exact

    @property
    def ngram_start(self) -> IntArray:
        """(P + 1,) where each pair's n-grams begin."""
        return np.concatenate(([0], np.cumsum(self.pairs["n_ngrams"])))

    def keyword_of_ngram(self) -> IntArray:
        """Returns for each of the (G,) n-grams the string index of its pair's keyword."""
        return np.repeat(self.pairs["keyword"], self.pairs["n_ngrams"])

    def pairs_with(self, strings: BoolArray) -> BoolArray:
        """Returns a (P,) mask of the pairs that compare a string of a (S,) mask."""
        n_ngrams = np.concatenate(([0], np.cumsum(strings[self.ngram])))[self.ngram_start]
        pairs: BoolArray = np.diff(n_ngrams) > 0
        for side in ("prediction", "target", "keyword"):
            pairs = pairs | strings[self.pairs[side]]
        return pairs

    def different(self, *strings: IntArray) -> IntArray:
        """Returns the different ones of string indexes, ascending."""
        # `np.unique` sorts, and imports numpy's masked arrays.
        is_there = np.zeros(len(self.strings), dtype=np.bool_)
        for each in strings:
            is_there[each] = True
        return np.flatnonzero(is_there)

    def only(self, pairs: BoolArray) -> "Comparisons":
        """Returns the comparisons of the pairs of a (P,) mask; the strings stay."""
        ngrams_kept = np.repeat(pairs, self.pairs["n_ngrams"])
        return replace(
            self,
            pairs=self.pairs[pairs],
            findings=[self.findings[i] for i in np.flatnonzero(pairs).tolist()],
            ngram=self.ngram[ngrams_kept],
            lacks_number=self.lacks_number[ngrams_kept],
        )


def compare(rows: Sequence[Row], normalization: str, language: str) -> Comparisons:
    """Returns everything to compare to score the rows; a row with an empty prediction has nothing to compare.

    Args:
        rows: Checked rows, with the questions that are used (`smile.rows.checked_rows.rows_as_read`).
        normalization: `smile` or `paper`; only `smile` checks numbers.
        language: ISO code, or `any`.
    """
    is_paper = normalization == PAPER_NORMALIZATION
    # The number of each string that was looked up, in the order of their first appearance.
    compares = compares_values(normalization, language)
    strings: defaultdict[str, int] = defaultdict(count().__next__)
    intern = strings.__getitem__
    pairs: list[tuple[Any, ...]] = []
    findings: list[Finding | None] = []
    left_out: list[int] = []
    # Python's garbage collector searches lists again and again, but no arrays.
    ngram, lacks_number = array("q"), array("b")
    for row_number, row in enumerate(rows):
        if is_blank(row.prediction):
            continue
        prediction = words(row.prediction, normalization, language)
        spaced, distinct = between_spaces(prediction), frozenset(prediction)
        question = "" if row.question is None else f"{row.question} "
        answer = answer_of(clean(row.prediction, SMILE_NORMALIZATION))
        sentence = intern(clean(question + row.prediction, normalization))
        first_pair, most_pairs = len(pairs), _MOST_PAIRS if len(prediction) <= _LONG else _MOST_PAIRS_OF_LONG
        # References with equally many words share the n-grams: the strings, their indexes, and whether there are more.
        of_length: dict[int, tuple[list[str], list[int], bool]] = {}
        # Of a long prediction those do that share the same words with it.
        nearest: dict[tuple[int, frozenset[str]], tuple[list[str], list[int]]] = {}
        references = [_reference(text, normalization, language) for text in row.references]
        are_found = [reference[0] in spaced for reference in references]
        n_parts = 1 if is_paper or len(prediction) <= _LONG else _n_parts(references, most_pairs)
        matches: Sequence[Match | None] = [None] * len(references)
        if compares:
            matches = find_matches([reference[-1] for reference in references], are_found, answer, row.question)
        for index, (text, synthetic) in enumerate(zip(row.references, row.synthetic_answers, strict=True)):
            spaced_reference, n, its_words, numbers, value = references[index]
            is_found, match = are_found[index], matches[index]
            is_same = match is not None and match.is_same
            target = intern(clean(question + (text if synthetic is None else synthetic), normalization))
            keyword = intern(spaced_reference[1:-1])
            is_cut, n_ngrams = False, 0
            if not (is_found or is_same):
                most = most_ngrams(n, n_parts, is_paper=is_paper)
                if n not in of_length:
                    candidates = ngrams(prediction, n, most + 1)
                    is_cut = len(candidates) > most
                    of_length[n] = candidates, [] if is_cut else list(map(intern, candidates)), is_cut
                candidates, indexes, is_cut = of_length[n]
                if is_cut:
                    shared = distinct.intersection(its_words)
                    if (n, shared) not in nearest:
                        candidates = nearest_ngrams(prediction, n, shared, most)
                        nearest[n, shared] = candidates, list(map(intern, candidates))
                    candidates, indexes = nearest[n, shared]
                n_ngrams = len(indexes)
                ngram.extend(indexes)
                lacks_number.extend(lacks_numbers(candidates, numbers) if numbers else bytes(n_ngrams))
            share = 1.0 if is_same else easy_match(distinct, its_words)
            has_same_words = spaced_reference == spaced
            is_other = match is not None and not is_same
            is_given = compares and is_found and not is_other
            is_long = is_given and is_long_answer(value, answer, row.question)
            found = (sentence, target, keyword, share, has_same_words, is_cut, False, is_other, n_ngrams, is_long)
            pairs.append((row_number, index, *found))
            findings.append(None if match is None else finding(match, answer))
        if len(references) > most_pairs and not is_paper:
            left_out += _farthest(pairs, first_pair)[most_pairs:]
    columns = np.array(pairs, dtype=_PAIR)
    columns["is_left_out"][left_out] = True
    return Comparisons(
        list(strings),
        rows,
        columns,
        findings,
        np.array(ngram, dtype=np.int64),
        np.array(lacks_number, dtype=np.bool_),
    )


def _n_parts(references: Sequence[_Reference], most_pairs: int) -> int:
    """Returns among how many lengths of references the n-grams of a long prediction are shared.

    As many references as are compared take the time of three lengths more.
    """
    return len({n_words for _, n_words, *_ in references}) + 3 * min(len(references), most_pairs) // most_pairs


def _farthest(pairs: list[tuple[Any, ...]], first: int) -> list[int]:
    """Returns the places of a row's pairs, those that share the fewest words with the prediction last."""
    share = _PAIR.names.index("easy_match")  # type: ignore[union-attr]
    return sorted(range(first, len(pairs)), key=lambda place: -pairs[place][share])


@lru_cache(maxsize=_MOST_REFERENCES)
def _reference(text: str, normalization: str, language: str) -> _Reference:
    found = ReferenceWords.of(words(text, normalization, language))
    numbers = () if normalization == PAPER_NORMALIZATION else found.numbers
    return found.spaced, found.n_words, found.distinct, numbers, clean(text, normalization)
