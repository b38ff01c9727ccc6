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
from smile.files.table_formats import how_read
from smile.files.writing import ITEM_ENDINGS, write_items
from smile.rows.checked_rows import Row, check_rows
from tests.support.cases import read_cases
from tests.support.command_line import read_items, run_smile, write_csv, write_jsonl, write_workbook
from tests.support.tiny_encoder import TinyEncoder

RECORDS: list[dict[str, Any]] = [
    {"id": "q1", "question": "Who?", "references": ["Röntgen", "W. Röntgen"], "prediction": "Wilhelm Röntgen"},
    {"id": "q2", "question": "Where?", "references": ["Paris"], "prediction": ""},
]
ROWS = [Row("Wilhelm Röntgen", ("Röntgen", "W. Röntgen"), (None, None), "Who?"), Row("", ("Paris",), (None,), "Where?")]

SHORT_ROWS = "pred,answer\na,b\nc,d\n"
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


class TestFormats:
    @pytest.mark.parametrize("name", WRITERS)
    def test_every_format_gives_the_same_rows(self, name: str, tmp_path: Path) -> None:
        WRITERS[name](tmp_path / name, RECORDS)
        assert read_rows(tmp_path / name) == FileRows(ROWS, ["q1", "q2"])

    @pytest.mark.parametrize("name", WRITERS)
    def test_column_names_of_the_papers_files(self, name: str, tmp_path: Path) -> None:
        names, sentences = ["Röntgen", "Wilhelm Röntgen"], ["Röntgen discovered them.", "Wilhelm Röntgen did."]
        record = {"question": "who?", "answer": names, "pred": "Röntgen.", "human_score": 1, "syn_ans": sentences}
        WRITERS[name](tmp_path / name, [record])
        row = Row("Röntgen.", tuple(names), tuple(sentences), "who?")
        assert read_rows(tmp_path / name) == FileRows([row], [0], has_ids=False)

    @pytest.mark.parametrize("name", WRITERS)
    def test_every_column_can_be_renamed(self, name: str, tmp_path: Path) -> None:
        # The usual names are there too, and are left alone.
        usual = {"prediction": "no", "reference": "no", "question": "no", "id": "no", "syn_ans": "no"}
        WRITERS[name](tmp_path / name, [usual | {"p": "a", "r": "b", "q": "c", "n": "d", "s": "e"}])
        rows = read_rows(tmp_path / name, RowColumns("p", "r", "q", "n", "s"))
        assert rows == FileRows([Row("a", ("b",), ("e",), "c")], ["d"])

    def test_an_empty_name_reads_no_column(self, write: Write) -> None:
        path = write(
            "data.jsonl", '{"prediction": "a", "reference": "b", "question": "c", "id": "d", "syn_ans": "e"}\n'
        )
        rows = read_rows(path, RowColumns(question="", id="", synthetic_answer=""))
        assert (rows.rows, rows.ids) == ([Row("a", ("b",), (None,))], [0])
        with pytest.raises(DataError, match=r"has no column '' \(reference_column\)"):
            read_rows(path, RowColumns(reference=""))
        with pytest.raises(DataError, match=r"has no column '' \(question_column\)"):
            read_rows(path, RowColumns(question=""), RowNeeds(questions=True))

    def test_a_column_given_another_part_has_that_part_only(self, write: Write) -> None:
        path = write("data.jsonl", '{"answer": "from the model", "reference": "right"}\n')
        assert read_rows(path, RowColumns(prediction="answer")).rows == [Row("from the model", ("right",), (None,))]

    @pytest.mark.parametrize("name", ["data.jsonl", "data.json", "data.csv"])
    def test_byte_order_mark_is_no_part_of_the_text(self, name: str, tmp_path: Path) -> None:
        WRITERS[name](tmp_path / name, RECORDS)
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + (tmp_path / name).read_bytes())
        assert read_rows(tmp_path / name).rows == ROWS

    def test_one_object_that_holds_the_rows_is_read(self, write: Write) -> None:
        path = write("data.json", json.dumps({"version": [1], "data": RECORDS}, indent=1))
        assert read_rows(path).rows == ROWS
        assert read_rows(write("data.json", json.dumps(RECORDS[0]))).rows == ROWS[:1]

    def test_jsonl_blank_lines_are_skipped_and_lines_end_at_line_feeds_only(self, write: Write) -> None:
        path = write("data.jsonl", '\n{"pred": "a\u2028b\x85c", "answer": "d"}\r\n \n{"pred": "e", "answer": null}')
        with pytest.raises(DataError, match=r"^data\.jsonl, line 4: the reference is None"):
            read_rows(path)
        path = write("data.jsonl", '\n{"pred": "a\u2028b\x85c", "answer": "d"}\r\n \n')
        assert read_rows(path).rows[0].prediction == "a\u2028b\x85c"

    def test_an_indented_array_in_a_jsonl_file_is_read(self, write: Write) -> None:
        path = write("rows.jsonl", json.dumps([{"prediction": "in Paris", "reference": "Paris"}], indent=1))
        assert read_rows(path).rows[0].prediction == "in Paris"

    def test_a_gzip_file_without_its_ending_is_named_as_such(self, tmp_path: Path) -> None:
        path = tmp_path / "rows.jsonl"
        path.write_bytes(gzip.compress(b'{"prediction": "in Paris", "reference": "Paris"}'))
        with pytest.raises(DataError, match=r"rows\.jsonl is a gzip file: give its name the ending \.gz"):
            read_rows(path)

    def test_a_column_with_two_roles_is_refused(self, write: Write) -> None:
        path = write("rows.csv", "prediction,reference\nin Paris,Paris\n")
        with pytest.raises(DataError, match=r"no column for the reference \('reference' is the prediction\)"):
            read_rows(path, RowColumns(prediction="reference"))

    def test_optional_cells_may_be_missing_in_json(self, write: Write) -> None:
        path = write(
            "data.jsonl",
            '{"pred": "a", "answer": "b"}\n{"pred": "c", "answer": "d", "id": 7, "question": "e", "syn_ans": "f"}\n',
        )
        assert read_rows(path) == FileRows([Row("a", ("b",), (None,)), Row("c", ("d",), ("f",), "e")], [None, 7])

    def test_lone_surrogates_in_ids_cannot_break_the_output(self, write: Write) -> None:
        assert read_rows(write("data.jsonl", r'{"id": "a\ud800", "pred": "a", "answer": "b"}')).ids == ["a?"]


