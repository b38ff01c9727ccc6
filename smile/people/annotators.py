"""One label from the labels that several people gave the same answer. Pure functions."""

import numpy as np

from ..aliases import BoolArray, FloatArray

COMBINATIONS = ("mean", "majority")


def combined_label(labels: FloatArray, combination: str) -> tuple[FloatArray, BoolArray]:
    """Returns the (n,) label that people's labels make, and (n,) whether a majority of them is missing.

    Args:
        labels: (n, m) labels of up to m people, NaN where one gave none, at least one in every row.
        combination: `mean`, to which nothing is missing, or `majority`.

    >>> combined_label(np.array([[1.0, 0.0], [1.0, np.nan]]), "mean")[0].tolist()
    [0.5, 1.0]
    """
    if combination == "majority":
        return majority_label(labels)
    return np.nanmean(labels, axis=1), np.zeros(len(labels), dtype=np.bool_)


def majority_label(labels: FloatArray) -> tuple[FloatArray, BoolArray]:
    """Returns the (n,) label that most people gave, and (n,) whether another label has as many votes.

    Among labels with equally many votes the lowest counts: an answer is right only where most people say so.

    Args:
        labels: (n, m) labels of up to m people, NaN where one gave none, at least one in every row.

    >>> label, is_tied = majority_label(np.array([[1.0, 0.0, 1.0], [1.0, 0.0, np.nan]]))
    >>> label.tolist(), is_tied.tolist()
    ([1.0, 0.0], [False, True])
    """
    # NaN equals nothing, so that it has no votes.
    votes = np.stack([(labels == labels[:, [j]]).sum(axis=1) for j in range(labels.shape[1])], axis=1)
    is_first = votes == votes.max(axis=1, keepdims=True)
    lowest = np.where(is_first, labels, np.inf).min(axis=1)
    highest = np.where(is_first, labels, -np.inf).max(axis=1)
    return lowest, lowest < highest
