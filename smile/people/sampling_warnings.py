"""Signs that the labelled rows are no random choice."""

import math

import numpy as np

from ..aliases import IntArray
from ..statistics.reasons import Reason
from .labels import LabelledRows

# By chance less than once in ten thousand files is something as far off as this many standard deviations.
_SUSPICIOUS = 4


def find_warnings(rows: LabelledRows) -> list[Reason]:
    """Returns why the labelled rows do not look chosen at random, and what else makes an interval doubtful."""
    is_labelled, question = rows.is_labelled, rows.question_number
    n, n_rows = int(is_labelled.sum()), len(rows)
    if n == n_rows:
        return []
    if rows.probabilities is None:
        # Rows of one question may have been chosen together: they count once.
        spread = math.sqrt((1 - n / n_rows) / len(np.unique(question[is_labelled])))
        positions = np.flatnonzero(is_labelled)
        off_middle = abs(float(positions.mean()) - (n_rows - 1) / 2)
        difference = float(rows.score[is_labelled].mean() - rows.score.mean())
        signs = {
            Reason("neighbours"): off_middle > _SUSPICIOUS * n_rows * spread / math.sqrt(12)
            or _are_neighbours(question, positions),
            Reason("other_scores", ("higher" if difference > 0 else "lower",)): abs(difference)
            > _SUSPICIOUS * float(rows.score.std()) * spread + 1e-9,
        }
    else:
        probabilities = rows.probabilities[~np.isnan(rows.probabilities)]
        n_chosen, total = len(probabilities), float((1 / probabilities).sum())
        error = float(np.sqrt(((1 - probabilities) / probabilities**2).sum()))
        signs = {
            Reason("other_file", (total, n_rows)): abs(total - n_rows) > _SUSPICIOUS * error + 0.01 * n_rows,
            Reason("not_labelled_yet", (n_chosen - n, n_chosen)): n < n_chosen,
        }
    return [reason for reason, is_seen in signs.items() if is_seen]


def _are_neighbours(question: IntArray, positions: IntArray) -> bool:
    """Returns whether more labelled rows of different questions follow each other than chance explains."""
    follows = (np.diff(positions) == 1) & (np.diff(question[positions]) != 0)
    # Rows that were chosen with all others of their question touch those of the next only.
    n_alone = len(np.unique(question[positions]))
    expected = n_alone * len(positions) / len(question)
    return float(follows.sum()) > expected + _SUSPICIOUS * math.sqrt(expected) + _SUSPICIOUS
