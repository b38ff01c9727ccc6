from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from smile import DataError, UsageError
from smile.people.labelled_scores import check_labelled
from tests.support.tables import each_row

NAN = float("nan")


def test_columns_of_any_kind_give_the_same() -> None:
    plain = check_labelled([0.5, 1], [True, False], ["a", "b"])
    frame = pd.DataFrame({"score": [0.5, 1.0], "label": [True, False], "id": ["a", "b"]})
    for other in (
        check_labelled(np.array([0.5, 1]), np.array([True, False]), np.array(["a", "b"])),
        check_labelled(frame["score"], frame["label"], frame["id"]),
        check_labelled((Fraction(1, 2), np.float32(1)), (np.bool_(True), np.int8(0)), ("a", "b")),
    ):
        assert other.scores.tolist() == plain.scores.tolist() == [0.5, 1.0]
        assert other.people.labels.tolist() == plain.people.labels.tolist() == [[1.0], [0.0]]
        assert other.people.question_ids == ["a", "b"]
    assert (plain.people.systems, plain.people.groups, plain.other_scores) == (None, {}, None)


def test_labels_of_several_people_are_filled_up_with_nan() -> None:
    labels = check_labelled([1, 2, 3, 4], [[1, 0], [None, True, 0.5], 2, np.array([NAN, 3])]).people.labels
    np.testing.assert_array_equal(labels, [[1, 0, NAN], [NAN, 1, 0.5], [2, NAN, NAN], [NAN, 3, NAN]])


def test_whole_numbers_do_as_ids() -> None:
    assert check_labelled([1, 2], [0, 1], question_ids=np.array([7, 7])).people.question_ids == ["7", "7"]


@each_row(
    ("columns", "message"),
    [
        ({"predictions": [], "references": []}, "there are no rows to score"),
        ({"predictions": None, "references": [1]}, "predictions is missing"),
        ({"predictions": 0.5, "references": [1]}, "predictions must be a list with one entry per row, not one float"),
        ({"references": [1]}, "predictions has 2 rows and references has 1"),
        ({"systems": ["a"]}, "predictions has 2 rows and systems has 1"),
        ({"predictions": [0.5, None]}, r"row 1: the score is None \(NoneType\), not a finite number: give every row"),
        ({"predictions": [0.5, NAN]}, "row 1: the score is nan"),
        ({"predictions": [float("inf"), 1]}, "row 0: the score is inf"),
        ({"predictions": [10**400, 1]}, "row 0: the score is 1000"),
        ({"predictions": ["0.5", 1]}, r"row 0: the score is '0\.5' \(str\), not a finite number"),
        ({"other_predictions": [1, "x"]}, "row 1: the other score is 'x'"),
        ({"references": [0, "right"]}, r"row 1: the label is 'right' \(str\), .*: give a number, True or False, or"),
        ({"references": [0, NAN]}, "row 1: the label is nan"),
        ({"references": [[0, "x"], 1]}, "row 0: the label 1 is 'x'"),
        ({"references": [0, []]}, r"row 1: nobody gave a label \(\[\]\)"),
        ({"references": [0, [None, NAN]]}, "row 1: nobody gave a label"),
        ({"question_ids": ["a", None]}, r"row 1: the question id is None .* or leave the column out"),
        ({"systems": ["a", " "]}, "row 1: the system is ' '"),
        ({"groups": [True, "a"]}, "row 0: the group is True"),
        ({"groups": {"dataset": ["a", None]}}, "row 1: the dataset is None"),
        ({"groups": {"dataset": ["a"]}}, r"predictions has 2 rows and groups\['dataset'\] has 1"),
    ],
)
def test_bad_columns_are_named(columns: dict[str, Any], message: str) -> None:
    good = {"predictions": [0.5, 1.0], "references": [0, 1]}
    with pytest.raises(DataError, match=message):
        check_labelled(**good | columns)


def test_groupings_have_names() -> None:
    assert check_labelled([1], [0], groups=["en"]).people.groups == {"group": ["en"]}
    people = check_labelled([1], [0], systems=["A"], groups={"language": ["en"], "data set": [1]}).people
    assert people.groupings() == {"system": ["A"], "language": ["en"], "data set": ["1"]}
    with pytest.raises(UsageError, match="a grouping cannot be called 'system' beside systems"):
        check_labelled([1], [0], systems=["A"], groups={"system": ["B"]})


def test_rows_are_called_by_their_names() -> None:
    with pytest.raises(DataError, match=r"data\.csv, line 3: the score is None"):
        check_labelled([1, None], [0, 1], names=["data.csv, line 2", "data.csv, line 3"])