class TestCsv:
    @pytest.mark.parametrize(
        "cell", ["NA", "None", "null", "NaN is text here", "42", "1e5", "true", " padded ", "[1, 2]", "[", "{}"]
    )
    def test_cells_are_text_as_they_stand(self, cell: str, write: Write) -> None:
        row = read_rows(write("data.csv", f'prediction,reference\n"{cell}","{cell}"\n')).rows[0]
        assert (row.prediction, row.references) == (cell, (cell,))

    def test_nan_is_a_missing_cell(self, write: Write) -> None:
        path = write("data.csv", "question,pred,answer,syn_ans\nNaN,nan,b,NaN\n")
        assert read_rows(path).rows == [Row("", ("b",), (None,), "")]
        with pytest.raises(DataError, match="line 3: the reference is empty"):
            read_rows(write("data.csv", "pred,answer\na,b\na,NaN\n"))

    @pytest.mark.parametrize(
        "content",
        [
            "pred;answer\na, b;c\n",
            '"pred";"answer"\n"a, b";"c"\n',
            "pred\tanswer\na, b\tc\n",
            'pred,answer\n"a, b",c\n',
            'pred,answer,"x;y"\n"a, b",c,1;2\n',
        ],
    )
    def test_the_header_tells_what_separates_cells(self, content: str, write: Write) -> None:
        assert read_rows(write("data.csv", content)).rows == [Row("a, b", ("c",), (None,))]

    def test_only_references_and_synthetic_answers_can_be_lists(self, write: Write) -> None:
        cells = '"[""a"", ""b""]"'
        path = write("data.csv", f'id,pred,answer,syn_ans\n{cells},{cells},{cells},"[""c"", null]"\n')
        text = '["a", "b"]'
        assert read_rows(path) == FileRows([Row(text, ("a", "b"), ("c", None))], [text])

    def test_an_empty_synthetic_answer_is_none(self, write: Write) -> None:
        path = write("data.csv", "pred,answer,syn_ans\na,b,\na,b,c\n")
        assert [row.synthetic_answers for row in read_rows(path).rows] == [(None,), ("c",)]

    def test_empty_predictions_stay_and_blank_lines_are_skipped(self, write: Write) -> None:
        path = write("data.csv", "pred,answer\n\n,b\n\n")
        assert read_rows(path).rows == [Row("", ("b",), (None,))]

    def test_readers_in_threads_read_long_cells(self, write: Write) -> None:
        former_limit = csv.field_size_limit()
        long = "word " * 40_000
        paths = [write(f"{i}.csv", SHORT_ROWS + f"{long},b\na,b\n" * (i + 1)) for i in range(8)]
        with ThreadPoolExecutor(8) as pool:
            for path, rows in zip(paths * 5, pool.map(read_rows, paths * 5), strict=True):
                assert sum(row.prediction == long for row in rows.rows) == int(path.stem) + 1
        assert csv.field_size_limit() == former_limit

    def test_a_line_number_is_that_of_the_records_first_line(self, write: Write) -> None:
        path = write("data.csv", 'pred,answer\n"two\nlines",a\n"two\nmore",\n')
        with pytest.raises(DataError, match=r"^data\.csv, line 4: the reference is empty"):
            read_rows(path)


