"""Cells and columns of any kind become rows; columns that would judge nearly every row incorrect are warned of."""

import json
import warnings
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import datasets
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from smile import DataError
from smile.checks import as_list, is_blank
from smile.errors import ColumnWarning
from smile.files.row_columns import RowColumns
from smile.files.row_files import read_rows
from smile.rows.checked_rows import Row, check_rows
from tests.support.cases import cases
from tests.support.command_line import run_smile, write_csv, write_jsonl

EXPECTED = [Row("a", ("x", "y"), (None, None)), Row("b", ("z",), (None,))]
DATASET = datasets.Dataset.from_dict({"prediction": ["a", "b"], "references": [["x", "y"], ["z"]]})
COLUMNS = {
    "list": (["a", "b"], [["x", "y"], ["z"]]),
    "tuple": (("a", "b"), (("x", "y"), ("z",))),
    "generator": ((text for text in "ab"), (cell for cell in [["x", "y"], "z"])),
    "numpy": (np.array(["a", "b"]), np.array([["x", "y"], ["z"]], dtype=object)),
    "numpy cells": (np.array(["a", "b"], dtype=object), [np.array(["x", "y"]), np.array(["z"], dtype=object)]),
    "pandas with an index of its own": (pd.Series(["a", "b"], index=[7, 3]), pd.Series([["x", "y"], "z"])),
    "pandas from Parquet": (pd.Series(["a", "b"]), pd.Series([np.array(["x", "y"]), np.array(["z"])])),
    "datasets": (DATASET["prediction"], DATASET["references"]),
    "pyarrow array": (pa.array(["a", "b"]), pa.array([["x", "y"], ["z"]])),
    "pyarrow chunks": (pa.chunked_array([["a"], ["b"]]), pa.chunked_array([[["x", "y"]], [["z"]]])),
}
NAMES = [("Paris", "Lutetia"), ("Oslo", "Christiania"), ("Tokyo", "Edo"), ("Istanbul", "Byzantium"), ("Ho", "Hi")]
PREDICTIONS = [f"It was {new}." for new, _ in NAMES]


@pytest.mark.parametrize(("predictions", "references"), COLUMNS.values(), ids=COLUMNS)
def test_columns_of_any_kind_give_equal_rows(predictions: Any, references: Any) -> None:
    assert check_rows(predictions, references) == EXPECTED


@pytest.mark.parametrize("column", [pd.DataFrame({"answer": ["x"]}), np.array("Paris"), {"Paris"}])
def test_what_has_no_order_is_no_column(column: Any) -> None:
    with pytest.raises(DataError, match=r"^predictions must be a list with one entry per row"):
        as_list("predictions", column)


@cases
def test_cells_become_texts(given: dict[str, Any], read: dict[str, Any], tmp_path: Path) -> None:
    """Cells of the columns that are given, in Python and in a file; what is not given is plain."""
    cells = {"prediction": "a", "reference": "b"} | given
    [row] = check_rows(*([each] for each in (cells["prediction"], cells["reference"], cells.get("question"))))
    assert {name: getattr(row, name) for name in read} == {
        name: tuple(each) if isinstance(each, list) else each for name, each in read.items()
    }
    assert read_rows(write_jsonl(tmp_path / "data.jsonl", [cells])).rows == [row]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (np.float32(1.5), "1.5"),
        (np.bool_(False), "false"),
        (date(1969, 7, 20), "1969-07-20"),
        (datetime(1969, 7, 20, 20, 17), "1969-07-20T20:17:00"),
        (Decimal("1.50"), "1.50"),
    ],
)
def test_numbers_and_dates_are_read_as_text(cell: Any, text: str) -> None:
    expected = Row(text, (text,), (None,), text)
    assert check_rows([cell], [cell], [cell]) == check_rows([[cell]], [[cell]], [cell]) == [expected]


@pytest.mark.parametrize("cell", [None, float("nan"), pd.NA, pd.NaT])
def test_missing_predictions_are_empty_with_a_warning(cell: Any) -> None:
    with pytest.warns(ColumnWarning, match=r"missing predictions \(None or NaN\) are read as empty answers: row 1$"):
        assert check_rows(["a", cell], ["a", "b"], ["c", cell])[1] == Row("", ("b",), (None,), None)
    with pytest.raises(DataError, match="row 1: the reference is"):
        check_rows(["a", "b"], ["a", cell])


