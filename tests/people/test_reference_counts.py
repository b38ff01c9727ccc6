"""References as the variable: pairs, draws and all references."""

from pathlib import Path

import numpy as np
import pytest

from smile import DataError, SmileScorer
from smile.files.row_files import read_rows
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.labels import LabelledRows, check_labelled
from smile.people.reference_counts import ReferenceCounts, ReferencePairs, measure_references, pair_references
from smile.rows.checked_rows import check_rows

EVERY_OTHER = [0.0, 1.0]


def sample(labels: list[float], question: list[int] | None = None) -> LabelledRows:
    return AgreementScorer().sample(np.zeros(len(labels)), check_labelled(labels, question))


def paired(references: list[list[str]], question: list[int] | None = None) -> ReferencePairs:
    rows = check_rows(["answer"] * len(references), references)
    return pair_references(rows, np.arange(len(rows)) if question is None else np.array(question))


class TestPairs:
    def test_answers_to_a_question_share_its_references(self) -> None:
        pairs = paired([["a", "b"], ["a", "b"], ["b", "a"], ["a", "b"]], [0, 0, 0, 1])
        assert pairs.reference.tolist() == [0, 1, 0, 1, 1, 0, 2, 3]

    def test_rows_with_one_reference_only(self) -> None:
        with pytest.raises(DataError, match="none of the 2 rows has two references"):
            paired([["a"], ["b"]])


class TestMeasure:
    # Three rows with three references and one with one, whose pairs score:
    SCORES = ((0.9, 0.6, 0.0), (0.8, 0.1, 0.3), (0.2, 0.4, 0.6), (1.0,))
    LABELS = (1.0, 1.0, 0.0, 0.0)

    @pytest.fixture
    def found(self) -> ReferenceCounts:
        pairs = paired([["a", "b", "c"]] * 3 + [["d"]])
        scores = np.array([score for row in self.SCORES for score in row])
        return measure_references(pairs, scores, sample(list(self.LABELS)), 0.5)

    def test_all_references_on_the_rows_with_as_many(self, found: ReferenceCounts) -> None:
        assert (found.n, len(found.by_number)) == (3, 3)
        for over, scores, accuracy in (("best", [0.9, 0.8, 0.6], 2 / 3), ("mean", [0.5, 0.4, 0.4], 1 / 3)):
            pearson = np.corrcoef(scores, self.LABELS[:3])[0, 1]
            assert found.all_references[over] == pytest.approx({"pearson": pearson, "accuracy": accuracy})
            assert found.by_number[2][over] == pytest.approx(found.all_references[over])

    def test_single_draw_is_its_own_best_and_mean(self, found: ReferenceCounts) -> None:
        first = found.by_number[0]
        assert first["best"] == first["mean"]
        # Each of the nine is over 0.5 or not as its row's label says, in five of nine cases.
        assert first["best"]["accuracy"] == pytest.approx(5 / 9, abs=0.1)

    def test_more_references_never_lower_the_best(self) -> None:
        pairs = paired([["a", "b", "c", "d"]] * 200)
        scores = np.random.default_rng(0).random(len(pairs.rows))
        # All are right, so that accuracy is the share over 0.5: one less a half to the power of k.
        for k, of in enumerate(measure_references(pairs, scores, sample([1.0] * 200), 0.5).by_number, start=1):
            assert of["best"]["accuracy"] == pytest.approx(1 - 0.5**k, abs=0.05)

    def test_answers_to_one_question_share_drawn_references(self) -> None:
        """Every answer scores by its reference alone: the two questions pass as a whole, so that r is never partial."""
        pairs = paired([["a", "b"]] * 40, [0] * 20 + [1] * 20)
        scores = np.array([1.0, 0.0] * 40)
        found = measure_references(pairs, scores, sample(EVERY_OTHER * 20, [0] * 20 + [1] * 20), 0.5)
        # Half of the labels of each question are right, whichever reference it gets.
        assert found.by_number[0]["best"]["accuracy"] == 0.5

    def test_nothing_to_correlate(self) -> None:
        pairs = paired([["Paris", "paris"]] * 3)
        found = measure_references(pairs, np.zeros(6), sample([1.0, 0.0, 1.0]), 0.5)
        assert np.isnan(found.by_number[0]["best"]["pearson"])


def test_best_pair_gives_the_rows_score(tiny_scorer: SmileScorer, repository: Path) -> None:
    rows = read_rows(repository / "assets" / "sample_qa.jsonl").rows
    pairs = pair_references(rows, np.arange(len(rows)))
    best = np.maximum.reduceat(tiny_scorer.score_rows(pairs.rows).smile, pairs.start)
    np.testing.assert_allclose(best, tiny_scorer.score_rows(rows).smile, atol=1e-6)
