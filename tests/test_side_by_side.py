"""The figures and the page of metrics measured side by side."""

import re
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from smile.agreement_scorer import AgreementScorer
from smile.labels import check_labels
from smile.meta_evaluation.figures import calibration_curve, figures
from smile.meta_evaluation.html_report import html_report

RANDOM = np.random.default_rng(8)
LABELS = RANDOM.uniform(size=60) < 0.5
SCORES = {
    "noise": RANDOM.uniform(size=60),
    "good": np.clip(0.3 + 0.4 * LABELS + 0.1 * RANDOM.normal(size=60), 0, 1),
    "flat": np.full(60, 0.5),
}
NAMES = {"noise": "Noise", "good": "Good & <b>bold</b>", "flat": "Flat"}
PARTS = (SCORES["good"], SCORES["noise"])


def measured(labels: Any, **columns: Any) -> tuple[dict[str, Any], Any]:
    people = check_labels(labels, **columns)
    scorer = AgreementScorer()
    return scorer.score_side_by_side(SCORES, people), scorer.right_answers(people)


def texts(figure: Figure) -> str:
    return " ".join(text.get_text() for text in figure.findobj(lambda each: hasattr(each, "get_text")))


class TestCalibrationCurve:
    def test_bins_of_equally_many_rows(self) -> None:
        scores = np.arange(100) / 100
        centre, share = calibration_curve(scores, scores >= 0.5)
        assert centre == pytest.approx(np.arange(10) / 10 + 0.045)
        assert share.tolist() == [0.0] * 5 + [1.0] * 5

    def test_equal_scores_are_never_parted(self) -> None:
        scores = np.repeat([0.0, 0.4, 1.0], [50, 3, 7])
        is_right = np.arange(60) % 2 == 0
        centre, share = calibration_curve(scores, is_right)
        # The three rows of 0.4 fill no bin of their own and join the zeros.
        assert centre == pytest.approx([3 * 0.4 / 53, 1.0])
        assert share == pytest.approx([27 / 53, 3 / 7])

    def test_a_constant_metric_is_one_point(self) -> None:
        centre, share = calibration_curve(np.full(4, 0.3), np.array([True, False, False, False]))
        assert (centre.tolist(), share.tolist()) == ([pytest.approx(0.3)], [0.25])


class TestFigures:
    def test_each_shows_the_metrics_best_first(self) -> None:
        result, is_right = measured(LABELS)
        drawn = figures(result, SCORES, is_right, 0.67, NAMES, PARTS)
        assert list(drawn) == ["correlations", "calibration", "scores_by_label", "parts"]
        for figure in drawn.values():
            figure.draw_without_rendering()
        labels = [each.get_text() for each in drawn["correlations"].axes[0].get_yticklabels()]
        assert labels == ["Good & <b>bold</b>", "Noise", "Flat"]
        assert texts(drawn["correlations"]).count("undefined") == 3
        assert f"People say right ({LABELS.sum()})" in texts(drawn["parts"])
        bars = drawn["scores_by_label"].axes[0].patches
        assert sum(bar.get_height() for bar in bars) == 60

    def test_labels_that_do_not_say_right_leave_the_correlations(self) -> None:
        result, is_right = measured(RANDOM.integers(1, 6, size=60))
        assert is_right is None
        assert list(figures(result, SCORES, is_right, 0.67, NAMES, PARTS)) == ["correlations"]

    def test_without_smile_there_are_no_parts(self) -> None:
        result, is_right = measured(LABELS)
        assert "parts" not in figures(result, SCORES, is_right, 0.67, NAMES, None)


def page(result: dict[str, Any]) -> str:
    return html_report(result, NAMES, {}, source="<data>.csv", confidence_level=0.9)


class TestPage:
    def test_what_it_says(self) -> None:
        result, _ = measured(LABELS, question_ids=list(range(30)) * 2, groups={"data set,system": ["a", "b"] * 30})
        result["metrics"]["good"] |= {"metric_signature": "w:0.3", "n_truncated": 2}
        text = page(result)
        assert "&lt;data&gt;.csv: 60 answers to 30 questions" in text
        assert "Intervals are at 90 %" in text
        assert (
            "Good &amp; &lt;b&gt;bold&lt;/b&gt;: <code>w:0.3</code>; 2 answers with a text longer than it reads" in text
        )
        assert "Noise: scores from the file" in text
        assert "Flat: all 60 scores are 0.5, and nothing correlates with a constant." in text
        assert "By data set and system" in text
        good = result["metrics"]["good"]
        low, high = good["pearson_ci"]
        assert f"{good['pearson']:.3f}<small>{low:.3f} to {high:.3f}</small>" in text
        difference = good["comparison"]["difference"]["pearson"]
        assert f"{difference:.3f}<small>" in text.split("is the difference real?")[1]

    def test_one_metric_has_nothing_to_be_compared_with(self) -> None:
        result, _ = measured(LABELS)
        result["metrics"] = {"noise": result["metrics"]["noise"]}
        assert "is the difference real?" not in page(result)

    def test_several_people(self) -> None:
        result, _ = measured(np.stack([LABELS, LABELS], axis=1))
        assert re.search(r"2 people gave labels; Krippendorff.s alpha between them is 1\.000", page(result))

    def test_without_intervals(self) -> None:
        result = AgreementScorer(confidence_level=None).score_side_by_side(SCORES, check_labels(LABELS))
        text = page(result)
        assert f"{result['metrics']['good']['pearson']:.3f}<small></small>" in text
