"""The estimate label by label: how the interval shrinks. Pure."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ...statistics.bootstrap import SEED
from ..labels import LabelledRows

_POINTS = 12


def estimate_curve(
    estimate: Callable[[LabelledRows], dict[str, Any]], rows: LabelledRows, seed: int = SEED
) -> list[tuple[int, dict[str, Any]]]:
    """Returns estimates from ever more of the labels, each with the number of labels; the last is from all.

    Chance decides which labels come first, all of a question together: what is left of a random choice is one, too.

    Args:
        estimate: Estimates from rows: `Estimator.estimate_rows`.
        rows: All rows, with one label or more.
        seed: The seed of chance.

    >>> from smile import Estimator
    >>> from smile.people.labels import check_labelled
    >>> labels = [False, True] * 10 + [None] * 80
    >>> rows = check_labelled(labels, scores={"smile": [0.2, 0.9] * 50}, needs="some")
    >>> [n for n, _ in estimate_curve(Estimator().estimate_rows, rows)]
    [2, 3, 5, 6, 8, 10, 11, 13, 15, 16, 18, 20]
    """
    at = np.flatnonzero(rows.is_labelled)
    question = rows.question_number[at]
    asked, number = np.unique(question, return_inverse=True)
    at = at[np.argsort(np.random.default_rng(seed).permutation(len(asked))[number], kind="stable")]
    curve = []
    for n in np.unique(np.linspace(min(2, len(at)), len(at), _POINTS, dtype=np.int64)).tolist():
        labels = rows.labels.copy()
        labels[at[n:]] = np.nan
        curve.append((n, estimate(replace(rows, labels=labels))))
    return curve
