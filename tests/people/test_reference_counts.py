"""References as the variable: pairs, draws, all references, and references held out against each other."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smile import DataError, SmileScorer, UsageError
from smile.files.reading import read_rows
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.agreement.agreement_statistics import AgreementOptions
from smile.people.labels import LabelledRows, check_labelled
from smile.people.reference_counts import ReferencePairs, choose_most_references, measure_references, pair_references
from smile.rows.checked_rows import check_rows
from smile.statistics.agreement_measures import correlations

OPTIONS = AgreementOptions(threshold=0.5, tie_margin=0.05, confidence_level=0.9)
NO_INTERVALS = AgreementOptions(threshold=0.5, tie_margin=0.05, confidence_level=None)


def sample(labels: list[float], question: list[int] | None = None) -> LabelledRows:
    return AgreementScorer().sample(np.zeros(len(labels)), check_labelled(labels, question))


def paired(references: list[list[str]], question: list[int] | None = None) -> ReferencePairs:
    rows = check_rows(["answer"] * len(references), references)
    return pair_references(rows, np.arange(len(rows)) if question is None else np.array(question))


class TestPairs:
    def test_one_row_for_each_reference_and_each_held_out_one(self) -> None:
        rows = check_rows(
            ["one", "two"], [["a", "b"], ["c"]], ["q0", "q1"], synthetic_answers=[["it is a", None], "it is c"]
        )
        pairs = pair_references(rows, np.arange(2))
        assert [(row.prediction, row.references, row.synthetic_answers, row.question) for row in pairs.rows] == [
            ("one", ("a",), ("it is a",), "q0"),
            ("one", ("b",), (None,), "q0"),
            ("two", ("c",), ("it is c",), "q1"),
            ("a", ("b",), (None,), "q0"),
            ("b", ("a",), ("it is a",), "q0"),
        ]
        assert (pairs.start.tolist(), pairs.counts.tolist()) == ([0, 2, 3], [2, 1])
        assert (pairs.held_out_start.tolist(), pairs.held_out_question.tolist()) == ([0, 1, 2], [0, 0])

    def test_answers_to_a_question_share_its_references(self) -> None:
        pairs = paired([["a", "b"], ["a", "b"], ["b", "a"], ["a", "b"]], [0, 0, 0, 1])
        assert pairs.reference.tolist() == [0, 1, 0, 1, 1, 0, 2, 3]
        # Held out once a question: a and b of the first, a and b of the second.
        assert pairs.held_out_question.tolist() == [0, 0, 1, 1]

    def test_a_reference_in_the_same_words_is_not_held_out(self) -> None:
        pairs = paired([["Paris", "PARIS ", "the capital"]])
        assert [(row.prediction, *row.references) for row in pairs.rows[3:]] == [
            ("Paris", "the capital"),
            ("the capital", "Paris"),
        ]
        assert paired([["Paris", "PARIS "]]).held_out_question.tolist() == []

    def test_rows_with_one_reference_only(self) -> None:
        with pytest.raises(DataError, match="none of the 2 rows has two references"):
            paired([["a"], ["b"]])


class TestMostReferences:
    @pytest.mark.parametrize(
        ("counts", "most"),
        [([2], 2), ([1, 1, 2, 3], 3), ([2, 2, 3], 2), ([9] * 4, 5), ([1] * 99 + [4], 4), ([2, 3, 4, 5], 4)],
    )
    def test_as_many_as_half_of_the_rows_with_several_have(self, counts: list[int], most: int) -> None:
        assert choose_most_references(np.array(counts)) == most

    def test_the_users(self) -> None:
        assert choose_most_references(np.array([1, 2, 9]), 9) == 9
        for wrong in (1, 0, -1, 10):
            with pytest.raises(UsageError, match=f"at least 2 and at most 9, .* got {wrong}"):
                choose_most_references(np.array([1, 2, 9]), wrong)


class TestMeasure:
    # Three rows with three references and one with one, whose pairs score:
    SCORES = ((0.9, 0.6, 0.0), (0.8, 0.1, 0.3), (0.2, 0.4, 0.6), (1.0,))
    LABELS = (1.0, 1.0, 0.0, 0.0)

    def measure(self, options: AgreementOptions = NO_INTERVALS) -> dict[str, Any]:
        pairs = paired([["a", "b", "c"]] * 3 + [["d"]])
        of_gold = [0.1, 0.3, 0.6, 0.8, 0.0, 0.9] * 3
        scores = np.array([score for row in self.SCORES for score in row] + of_gold)
        return measure_references(pairs, scores, sample(list(self.LABELS)), options).to_dict()

    def test_counts(self) -> None:
        result = self.measure()
        names = ("n", "n_several", "most_references", "n_same_rows", "n_draws")
        assert [result[name] for name in names] == [4, 3, 3, 3, 100]

    def test_all_references_on_the_same_rows(self) -> None:
        result = self.measure()["all_references"]
        labels = np.array(self.LABELS[:3])
        for name, scores in (("max", [0.9, 0.8, 0.6]), ("mean", [0.5, 0.4, 0.4])):
            expected = {each: found.statistic for each, found in correlations(np.array(scores), labels).items()}
            assert result[name]["pearson"] == pytest.approx(expected["pearson"])
            assert result[name]["kendall_tau_b"] == pytest.approx(expected["kendall_tau_b"])
            assert result[name]["mean_correlation"] == pytest.approx(np.mean(list(expected.values())))
        # Over 0.5 are all three of the best, of which people call two right, and none of the means.
        assert (result["max"]["accuracy"], result["mean"]["accuracy"]) == (2 / 3, 1 / 3)

    def test_as_many_as_there_are_at_random_are_all(self) -> None:
        result = self.measure()
        for name in ("max", "mean"):
            drawn = result["by_number"][2][name]
            for statistic, value in result["all_references"][name].items():
                assert drawn[statistic] == pytest.approx(value)
                assert drawn[f"{statistic}_sd"] == pytest.approx(0, abs=1e-12)

    def test_one_at_random_is_its_own_best_and_mean(self) -> None:
        first = self.measure()["by_number"][0]
        assert first["references"] == 1
        assert first["max"] == first["mean"]
        # Each of the nine is over 0.5 or not as its row's label says, in five of nine cases.
        assert first["max"]["accuracy"] == pytest.approx(5 / 9, abs=0.1)
        assert first["max"]["accuracy_sd"] > 0.05

    def test_more_references_never_lower_the_best(self) -> None:
        pairs = paired([["a", "b", "c", "d"]] * 200)
        scores = np.random.default_rng(0).random(len(pairs.rows))
        by_number = measure_references(pairs, scores, sample([1.0] * 200), NO_INTERVALS).to_dict()["by_number"]
        # All are right, so that accuracy is the share over 0.5: one less a half to the power of k.
        for found in by_number:
            assert found["max"]["accuracy"] == pytest.approx(1 - 0.5 ** found["references"], abs=0.05)

    def test_answers_to_a_question_are_drawn_the_same_references(self) -> None:
        # Every answer of a question scores by its reference alone, so that one question's answers stay alike.
        pairs = paired([["a", "b"]] * 40, [0] * 20 + [1] * 20)
        scores = np.array([1.0, 0.0] * 40 + [0.0] * 4)
        found = measure_references(pairs, scores, sample([1.0] * 40, [0] * 20 + [1] * 20), NO_INTERVALS).to_dict()
        # Accuracy of a draw is 0, 0.5 or 1; were each answer drawn for apart, it would be near 0.5 each time.
        assert found["by_number"][0]["max"]["accuracy_sd"] == pytest.approx(0.354, abs=0.05)

    def test_every_row(self) -> None:
        result = self.measure(OPTIONS)["every_row"]
        scores = {"max": np.array([0.9, 0.8, 0.6, 1.0]), "mean": np.array([0.5, 0.4, 0.4, 1.0])}
        for name, values in scores.items():
            expected = correlations(values, np.array(self.LABELS))["pearson"].statistic
            assert result[name]["pearson"] == pytest.approx(expected)
            assert len(result[name]["pearson_ci"]) == 2
        difference = result["max"]["pearson"] - result["mean"]["pearson"]
        assert result["comparison"]["difference"]["pearson"] == pytest.approx(difference)

    def test_gold_against_gold(self) -> None:
        gold = self.measure(OPTIONS)["gold"]
        # Of each question a: 0.1 and 0.3, b: 0.6 and 0.8, c: 0.0 and 0.9.
        assert (gold["n_held_out"], gold["n_questions"]) == (9, 3)
        held_out = gold["held_out"]
        assert held_out["max"]["score"] == pytest.approx((0.3 + 0.8 + 0.9) / 3)
        assert held_out["mean"]["score"] == pytest.approx((0.2 + 0.7 + 0.45) / 3)
        assert (held_out["max"]["over_threshold"], held_out["mean"]["over_threshold"]) == (2 / 3, 1 / 3)
        # The three questions are alike.
        assert held_out["max"]["score_ci"] == pytest.approx([held_out["max"]["score"]] * 2)
        assert gold["right_answers"]["n"] == 2
        assert gold["right_answers"]["max"] == {"score": pytest.approx(0.85), "over_threshold": 1.0}
        # The fourth row has one reference, and its question none to hold out.
        assert gold["wrong_answers"] == {
            "n": 1,
            "max": {"score": pytest.approx(0.6), "over_threshold": 1.0},
            "mean": {"score": pytest.approx(0.4), "over_threshold": 0.0},
        }

    def test_each_question_counts_the_same_however_long_its_list(self) -> None:
        pairs = paired([["a", "b"], ["a", "b", "c"]])
        scores = np.concatenate((np.zeros(5), np.ones(2), np.zeros(6)))
        gold = measure_references(pairs, scores, sample([1.0, 0.0]), NO_INTERVALS).to_dict()["gold"]
        assert gold["held_out"]["max"] == {"score": 0.5, "over_threshold": 0.5}

    def test_nothing_to_hold_out(self) -> None:
        pairs = paired([["Paris", "paris"]] * 3)
        gold = measure_references(pairs, np.zeros(6), sample([1.0, 0.0, 1.0]), OPTIONS).to_dict()["gold"]
        assert (gold["n_held_out"], gold["n_questions"], gold["right_answers"]["n"]) == (0, 0, 0)
        assert np.isnan(gold["held_out"]["max"]["score"])
        assert np.isnan(gold["right_answers"]["max"]["score"])

    def test_what_cannot_be_had_says_why(self) -> None:
        pairs = paired([["a", "b"]] * 3)
        result = measure_references(pairs, np.full(12, 0.5), sample([1.0, 0.0, 1.0]), NO_INTERVALS).to_dict()
        assert np.isnan(result["by_number"][0]["max"]["pearson"])
        assert result["reasons"]["pearson"] == "all 3 scores are 0.5, and nothing correlates with a constant"


def test_the_best_pair_is_the_score_of_the_row(tiny_scorer: SmileScorer, repository: Path) -> None:
    rows = read_rows(repository / "assets" / "sample_qa.jsonl").rows
    pairs = pair_references(rows, np.arange(len(rows)))
    scores = tiny_scorer.score_rows(pairs.rows).smile[: pairs.start[-1]]
    best = np.maximum.reduceat(scores, pairs.start[:-1])
    np.testing.assert_allclose(best, tiny_scorer.score_rows(rows).smile, atol=1e-6)
