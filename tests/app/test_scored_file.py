"""A file that a visitor sends: what the page shows of it, and what the downloads keep."""

import csv
import json
import re
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from pyarrow import parquet

from smile.app.engine import ChosenSetting
from smile.app.limits import Limits
from smile.app.replies import error_html
from smile.app.requests.scored_file import ScoredFile, corrected, file_report, score_file, with_downloads
from smile.app.tabs.explorer import _item_card, explored
from smile.app.tabs.file_tab import table_name
from smile.app.uploads import SentFile
from smile.encoding.encoders import Encoded
from smile.errors import DataError, Option, UsageError
from smile.reporting.report_html import report_html
from smile.settings.named_settings import named_settings
from smile.shared_types import OnProgress
from tests.support.command_line import read_items, write_jsonl, write_text
from tests.support.tiny_encoder import TinyEncoder
from tests.support.tiny_engine import tiny_engine

LIMITS = Limits()
RUNS: list[Any] = []  # the downloads of a run are deleted when it goes on


def scored_rows(path: Path, rows: list[dict[str, Any]], **options: Any) -> ScoredFile:
    """Returns the scores of rows."""
    return first_result(SentFile(str(write_jsonl(path, rows)), **options))


def first_result(sent: SentFile, **options: Any) -> ScoredFile:
    steps = score_file(tiny_engine(LIMITS), Event(), sent, ChosenSetting("default"), **options)
    RUNS.append(steps)
    return next(step for step in steps if not isinstance(step, str))


def scored(path: Path, content: str, label: str | None = None) -> tuple[ScoredFile, list[str]]:
    """Returns the scores of a file, and the texts of its downloads."""
    found = first_result(SentFile(str(write_text(path, content)), {}, label))
    return found, [Path(name).read_bytes().decode("utf-8", "replace") for name in found.downloads]


def test_european_spreadsheet_is_scored_beside_human_labels(tmp_path: Path) -> None:
    content = "prediction;reference;human;note\nParis;Paris;1;=x\nNaN;Rome;true;\nOslo;Oslo;0;y\nBonn;Bonn;;z\n"
    found, (as_csv, as_jsonl, _, page) = scored(tmp_path / "mine.csv", content, "human")
    assert found.upload.verdicts == [True, True, False, None]
    shown = report_html(file_report(found))
    assert "mine.csv: 3 correct, 1 incorrect" in shown
    assert "SMILE agrees with human labels on 1 of 3 answers (33 %)." in shown
    head, _, table = shown.partition("Agreement with human labels</caption>")
    cells = re.findall(r"<t[hd][^>]*>([^<]*)", table.partition("</table>")[0])
    assert [cell.strip() for cell in cells if "SMILE" in cell or "Exact" in cell] == ["SMILE", "Exact match"]
    assert "All numbers" not in head
    assert "1 row has an empty prediction (in CSV also NaN), which scores 0." in shown
    # The visitor's own columns stay, also those that a spreadsheet would take for a formula.
    assert [row["note"] for row in csv.DictReader(as_csv.splitlines())] == ["'=x", "", "y", "z"]
    assert [json.loads(line)["human"] for line in as_jsonl.splitlines()] == ["1", "true", "0", ""]
    # The report as a page has the same, the figure and the rows, and asks for nothing.
    assert "mine.csv: 3 correct, 1 incorrect" in page
    assert "Listed are the 4 lowest of 4 rows" in page
    # What speaks against an answer is its reason, and no n-gram.
    assert "Empty answer" in page
    assert ">empty<" not in page
    assert '<img src="data:image/png;base64,' in page
    assert "://" not in page


def test_own_columns_stay_beside_the_scores(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"pred": "a", "answer": "a", "n": 1, "mixed": "x", "smile": 0.5, "tags": ["b", {"c": None}]},
        {"pred": "b", "answer": "c", "n": 2, "mixed": 3, "smile": 0.25, "big": 2**70, "bad": "\ud800"},
    ]
    found = scored_rows(tmp_path / "mine.jsonl", rows)
    csv_file, jsonl_file, parquet_file, _ = map(Path, found.downloads)
    records = read_items(jsonl_file)
    # The visitor's columns come first, under their own names; SMILE's stand beside them.
    assert list(records[0])[:7] == ["pred", "answer", "n", "mixed", "smile", "tags", "big"]
    assert [record["smile"] for record in records] == [0.5, 0.25]
    assert [record["smile_smile"] for record in records] == found.scores.smile.tolist()
    assert [record["reason"] for record in records] == ["Chooses A", "Chooses B instead of C"]
    assert records[0]["tags"] == ["b", {"c": None}]
    table = parquet.read_table(parquet_file).to_pydict()
    endings = [Path(name).name.removeprefix("mine_smile.") for name in found.downloads]
    assert endings == ["csv", "jsonl", "parquet", "html"]
    assert table["n"] == [1, 2]
    assert table["mixed"] == ["x", "3"]
    assert table["big"] == [None, str(2**70)]
    cells = list(csv.DictReader(csv_file.read_text(encoding="utf-8-sig").splitlines()))
    assert [cell["mixed"] for cell in cells] == ["x", "3"]
    assert found.upload.verdicts is None


