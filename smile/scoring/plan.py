"""The second stage of scoring: every comparison of a run, over a list of its distinct strings."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, NamedTuple, get_type_hints

import numpy as np
import numpy.typing as npt

from ..caches import cached
from ..checks import is_blank
from ..constants import PAPER_NORMALIZATION, Normalization
from ..errors import SmileError, first_line
from ..rows.checked_rows import Row
from ..rows.row_table import RowTable
from ..shared_types import BoolArray, IntArray
from ..text.detection import function_words_of
from ..text.locales.english_forms import VALUE_LANGUAGES, match_of_english_forms
from ..text.values.rule_order import find_match_by_rules
from ..text.view import Match, View
from .keywords import (
    compared_units,
    easy_match,
    keyword_content_match,
    lacks_numbers,
    most_ngrams,
    nearest_ngrams,
    ngrams,
)
from .reasons import NO_FINDING, Finding, evidence_of_match, names_others

# References kept in memory, because several answers or systems share them.
_REFERENCES_KEPT = 2**15

# To bound a row's time, no more of its references are compared: those that share most words with the prediction.
MOST_REFERENCES = 200


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
        pairs: (P,) records. `row` ascends; the pairs of a row have an order that its references alone decide.
            `reference_index` counts the row's references. `prediction`, `target` (the synthetic answer, or else the
            reference) and `keyword` (norm(reference)) are string indexes; a question that is used precedes the first
            two. `easy_match`: the share of the reference's words, weighted or not, that the prediction has.
            `has_same_words`: whether it has no others, in the same order. `is_cut`: there are more n-grams or
            references than are compared. `is_other_value`: the prediction commits to another value. `n_ngrams`: the
            number of the pair's n-grams. `names_others`: as in `smile.rows.pair_table.PairTable`.
        findings: Per pair, the findings of the rules for values.
        ngram: (G,) string index of each n-gram, pair by pair.
        lacks_number: (G,) whether the n-gram lacks one of its reference's numbers.
        failures: The error of a rule for values, by the number of each row in which one failed: its words decide.
    """

    strings: list[str]
    rows: Sequence[Row]
    pairs: npt.NDArray[np.void]
    findings: list[Finding]
    ngram: IntArray
    lacks_number: BoolArray
    failures: Mapping[int, str] = field(default_factory=dict)

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
        """Returns a (P,) mask of the pairs that compare a string of the (S,) mask."""
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


def plan_comparisons(
    rows: Sequence[Row],
    columns: RowTable,
    normalization: Normalization,
    language: str,
    *,
    languages: Sequence[str] | None = None,
    weighs_words: bool = False,
    encodes_questions: bool = True,
) -> Comparisons:
    """Returns all comparisons that the rows' scores need; a row with an empty prediction needs none.

    The rows are checked and have the questions that are used (`smile.rows.checked_rows.rows_as_read`). Only the
    normalisation `smile` checks numbers. With `weighs_words`, easy match weighs words by their content. `languages` has
    the language that the rules for values read each row in; None for that of all rows. Without `encodes_questions`, the
    questions precede no text that is encoded. The plan fills the columns that it knows.
    """
    plan = _Plan(columns, normalization, language, languages or [language] * len(rows), weighs_words, encodes_questions)
    for number, row in enumerate(rows):
        if not is_blank(row.prediction):
            plan.add(number, row)
    return plan.comparisons(rows)


