"""The report and the figures of metrics measured side by side."""

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import matplotlib.image
import numpy as np
import pytest

from smile import Scores, SmileScorer
from smile.files.paired_systems import pair_systems, read_systems
from smile.people.agreement.agreement_scorer import AgreementScorer, SideBySide
from smile.people.agreement.metrics import MetricScores
from smile.people.labels import check_rows_and_labels
from smile.reporting.agreement_report import agreement_report
from smile.reporting.comparison_report import changed_answers_report, comparison_report
from smile.reporting.figures import agreement_figures, comparison_figure, save_figure, score_figure
from smile.reporting.report import Column, Report, Table
from smile.reporting.report_html import report_page
from smile.runs.system_comparison import compare_systems
from smile.settings.named_settings import named_settings
from tests.support.command_line import write_jsonl

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
    return AgreementScorer(confidence_level=level).score_side_by_side(scores, check_rows_and_labels(labels, **columns))


def test_it_shows_the_metrics_best_first() -> None:
    found = measured(LABELS, scores={"smile": NOISE, **SCORES})
    found = replace(found, ran={"smile": MetricScores(NOISE, np.arange(60) < 2, "w:0.3")})
    [figure] = agreement_figures(found).values()
    figure.draw_without_rendering()
    titles = [axes.get_title().rsplit(": ", 1)[0] for axes in figure.axes]
    assert titles == [GOOD, "SMILE", "noise", "flat"]
    assert sum(bar.get_height() for bar in figure.axes[0].patches) == 60


def test_what_it_says() -> None:
    columns = {"question_ids": list(range(30)) * 2, "groups": {"data set,system": ["a", "b"] * 30}}
    found = measured(LABELS, **columns)
    text = report_page(agreement_report(found, "<data>.csv"), {}, "<data>.csv")
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
    assert f"{good.comparison['difference']['pearson']:.3f} <small>" in text.split("<caption>Difference from ")[1]


SCRIPTS = [
    "<script>document.title='run'</script>",
    '"><img src=x onerror="document.title=\'run\'">',
    "</td></table><svg onload=document.title='run'>",
    "javascript:document.title='run'",
    "{{ 7 * 7 }}{% raw %}",
    "<iframe srcdoc='<script>parent.document.title=1</script>'>",
]


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[tuple[str, str | None]] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes.update(attrs)


def page_of(folder: Path) -> str:
    """Returns the page of a comparison in which each text of a row, and each system, is a script."""
    rows = [
        {"id": f"{i}{script}", "question": script, "prediction": answer, "reference": script, "system": system}
        for i, script in enumerate(SCRIPTS)
        for system, answer in ((SCRIPTS[0], script), (SCRIPTS[1], f"no idea {SCRIPTS[i - 1]}"))
    ]
    paired = pair_systems(read_systems([write_jsonl(folder / "<b>rows.jsonl", rows)]))
    scores = SmileScorer("fast").score_rows(paired.rows)
    found = compare_systems(scores, paired.systems, 0.95, paired.paired_by, paired.left_out, paired.ids)
    report = comparison_report(found, 0.5)
    changed = changed_answers_report(paired, scores, 10)
    return report_page(Report(report.title, [*report.blocks, *changed]), {}, ", ".join(paired.systems))


def test_scripts_in_cells_stay_text(tmp_path: Path) -> None:
    page = page_of(tmp_path)
    assert "no idea" in page
    assert '<th scope="col">SMILE <small>95 % interval</small></th>' in page
    elements = Elements()
    elements.feed(page)
    assert not elements.names & {"script", "img", "iframe"}
    assert not [name for name, _ in elements.attributes if name.startswith("on") or name == "srcdoc"]
    assert not [value for name, value in elements.attributes if name in ("href", "src") and "script" in str(value)]
    assert "49" not in page.partition("</style>")[2]


def test_wide_tables_leave_out_minor_columns() -> None:
    columns = [Column("name"), *(Column(f"c{i}", drop=i % 3) for i in range(12)), Column("95 %", 1, is_interval=True)]
    table = Table("", columns, [[str(i) for i in range(14)]])
    kept = [column.heading for column in table.narrowed(9).columns]
    assert kept == ["name", "c0", "c1", "c3", "c4", "c6", "c7", "c9", "c10", "95 %"]
    assert table.narrowed(9).rows == [["0", "1", "2", "4", "5", "7", "8", "10", "11", "13"]]
    assert table.narrowed(13) == table


def test_lower_panel_names_systems_and_the_best(tmp_path: Path) -> None:
    answers = {"good": "Paris", "bad": "Rome", "none": ""}
    rows = [
        {"id": i, "prediction": answer, "reference": "Paris", "system": system}
        for i in range(3)
        for system, answer in answers.items()
    ]
    paired = pair_systems(read_systems([write_jsonl(tmp_path / "rows.jsonl", rows)]))
    scores = SmileScorer("fast").score_rows(paired.rows)
    found = compare_systems(scores, paired.systems, 0.95, paired.paired_by, paired.left_out, paired.ids)
    _, behind = comparison_figure(found).axes
    assert [label.get_text() for label in behind.get_yticklabels()] == ["bad", "none"]
    assert behind.get_xlabel().startswith("Mean SMILE behind good")


PREDICTIONS = ["Paris", "in Paris", "London", "", "a city in France", "It is Paris, I think."]


@pytest.fixture
def scores(tiny_scorer: SmileScorer) -> Scores:
    return tiny_scorer.score(PREDICTIONS, ["Paris"] * len(PREDICTIONS))


def test_bars_count_accepted_and_rejected_rows(scores: Scores) -> None:
    figure = score_figure(scores, named_settings("default"), "answers.csv")
    [axes] = figure.axes
    accepted, rejected = ([bar.get_height() for bar in bars] for bars in axes.containers)
    assert 0 < sum(accepted) == scores.correct.sum() < len(PREDICTIONS)
    together = np.add(accepted, rejected)
    np.testing.assert_array_equal(together, np.histogram(scores.smile, np.linspace(0, 1, 21))[0])
    [line] = axes.lines
    assert set(line.get_xdata()) == {0.67}
    title = figure.get_suptitle()
    assert title.startswith("answers.csv: 50 % of 6 rows correct\nby SMILE, setting default, mean 0.")


def test_figure_file_shows_something(scores: Scores, tmp_path: Path) -> None:
    path = tmp_path / "figure.png"
    save_figure(path, score_figure(scores, named_settings("default"), "$x_1$.csv"))
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    pixels = matplotlib.image.imread(path)
    assert pixels.shape[:2] == (600, 1050)
    assert 0.01 < (pixels[..., :3].min(axis=2) < 0.9).mean() < 0.5
    assert list(tmp_path.iterdir()) == [path]