class TestEncodings:
    @pytest.mark.parametrize(
        ("name", "encoding", "separator", "how"),
        [
            ("data.csv", "utf-8-sig", ",", []),
            ("data.csv", "utf-16", ";", ["UTF-16", "semicolons"]),
            ("data.tsv", "utf-16-le", "\t", ["UTF-16"]),
            ("data.tsv", "cp1252", ";", ["Windows-1252", "semicolons"]),
            ("data.csv", "cp1252", ",", ["Windows-1252"]),
        ],
    )
    @pytest.mark.filterwarnings("ignore::smile.errors.ColumnWarning")
    def test_text_of_another_encoding_reads_alike(
        self, name: str, encoding: str, separator: str, how: list[str], write: Write
    ) -> None:
        mark = "\ufeff" if encoding == "utf-16-le" else ""
        text = f"{mark}pred,answer\n“Röntgen”,Röntgen\n".replace(",", separator)
        path = write(name, text.encode(encoding))
        assert how_read(path) == how
        assert [(row.prediction, row.references) for row in read_rows(path).rows] == [("“Röntgen”", ("Röntgen",))]

    def test_a_guessed_encoding_is_reported(self, write: Write) -> None:
        with pytest.warns(ColumnWarning, match=r"data\.csv is not UTF-8: it is read as Windows-1252"):
            read_rows(write("data.csv", "pred,answer\nné,né\n".encode("cp1252")))

    def test_cells_of_excel_read_as_text(self, tmp_path: Path) -> None:
        rows = [["id", "pred", "answer"], [1, 1945, "1945"], [], [2.0, 0.5, date(2001, 2, 3)], [3, True, "yes", "more"]]
        path = write_workbook(tmp_path / "data.xlsx", rows, [])
        assert how_read(path) == ["sheet “Sheet” of 2"]
        found = read_rows(path, on_fault="skip")
        assert [(row.prediction, row.references) for row in found.rows] == [
            ("1945", ("1945",)),
            ("0.5", ("2001-02-03",)),
        ]
        assert [str(fault) for fault in found.faults] == [
            "data.xlsx, row 5: the header has 3 columns, but this row has 4"
        ]
        assert found.ids == ["1", "2"]


