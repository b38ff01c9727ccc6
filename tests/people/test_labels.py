"""People's labels, checked: columns of any kind, several people, missing labels, groupings, and bad input."""

from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from smile import DataError, UsageError
from smile.people.labels import check_labelled, choose_rows

NAN = float("nan")


def test_columns_of_any_kind_give_the_same() -> None:
    frame = pd.DataFrame({"score": [0.5, 1.0], "label": [True, False], "id": ["a", "b"]})
    columns: list[tuple[Any, Any, Any]] = [
        ([0.5, 1], [True, False], ["a", "b"]),
        (np.array([0.5, 1]), np.array([True, False]), np.array(["a", "b"])),
        (frame["score"], frame["label"], frame["id"]),
        ((Fraction(1, 2), np.float32(1)), (np.bool_(True), np.int8(0)), ("a", "b")),
    ]
    for scores, labels, ids in columns:
        rows = check_labelled(labels, ids, scores={"predictions": scores})
        assert (rows.score.tolist(), rows.labels.tolist()) == ([0.5, 1.0], [[1.0], [0.0]])
        assert rows.question is not None
        assert rows.question.of_rows() == ["a", "b"]
        assert rows.groupings == {}


def test_missing_labels_of_annotators_are_nan() -> None:
    labels = check_labelled([[1, 0], [None, 1, 0.5], 2, np.array([NAN, 3])]).labels
    np.testing.assert_array_equal(labels, [[1, 0, NAN], [NAN, 1, 0.5], [2, NAN, NAN], [NAN, 3, NAN]])


def test_labels_may_be_missing() -> None:
    rows = check_labelled([[1, 0], None, [None, NAN], 3, NAN, []], needs="some")
    assert rows.is_labelled.tolist() == [True, False, False, True, False, False]
    np.testing.assert_array_equal(rows.combined().label, [0.5, NAN, NAN, 3, NAN, NAN])
    np.testing.assert_array_equal(rows.combined(0.5).label, [0, NAN, NAN, 1, NAN, NAN])
    assert check_labelled([None, None], needs="none").combined().labels.shape == (2, 1)
    with pytest.raises(DataError, match="none of the 2 rows has a label"):
        check_labelled([None, None], needs="some")


def test_groupings_have_names() -> None:
    assert check_labelled([0], groups=["en"]).groupings["group"].names == ["en"]
    rows = check_labelled([0, 1], [7, 7], ["B", "A"], {"language": ["en", "en"], "data set": [1, 2]})
    names = {name: grouping.of_rows() for name, grouping in rows.groupings.items()}
    assert names == {"system": ["B", "A"], "language": ["en", "en"], "data set": ["1", "2"]}
    members = rows.groupings["system"].members()
    assert {name: at.tolist() for name, at in members.items()} == {"A": [1], "B": [0]}
    assert list(members) == ["A", "B"]
    assert rows.question_number.tolist() == [0, 0]


def test_rows_to_label_are_a_random_sample() -> None:
    rows = check_labelled([1, *[None] * 9], needs="none")
    chosen = choose_rows(rows, 5)
    assert len(set(chosen.tolist())) == 5
    assert 0 not in chosen
    assert choose_rows(rows, 5).tolist() == chosen.tolist()
    counts = np.bincount(np.concatenate([choose_rows(rows, 3, seed) for seed in range(3000)]), minlength=10)
    assert counts[0] == 0
    assert counts[1:] / 3000 == pytest.approx(1 / 3, abs=0.04)
    with pytest.raises(DataError, match="cannot choose 10 rows, as 9 of 10 are left to label: choose fewer"):
        choose_rows(rows, 10)
    for n in (0, 1.5, True):
        with pytest.raises(UsageError, match="n must be a whole number of at least 1"):
            choose_rows(rows, n)  # type: ignore[arg-type]
