"""Slices of the rows, found in the texts alone, and how reliable a metric is on them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import hypergeom

from smile import SmileScorer
from smile.files.row_files import read_rows
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.labels import LabelledRows, check_rows_and_labels
from smile.people.reference_counts import (
    ReferenceCounts,
    ReferencePairs,
    measure_reference_counts,
    pairs_for_reference_counts,
)
from smile.people.slices import Slice, compare_slices, find_slices, largest_disagreements
from smile.reporting.agreement_report import least_reliable_slice
from smile.result_types import SliceAccuracy
from smile.rows.checked_rows import check_rows
from tests.support.cases import cases


@cases
def test_a_slice_has_its_rows(
    name: str,
    answers: list[str] | None,
    references: list[Any] | None,
    questions: list[Any] | None,
    language: str,
    at: Any,
) -> None:
    n = len(answers or references or [])
    rows = check_rows(answers or ["x"] * n, references or ["right"] * n, questions)
    found = {each.name: each.is_in for each in find_slices(rows, language=language)}
    assert np.flatnonzero(found[name]).tolist() == at


def sample(scores: object, is_right: object, question: object = None) -> LabelledRows:
    return AgreementScorer().sample(np.array(scores), check_rows_and_labels(is_right, question))


def compared(rows: LabelledRows, **slices: object) -> list[SliceAccuracy]:
    """Compares slices, each given by the positions of its rows."""
    every = [Slice(name, np.isin(np.arange(len(rows)), list(at))) for name, at in slices.items()]  # type: ignore[call-overload]
    return compare_slices(rows, every, 0.5, 0.95)


def test_p_values_are_those_of_the_exact_test() -> None:
    # Of 60 rows 12 are wrong, 8 of them among the 20 of the slice.
    is_wrong = np.isin(np.arange(60), [*range(8), *range(20, 24)])
    [found] = compared(sample(np.where(is_wrong, 0.1, 0.9), np.ones(60)), first=range(20))
    wrong = hypergeom(60, 12, 20)
    exact = wrong.cdf(0) + wrong.sf(7)  # as far from 4 on either side
    assert found["p_value"] == pytest.approx(exact, abs=0.006)
    assert found["finding"] == "worse"


def test_a_slice_that_is_worse_is_named() -> None:
    scores, is_right = np.full(400, 0.9), np.ones(400)
    scores[:60] = 0.1
    is_right[300:310] = 0
    first, second = compared(sample(scores, is_right), short=range(200, 400), long=range(100))
    assert [(each["name"], each["finding"]) for each in (first, second)] == [("long", "worse"), ("short", "better")]
    assert least_reliable_slice([first, second], "F1") == (
        "F1 is least reliable on long: 40 % of its verdicts match human labels there, 97 % elsewhere. Of 100 answers "
        "it accepts 0 incorrect ones and rejects 60 correct ones."
    )
    # Two tests: the smaller p-value counts twice.
    assert first["adjusted_p_value"] == pytest.approx(2 * first["p_value"])


@pytest.mark.parametrize(
    ("most", "false_positives", "false_negatives"), [(0, [], []), (2, [1, 0], [4, 3]), (9, [1, 0, 2], [4, 3, 5])]
)
def test_largest_disagreements(most: int, false_positives: list[int], false_negatives: list[int]) -> None:
    rows = sample([0.9, 0.95, 0.6, 0.2, 0.0, 0.5, 0.1], [0, 0, 0, 1, 1, 1, 0])
    assert largest_disagreements(rows, 0.5, most) == (false_positives, false_negatives)


EVERY_OTHER = [0.0, 1.0]


def sample_reference_counts(labels: list[float], question: list[int] | None = None) -> LabelledRows:
    return AgreementScorer().sample(np.zeros(len(labels)), check_rows_and_labels(labels, question))


def paired(references: list[list[str]], question: list[int] | None = None) -> ReferencePairs:
    rows = check_rows(["answer"] * len(references), references)
    return pairs_for_reference_counts(rows, np.arange(len(rows)) if question is None else np.array(question))


def test_answers_to_a_question_share_its_references() -> None:
    pairs = paired([["a", "b"], ["a", "b"], ["b", "a"], ["a", "b"]], [0, 0, 0, 1])
    assert pairs.reference.tolist() == [0, 1, 0, 1, 1, 0, 2, 3]


class TestMeasure:
    # Three rows with three references and one with one, whose pairs score:
    SCORES = ((0.9, 0.6, 0.0), (0.8, 0.1, 0.3), (0.2, 0.4, 0.6), (1.0,))
    LABELS = (1.0, 1.0, 0.0, 0.0)

    @pytest.fixture
    def found(self) -> ReferenceCounts:
        pairs = paired([["a", "b", "c"]] * 3 + [["d"]])
        scores = np.array([score for row in self.SCORES for score in row])
        return measure_reference_counts(pairs, scores, sample_reference_counts(list(self.LABELS)), 0.5)

    def test_all_references_on_the_rows_with_as_many(self, found: ReferenceCounts) -> None:
        assert (found.n, len(found.by_number)) == (3, 3)
        for over, scores, accuracy in (("best", [0.9, 0.8, 0.6], 2 / 3), ("mean", [0.5, 0.4, 0.4], 1 / 3)):
            pearson = np.corrcoef(scores, self.LABELS[:3])[0, 1]
            assert found.all_references[over] == pytest.approx({"pearson": pearson, "accuracy": accuracy})
            assert found.by_number[2][over] == pytest.approx(found.all_references[over])

    def test_answers_to_one_question_share_drawn_references(self) -> None:
        """Every answer scores by its reference alone: the two questions pass as a whole, so that r is never partial."""
        pairs = paired([["a", "b"]] * 40, [0] * 20 + [1] * 20)
        scores = np.array([1.0, 0.0] * 40)
        found = measure_reference_counts(
            pairs, scores, sample_reference_counts(EVERY_OTHER * 20, [0] * 20 + [1] * 20), 0.5
        )
        # Half of the labels of each question are right, whichever reference it gets.
        assert found.by_number[0]["best"]["accuracy"] == 0.5


def test_best_pair_gives_the_rows_score(tiny_scorer: SmileScorer, repository: Path) -> None:
    rows = read_rows(repository / "assets" / "sample_qa.jsonl").rows
    pairs = pairs_for_reference_counts(rows, np.arange(len(rows)))
    best = np.maximum.reduceat(tiny_scorer.score_rows(pairs.rows).smile, pairs.start)
    np.testing.assert_allclose(best, tiny_scorer.score_rows(rows).smile, atol=1e-6)