class TestBadFiles:
    @pytest.mark.parametrize(
        ("name", "content", "message"),
        [
            *read_cases(Path(__file__).with_name("bad_files.tsv")),
            ("data.jsonl", "[" * 100_000, "data.jsonl, line 1: cannot read the JSON"),
            ("data.jsonl", json.dumps({f"c{i}": 0 for i in range(25)}), "'c19', and 5 more"),
            (
                "data.csv",
                b"pred,answer\nna\xefve\x81,b\n",
                "data.csv, line 2: the text is not UTF-8 (invalid continuation byte)",
            ),
            ("data.xlsx", "pred,answer\na,b\n", "data.xlsx cannot be read as an Excel file"),
        ],
    )
    def test_the_error_says_what_is_wrong(self, name: str, content: str | bytes, message: str, write: Write) -> None:
        path = write(name, content)
        with pytest.raises(DataError) as caught:
            read_rows(path)
        assert message in str(caught.value)

    @pytest.mark.parametrize(
        ("name", "content"),
        [
            (
                "data.jsonl",
                '{"pred": "a", "answer": "b", "id": [1], "syn_ans": []}\n{"pred"\n{"answer": "b"}\n'
                '{"pred": "a", "answer": []}\n{"pred": 5, "answer": [1.5], "id": 7, "question": ["c"]}\n',
            ),
            ("data.csv", "pred,answer,id,question,syn_ans\na,b,,,\na,b\na,,,,\na\n5,1.5,7,,\n"),
        ],
    )
    def test_faulty_rows_are_skipped_and_told_where_that_is_wanted(self, name: str, content: str, write: Write) -> None:
        path = write(name, content)
        found = read_rows(path, on_fault="skip")
        assert [(row.prediction, row.references) for row in found.rows] == [("a", ("b",)), ("5", ("1.5",))]
        assert [row.synthetic_answers for row in found.rows] == [(None,), (None,)]
        assert len(found.faults) == 3
        assert all(str(fault).startswith(f"{name}, line ") for fault in found.faults)
        # A cell of an optional column never makes a row faulty.
        assert found.ids == ([None, 7] if name == "data.jsonl" else ["", "7"])
        assert len(found.empty_cells) == (3 if name == "data.jsonl" else 0)
        with pytest.raises(DataError):
            read_rows(path)
        # A row keeps its number where others are skipped.
        assert read_rows(path, RowColumns(id=""), on_fault="skip").ids == [0, 4]

    def test_what_is_no_file_that_may_be_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(DataError, match=r"nothing\.jsonl does not exist: check the path$"):
            read_rows(tmp_path / "nothing.jsonl")
        with pytest.raises(DataError, match="is a folder"):
            read_rows(tmp_path)
        (tmp_path / "data.jsonl").touch()
        monkeypatch.setattr(Path, "open", lambda *_, **__: os.open(tmp_path / "nothing" / "there", os.O_RDONLY))
        with pytest.raises(DataError, match=r"data\.jsonl cannot be read \(No such file or directory\)"):
            read_rows(tmp_path / "data.jsonl")

    def test_parquet_that_is_no_table_of_rows(self, tmp_path: Path) -> None:
        path = tmp_path / "data.parquet"
        write_parquet(path, RECORDS)
        path.write_bytes(path.read_bytes()[:-20])
        with pytest.raises(DataError, match="cannot be read as a Parquet file"):
            read_rows(path)
        parquet.write_table(pyarrow.table([["a"], ["b"], ["c"]], names=["pred", "answer", "pred"]), path)
        with pytest.raises(DataError, match="has 2 columns called 'pred'"):
            read_rows(path)
        parquet.write_table(pyarrow.table({"pred": pyarrow.array([], "string")}), path)
        with pytest.raises(DataError, match="has no rows"):
            read_rows(path)

    @pytest.mark.parametrize(
        ("records", "message"),
        [
            ([{"pred": "a", "answer": "b"}, {"pred": "a", "answer": None}], "row 1: the reference is None"),
            ([{"pred": b"a", "answer": "b"}], r"data\.parquet, row 0: the prediction is b'a' \(bytes\), not a string"),
            ([{"pred": "a", "answer": []}], r"data\.parquet, row 0: the list of references is empty"),
            ([{"gold": "b"}], r"no column for the prediction \(usually .*; it has 'gold'"),
        ],
    )
    def test_parquet_cells_are_not_converted(self, records: list[dict[str, Any]], message: str, tmp_path: Path) -> None:
        write_parquet(tmp_path / "data.parquet", records)
        with pytest.raises(DataError, match=message):
            read_rows(tmp_path / "data.parquet")


