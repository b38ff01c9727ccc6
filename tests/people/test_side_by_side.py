"""The figures and the page of metrics measured side by side."""

import re
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import pytest
from matplotlib.figure import Figure

from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.labels import check_labelled
from smile.people.side_by_side import SideBySide, mean_over_groups, measure_columns
from smile.people.slices import Slice
from smile.reporting.agreement_figures import figures, reliability_curve, score_distributions
from smile.reporting.pages.agreement_page import html_report

RANDOM = np.random.default_rng(8)
LABELS = RANDOM.uniform(size=60) < 0.5
SCORES = {
    "noise": RANDOM.uniform(size=60),
    "good": np.clip(0.3 + 0.4 * LABELS + 0.1 * RANDOM.normal(size=60), 0, 1),
    "flat": np.full(60, 0.5),
}
NAMES = {"noise": "Noise", "good": "Good & <b>bold</b>", "flat": "Flat"}
PARTS = (SCORES["good"], SCORES["noise"])


def measured(labels: Any, parts: Any = None, first_run: Any = None, **columns: Any) -> SideBySide:
    given = check_labelled(labels, **columns, scores=SCORES)
    return replace(
        measure_columns(given, AgreementScorer(confidence_level=0.9)), labels=NAMES, parts=parts, first_run=first_run
    )


def texts(figure: Figure) -> str:
    return " ".join(text.get_text() for text in figure.findobj(lambda each: hasattr(each, "get_text")))


class TestMeanOverGroups:
    GROUPS: ClassVar = {"a": {"bias": 0.2, "accuracy": 0.5}, "b": {"bias": -0.1, "accuracy": 0.9}}

    def test_of_the_bias_it_is_that_of_the_absolute_values(self) -> None:
        assert mean_over_groups("bias", self.GROUPS) == pytest.approx(0.15)
        assert mean_over_groups("accuracy", self.GROUPS) == pytest.approx(0.7)

    def test_an_undefined_group_leaves_it_undefined(self) -> None:
        groups = self.GROUPS | {"c": {"bias": float("nan"), "accuracy": 1.0}}
        assert np.isnan(mean_over_groups("bias", groups))


class TestReliabilityCurve:
    def test_bins_of_equally_many_rows(self) -> None:
        scores = np.arange(100) / 100
        centre, share = reliability_curve(scores, scores >= 0.5)
        assert centre == pytest.approx(np.arange(10) / 10 + 0.045)
        assert share.tolist() == [0.0] * 5 + [1.0] * 5

    def test_equal_scores_are_never_parted(self) -> None:
        scores = np.repeat([0.0, 0.4, 1.0], [50, 3, 7])
        is_right = np.arange(60) % 2 == 0
        centre, share = reliability_curve(scores, is_right)
        # The three rows of 0.4 fill no bin of their own and join the zeros.
        assert centre == pytest.approx([3 * 0.4 / 53, 1.0])
        assert share == pytest.approx([27 / 53, 3 / 7])

    def test_a_constant_metric_is_one_point(self) -> None:
        centre, share = reliability_curve(np.full(4, 0.3), np.array([True, False, False, False]))
        assert (centre.tolist(), share.tolist()) == ([pytest.approx(0.3)], [0.25])


class TestFigures:
    def test_each_shows_the_metrics_best_first(self) -> None:
        drawn = figures(measured(LABELS, PARTS))
        assert list(drawn) == ["correlations", "reliability", "scores_by_label", "parts"]
        for figure in drawn.values():
            figure.draw_without_rendering()
        labels = [each.get_text() for each in drawn["correlations"].axes[0].get_yticklabels()]
        assert labels == ["Good & <b>bold</b>", "Noise", "Flat"]
        assert texts(drawn["correlations"]).count("undefined") == 3
        assert f"People say right ({LABELS.sum()})" in texts(drawn["parts"])
        bars = drawn["scores_by_label"].axes[0].patches
        assert sum(bar.get_height() for bar in bars) == 60

    def test_there_is_a_panel_for_each_metric_and_no_empty_one(self) -> None:
        five = {str(i): SCORES["good"] for i in range(5)}
        figure = score_distributions(five, LABELS, 0.5, {name: name for name in five})
        assert [axes.axison for axes in figure.axes] == [True] * 5 + [False]

    def test_labels_that_do_not_say_right_leave_the_correlations(self) -> None:
        found = measured(RANDOM.integers(1, 6, size=60), PARTS)
        assert found.is_right is None
        assert list(figures(found)) == ["correlations"]

    def test_without_smile_there_are_no_parts(self) -> None:
        assert "parts" not in figures(measured(LABELS))


def page(found: SideBySide) -> str:
    return html_report(found, {}, source="<data>.csv")


class TestPage:
    def test_what_it_says(self) -> None:
        found = measured(LABELS, question_ids=list(range(30)) * 2, groups={"data set,system": ["a", "b"] * 30})
        result = found.result
        result["metrics"]["good"] |= {"metric_signature": "w:0.3", "n_truncated": 2}
        text = page(found)
        assert re.search(r"3 metrics agree with people on the\s60 answers to 30 questions in &lt;data&gt;.csv", text)
        assert "The small numbers are 90 % intervals" in text
        assert (
            "Good &amp; &lt;b&gt;bold&lt;/b&gt;: <code>w:0.3</code>; 2 answers have a text longer than it reads" in text
        )
        assert "Noise: scores from the file" in text
        assert "Flat: all 60 scores are 0.5, and nothing correlates with a constant." in text
        assert "By data set and system" in text
        good = result["metrics"]["good"]
        low, high = good["pearson_ci"]
        assert f"{good['pearson']:.3f}<small>{low:.3f} to {high:.3f}</small>" in text
        biases = [each["bias"] for each in good["by_data set,system"].values()]
        assert max(biases) < 0
        assert f"<td>{np.mean(np.abs(biases)):.3f}</td>" in text
        difference = good["comparison"]["difference"]["pearson"]
        assert f"{difference:.3f}<small>" in text.split("Difference from ")[1]

    def test_one_metric_has_nothing_to_be_compared_with(self) -> None:
        found = measured(LABELS)
        only = found.result | {"metrics": {"noise": found.result["metrics"]["noise"]}}
        assert "Difference from " not in page(replace(found, result=only))

    def test_several_people(self) -> None:
        text = page(measured(np.stack([LABELS, LABELS], axis=1)))
        assert re.search(r"2 people judged them; .* as Krippendorff.s alpha:\s1\.000\.", text)

    def test_without_intervals(self) -> None:
        found = measure_columns(check_labelled(LABELS, scores=SCORES), AgreementScorer(confidence_level=None))
        text = page(replace(found, labels=NAMES))
        assert f"{found.result['metrics']['good']['pearson']:.3f}<small></small>" in text
        assert "intervals, from a bootstrap" not in text

    def test_where_it_fails(self) -> None:
        scores = np.where(np.arange(60) % 2, LABELS, ~LABELS).astype(float)
        sample = AgreementScorer().sample(scores, check_labelled(LABELS))
        even = Slice("parity", "even <rows>", np.arange(60) % 2 == 0)
        text = page(measured(LABELS, first_run=(sample, [even])))
        assert "Do not trust it on even &lt;rows&gt;: 0% of its verdicts are right there, 100% elsewhere." in text
        assert re.search(r'<th scope="row">even &lt;rows&gt;</th><td>30</td>', text)
