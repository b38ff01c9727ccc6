"""Reading rows from files and writing results to them; every file is real."""

import csv
import gzip
import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pyarrow import parquet
from typer.testing import CliRunner

from smile import DataError, SmileScorer, UsageError
from smile.checks import is_blank
from smile.cli.main import app
from smile.errors import ColumnWarning
from smile.files.row_columns import RowColumns, RowNeeds, guess_columns
from smile.files.row_files import FileRows, open_rows, read_rows
from smile.files.table_formats import how_table_was_read
from smile.files.writing import ITEM_ENDINGS, write_item_table
from smile.rows.checked_rows import Row, check_rows
from tests.support.cases import cases, read_cases
from tests.support.command_line import read_items, run_smile, write_csv, write_jsonl
from tests.support.tiny_encoder import TinyEncoder

RECORDS: list[dict[str, Any]] = [
    {"id": "q1", "question": "Who?", "references": ["Röntgen", "W. Röntgen"], "prediction": "Wilhelm Röntgen"},
    {"id": "q2", "question": "Where?", "references": ["Paris"], "prediction": ""},
]
ROWS = [Row("Wilhelm Röntgen", ("Röntgen", "W. Röntgen"), (None, None), "Who?"), Row("", ("Paris",), (None,), "Where?")]
Write = Callable[[str, str | bytes], Path]


def write_json(path: Path, records: list[dict[str, Any]]) -> None:
    path.write_text(json.dumps(records, indent=2, ensure_ascii=False), encoding="utf-8")


def write_parquet(path: Path, records: list[dict[str, Any]]) -> None:
    parquet.write_table(pyarrow.Table.from_pylist(records), path)


