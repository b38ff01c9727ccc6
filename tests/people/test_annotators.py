import numpy as np

from smile.people.annotators import combined_label

NAN = float("nan")


def test_the_mean_passes_over_who_gave_none() -> None:
    label, is_tied = combined_label(np.array([[1, 0, 0.5], [NAN, 1, NAN]]), "mean")
    assert (label.tolist(), is_tied.any()) == ([0.5, 1.0], False)


def test_the_majority_and_where_there_is_none() -> None:
    labels = np.array([[1, 1, 0], [0, 1, NAN], [2, NAN, NAN], [3, 1, 2], [0.5, 0.5, NAN]])
    label, is_tied = combined_label(labels, "majority")
    assert label.tolist() == [1, 0, 2, 1, 0.5]
    assert is_tied.tolist() == [False, True, False, True, False]