def scored(rows: list[Row]) -> dict[str, list[Any]]:
    return SmileScorer(encoder=TinyEncoder()).score_rows(rows).items()


# Python 3.10 cannot read a NUL in CSV.
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
filled_texts = texts.filter(lambda text: not is_blank(text))


class TestWriting:
    @pytest.mark.parametrize("ending", ITEM_ENDINGS)
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(cells=st.lists(st.tuples(texts, st.lists(filled_texts, min_size=1, max_size=3), texts, texts), min_size=1))
    @example(cells=[("a\rb", ['["x"]'], "\n", "=1+1"), ('"', [",", "a\r\nb"], "\x85", "\u2028")])
    def test_what_is_written_is_read_back(self, ending: str, cells: list[Any], tmp_path: Path) -> None:
        predictions, references, questions, ids = map(list, zip(*cells, strict=True))
        file_rows = FileRows(check_rows(predictions, references, questions), ids)
        path = tmp_path / f"items{ending}"
        write_items(path, file_rows, scored(file_rows.rows))
        assert read_rows(path) == file_rows

    @pytest.mark.parametrize("ending", ITEM_ENDINGS)
    def test_one_record_per_row_with_all_its_scores(self, ending: str, tmp_path: Path) -> None:
        path = tmp_path / f"items{ending}"
        items = scored(ROWS)
        write_items(path, FileRows(ROWS, ["q1", "q2"]), items)
        records = read_items(path)
        for i, (record, row) in enumerate(zip(records, ROWS, strict=True)):
            expected = {"id": f"q{i + 1}", "question": row.question, "references": list(row.references)}
            expected |= {"prediction": row.prediction} | {name: values[i] for name, values in items.items()}
            if ending == ".csv":
                expected["references"] = json.dumps(expected["references"], ensure_ascii=False)
                written = {True: "true", False: "false"}
                expected = {
                    name: written[v] if isinstance(v, bool) else "" if v is None else str(v)
                    for name, v in expected.items()
                }
            assert record == expected
            assert list(record) == ["id", "question", "references", "prediction", *items]

    def test_no_cell_of_csv_is_a_formula(self, tmp_path: Path) -> None:
        texts = ["=1+1", "+a", "-b", "@c", "\tx", "'=1", "-1.5", "+3,000", "a=b"]
        rows = check_rows(texts, texts, texts)
        write_items(tmp_path / "items.csv", FileRows(rows, texts), scored(rows))
        written = read_items(tmp_path / "items.csv")
        escaped = [f"'{text}" for text in texts[:6]] + texts[6:]
        for name in ("id", "question", "prediction"):
            assert [record[name] for record in written] == escaped
        assert read_rows(tmp_path / "items.csv").ids == texts

    @pytest.mark.parametrize(
        ("ids", "written"),
        [([1, 2], [1, 2]), ([1, None], [1, None]), (["a", 1], ["a", "1"]), ([2**70, 1], [str(2**70), "1"])],
    )
    def test_ids_in_parquet_are_of_one_type(self, ids: list[Any], written: list[Any], tmp_path: Path) -> None:
        path = tmp_path / "items.parquet"
        write_items(path, FileRows(ROWS, ids), scored(ROWS))
        assert parquet.read_table(path)["id"].to_pylist() == written

    @pytest.mark.parametrize("ending", ITEM_ENDINGS)
    @pytest.mark.parametrize("is_there", [True, False])
    def test_a_full_disk_leaves_the_former_file_and_nothing_else(
        self, ending: str, is_there: bool, tmp_path: Path
    ) -> None:
        path = tmp_path / f"items{ending}"
        if is_there:
            path.write_text("the former file")
        rows = check_rows([f"answer {i}" for i in range(1000)], ["b"] * 1000)
        items = scored(rows)
        with no_file_over(1000), pytest.raises(UsageError, match=rf"items{ending} cannot be written \(.*[Tt]oo large"):
            write_items(path, FileRows(rows, list(range(1000))), items)
        assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == (
            [(path.name, "the former file")] if is_there else []
        )


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("has_ids", [True, False])
def test_chunks_together_are_the_whole(tmp_path: Path, name: str, has_ids: bool) -> None:
    records = [{"pred": f"answer\n{i}", "answer": f"right {i}"} for i in range(10)]
    if has_ids:
        records = [{"id": f"q{i}"} | record for i, record in enumerate(records)]
    path = tmp_path / name
    WRITERS[name](path, records)
    whole = read_rows(path)
    for size in (1, 3, 10, 11):
        chunks = list(open_rows(path).chunks(size))
        assert [len(chunk.rows) for chunk in chunks[:-1]] == [size] * (len(chunks) - 1)
        assert [row for chunk in chunks for row in chunk.rows] == whole.rows
        assert [row_id for chunk in chunks for row_id in chunk.ids] == whole.ids
        assert all(chunk.has_ids == has_ids for chunk in chunks)