def test_unread_label_is_listed_once(tmp_path: Path) -> None:
    cells = ("Correct", "incorrect", "1", "mostly", "mostly", "")
    table = "pred,answer,human\n" + "".join(f"a,b,{cell}\n" for cell in cells)
    found, _ = scored(tmp_path / "mine.csv", table, "human")
    assert found.upload.verdicts == [True, False, True, None, None, None]
    shown = report_html(file_report(found))
    assert "Column &#39;human&#39;: not a label: &#39;mostly&#39; in 2 rows (expected" in shown
    with pytest.raises(DataError, match=r"mine\.csv has no column 'stars' \(verdicts\)"):
        scored(tmp_path / "mine.csv", "pred,answer\na,b\n", "stars")


def test_scale_labels_are_read_with_a_threshold(tmp_path: Path) -> None:
    table = "pred,answer,grade\n" + "".join(f"{answer},a,{grade}\n" for answer, grade in zip("aab", "541", strict=True))
    found, _ = scored(tmp_path / "mine.csv", table, "grade")
    assert found.upload.verdicts == [True, True, False]
    shown = report_html(file_report(found))
    assert (
        "Column &#39;grade&#39;: the labels are read as a scale from 1 to 5: labels above 3 count as correct" in shown
    )
    for grades in ("555", "5y1"):
        table = "pred,answer,grade\n" + "".join(f"a,a,{grade}\n" for grade in grades)
        with pytest.raises(DataError, match="column 'grade': "):
            scored(tmp_path / "mine.csv", table, "grade")


def test_faulty_row_is_skipped_and_reported(tmp_path: Path) -> None:
    rows = [
        {"prediction": "Paris", "reference": "Paris", "question": ["Where?"], "id": [1]},
        {"prediction": "Paris", "reference": []},
        {"prediction": 5, "reference": 5.0},
        {"prediction": "a" * 10_001, "reference": "b"},
    ]
    path = write_jsonl(tmp_path / "mine.jsonl", rows)
    upload = SentFile(str(path)).read(LIMITS)
    assert [(row.prediction, row.question) for row in upload.rows.rows] == [("Paris", None), ("5", None)]
    assert upload.rows.ids == [None, None]
    assert [fault.row for fault in upload.faults] == ["mine.jsonl, line 2", "mine.jsonl, line 4"]
    assert upload.warnings[0].startswith("skipped, because 2 of 4 rows have faults: 1 row: the list of references is")
    assert "(line 2); 1 row: a text of 10,001 characters" in upload.warnings[0]
    assert "the question is" in upload.warnings[1]
    assert "the id is a list" in upload.warnings[1]
    with pytest.raises(DataError, match="1 of 1 rows has a fault: 1 row: the list of references"):
        SentFile(str(write_jsonl(path, rows[1:2]))).read(LIMITS)


def test_downloads_have_all_rows_in_order(tmp_path: Path) -> None:
    content = (
        "question,reference,prediction,note\nWhere?,Württemberg,Württemberg,=1+1\nWho?,,Ann,-5\nbroken\nHow?,+x,+x,é\n"
    )
    _, (as_csv, as_jsonl, _, _) = scored(tmp_path / "mine.csv", content)
    assert as_csv.startswith("\ufeff")
    records = [json.loads(line) for line in as_jsonl.splitlines()]
    assert [record["question"] for record in records] == ["Where?", "Who?", None, "How?"]
    assert [record["verdict"] for record in records] == ["correct", None, None, "correct"]
    assert [bool(record["left_out"]) for record in records] == [False, True, True, False]
    assert "line 3" in records[1]["left_out"]
    assert "line 4" in records[2]["left_out"]
    # A formula stays text, a number a number, and JSON lines have the cell as it is.
    cells = list(csv.DictReader(as_csv.removeprefix("\ufeff").splitlines()))
    assert [cell["note"] for cell in cells] == ["'=1+1", "-5", "", "é"]
    assert cells[3]["prediction"] == "'+x"
    assert [record["note"] for record in records] == ["=1+1", "-5", None, "é"]