WRITERS: dict[str, Callable[[Path, list[dict[str, Any]]], Any]] = {
    "data.jsonl": write_jsonl,
    "lines.json": write_jsonl,
    "data.json": write_json,
    "data.csv": write_csv,
    "data.tsv": write_csv,
    "data.parquet": write_parquet,
    "DATA.JSONL": write_jsonl,
}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file in the test's folder."""

    def write_file(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


@contextmanager
def no_file_over(size: int) -> Iterator[None]:
    """Makes the system refuse to write files of more bytes, as a full disk does."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_gives_the_same_rows(name: str, tmp_path: Path) -> None:
    WRITERS[name](tmp_path / name, RECORDS)
    assert read_rows(tmp_path / name) == FileRows(ROWS, ["q1", "q2"])
    # The names of the paper's files.
    names, sentences = ["Röntgen", "Wilhelm Röntgen"], ["Röntgen discovered them.", "Wilhelm Röntgen did."]
    record = {"question": "who?", "answer": names, "pred": "Röntgen.", "human_score": 1, "syn_ans": sentences}
    WRITERS[name](tmp_path / name, [record])
    row = Row("Röntgen.", tuple(names), tuple(sentences), "who?")
    assert read_rows(tmp_path / name) == FileRows([row], [0], has_ids=False)
    # Other names, beside the usual ones, which are left alone.
    usual = {"prediction": "no", "reference": "no", "question": "no", "id": "no", "syn_ans": "no"}
    WRITERS[name](tmp_path / name, [usual | {"p": "a", "r": "b", "q": "c", "n": "d", "s": "e"}])
    rows = read_rows(tmp_path / name, RowColumns("p", "r", "q", "n", "s"))
    assert rows == FileRows([Row("a", ("b",), ("e",), "c")], ["d"])


def test_an_empty_name_reads_no_column(write: Write) -> None:
    path = write("data.jsonl", '{"prediction": "a", "reference": "b", "question": "c", "id": "d", "syn_ans": "e"}\n')
    rows = read_rows(path, RowColumns(question="", id="", synthetic_answer=""))
    assert (rows.rows, rows.ids) == ([Row("a", ("b",), (None,))], [0])
    with pytest.raises(DataError, match=r"has no column '' \(reference_column\)"):
        read_rows(path, RowColumns(reference=""))
    with pytest.raises(DataError, match=r"has no column '' \(question_column\)"):
        read_rows(path, RowColumns(question=""), RowNeeds(questions=True))


@cases
def test_cells_give_their_rows(name: str, content: str, rows: list[Any], ids: list[Any], write: Write) -> None:
    """Each row has a prediction, references, and synthetic answers and a question where there are any."""
    found = read_rows(write(name, content))
    expected = []
    for prediction, references, synthetic, question in ([*row, None, None][:4] for row in rows):
        synthetic_answers = tuple(synthetic or [None] * len(references))
        expected.append(Row(prediction, tuple(references), synthetic_answers, question))
    assert (found.rows, found.ids) == (expected, ids)


def test_readers_in_threads_read_long_cells(write: Write) -> None:
    former_limit, long = csv.field_size_limit(), "word " * 40_000
    paths = [write(f"{i}.csv", "pred,answer\na,b\nc,d\n" + f"{long},b\na,b\n" * (i + 1)) for i in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for path, rows in zip(paths * 5, pool.map(read_rows, paths * 5), strict=True):
            assert sum(row.prediction == long for row in rows.rows) == int(path.stem) + 1
    assert csv.field_size_limit() == former_limit


@pytest.mark.filterwarnings("ignore::smile.errors.ColumnWarning")
@cases
def test_other_encodings_read_as_utf8(name: str, encoding: str, separator: str, how: list[str], write: Write) -> None:
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    text = f"{mark}pred,answer\n“Röntgen”,Röntgen\n".replace(",", separator)
    path = write(name, text.encode(encoding))
    assert how_table_was_read(path) == how
    assert [(row.prediction, row.references) for row in read_rows(path).rows] == [("“Röntgen”", ("Röntgen",))]


def test_a_guessed_encoding_is_reported(write: Write) -> None:
    with pytest.warns(ColumnWarning, match=r"data\.csv is not UTF-8: it is read as Windows-1252"):
        read_rows(write("data.csv", "pred,answer\nné,né\n".encode("cp1252")))


def test_cells_of_excel_read_as_text(tmp_path: Path) -> None:
    path, book = tmp_path / "data.xlsx", openpyxl.Workbook()
    book.create_sheet()
    rows = [["id", "pred", "answer"], [1, 1945, "1945"], [], [2.0, 0.5, date(2001, 2, 3)], [3, True, "yes", "more"]]
    for row in rows:
        book.worksheets[0].append(row)
    book.save(path)
    assert how_table_was_read(path) == ["sheet “Sheet” of 2"]
    found = read_rows(path, on_fault="skip")
    cells = [(row.prediction, row.references) for row in found.rows]
    assert cells == [("1945", ("1945",)), ("0.5", ("2001-02-03",))]
    [fault] = found.faults
    assert str(fault) == "data.xlsx, row 5: the header has 3 columns, but this row has 4"
    assert found.ids == ["1", "2"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        *read_cases(Path(__file__).with_name("bad_files.tsv")),
        ("data.jsonl", "[" * 100_000, "data.jsonl, line 1: cannot read the JSON"),
        ("data.jsonl", json.dumps({f"c{i}": 0 for i in range(25)}), "'c19', and 5 more"),
        ("data.csv", b"pred,answer\nna\xefve\x81,b\n", "line 2: the text is not UTF-8 (invalid continuation byte)"),
        ("data.jsonl", gzip.compress(b'{"pred": "a"}', mtime=0), "is a gzip file: give its name the ending .gz"),
    ],
)
def test_a_bad_file_is_named(name: str, content: str | bytes, message: str, write: Write) -> None:
    with pytest.raises(DataError) as caught:
        read_rows(write(name, content))
    assert message in str(caught.value)


@cases
def test_faulty_rows_are_skipped_if_asked(name: str, content: str, ids: list[Any], n_empty: int, write: Write) -> None:
    path = write(name, content)
    found = read_rows(path, on_fault="skip")
    assert [(row.prediction, row.references) for row in found.rows] == [("a", ("b",)), ("5", ("1.5",))]
    assert [row.synthetic_answers for row in found.rows] == [(None,), (None,)]
    assert len(found.faults) == 3
    assert all(str(fault).startswith(f"{name}, line ") for fault in found.faults)
    # A cell of an optional column never makes a row faulty.
    assert (found.ids, len(found.empty_cells)) == (ids, n_empty)
    with pytest.raises(DataError):
        read_rows(path)
    # A row keeps its number where others are skipped.
    assert read_rows(path, RowColumns(id=""), on_fault="skip").ids == [0, 4]


def test_what_is_no_readable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DataError, match=r"nothing\.jsonl does not exist: check the path$"):
        read_rows(tmp_path / "nothing.jsonl")
    with pytest.raises(DataError, match="is a folder"):
        read_rows(tmp_path)
    os.mkfifo(tmp_path / "rows.jsonl")
    with pytest.raises(DataError, match="is a pipe"):  # Python's functions refuse it and do not wait
        read_rows(tmp_path / "rows.jsonl")
    (tmp_path / "data.jsonl").touch()
    monkeypatch.setattr(Path, "open", lambda *_, **__: os.open(tmp_path / "nothing" / "there", os.O_RDONLY))
    with pytest.raises(DataError, match=r"data\.jsonl cannot be read \(No such file or directory\)"):
        read_rows(tmp_path / "data.jsonl")


def test_parquet_that_is_no_table_of_rows(tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    write_parquet(path, RECORDS)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(DataError, match="cannot be read as a Parquet file"):
        read_rows(path)
    for table, message in (
        (pyarrow.table([["a"], ["b"], ["c"]], names=["pred", "answer", "pred"]), "has 2 columns called 'pred'"),
        (pyarrow.table({"pred": pyarrow.array([], "string")}), "has no rows"),
        (pyarrow.table({"pred": ["a", "a"], "answer": ["b", None]}), "row 1: the reference is None"),
        (pyarrow.table({"pred": [b"a"], "answer": ["b"]}), r"row 0: the prediction is b'a' \(bytes\), not a string"),
        (pyarrow.table({"gold": ["b"]}), r"no column for the prediction \(usually .*; it has 'gold'"),
    ):
        parquet.write_table(table, path)
        with pytest.raises(DataError, match=message):
            read_rows(path)


def scored(rows: list[Row]) -> dict[str, list[Any]]:
    return SmileScorer(encoder=TinyEncoder()).score_rows(rows).items()


# Python 3.10 cannot read a NUL in CSV, and NaN is an empty cell there.
characters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
texts = st.text(characters, max_size=20).filter(lambda text: text.strip().lower() != "nan")
filled_texts = texts.filter(lambda text: not is_blank(text))


@pytest.mark.parametrize("ending", ITEM_ENDINGS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cells=st.lists(st.tuples(texts, st.lists(filled_texts, min_size=1, max_size=3), texts, texts), min_size=1))
@example(cells=[("a\rb", ['["x"]'], "\n", "=1+1"), ('"', [",", "a\r\nb"], "\x85", "\u2028")])
def test_what_is_written_is_read_back(ending: str, cells: list[Any], tmp_path: Path) -> None:
    predictions, references, questions, ids = map(list, zip(*cells, strict=True))
    file_rows = FileRows(check_rows(predictions, references, questions), ids)
    path = tmp_path / f"items{ending}"
    write_item_table(path, file_rows, scored(file_rows.rows))
    assert read_rows(path) == file_rows


@pytest.mark.parametrize("ending", ITEM_ENDINGS)
def test_one_record_per_row_with_all_its_scores(ending: str, tmp_path: Path) -> None:
    path, items = tmp_path / f"items{ending}", scored(ROWS)
    write_item_table(path, FileRows(ROWS, ["q1", "q2"]), items)
    for i, (record, row) in enumerate(zip(read_items(path), ROWS, strict=True)):
        expected = {"id": f"q{i + 1}", "question": row.question, "references": list(row.references)}
        expected |= {"prediction": row.prediction} | {name: values[i] for name, values in items.items()}
        if ending == ".csv":
            expected["references"] = json.dumps(expected["references"], ensure_ascii=False)
            written = {True: "true", False: "false"}
            expected = {
                name: written[v] if isinstance(v, bool) else "" if v is None else str(v) for name, v in expected.items()
            }
        assert record == expected
        assert list(record) == ["id", "question", "references", "prediction", *items]


def test_no_cell_of_csv_is_a_formula(tmp_path: Path) -> None:
    texts = ["=1+1", "+a", "-b", "@c", "\tx", "'=1", "-1.5", "+3,000", "a=b"]
    rows = check_rows(texts, texts, texts)
    write_item_table(tmp_path / "items.csv", FileRows(rows, texts), scored(rows))
    written = read_items(tmp_path / "items.csv")
    for name in ("id", "question", "prediction"):
        assert [record[name] for record in written] == [f"'{text}" for text in texts[:6]] + texts[6:]
    assert read_rows(tmp_path / "items.csv").ids == texts


@pytest.mark.parametrize(
    ("ids", "written"),
    [([1, 2], [1, 2]), ([1, None], [1, None]), (["a", 1], ["a", "1"]), ([2**70, 1], [str(2**70), "1"])],
)
def test_ids_in_parquet_are_of_one_type(ids: list[Any], written: list[Any], tmp_path: Path) -> None:
    write_item_table(tmp_path / "items.parquet", FileRows(ROWS, ids), scored(ROWS))
    assert parquet.read_table(tmp_path / "items.parquet")["id"].to_pylist() == written


@pytest.mark.parametrize("ending", ITEM_ENDINGS)
@pytest.mark.parametrize("is_there", [True, False])
def test_a_full_disk_leaves_the_former_file(ending: str, is_there: bool, tmp_path: Path) -> None:
    path = tmp_path / f"items{ending}"
    if is_there:
        path.write_text("the former file")
    rows = check_rows([f"answer {i}" for i in range(1000)], ["b"] * 1000)
    items = scored(rows)
    with no_file_over(1000), pytest.raises(UsageError, match=rf"items{ending} cannot be written \(.*[Tt]oo large"):
        write_item_table(path, FileRows(rows, list(range(1000))), items)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == (
        [(path.name, "the former file")] if is_there else []
    )


@pytest.mark.parametrize("name", ["data.parquet", "data.jsonl", "data.csv"])
@pytest.mark.parametrize("group", [1, 7])
def test_parts_of_a_file_are_its_rows(tmp_path: Path, name: str, group: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smile.files.table_formats._PARQUET_ROWS_AT_A_TIME", 4)
    records, path = [{"prediction": f"p{i}", "answer": f"a{i}"} for i in range(20)], tmp_path / name
    if path.suffix == ".parquet":
        parquet.write_table(pyarrow.Table.from_pylist(records), path, row_group_size=group)
    else:
        WRITERS[name](path, records)
    file = open_rows(path)
    whole, _ = file.whole()
    for start, n in [(i, n) for i in range(20) for n in (1, 5, 20 - i) if i + n <= 20]:
        part = file.part(start, n, 100)
        assert part.rows == whole.rows[start : start + n]
        assert part.ids == list(range(100, 100 + n))
    with pytest.raises(DataError, match="rows 18 to 22 are gone"):
        file.part(18, 5, 0)
    if path.suffix == ".parquet":
        records[13]["answer"] = ""
        write_parquet(path, records)
        with pytest.raises(DataError, match=r"data\.parquet, row 13: the reference is empty"):
            open_rows(path).part(12, 4, 0)


@cases
def test_columns_are_guessed_by_their_names(
    names: str, row_id: str | None, question: str | None, reference: str | None, prediction: str | None
) -> None:
    found = guess_columns(names.split("|"))
    roles = ("id", "question", "reference", "prediction")
    assert [found.get(role) for role in roles] == [row_id, question, reference, prediction]


@cases
def test_named_columns_settle_which_is_meant(
    names: str, prediction: str | None, reference: str | None, meant: str, write: Write
) -> None:
    path = write("mine.csv", f"{names}\n{names}\n")
    found = read_rows(path, RowColumns(prediction=prediction, reference=reference)).rows[0]
    assert f"{found.prediction} {found.references[0]}" == meant


def test_a_column_that_is_not_clear_is_named(write: Write) -> None:
    path = write("mine.csv", "mine,answer,ground_truth\na,b,c\n")
    with pytest.raises(DataError, match=r"several columns that can be the reference \('ground_truth', 'answer'\)"):
        read_rows(path, RowColumns(prediction="mine"))
    path = write("mine.csv", "prediction,reference\na,b\n")
    with pytest.raises(DataError, match=r"no column for the reference \('reference' is the prediction\)"):
        read_rows(path, RowColumns(prediction="reference"))
    path = write("mine.csv", "prediction,response,reference,question_id\na,b,c,d\n")
    with pytest.warns(ColumnWarning, match="the prediction is the column 'prediction', not 'response'"):
        read_rows(path)


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_parts_of_objects_are_columns(tmp_path: Path, ending: str) -> None:
    rows = [{"output": {"text": "a", "n": 1}, "reference": "b"}, {"output": {"text": "c", "n": 2}, "reference": "d"}]
    WRITERS[f"data.{ending}"](tmp_path / f"mine.{ending}", rows)
    found = read_rows(tmp_path / f"mine.{ending}", RowColumns(prediction="output.text"))
    assert [row.prediction for row in found.rows] == ["a", "c"]


@pytest.mark.parametrize("name", ["data.jsonl", "data.json", "data.csv", "data.tsv", "data.parquet"])
def test_standard_input_pipes_and_gzip_are_read(name: str, tmp_path: Path) -> None:
    WRITERS[name](tmp_path / name, RECORDS)
    content, ending = (tmp_path / name).read_bytes(), name.partition(".")[2]
    expected, packed = run_smile("match", tmp_path / name, "--json").output, tmp_path / f"{name}.gz"
    for sent in (content, gzip.compress(content)) if ending != "parquet" else (content,):
        result = CliRunner().invoke(app, ["match", "-", "--json"], input=sent)
        assert (result.exit_code, result.stdout) == (0, expected)
    for pipe in (tmp_path / f"pipe.{ending}", tmp_path / "pipe"):
        os.mkfifo(pipe)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(pipe.write_bytes, content)
            assert run_smile("match", pipe, "--json").output == expected
    packed.write_bytes(gzip.compress(content))
    if ending == "parquet":
        with pytest.raises(DataError, match=r"unknown ending '\.gz': expected one of .*, or \.gz after one of \.jsonl"):
            read_rows(packed)
    else:
        assert read_rows(packed).rows == ROWS
        packed.write_bytes(packed.read_bytes()[:-9])
        with pytest.raises(DataError, match="is not a complete gzip file"):
            read_rows(packed)


def test_standard_input_is_read_only_once() -> None:
    result = run_smile("compare", "-", "-", "--setting", "fast")
    assert (result.exit_code, "standard input (-) can be read only once" in result.stderr) == (2, True)