@cases
def test_synthetic_answers_go_with_references(references: Any, synthetic: Any, expected: list[str | None]) -> None:
    [row] = check_rows(["a"], [references], synthetic_answers=[synthetic])
    assert row.synthetic_answers == tuple(expected)


@pytest.mark.parametrize(
    ("prediction", "reference", "message"),
    [
        (b"a", "x", "row 0: the prediction is b'a' (bytes), not a string: write the answer as text"),
        (["word"] * 1000, "x", "..."),
    ],
)
def test_unusable_cells_are_refused_by_name(prediction: Any, reference: Any, message: str) -> None:
    """The others stand in tests/refusals.tsv."""
    with pytest.raises(DataError) as error:
        check_rows([prediction], [reference])
    assert message in str(error.value)
    assert len(str(error.value)) < 200


def test_text_with_nothing_to_read_is_blank() -> None:
    blank = ("", " ", "\t\r\n", "\u00a0\u3000", "\u200b\u200e\ufeff", "\x00\x1b", "\u2028\u2029")
    assert [text for text in blank if not is_blank(text)] == []
    assert [text for text in ("0", "?", "🙂", "\u0301", "\u200bx", "\ufffd", "\ue000") if is_blank(text)] == []


@pytest.mark.parametrize("separator", [";", "\n", " / "])
def test_references_with_a_shared_separator_are_warned_of(separator: str, tmp_path: Path) -> None:
    references = [separator.join(names) for names in NAMES]
    with pytest.warns(ColumnWarning, match="^references contain .* give reference_separator="):
        check_rows(PREDICTIONS, references)
    records = [{"prediction": p, "reference": r} for p, r in zip(PREDICTIONS, references, strict=True)]
    command = ["score", write_jsonl(tmp_path / "rows.jsonl", records), "--setting", "fast", "--json"]
    warned = run_smile(*command).stderr
    assert (warned.count("warning: references contain"), "give --reference-separator '" in warned) == (1, True)
    told = run_smile(*command, "--reference-separator", separator)
    assert (json.loads(told.stdout)["accuracy"], "warning: references" in told.stderr) == (1, False)


def test_names_between_bars_are_several_references(tmp_path: Path) -> None:
    with pytest.warns(ColumnWarning, match=r"^references with '\|' are read as several .*; a list of one"):
        [row, kept] = check_rows(["Ada", "Ada"], ["Ida | Ada", ["Ida | Ada"]])
    assert (row.references, kept.references) == (("Ida", "Ada"), ("Ida | Ada",))
    path = write_csv(tmp_path / "rows.csv", [{"prediction": "Ada", "reference": "Ida|Ada; Eve"}])
    with warnings.catch_warnings():
        warnings.simplefilter("error", ColumnWarning)
        for separator, references in ((";", ("Ida|Ada", "Eve")), ("/", ("Ida|Ada; Eve",))):
            assert read_rows(path, RowColumns(reference_separator=separator)).rows[0].references == references


def test_exchanged_columns_are_warned_of() -> None:
    with pytest.warns(ColumnWarning, match="if the two columns are swapped"):
        check_rows([new for new, _ in NAMES], PREDICTIONS)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("predictions", "references"),
    [
        (PREDICTIONS, [list(names) for names in NAMES]),
        (PREDICTIONS, ["Paris; Lutetia", *PREDICTIONS[1:]]),
        (["no idea"] * 5, [f"{new}, which was {old}" for new, old in NAMES]),
        (PREDICTIONS, [f"{name}, France" for name, _ in NAMES]),
        (PREDICTIONS[:2], ["Paris; Lutetia"] * 2),
        (PREDICTIONS[:4], ["P(A|B)", "|x|", r"\{x | x > 0\}", "||"]),
    ],
)
def test_usual_columns_are_not_warned_of(predictions: list[str], references: list[Any]) -> None:
    check_rows(predictions, references)
