"""The report and the figures of metrics measured side by side."""

from dataclasses import replace
from typing import Any

import numpy as np

from smile.files.row_files import FileRows
from smile.people.agreement.agreement_scorer import AgreementScorer, SideBySide
from smile.people.agreement.metrics import MetricScores
from smile.people.labels import check_labelled
from smile.people.slices import Slice, compare_slices
from smile.reporting.agreement_report import agreement_report
from smile.reporting.figures import agreement_figures
from smile.reporting.report_html import report_page
from smile.rows.checked_rows import check_rows

RANDOM = np.random.default_rng(8)
LABELS = RANDOM.uniform(size=60) < 0.5
NOISE = RANDOM.uniform(size=60)
SCORES = {
    "noise": NOISE,
    "good & <b>bold</b>": np.clip(0.3 + 0.4 * LABELS + 0.1 * RANDOM.normal(size=60), 0, 1),
    "flat": np.full(60, 0.5),
}
GOOD = "good & <b>bold</b>"


def measured(labels: Any, level: float | None = 0.9, scores: Any = SCORES, **columns: Any) -> SideBySide:
    return AgreementScorer(confidence_level=level).score_side_by_side(scores, check_labelled(labels, **columns))


def ran(found: SideBySide, *names: str) -> SideBySide:
    n_cut = np.arange(60) < 2
    return replace(found, ran={name: MetricScores(NOISE, n_cut, "w:0.3") for name in names})


def page(found: SideBySide, **options: Any) -> str:
    return report_page(agreement_report(found, "<data>.csv", **options), {}, "<data>.csv")


class TestFigures:
    def test_it_shows_the_metrics_best_first(self) -> None:
        found = ran(measured(LABELS, scores={"smile": NOISE, **SCORES}), "smile")
        [figure] = agreement_figures(found).values()
        figure.draw_without_rendering()
        titles = [axes.get_title().rsplit(": ", 1)[0] for axes in figure.axes]
        assert titles == [GOOD, "SMILE", "noise", "flat"]
        assert sum(bar.get_height() for bar in figure.axes[0].patches) == 60

    def test_ungradable_labels_have_no_figure(self) -> None:
        assert agreement_figures(measured(np.full(len(LABELS), 3.0))) == {}


class TestPage:
    def test_what_it_says(self) -> None:
        columns = {"question_ids": list(range(30)) * 2, "groups": {"data set,system": ["a", "b"] * 30}}
        found = measured(LABELS, **columns)
        text = page(found)
        assert "60 answers to 30 questions in &lt;data&gt;.csv; 90 % intervals" in text
        assert "no Pearson, Spearman, Kendall&#39;s tau-b, Mean correlation: all 60 scores are 0.5" in text
        assert "By data set and system" in text
        good = found.metrics[GOOD]
        low, high = good.intervals["pearson"]
        assert f"{good.values['pearson']:.3f} <small>{low:.3f} to {high:.3f}</small>" in text
        biases = [each.values["bias"] for each in good.groups["data set,system"].values()]
        assert max(biases) < 0
        assert f">{np.mean(np.abs(biases)):.3f}</td>" in text
        assert good.comparison is not None
        assert f"{good.comparison.difference['pearson']:.3f} <small>" in text.split("<caption>Difference from ")[1]

    def test_where_it_fails(self) -> None:
        scores = np.where(np.arange(60) % 2, LABELS, ~LABELS).astype(float)
        found = measured(LABELS, scores={"smile": scores})
        even = Slice("even <rows>", np.arange(60) % 2 == 0)
        rows = check_rows([f"answer {i}" for i in range(60)], ["reference"] * 60)
        first = replace(found.first, file=FileRows(rows, list(range(60))))
        text = page(replace(ran(found, "smile"), first=first, slices=compare_slices(first, [even], 0.5, 0.95)))
        assert "SMILE is least reliable on even &lt;rows&gt;: 0 % of its verdicts match human labels there" in text
        assert '<th scope="row" dir="auto">even &lt;rows&gt;</th>' in text
        wrong = int(np.flatnonzero(~LABELS[::2])[0]) * 2
        assert f"answer {wrong}" in text