def test_a_correction_counts_everywhere_but_in_smiles_agreement(tmp_path: Path) -> None:
    found, _ = scored(tmp_path / "mine.csv", "prediction,reference,human\nParis,Paris,1\nLyon,Paris,1\n", "human")
    changed = with_downloads(corrected(found, {1: True}), tmp_path)
    before, after = (report_html(file_report(each)) for each in (found, changed))
    assert "mine.csv: 2 correct, 0 incorrect, with 1 correction" in after
    assert "Accuracy (SMILE over 0.67), with 1 correction" in after
    assert [changed.summary()[name] for name in ("accuracy", "smile")] == [1.0, found.summary()["smile"]]
    # SMILE's agreement is that of SMILE.
    assert "SMILE agrees with human labels on 1 of 2 answers (50 %)." in after
    table = re.compile("Agreement with human labels</caption>.*?</table>", re.DOTALL)
    assert table.findall(before) == table.findall(after) != []
    as_csv, as_jsonl, as_parquet, page = (Path(path) for path in changed.downloads)
    records = read_items(as_jsonl)
    assert [record["verdict"] for record in records] == ["correct", "correct"]
    assert [record["corrected"] for record in records] == [False, True]
    assert records[1]["reason"] == "Corrected by you"
    assert records[1]["smile"] == found.scores.smile[1]
    assert parquet.read_table(as_parquet)["corrected"].to_pylist() == [False, True]
    cells = list(csv.DictReader(as_csv.read_text("utf-8-sig").splitlines()))
    assert [(row["verdict"], row["corrected"]) for row in cells] == [("correct", "false"), ("correct", "true")]
    rows = page.read_text(encoding="utf-8").partition("Lowest-scoring rows")[2]
    assert re.sub(r"\s*<[^>]+>\s*", "|", rows).count("|2||correct||by you|") == 1
    with pytest.raises(DataError, match="no row 2"):
        corrected(found, {2: True})


def test_two_settings_are_compared_on_one_file(tmp_path: Path) -> None:
    path = write_text(tmp_path / "mine.csv", "prediction,reference,human\nParis,Paris,yes\nLyon,Paris,no\n")
    shown = report_html(file_report(first_result(SentFile(str(path), {}, "human"), other="fast")))
    assert "From fast to default: " in shown
    assert "SMILE, fast" in shown


def test_pasted_table_gets_a_fitting_ending(tmp_path: Path) -> None:
    for text in (
        "pred\tanswer\na\tb\n",
        "pred;answer\na;b\n",
        '{"pred": "a", "answer": "b"}\n',
        ' [{"pred": "a", "answer": "b"}]',
    ):
        found, _ = scored(tmp_path / table_name(text), text)
        assert found.rows[0].prediction == "a"


def test_opened_row_shows_its_card(tmp_path: Path) -> None:
    content = 'prediction,reference\n"Rome? <answer>Paris</answer>",Paris\n36 inches,a yard\n'
    found, _ = scored(tmp_path / "mine.csv", content)
    engine = tiny_engine(LIMITS)
    columns = json.loads(json.dumps(explored(found)))
    item, of_rule = (
        {name: cells[i] if isinstance(cells, list) else cells for name, cells in columns.items()} for i in (0, 1)
    )
    assert "Same thing, written differently: 36 inches = a yard" in _item_card(engine, of_rule)
    shown = _item_card(engine, item)
    assert ("Correct</h2>" in shown, "Rome?" in shown, "answer tag" in shown) == (True, False, True)
    # Its sum has the weight that the rows were scored with.
    assert item["weight"] == 0.3
    assert ("0.3 × " in shown, "0.9 × " in _item_card(engine, item | {"weight": 0.9})) == (True, True)


class LateEncoder(TinyEncoder):
    """An encoder that takes its time over one text."""

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        if any("late" in text for text in texts):
            time.sleep(LITTLE_TIME.seconds)
        return super().encode(texts, on_progress)


LITTLE_TIME = Limits(seconds=5)


def test_rows_scored_within_the_time_limit_are_kept(tmp_path: Path) -> None:
    rows = [{"prediction": f"early {i}", "reference": "Paris", "system": "AB"[i % 2]} for i in range(140)]
    rows[120]["prediction"] = "late"
    path = write_jsonl(tmp_path / "long.jsonl", rows)
    engine = tiny_engine(LITTLE_TIME, LateEncoder())
    for step in score_file(engine, Event(), SentFile(str(path), system="system"), ChosenSetting("default")):
        if not isinstance(step, str):
            assert len(step.scores) == 100
            shown = report_html(file_report(step))
            assert "The time limit of 5 s is over: the first 100 of 140 rows are scored" in shown
            assert explored(step)["system"] == ["A", "B"] * 50
            table = read_items(Path(step.downloads[1]))
            assert [bool(row["verdict"]) for row in table] == [i < 100 for i in range(140)]
            assert table[-1]["left_out"] == "the time limit was over"


def test_messages_of_the_page_name_its_fields() -> None:
    error = DataError("a.csv has no column {!r} ({})", "prediction_column", Option("prediction_column"))
    assert "no column &#x27;prediction_column&#x27; (“Model answers”)" in error_html(error)
    with pytest.raises(UsageError) as caught:
        named_settings("default", answer="(")
    assert "<p>“Final answer” &#x27;(&#x27; is not a valid regular expression" in error_html(caught.value)


def test_a_bug_in_the_audit_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("smile.app.requests.scored_file.audit_rows", fail)
    rows = [{"question": "Where?", "prediction": "Paris", "reference": "Paris", "system": name} for name in "ab"]
    with pytest.raises(ValueError, match="a bug"):
        scored_rows(tmp_path / "systems.jsonl", rows, system="system")
