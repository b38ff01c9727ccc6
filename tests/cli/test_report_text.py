"""Reports on the terminal, at several widths."""

from io import StringIO

from rich.cells import cell_len
from rich.console import Console

from smile import SmileScorer
from smile.cli.report_text import print_report
from smile.files.row_files import FileRows
from smile.reporting.report import Column
from smile.reporting.score_report import Layout, lowest_rows, lowest_table, score_report
from smile.rows.checked_rows import check_rows
from tests.support.command_line import RECORDS
from tests.support.tiny_encoder import TinyEncoder

LONG = {"id": "i" * 100, "reference": "東京" * 100, "prediction": "word " * 60 + "x" * 100, "question": "q" * 99}
LAYOUT = Layout(
    aggregates={"smile": "SMILE", "accuracy": "Accuracy"},
    numbers={"smile": Column("SMILE"), "semantic": Column("Sem.", drop=1), "lexical": Column("Lex.", drop=1)},
)


def test_report_fits_the_terminals_width() -> None:
    records = [*RECORDS, LONG]
    columns = ([record[name] for record in records] for name in ("prediction", "reference", "question"))
    rows = FileRows(check_rows(*columns), [record["id"] for record in records])
    scores = SmileScorer(encoder=TinyEncoder()).score_rows(rows.rows)
    summary, lowest = scores.summary(0.95), lowest_rows(rows, scores.items(), LAYOUT, 5)
    for width in (40, 80, 120, 200):
        console = Console(width=width, file=StringIO())
        print_report(console, score_report("Scores", summary, LAYOUT, 0.95, lowest_table(*lowest, LAYOUT)))
        output = console.file.getvalue()  # type: ignore[attr-defined]
        lines = output.splitlines()
        assert lines[-1].startswith("Signature: ")
        assert max(cell_len(line) for line in lines[:-1]) <= width
        assert "…" in output
        assert len(lines) < 60