class _Plan:
    """The comparisons of a run while rows are added."""

    def __init__(
        self,
        columns: RowTable,
        normalization: Normalization,
        language: str,
        languages: Sequence[str],
        weighs_words: bool,
        encodes_questions: bool,
    ) -> None:
        self._columns = columns
        self._normalization, self._language, self._weighs_words = normalization, language, weighs_words
        self._languages, self._encodes_questions = languages, encodes_questions
        self._is_paper = normalization == PAPER_NORMALIZATION
        # The number of each string that was looked up, in the order of their first appearance.
        self._numbers: defaultdict[str, int] = defaultdict(count().__next__)
        self._number_of = self._numbers.__getitem__
        self._pairs: list[_Pair] = []
        self._findings: list[Finding] = []
        self._ngram, self._lacks_number = array("q"), array("b")
        self._failures: dict[int, str] = {}

    def add(self, number: int, row: Row) -> None:
        answer = View(row.prediction, self._normalization, self._language)
        question = f"{row.question} " if self._encodes_questions and row.question is not None else ""
        sentence = self._number_of(question + answer.given)
        ngrams_of = _NgramsOfRow(answer, self._is_paper, self._number_of)
        places, is_cut = self._nearest(number, row, answer)
        for index, rules in self._compared(number, row, places, answer).items():
            reference, synthetic = self._reference(row, index), row.synthetic_answers[index]
            target = reference.given if synthetic is None else synthetic
            target_number = self._number_of(question + target)
            keyword = self._number_of(reference.norm[1:-1])
            found = _NO_NGRAMS if rules.is_exact else ngrams_of.nearest_to(reference)
            self._ngram.extend(found.numbers)
            numbers = () if self._is_paper else reference.numbers
            self._lacks_number.extend(lacks_numbers(found.texts, numbers) if numbers else bytes(len(found.texts)))
            self._pairs.append(
                _Pair(
                    row=number,
                    reference_index=index,
                    prediction=sentence,
                    target=target_number,
                    keyword=keyword,
                    easy_match=1.0
                    if rules.is_same_value
                    else self._easy_match(number, answer, reference, row.question),
                    has_same_words=reference.norm == answer.norm,
                    is_cut=found.is_cut or is_cut,
                    is_other_value=rules.is_other_value,
                    names_others=rules.names_others,
                    n_ngrams=len(found.numbers),
                )
            )
            self._findings.append(rules.finding)

    def _compared(self, number: int, row: Row, places: Sequence[int], answer: View) -> dict[int, "_OfRules"]:
        """Returns the references to compare, each with the findings of the rules.

        All are compared, so that a further reference lowers no score, unless the answer is one of them word for word:
        no other can be nearer then. The reader of `learned` reads all, as the answer may not assert that one.
        """
        references = {index: self._reference(row, index) for index in places}

        def read(chosen: Iterable[int]) -> dict[int, _OfRules]:
            found = {index: references[index].norm in answer.norm for index in chosen}
            return {i: self._of_rules(number, references[i], answer, row.question, is_found=found[i]) for i in found}

        whole = read(index for index in places if self._weighs_words and references[index].norm == answer.norm)
        whole = {index: rules for index, rules in whole.items() if not rules.is_other_value}
        return whole or read(places)

    def _nearest(self, number: int, row: Row, answer: View) -> tuple[list[int], bool]:
        """Returns the distinct references to compare, and whether some are left out.

        Which, and their order, depends on the references alone, not on the order in which they are given.
        """
        if len(row.references) == 1:
            return [0], False
        first: dict[tuple[str, str], int] = {}
        for index, (reference, synthetic) in enumerate(zip(row.references, row.synthetic_answers, strict=True)):
            first.setdefault((reference, synthetic or ""), index)
        places = [first[texts] for texts in sorted(first)]
        if len(places) <= MOST_REFERENCES:
            return places, False

        def shared(index: int) -> tuple[bool, float]:
            reference = self._reference(row, index)
            return reference.norm in answer.norm, self._easy_match(number, answer, reference, row.question)

        return sorted(places, key=shared, reverse=True)[:MOST_REFERENCES], True

    def _of_rules(
        self, number: int, reference: View, answer: View, question: str | None, *, is_found: bool
    ) -> "_OfRules":
        """Returns the findings of the rules for values on a pair. If a rule fails, the words decide.

        This is the only place where the rules are asked, so that no text, however odd, ends a run.
        """
        language = self._languages[number]
        if not self._is_paper and (language == "en" or language in VALUE_LANGUAGES):
            try:
                if language != "en":
                    match = match_of_english_forms(reference.given, is_found, answer, question, language)
                    return _of_rules(match, answer, is_found, names_others=False)
                # With words of any language, rules read English ones.
                return _rules_of_match(
                    reference.given, is_found, answer if self._language == "en" else View(answer.given), question
                )
            except (SmileError, MemoryError):
                raise
            except Exception as error:
                self._columns.has_failed_rule[number] = True
                self._failures.setdefault(number, f"{type(error).__name__}: {first_line(error)}")
        return _OfRules(is_found, False, False, False, NO_FINDING)

    def _reference(self, row: Row, index: int) -> View:
        return _view_of_reference(row.references[index], self._normalization, self._language)

    def _easy_match(self, number: int, answer: View, reference: View, question: str | None) -> float:
        if not self._weighs_words:
            return easy_match(answer.distinct, reference.different)
        language = self._languages[number]

        def asked() -> frozenset[str]:
            view = _view_of_reference(question or "", self._normalization, self._language)
            return view.distinct.union(compared_units(view.words))

        if language == "en":
            return keyword_content_match(answer.distinct, reference.different, asked)
        meant = tuple(dict.fromkeys(compared_units(reference.words)))
        return keyword_content_match(
            answer.distinct.union(compared_units(answer.words)), meant, asked, function_words_of(language)
        )

    def comparisons(self, rows: Sequence[Row]) -> Comparisons:
        return Comparisons(
            list(self._numbers),
            rows,
            np.array(self._pairs, dtype=_DTYPE),
            self._findings,
            np.array(self._ngram, dtype=np.int64),
            np.array(self._lacks_number, dtype=np.bool_),
            self._failures,
        )


class _OfRules(NamedTuple):
    is_exact: bool
    is_same_value: bool
    is_other_value: bool
    names_others: bool
    finding: Finding


def _rules_of_match(reference: str, is_found: bool, answer: View, question: str | None) -> _OfRules:
    match = find_match_by_rules(reference, is_found, answer, question)
    is_other = match is not None and not match.is_same
    beside = is_found and not is_other and names_others(reference, answer)
    return _of_rules(match, answer, is_found, names_others=beside)


def _of_rules(match: Match | None, answer: View, is_found: bool, *, names_others: bool) -> _OfRules:
    is_same, is_other = match is not None and match.is_same, match is not None and not match.is_same
    its_finding = NO_FINDING if match is None else evidence_of_match(match, answer)
    return _OfRules(is_found or is_same, is_same, is_other, names_others, its_finding)


class _Ngrams(NamedTuple):
    """N-grams of a prediction, their string numbers, and whether some were left out."""

    texts: Sequence[str]
    numbers: Sequence[int]
    is_cut: bool


_NO_NGRAMS = _Ngrams((), (), False)


class _NgramsOfRow:
    """The n-grams of a prediction, shared by references with equally many words.

    With a long prediction, these references must also share the same words with it.
    """

    def __init__(self, answer: View, is_paper: bool, number_of: Callable[[str], int]) -> None:
        self._answer = answer
        self._is_paper, self._number_of = is_paper, number_of
        self._of_length: dict[int, _Ngrams] = {}
        self._nearest: dict[tuple[int, frozenset[str]], _Ngrams] = {}

    def nearest_to(self, reference: View) -> _Ngrams:
        n = len(reference.words)
        most = most_ngrams(n, is_paper=self._is_paper)
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


@cached(_REFERENCES_KEPT)
def _view_of_reference(text: str, normalization: Normalization, language: str) -> View:
    return View(text, normalization, language)
