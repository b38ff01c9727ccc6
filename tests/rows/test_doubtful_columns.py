"""Columns that would judge nearly every row wrong in silence: several references in one text, exchanged columns."""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from smile import SmileScorer
from smile.errors import ColumnWarning
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


@pytest.mark.parametrize("reference", ["[1, 2]", "[]", "[a, b]", '["a", 1]', "[", '["a"'])
def test_other_texts_in_brackets_are_texts(reference: str) -> None:
    assert check_rows(["a"], [reference])[0].references == (reference,)


@pytest.mark.parametrize("separator", ["|", ";", "\n", " / "])
def test_references_with_the_same_separator_are_warned_of(separator: str, tmp_path: Path) -> None:
    references = [separator.join(names) for names in NAMES]
    with pytest.warns(ColumnWarning, match="^references contain .* give reference_separator="):
        check_rows(PREDICTIONS, references)
    records = [{"prediction": p, "reference": r} for p, r in zip(PREDICTIONS, references, strict=True)]
    file = write_jsonl(tmp_path / "rows.jsonl", records)
    warned = run_smile("score", file, "--setting", "fast", "--json")
    assert warned.stderr.count("warning: references contain") == 1
    assert "give --reference-separator=" in warned.stderr
    told = run_smile("score", file, "--setting", "fast", "--json", "--reference-separator", separator)
    assert (json.loads(told.stdout)["accuracy"], "warning: references" in told.stderr) == (1, False)


@pytest.mark.parametrize("others", [[], ["Oslo"] * 9], ids=["one row", "ten rows"])
def test_one_reference_with_names_between_bars_is_warned_of(others: list[str]) -> None:
    with pytest.warns(ColumnWarning, match=r"^references contain '\|'"):
        check_rows(["JFK", *others], ["John F. Kennedy|JFK", *others])


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