@pytest.mark.parametrize("name", ["data.parquet", "data.jsonl", "data.csv"])
@pytest.mark.parametrize("group", [1, 7, 2000])
def test_a_part_of_a_file_is_that_of_the_whole(
    tmp_path: Path, name: str, group: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smile.files.table_formats._PARQUET_ROWS_AT_A_TIME", 4)
    records = [{"prediction": f"p{i}", "answer": f"a{i}"} for i in range(20)]
    path = tmp_path / name
    if path.suffix == ".parquet":
        parquet.write_table(pyarrow.Table.from_pylist(records), path, row_group_size=group)
    else:
        WRITERS[name](path, records)
    file = open_rows(path)
    [whole] = file.chunks(None)
    for start in range(20):
        for n in (1, 5, 20 - start):
            if start + n <= 20:
                part = file.part(start, n, 100)
                assert part.rows == whole.rows[start : start + n]
                assert part.ids == list(range(100, 100 + n))
    with pytest.raises(DataError, match="rows 18 to 22 are gone"):
        file.part(18, 5, 0)
    records[13]["answer"] = ""
    if path.suffix == ".parquet":
        write_parquet(path, records)
        with pytest.raises(DataError, match=r"data\.parquet, row 13: the reference is empty"):
            open_rows(path).part(12, 4, 0)


@pytest.mark.parametrize(
    ("names", "guessed"),
    [
        (["ID", "Prompt", "Gold (correct)", "LLM output v2"], ["ID", "Prompt", "Gold (correct)", "LLM output v2"]),
        (["input", "expectedOutput", "output"], [None, "input", "expectedOutput", "output"]),
        (
            ["question_id", "question", "answers.text", "response"],
            ["question_id", "question", "answers.text", "response"],
        ),
        (["question", "reference", "gold", "completion"], [None, "question", "reference", "completion"]),
        (["Question", "gold answer", "GPT-4 answer"], [None, "Question", "gold answer", "GPT-4 answer"]),
        (["output A", "output B", "is_correct", "gold score"], [None, None, None, None]),
        (["user query", "bot_says", "gold (KB)"], [None, "user query", "gold (KB)", "bot_says"]),
        (["question", "answer", "ground_truth", "prediction"], [None, "question", None, "prediction"]),
        (["question", "answer", "reference"], [None, "question", "reference", "answer"]),
        (["Frage-ID", "Frage", "Referenz", "Antwort"], ["Frage-ID", "Frage", "Referenz", "Antwort"]),
        (["frage", "Musterantwort", "Antwort", "Modellantwort"], [None, "frage", "Musterantwort", "Modellantwort"]),
    ],
)
def test_columns_are_guessed_by_their_names(names: list[str], guessed: list[str | None]) -> None:
    found = guess_columns(names)
    assert [found.get(role) for role in ("id", "question", "reference", "prediction")] == guessed


@pytest.mark.parametrize("cell", ['""', "[]", '"[""a"", """"]"'])
def test_a_csv_is_told_what_can_be_done_in_a_cell(cell: str, write: Write) -> None:
    with pytest.raises(DataError, match=r"is empty.*: write the correct answer into the cell, or a JSON list"):
        read_rows(write("mine.csv", f"prediction,reference\na,{cell}\n"))


@pytest.mark.parametrize(
    ("names", "columns", "reference"),
    [
        ("response,answer,ground_truth", RowColumns(prediction="response", reference="ground_truth"), "ground_truth"),
        ("question,answer,ground_truth,prediction", RowColumns(reference="answer"), "answer"),
        ("answer,ground_truth", RowColumns(prediction="answer", reference="ground_truth"), "ground_truth"),
    ],
)
def test_named_columns_settle_which_is_meant(names: str, columns: RowColumns, reference: str, write: Write) -> None:
    found = read_rows(write("mine.csv", f"{names}\n{names}\n"), columns)
    assert found.rows[0].references == (reference,)


def test_naming_predictions_leaves_two_references_open(write: Write) -> None:
    path = write("mine.csv", "mine,answer,ground_truth\na,b,c\n")
    with pytest.raises(DataError, match=r"several columns that can be the reference \('ground_truth', 'answer'\)"):
        read_rows(path, RowColumns(prediction="mine"))


def test_an_unused_second_candidate_is_reported(write: Write) -> None:
    path = write("mine.csv", "prediction,response,reference,question_id\na,b,c,d\n")
    with pytest.warns(ColumnWarning, match="the prediction is the column 'prediction', not 'response'"):
        read_rows(path)


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_what_stands_inside_an_object_has_a_column_of_its_own(tmp_path: Path, ending: str) -> None:
    rows = [{"output": {"text": "a", "n": 1}, "reference": "b"}, {"output": {"text": "c", "n": 2}, "reference": "d"}]
    WRITERS[f"data.{ending}"](tmp_path / f"mine.{ending}", rows)
    found = read_rows(tmp_path / f"mine.{ending}", RowColumns(prediction="output.text"))
    assert [row.prediction for row in found.rows] == ["a", "c"]


class TestPipesAndPackedFiles:
    @pytest.mark.parametrize("name", [name for name in WRITERS if not name.endswith("parquet")])
    def test_gzip(self, name: str, tmp_path: Path) -> None:
        WRITERS[name](tmp_path / name, RECORDS)
        packed = tmp_path / f"{name}.gz"
        packed.write_bytes(gzip.compress((tmp_path / name).read_bytes()))
        assert read_rows(packed).rows == ROWS
        packed.write_bytes(packed.read_bytes()[:-9])
        with pytest.raises(DataError, match="is not a complete gzip file"):
            read_rows(packed)

    def test_parquet_is_packed_already(self, write: Write) -> None:
        with pytest.raises(DataError, match=r"unknown ending '\.gz': expected one of .*, or \.gz after one of \.jsonl"):
            read_rows(write("data.parquet.gz", b"x"))

    @pytest.mark.parametrize("name", ["data.jsonl", "data.json", "data.csv", "data.tsv", "data.parquet"])
    def test_standard_input_and_pipes(self, name: str, tmp_path: Path) -> None:
        WRITERS[name](tmp_path / name, RECORDS)
        content, ending = (tmp_path / name).read_bytes(), name.partition(".")[2]
        expected = run_smile("match", tmp_path / name, "--json").output
        for sent in (content, gzip.compress(content)) if ending != "parquet" else (content,):
            result = CliRunner().invoke(app, ["match", "-", "--json"], input=sent)
            assert (result.exit_code, result.stdout) == (0, expected)
        for pipe in (tmp_path / f"pipe.{ending}", tmp_path / "pipe"):
            os.mkfifo(pipe)
            with ThreadPoolExecutor(1) as pool:
                pool.submit(pipe.write_bytes, content)
                assert run_smile("match", pipe, "--json").output == expected

    def test_what_cannot_be_read(self, tmp_path: Path) -> None:
        result = run_smile("compare", "-", "-", "--setting", "fast")
        assert (result.exit_code, "standard input (-) can be read only once" in result.stderr) == (2, True)
        os.mkfifo(tmp_path / "rows.jsonl")
        with pytest.raises(DataError, match="is a pipe"):  # Python's functions refuse it and do not wait
            read_rows(tmp_path / "rows.jsonl")
