"""Columns that would judge nearly every row wrong in silence: several references in one text, exchanged columns."""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from smile import SmileScorer
from smile.errors import ColumnWarning
from smile.files.row_columns import RowColumns
from smile.files.row_files import read_rows
from smile.rows.checked_rows import check_rows
from tests.support.command_line import run_smile, write_csv, write_jsonl

NAMES = [("Paris", "Lutetia"), ("Oslo", "Christiania"), ("Tokyo", "Edo"), ("Istanbul", "Byzantium"), ("Ho", "Hi")]
PREDICTIONS = [f"It was {new}." for new, _ in NAMES]


@pytest.mark.parametrize("write", [json.dumps, repr], ids=["JSON", "Python"])
@pytest.mark.parametrize("ending", ["jsonl", "csv", None])
def test_a_list_that_is_written_as_text_is_a_list(write: Any, ending: str | None, tmp_path: Path) -> None:
    references = [write(list(names)) for names in NAMES]
    assert [row.references for row in check_rows(PREDICTIONS, references)] == NAMES
    if ending is None:
        assert SmileScorer("fast").score(PREDICTIONS, references).correct.all()
        return
    records = [{"prediction": p, "reference": r} for p, r in zip(PREDICTIONS, references, strict=True)]
    file = (write_csv if ending == "csv" else write_jsonl)(tmp_path / f"rows.{ending}", records)
    assert json.loads(run_smile("score", file, "--setting", "fast", "--json").stdout)["accuracy"] == 1


@pytest.mark.parametrize(
    "reference", ["[1, 2]", "[]", "[a, b]", '["a", 1]', "[", '["a"', "{1, 2}", '{"a": "b"}', " |0"]
)
def test_other_texts_in_brackets_are_texts(reference: str) -> None:
    assert check_rows(["a"], [reference])[0].references == (reference,)


@pytest.mark.parametrize("separator", [";", "\n", " / "])
def test_references_with_the_same_separator_are_warned_of(separator: str, tmp_path: Path) -> None:
    references = [separator.join(names) for names in NAMES]
    with pytest.warns(ColumnWarning, match="^references contain .* give reference_separator="):
        check_rows(PREDICTIONS, references)
    records = [{"prediction": p, "reference": r} for p, r in zip(PREDICTIONS, references, strict=True)]
    file = write_jsonl(tmp_path / "rows.jsonl", records)
    warned = run_smile("score", file, "--setting", "fast", "--json")
    assert warned.stderr.count("warning: references contain") == 1
    assert "give --reference-separator '" in warned.stderr
    told = run_smile("score", file, "--setting", "fast", "--json", "--reference-separator", separator)
    assert (json.loads(told.stdout)["accuracy"], "warning: references" in told.stderr) == (1, False)


def test_names_between_bars_are_several_references(tmp_path: Path) -> None:
    with pytest.warns(
        ColumnWarning, match=r"^references with '\|' are read as several .*: 'Ida \| Ada'; a list of one"
    ):
        [row, kept] = check_rows(["Ada", "Ada"], ["Ida | Ada", ["Ida | Ada"]])
    assert (row.references, kept.references) == (("Ida", "Ada"), ("Ida | Ada",))
    path = write_csv(tmp_path / "rows.csv", [{"prediction": "Ada", "reference": "Ida|Ada; Eve"}])
    with warnings.catch_warnings():
        warnings.simplefilter("error", ColumnWarning)
        for separator, references in ((";", ("Ida|Ada", "Eve")), ("/", ("Ida|Ada; Eve",))):
            assert read_rows(path, RowColumns(reference_separator=separator)).rows[0].references == references


@pytest.mark.parametrize(
    "cell",
    [
        "['Paris' 'Lutetia']",
        """["Paris"\n 'Lutetia']""",
        "array(['Paris', 'Lutetia'], dtype=object)",
        "[np.str_('Paris'), np.str_('Lutetia')]",
        "{'text': array(['Paris', 'Lutetia'], dtype=object), 'answer_start': array([5, 9], dtype=int32)}",
        "{'text': ['Paris', 'Lutetia'], 'answer_start': [5, 9]}",
        '{"value": "Paris", "aliases": ["Paris", "Lutetia"]}',
    ],
)
def test_cells_as_pandas_writes_them_are_lists(cell: str, tmp_path: Path) -> None:
    path = write_csv(tmp_path / "rows.csv", [{"prediction": "Paris", "answers": cell}])
    assert read_rows(path, RowColumns(reference="answers")).rows[0].references == ("Paris", "Lutetia")


def test_exchanged_columns_are_warned_of() -> None:
    references = [new for new, _ in NAMES]
    with pytest.warns(ColumnWarning, match="if the two columns are swapped"):
        check_rows(references, PREDICTIONS)


def test_usual_columns_are_not_warned_of() -> None:
    long = [f"{new}, which was {old}" for new, old in NAMES]
    usual: list[tuple[list[Any], list[Any]]] = [
        (PREDICTIONS, [list(names) for names in NAMES]),
        (PREDICTIONS, ["Paris; Lutetia", *PREDICTIONS[1:]]),
        (["no idea"] * 5, long),
        (PREDICTIONS, [f"{name}, France" for name, _ in NAMES]),
        (PREDICTIONS[:2], ["Paris; Lutetia"] * 2),
        (PREDICTIONS[:4], ["P(A|B)", "|x|", r"\{x | x > 0\}", "||"]),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for predictions, references in usual:
            check_rows(predictions, references)
