"""People's labels, checked: columns of any kind, several people, missing labels, groupings, and bad input."""

import json
import math
import warnings
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from smile import DataError, UsageError
from smile.errors import ColumnNote
from smile.people.labelled_files import LabelOptions
from smile.people.labels import (
    check_rows_and_labels,
    choose_rows_to_label,
    label_scale,
    label_value,
    read_labels,
    unread_labels,
)
from smile.people.published_sets import CONVERTERS, SETS

NAN = float("nan")


def test_labels_may_be_missing() -> None:
    rows = check_rows_and_labels([[1, 0], None, [None, NAN], 3, NAN, []], needs="some")
    assert rows.is_labelled.tolist() == [True, False, False, True, False, False]
    np.testing.assert_array_equal(rows.combined().label, [0.5, NAN, NAN, 3, NAN, NAN])
    np.testing.assert_array_equal(rows.combined(0.5).label, [0, NAN, NAN, 1, NAN, NAN])
    assert check_rows_and_labels([None, None], needs="none").combined().labels.shape == (2, 1)
    with pytest.raises(DataError, match="none of the 2 rows has a label"):
        check_rows_and_labels([None, None], needs="some")


def test_groupings_have_names() -> None:
    assert check_rows_and_labels([0], groups=["en"]).groupings["group"].names == ["en"]
    rows = check_rows_and_labels([0, 1], [7, 7], ["B", "A"], {"language": ["en", "en"], "data set": [1, 2]})
    names = {name: grouping.of_rows() for name, grouping in rows.groupings.items()}
    assert names == {"system": ["B", "A"], "language": ["en", "en"], "data set": ["1", "2"]}
    members = rows.groupings["system"].members()
    assert {name: at.tolist() for name, at in members.items()} == {"A": [1], "B": [0]}
    assert list(members) == ["A", "B"]
    assert rows.question_number.tolist() == [0, 0]


def test_rows_to_label_are_a_random_sample() -> None:
    rows = check_rows_and_labels([1, *[None] * 9], needs="none")
    chosen = choose_rows_to_label(rows, 5)
    assert len(set(chosen.tolist())) == 5
    assert 0 not in chosen
    assert choose_rows_to_label(rows, 5).tolist() == chosen.tolist()
    counts = np.bincount(np.concatenate([choose_rows_to_label(rows, 3, seed) for seed in range(3000)]), minlength=10)
    assert counts[0] == 0
    assert counts[1:] / 3000 == pytest.approx(1 / 3, abs=0.04)
    with pytest.raises(DataError, match="cannot choose 10 rows, as 9 of 10 are left to label: choose fewer"):
        choose_rows_to_label(rows, 10)
    for n in (0, 1.5, True):
        with pytest.raises(UsageError, match="n must be a whole number of at least 1"):
            choose_rows_to_label(rows, n)  # type: ignore[arg-type]


CORRECT: list[object] = "true True TRUE yes Yes Y y correct CORRECT Right pass Passed accept 1 1.0 A a 100% 5/5".split()
INCORRECT = "false False no N incorrect Wrong fail FAILED reject 0 0.0 B C NOT_ATTEMPTED 0% 0/4".split()


VALUES = [(value, 1.0) for value in CORRECT]
VALUES += [(value, 0.0) for value in [*INCORRECT, " Not attempted ", False, 0, np.False_, np.float32(0)]]
VALUES += [("4/5", 0.8), ("3.5 of 5", 0.7), ("8 out of 10", 0.8), ("75 %", 0.75), ("0.25", 0.25), (4, 4.0)]
VALUES += [(value, math.nan) for value in ["", "  ", "nan", "None", "null", None, math.nan]]  # an empty cell
VALUES += [(value, None) for value in ["mostly", "unsure", "yes?", "6/5", "inf", {"label": 1}, "4/0", math.inf]]


@pytest.mark.parametrize(("value", "number"), VALUES)
def test_values_of_any_kind_are_labels(value: object, number: float | None) -> None:
    assert label_value(value) == (None if number is None else pytest.approx(number, nan_ok=True))


def test_unread_value_is_listed_with_its_rows() -> None:
    labels, unread = read_labels(["mostly", "yes", ["mostly", "no"], "[1, 0]", "?"])
    assert json.dumps(labels) == "[[NaN], [1.0], [NaN, 0.0], [1.0, 0.0], [NaN]]"
    assert unread_labels(unread).startswith("not a label: 'mostly' in 2 rows; '?' in 1 row (expected")
    assert unread_labels({}) == ""


@pytest.mark.parametrize(
    ("labels", "threshold"), [([1, 2, 5], 3), (["1", "5", ""], 3), ([-1, 0, 1], 0), ([0, 0.25, 1], 0.5), ([[4, 10]], 7)]
)
def test_a_column_has_one_scale(labels: list[object], threshold: float) -> None:
    found, unread = read_labels(labels)
    scale = label_scale(value for each in found for value in each)
    assert (scale.threshold, unread) == (threshold, {})
    assert (scale.reading == "") == (threshold == 0.5)


FOLDER = Path(__file__).with_name("published")
FILES = {
    "evouna": ["NQ.json", "TQ.json"],
    "efficientqa": ["test.jsonl"],
    "student_answers": ["semeval"],
    "truthfulqa": ["table.csv", "models.jsonl"],
}


@pytest.mark.parametrize("name", FILES)
def test_a_published_format_becomes_our_columns(name: str, tmp_path: Path) -> None:
    paths = [FOLDER / name / file for file in FILES[name]]
    if name == "student_answers":  # it is published packed
        paths = [tmp_path / "all.zip"]
        with ZipFile(paths[0], "w") as archive:
            for path in (FOLDER / name).rglob("*.xml"):
                archive.write(path, path.relative_to(FOLDER / name))
    expected = [json.loads(line) for line in (FOLDER / name / "expected.jsonl").read_text("utf-8").splitlines()]
    found = list(CONVERTERS[name](paths))
    records, left_out = ([each for each in found if isinstance(each, kind)] for kind in (dict, str))
    assert records == [each for each in expected if isinstance(each, dict)]
    assert sorted(left_out) == sorted(each for each in expected if isinstance(each, str))
    assert all(set(record) == set(SETS[name].columns.split()) for record in records)


@pytest.mark.parametrize(("name", "noted"), [("human", False), ("is_correct", True)])
def test_a_recognised_label_column_is_noted(name: str, noted: bool, tmp_path: Path) -> None:
    path = tmp_path / "labelled.jsonl"
    path.write_text(json.dumps({"prediction": "a", "reference": "b", name: 1}) + "\n", encoding="utf-8")
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        assert LabelOptions().of_file(path, None).label_names() == [name]
    assert [note.category for note in notes] == [ColumnNote] * noted
