"""Scripts in the cells of a file stay text in the page of a comparison."""

from html.parser import HTMLParser
from pathlib import Path

from smile import SmileScorer
from smile.files.systems import pair_systems, read_systems
from smile.reporting.comparison_report import changed_answers_report, comparison_report
from smile.reporting.report import Column, Report, Table
from smile.reporting.report_html import report_page
from smile.runs.system_comparison import compare_systems
from tests.support.command_line import write_jsonl

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
