"""Every usual way of writing a label is read in the same way; what is no label is listed once."""

import json
import math

import numpy as np
import pytest

from smile.errors import ColumnWarning, DataError
from smile.people.labels import check_labelled, label_scale, label_value, read_labels, unread_labels

CORRECT = "true True TRUE yes Yes Y y correct CORRECT Right pass Passed accept 1 1.0 A a 100% 5/5".split()
INCORRECT = "false False no N incorrect Wrong fail FAILED reject 0 0.0 B C NOT_ATTEMPTED 0% 0/4".split()


@pytest.mark.parametrize("value", [*CORRECT, " Not attempted "])
def test_words_mean_the_same_in_any_case(value: str) -> None:
    assert label_value(value) == (1.0 if value in CORRECT else 0.0)


@pytest.mark.parametrize("value", [*INCORRECT, False, 0, np.False_, np.float32(0)])
def test_words_against_an_answer(value: object) -> None:
    assert label_value(value) == 0.0


@pytest.mark.parametrize(
    ("value", "number"),
    [("4/5", 0.8), ("3.5 of 5", 0.7), ("8 out of 10", 0.8), ("75 %", 0.75), ("0.25", 0.25), (4, 4.0)],
)
def test_grades(value: object, number: float) -> None:
    assert label_value(value) == pytest.approx(number)


@pytest.mark.parametrize("value", ["", "  ", "nan", "None", "null", None, math.nan])
def test_an_empty_cell_is_no_label(value: object) -> None:
    assert math.isnan(label_value(value) or 0)


@pytest.mark.parametrize("value", ["mostly", "unsure", "yes?", "6/5", "inf", {"label": 1}, "4/0", math.inf])
def test_other_values_are_no_labels(value: object) -> None:
    assert label_value(value) is None


def test_unread_value_is_listed_with_its_rows() -> None:
    labels, unread = read_labels(["mostly", "yes", ["mostly", "no"], "[1, 0]", "?"])
    assert json.dumps(labels) == "[[NaN], [1.0], [NaN, 0.0], [1.0, 0.0], [NaN]]"
    assert unread_labels(unread).startswith("not a label: 'mostly' in 2 rows; '?' in 1 row (expected")
    assert unread_labels({}) == ""


def test_python_reads_what_files_hold() -> None:
    with pytest.warns(ColumnWarning, match="'mostly' in 1 row"):
        rows = check_labelled(["Correct", "n", "mostly", ["accept", None]])
    np.testing.assert_array_equal(rows.labels, [[1, np.nan], [0, np.nan], [np.nan, np.nan], [1, np.nan]])


@pytest.mark.parametrize(
    ("labels", "threshold"), [([1, 2, 5], 3), (["1", "5", ""], 3), ([-1, 0, 1], 0), ([0, 0.25, 1], 0.5), ([[4, 10]], 7)]
)
def test_a_column_has_one_scale(labels: list[object], threshold: float) -> None:
    found, unread = read_labels(labels)
    scale = label_scale(value for each in found for value in each)
    assert (scale.threshold, unread) == (threshold, {})
    assert (scale.reading == "") == (threshold == 0.5)


@pytest.mark.parametrize("labels", [["yes", 5], [True, 3, 0], ["4/5", "3"], ["80 %", None, -1]])
def test_labels_of_two_kinds_are_refused(labels: list[object]) -> None:
    with pytest.raises(DataError, match="the labels mix"):
        read_labels(labels)
