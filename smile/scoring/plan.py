"""The second stage of scoring: every comparison of a run, over a list of its distinct strings."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple, get_type_hints

import numpy as np
import numpy.typing as npt

from ..aliases import BoolArray, IntArray
from ..checks import is_blank
from ..choices import PAPER_NORMALIZATION
from ..rows.checked_rows import Row
from ..text.keywords import content_match, easy_match, lacks_numbers, most_ngrams, nearest_ngrams, ngrams
from ..text.languages import compares_values
from ..text.values.order import find_matches
from ..text.values.other_candidates import names_others
from ..text.view import Match, View
from .evidence import NO_FINDING, Finding, finding

# References kept in memory, because several answers or systems share them.
_MOST_REFERENCES = 2**15

# The most references of a row that are compared: those that share most words with the prediction. A prediction of more
# than `_LONG` words is compared with fewer. A row counts as truncated if another reference may have been the best. Of
# the 11,711 scores of `fast` on evouna_dev, this limit changes 7.
_MOST_PAIRS, _MOST_PAIRS_OF_LONG = 40, 16
_LONG = 64


class _Pair(NamedTuple):
    """A record of `Comparisons.pairs`, which explains the fields."""

    row: int
    reference_index: int
    prediction: int
    target: int
    keyword: int
    easy_match: float
    has_same_words: bool
    is_cut: bool
    is_left_out: bool
    is_other_value: bool
    names_others: bool
    n_ngrams: int


_TYPES: dict[Any, type[np.generic]] = {int: np.int64, float: np.float64, bool: np.bool_}
_DTYPE = np.dtype([(name, _TYPES[kind]) for name, kind in get_type_hints(_Pair).items()])


@dataclass(frozen=True)
class Comparisons:
    """The comparisons of a run; a pair is one row's prediction and one of its references.

    P pairs, G n-grams of all pairs together, S distinct strings. A pair is exact if its prediction has the reference
    word for word, or its value. Its keyword similarity is 1, so it has no n-grams.

    Attributes:
        strings: S strings, each once.
        rows: All rows, also those whose prediction is empty.
        pairs: (P,) records. `row` ascends; `reference_index` counts the row's references. `prediction`, `target` (the
            synthetic answer, or else the reference) and `keyword` (norm(reference)) are string indexes; a question that
            is used precedes the first two. `easy_match`: the share of the reference's words, weighted or not, that the
            prediction has. `has_same_words`: whether it has no others, in the same order. `is_cut`: there are more
            n-grams than are compared. `is_left_out`: the reference is beyond the most that are compared.
            `is_other_value`: the prediction commits to another value. `n_ngrams`: the number of the pair's n-grams.
            `names_others`: as in `smile.rows.pair_table.PairTable`.
        findings: Per pair, the findings of the rules for values.
        ngram: (G,) string index of each n-gram, pair by pair.
        lacks_number: (G,) whether the n-gram lacks one of its reference's numbers.
    """

    strings: list[str]
    rows: Sequence[Row]
    pairs: npt.NDArray[np.void]
    findings: list[Finding]
    ngram: IntArray
    lacks_number: BoolArray

    @property
    def is_exact(self) -> BoolArray:
        """(P,) whether the prediction has norm(reference) or its value."""
        is_exact: BoolArray = self.pairs["n_ngrams"] == 0
        return is_exact

    @property
    def ngram_start(self) -> IntArray:
        """(P + 1,) where each pair's n-grams begin."""
        return np.concatenate(([0], np.cumsum(self.pairs["n_ngrams"])))

    def keyword_of_ngram(self) -> IntArray:
        """Returns the (G,) string indexes of the n-grams' keywords."""
        return self.of_pairs(self.pairs["keyword"])

    def pairs_with(self, strings: BoolArray) -> BoolArray:
        """Returns a (P,) mask of the pairs that compare a string of a (S,) mask."""
        n_ngrams = np.concatenate(([0], np.cumsum(strings[self.ngram])))[self.ngram_start]
        pairs: BoolArray = np.diff(n_ngrams) > 0
        for side in ("prediction", "target", "keyword"):
            pairs = pairs | strings[self.pairs[side]]
        return pairs

    def different(self, *strings: IntArray) -> IntArray:
        """Returns the distinct string indexes, ascending."""
        # `np.unique` sorts, and imports numpy's masked arrays.
        is_there = np.zeros(len(self.strings), dtype=np.bool_)
        for each in strings:
            is_there[each] = True
        return np.flatnonzero(is_there)

    def of_pairs(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Returns the (G,) values of the n-grams' pairs, from (P,) values."""
        return np.repeat(values, self.pairs["n_ngrams"])

    def only(self, pairs: BoolArray, ngrams: BoolArray | None = None) -> "Comparisons":
        """Returns the comparisons of the pairs of a (P,) mask; the strings stay.

        Args:
            pairs: The pairs to keep.
            ngrams: (G,) the n-grams to keep of these pairs, at least one of each that is not exact; None keeps all.
        """
        ngrams_kept = self.of_pairs(pairs)
        records = self.pairs
        if ngrams is not None:
            ngrams_kept &= ngrams
            records = records.copy()
            records["n_ngrams"] = np.diff(np.concatenate(([0], np.cumsum(ngrams_kept)))[self.ngram_start])
        return replace(
            self,
            pairs=records[pairs],
            findings=[self.findings[i] for i in np.flatnonzero(pairs).tolist()],
            ngram=self.ngram[ngrams_kept],
            lacks_number=self.lacks_number[ngrams_kept],
        )


def compare(rows: Sequence[Row], normalization: str, language: str, *, weighs_words: bool = False) -> Comparisons:
    """Returns all comparisons that score the rows; a row with an empty prediction has none.

    The rows are checked and have the questions that are used (`smile.rows.checked_rows.rows_as_read`). Only the
    normalisation `smile` checks numbers. With `weighs_words`, easy match weighs words by their content.
    """
    plan = _Plan(normalization, language, weighs_words)
    for number, row in enumerate(rows):
        if not is_blank(row.prediction):
            plan.add(number, row)
    return plan.comparisons(rows)


class _Plan:
    """Everything to compare, as it grows row by row."""

    def __init__(self, normalization: str, language: str, weighs_words: bool) -> None:
        self._normalization, self._language, self._weighs_words = normalization, language, weighs_words
        self._is_paper = normalization == PAPER_NORMALIZATION
        self._compares_values = compares_values(normalization, language)
        # The number of each string that was looked up, in the order of their first appearance.
        self._numbers: defaultdict[str, int] = defaultdict(count().__next__)
        self._number_of = self._numbers.__getitem__
        self._pairs: list[_Pair] = []
        self._findings: list[Finding] = []
        self._ngram, self._lacks_number = array("q"), array("b")

    def add(self, number: int, row: Row) -> None:
        answer = View(row.prediction, self._normalization, self._language)
        of_rules = self._of_rules(row, answer)
        most_pairs = _MOST_PAIRS if len(answer.words) <= _LONG else _MOST_PAIRS_OF_LONG
        question = "" if row.question is None else f"{row.question} "
        sentence = self._number_of(question + answer.given)
        references = {index: self._reference(row, index) for index in of_rules}
        n_parts = _n_parts(list(references.values()), most_pairs)
        ngrams_of = _NgramsOfRow(answer, n_parts, self._is_paper, self._number_of)
        pairs: list[_Pair] = []
        for index, rules in of_rules.items():
            reference, synthetic = references[index], row.synthetic_answers[index]
            target = reference.given if synthetic is None else synthetic
            target_number = self._number_of(question + target)
            keyword = self._number_of(reference.norm[1:-1])
            found = _NO_NGRAMS if rules.is_exact else ngrams_of.nearest_to(reference)
            self._ngram.extend(found.numbers)
            numbers = () if self._is_paper else reference.numbers
            self._lacks_number.extend(lacks_numbers(found.texts, numbers) if numbers else bytes(len(found.texts)))
            pairs.append(
                _Pair(
                    row=number,
                    reference_index=index,
                    prediction=sentence,
                    target=target_number,
                    keyword=keyword,
                    easy_match=1.0
                    if rules.is_same_value
                    else self._easy_match(answer.distinct, reference, row.question),
                    has_same_words=reference.norm == answer.norm,
                    is_cut=found.is_cut,
                    is_left_out=False,
                    is_other_value=rules.is_other_value,
                    names_others=rules.names_others,
                    n_ngrams=len(found.numbers),
                )
            )
            self._findings.append(rules.finding)
        if len(pairs) > most_pairs and not self._is_paper:
            # Those that share the fewest words with the prediction come last.
            for place in sorted(range(len(pairs)), key=lambda place: -pairs[place].easy_match)[most_pairs:]:
                pairs[place] = pairs[place]._replace(is_left_out=True)
        self._pairs += pairs

    def _of_rules(self, row: Row, answer: View) -> dict[int, "_OfRules"]:
        """Returns the rules' findings on each reference that counts, by its index.

        If the answer has some references exactly, by their words or their value, the others do not count.
        """
        if not self._compares_values:
            counted, are_found = next(self._surest(row, answer.norm))
            return {
                i: _OfRules(is_found, False, False, False, NO_FINDING)
                for i, is_found in zip(counted, are_found, strict=True)
            }
        of_rules: dict[int, _OfRules] = {}
        for counted, are_found in self._surest(row, answer.norm):
            texts = [self._reference(row, i).given for i in counted]
            matches = find_matches(texts, are_found, answer, row.question)
            of_rules = {
                i: _of_match(text, is_found, match, answer)
                for i, text, is_found, match in zip(counted, texts, are_found, matches, strict=True)
            }
            if right := {i: each for i, each in of_rules.items() if each.is_exact and not each.is_other_value}:
                return right
        return of_rules

    def _surest(self, row: Row, prediction: str) -> Iterator[tuple[Sequence[int], Sequence[bool]]]:
        """Yields the references to try, and whether the answer has each word for word.

        First those that it has letter by letter, then those whose words it has in other forms, then all. A later group
        counts only if rules reject all references of the earlier ones. The paper's form tries all at once.
        """
        every = range(len(row.references))
        small = row.prediction.lower()
        written = [] if self._is_paper else [i for i in every if row.references[i].lower() in small]
        written = [i for i in written if self._reference(row, i).norm in prediction]
        if written:
            yield written, [True] * len(written)
        are_found = [self._reference(row, i).norm in prediction for i in every]
        found = [] if self._is_paper else [i for i in every if are_found[i]]
        if len(found) > len(written):
            yield found, [True] * len(found)
        if len(found) < len(every):
            yield every, are_found

    def _reference(self, row: Row, index: int) -> View:
        return _view(row.references[index], self._normalization, self._language)

    def _easy_match(self, prediction: frozenset[str], reference: View, question: str | None) -> float:
        if not self._weighs_words:
            return easy_match(prediction, reference.different)
        return content_match(
            prediction,
            reference,
            lambda: _view(question or "", self._normalization, self._language).distinct,
        )

    def comparisons(self, rows: Sequence[Row]) -> Comparisons:
        return Comparisons(
            list(self._numbers),
            rows,
            np.array(self._pairs, dtype=_DTYPE),
            self._findings,
            np.array(self._ngram, dtype=np.int64),
            np.array(self._lacks_number, dtype=np.bool_),
        )


class _OfRules(NamedTuple):
    is_exact: bool
    is_same_value: bool
    is_other_value: bool
    names_others: bool
    finding: Finding


def _of_match(reference: str, is_found: bool, match: Match | None, answer: View) -> _OfRules:
    is_same, is_other = match is not None and match.is_same, match is not None and not match.is_same
    beside = is_found and not is_other and names_others(reference, answer)
    its_finding = NO_FINDING if match is None else finding(match, answer)
    return _OfRules(is_found or is_same, is_same, is_other, beside, its_finding)


class _Ngrams(NamedTuple):
    """N-grams of a prediction, their string numbers, and whether it has more than these."""

    texts: Sequence[str]
    numbers: Sequence[int]
    is_cut: bool


_NO_NGRAMS = _Ngrams((), (), False)


class _NgramsOfRow:
    """The n-grams of a prediction, shared by references with equally many words.

    With a long prediction, these references must also share the same words with it.
    """

    def __init__(self, answer: View, n_parts: int, is_paper: bool, number_of: Callable[[str], int]) -> None:
        self._answer = answer
        self._n_parts = 1 if is_paper or len(answer.words) <= _LONG else n_parts
        self._is_paper, self._number_of = is_paper, number_of
        self._of_length: dict[int, _Ngrams] = {}
        self._nearest: dict[tuple[int, frozenset[str]], _Ngrams] = {}

    def nearest_to(self, reference: View) -> _Ngrams:
        n = len(reference.words)
        most = most_ngrams(n, self._n_parts, is_paper=self._is_paper)
        if n not in self._of_length:
            texts = ngrams(self._answer.words, n, most + 1)
            is_cut = len(texts) > most
            self._of_length[n] = _Ngrams(texts, [] if is_cut else list(map(self._number_of, texts)), is_cut)
        found = self._of_length[n]
        if not found.is_cut:
            return found
        shared = self._answer.distinct & reference.distinct
        if (n, shared) not in self._nearest:
            texts = nearest_ngrams(self._answer.words, n, shared, most)
            self._nearest[n, shared] = _Ngrams(texts, list(map(self._number_of, texts)), True)
        return self._nearest[n, shared]


def _n_parts(references: Sequence[View], most_pairs: int) -> int:
    """Returns into how many parts the n-grams of a long prediction are divided: one for each length of reference.

    The most references that are compared take the time of three more lengths.
    """
    n_lengths = len({len(reference.words) for reference in references})
    return n_lengths + 3 * min(len(references), most_pairs) // most_pairs


@lru_cache(maxsize=_MOST_REFERENCES)
def _view(text: str, normalization: str, language: str) -> View:
    return View(text, normalization, language)
