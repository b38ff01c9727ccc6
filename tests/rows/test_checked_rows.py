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
from smile.files.row_files import read_rows
from smile.rows.checked_rows import Row, check_rows
from tests.support.command_line import write_jsonl

ANSWER = 'write the answer as text, or "" where there is none'
REFERENCE = "give a string, or a list of strings if several answers are correct"


@pytest.mark.parametrize(
    ("references", "synthetic", "expected"),
    [
        ("x", None, (None,)),
        ("x", "It is x.", ("It is x.",)),
        (["x", "y"], ["It is x.", None], ("It is x.", None)),
        (["x", "y"], ("It is x.", "It is y."), ("It is x.", "It is y.")),
        (["x", "y"], "It is x or y.", ("It is x or y.", "It is x or y.")),
    ],
)
def test_synthetic_answers_go_with_the_references(references: Any, synthetic: Any, expected: tuple[Any, ...]) -> None:
    [row] = check_rows(["a"], [references], synthetic_answers=[synthetic])
    assert row.synthetic_answers == expected


EXPECTED = [Row("a", ("x", "y"), (None, None)), Row("b", ("z",), (None,))]
DATASET = datasets.Dataset.from_dict({"prediction": ["a", "b"], "references": [["x", "y"], ["z"]]})
COLUMNS = {
    "list": (["a", "b"], [["x", "y"], ["z"]]),
    "tuple": (("a", "b"), (("x", "y"), ("z",))),
    "generator": ((text for text in "ab"), (cell for cell in [["x", "y"], "z"])),
    "numpy": (np.array(["a", "b"]), np.array([["x", "y"], ["z"]], dtype=object)),
    "numpy cells": (np.array(["a", "b"], dtype=object), [np.array(["x", "y"]), np.array(["z"], dtype=object)]),
    "pandas": (pd.Series(["a", "b"]), pd.Series([["x", "y"], "z"])),
    "pandas with an index of its own": (pd.Series(["a", "b"], index=[7, 3]), pd.Series([["x", "y"], "z"])),
    "pandas from Parquet": (pd.Series(["a", "b"]), pd.Series([np.array(["x", "y"]), np.array(["z"])])),
    "datasets": (DATASET["prediction"], DATASET["references"]),
    "pyarrow array": (pa.array(["a", "b"]), pa.array([["x", "y"], ["z"]])),
    "pyarrow chunks": (pa.chunked_array([["a"], ["b"]]), pa.chunked_array([[["x", "y"]], [["z"]]])),
}


@pytest.mark.parametrize(("predictions", "references"), COLUMNS.values(), ids=COLUMNS)
def test_columns_of_any_kind_give_the_same_rows(predictions: Any, references: Any) -> None:
    assert check_rows(predictions, references) == EXPECTED


@pytest.mark.parametrize(
    ("predictions", "references", "message"),
    [
        ([b"a"], ["x"], f"row 0: the prediction is b'a' (bytes), not a string: {ANSWER}"),
        (
            ["a", "b"],
            pd.Series(["x", float("nan")], dtype=object),
            f"row 1: the reference is nan (float), not a string: {REFERENCE}",
        ),
    ],
)
def test_bad_cells_that_no_table_can_hold_are_refused_by_name(predictions: Any, references: Any, message: str) -> None:
    """The others stand in tests/refusals.tsv."""
    with pytest.raises(DataError) as error:
        check_rows(predictions, references)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (42, "42"),
        (42.0, "42"),
        (0.5, "0.5"),
        (True, "true"),
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


@pytest.mark.parametrize("cell", [None, float("nan"), np.nan, pd.NA, pd.NaT])
def test_missing_predictions_are_empty_with_a_warning(cell: Any) -> None:
    with pytest.warns(ColumnWarning, match=r"missing predictions \(None or NaN\) are read as empty answers: row 1$"):
        assert check_rows(["a", cell], ["a", "b"], ["c", cell])[1] == Row("", ("b",), (None,), None)
    with pytest.raises(DataError, match="row 1: the reference is"):
        check_rows(["a", "b"], ["a", cell])


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        (["Paris"], "Paris"),
        ([{"text": "Paris", "logprob": -1}], "Paris"),
        ([{"continuation": "Paris"}], "Paris"),
        ([{"finish_reason": "stop", "message": {"role": "assistant", "content": "Paris"}}], "Paris"),
        ([{"type": "human", "content": "Where?"}, {"type": "ai", "content": "Paris"}], "Paris"),
    ],
)
def test_an_answer_in_a_list_of_one_is_read(cell: Any, answer: str) -> None:
    assert check_rows([cell], ["Paris"])[0].prediction == answer


