"""Signs that the labelled rows are no random choice."""

import math

import numpy as np

from ..aliases import IntArray
from .labels import LabelledRows

# By chance less than once in ten thousand files is something as far off as this many standard deviations.
_SUSPICIOUS = 4


def find_warnings(rows: LabelledRows) -> list[str]:
    """Returns why the labelled rows do not look chosen at random, and what else makes an interval doubtful."""
    is_labelled = rows.is_labelled
    n, n_rows = int(is_labelled.sum()), len(rows)
    found: list[str] = []
    if n == n_rows:
        return found
    remedy = "an interval holds only for rows chosen at random: let `smile label` choose them"
    if rows.probabilities is None:
        question = rows.question_number
        # Rows of one question may have been chosen together: they count once.
        n_alone = len(np.unique(question[is_labelled]))
        positions = np.flatnonzero(is_labelled)
        error = n_rows * math.sqrt((1 - n / n_rows) / 12 / n_alone)
        if abs(float(positions.mean()) - (n_rows - 1) / 2) > _SUSPICIOUS * error or _are_neighbours(
            question, positions
        ):
            found.append(f"the labelled rows stand together in the file, as the first hundred would: {remedy}")
        error = float(rows.score.std()) * math.sqrt((1 - n / n_rows) / n_alone)
        difference = float(rows.score[is_labelled].mean() - rows.score.mean())
        if abs(difference) > _SUSPICIOUS * error + 1e-9:
            side = "higher" if difference > 0 else "lower"
            found.append(f"the labelled rows have {side} scores than the others, more than chance explains: {remedy}")
        return found
    probabilities = rows.probabilities[~np.isnan(rows.probabilities)]
    n_chosen = len(probabilities)
    total, error = float((1 / probabilities).sum()), float(np.sqrt(((1 - probabilities) / probabilities**2).sum()))
    if abs(total - n_rows) > _SUSPICIOUS * error + 0.01 * n_rows:
        found.append(
            f"the sampling probabilities are those of some {total:,.0f} rows, and there are {n_rows:,}: were the rows "
            "chosen from another file?"
        )
    if n < n_chosen:
        found.append(
            f"{n_chosen - n} of {n_chosen} chosen rows have no label: the interval holds only if it is chance which "
            "ones, and not that they are hard to judge"
        )
    return found


def _are_neighbours(question: IntArray, positions: IntArray) -> bool:
    """Returns whether more labelled rows of different questions follow each other than chance explains."""
    follows = (np.diff(positions) == 1) & (np.diff(question[positions]) != 0)
    # Rows that were chosen with all others of their question touch those of the next only.
    n_alone = len(np.unique(question[positions]))
    expected = n_alone * len(positions) / len(question)
    return float(follows.sum()) > expected + _SUSPICIOUS * math.sqrt(expected) + _SUSPICIOUS