@pytest.mark.parametrize(
    "cell",
    [
        [{"role": "system", "content": "Be short."}, {"role": "user", "content": "Where?"}],
        '[{"role": "user", "content": [{"type": "text", "text": "Where?"}]}]',
        [{"role": "HUMAN", "prompt": "Who?"}, {"role": "BOT", "prompt": "Ada"}, {"role": "HUMAN", "prompt": "Where?"}],
        {"role": "user", "content": "Where?"},
    ],
)
def test_the_question_is_a_chats_last_one(cell: Any) -> None:
    assert check_rows(["Paris"], ["Paris"], [cell])[0].question == "Where?"


def test_options_without_the_tag_correct_are_no_references() -> None:
    options = [{"output": {"text": "Rome"}, "tags": []}, {"output": {"text": "Paris"}, "tags": ["correct"]}]
    assert check_rows(["Paris"], [options])[0].references == ("Paris",)
    with pytest.raises(DataError, match="row 0: the list of references is empty"):
        check_rows(["Paris"], [options[:1]])


@pytest.mark.parametrize(
    "column", [pd.DataFrame({"answer": ["x"]}), np.array("Paris"), {"Paris"}], ids=["data frame", "numpy scalar", "set"]
)
def test_what_has_no_order_of_rows_is_no_column(column: Any) -> None:
    with pytest.raises(DataError, match=r"^predictions must be a list with one entry per row"):
        as_list("predictions", column)


@pytest.mark.parametrize(
    ("cell", "references"),
    [
        ({"text": ["Paris"], "answer_start": [3]}, ("Paris",)),
        ([{"text": "Paris", "answer_start": 3}, {"text": "in Paris", "answer_start": 0}], ("Paris", "in Paris")),
        ({"value": "Paris", "aliases": ["Paris", "Lutetia"], "normalized_aliases": ["paris"]}, ("Paris", "Lutetia")),
        ({"value": "Paris", "aliases": ["Lutetia"]}, ("Paris", "Lutetia")),
        ({"value": "Paris", "aliases": []}, ("Paris",)),
        ({"value": "Paris"}, ("Paris",)),
        ({"aliases": ["Lutetia"]}, ("Lutetia",)),
    ],
)
def test_the_dicts_of_squad_and_triviaqa_are_references(cell: Any, references: tuple[str, ...], tmp_path: Path) -> None:
    assert check_rows(["Paris"], [cell])[0].references == references
    path = write_jsonl(tmp_path / "data.jsonl", [{"prediction": "Paris", "references": cell}])
    assert read_rows(path).rows[0].references == references


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ({"text": [], "answer_start": []}, "the list of references is empty"),
        ({"answer": "Paris"}, r"\(dict\), not a string"),
        (["Paris", ""], "reference 1 is empty"),
        (["Paris", r"\boxed{}"], "reference 1 is empty"),
    ],
)
def test_references_that_say_nothing_are_refused_by_name(cell: Any, message: str) -> None:
    with pytest.raises(DataError, match=f"row 0: .*{message}"):
        check_rows(["Paris"], [cell])


def test_a_long_bad_cell_is_shown_shortened() -> None:
    with pytest.raises(DataError) as error:
        check_rows([["word"] * 1000], ["x"])
    assert "..." in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\ud800b", "a\ufffdb"),
        (f"a{chr(0xDC00)}b", "a\ufffdb"),
        ("a\ud800", "a\ufffd"),
        ("\ud83d\ude42", "🙂"),
        ("\ufeffa", "a"),
        ("a\x00", "a"),
        ("\x1b[1;31ma\x1b[0m", "a"),
        ("\x1b]8;;https://example.org\x1b\\a\x1b]8;;\x1b\\", "a"),
        ("a\tb\x1fc\x85d", "a\tb\x1fc\x85d"),
        ("c\x92est", "c\x92est"),
    ],
)
def test_unreadable_characters_are_replaced_or_removed(text: str, expected: str) -> None:
    [row] = check_rows([text], [[text, "x"]], synthetic_answers=[[text, None]], questions=[text])
    assert row == Row(expected, (expected, "x"), (expected, None), expected)


def test_text_with_nothing_to_read_is_blank() -> None:
    blank = ("", " ", "\t\r\n", "\u00a0\u3000", "\u200b\u200e\ufeff", "\x00\x1b", "\u2028\u2029")
    assert [text for text in blank if not is_blank(text)] == []
    assert [text for text in ("0", "?", "🙂", "\u0301", "\u200bx", "\ufffd", "\ue000") if is_blank(text)] == []
