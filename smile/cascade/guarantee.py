"""The largest share of rows that SMILE may decide alone, with a promise about its verdicts there. Pure functions.

Fixed-sequence testing, as in "Trust or Escalate" (Jung et al. 2025, section 2.1, arXiv 2407.18370): shares are tested
from a smaller to a larger one, each with an exact binomial bound, up to the first that fails. There are two such
sequences, each with half of `delta` (multi-start fixed-sequence testing: Angelopoulos et al. 2021, "Learn then Test",
section 3.1, arXiv 2110.01052), since small shares have few labels, and the surest rows are not always the best ones.
So the probability that any of the shares that pass breaks the promise is at most `delta`.
"""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.stats import binom

from ..aliases import BoolArray, FloatArray

# The shares that are tested, as parts of the rows.
_STEPS = 50
# Where the sequences begin.
_STARTS = (0.2, 0.6)


@dataclass(frozen=True)
class Guarantee:
    """What can be promised of the rows that SMILE decides alone.

    Attributes:
        target: The promised share of verdicts that are as people's.
        delta: The largest probability of a broken promise.
        share: The share of the rows that it may decide alone, 0 to 1; 0 where nothing can be promised.
        most_doubt: The largest doubt among them; -1 where there are none.
        n_labels: How many of the labels were on these rows; without a promise, on the share that takes fewest labels.
        n_agree: On how many of these SMILE says what people say.
        n_labels_needed: Without a promise, about how many labels a promise would need, as SMILE does on those it has;
            None where no number is enough, and 0 with a promise.
    """

    target: float
    delta: float
    share: float
    most_doubt: float
    n_labels: int
    n_agree: int
    n_labels_needed: int | None


def guarantee(doubt: FloatArray, is_labelled: BoolArray, agrees: BoolArray, target: float, delta: float) -> Guarantee:
    """Returns the largest share of rows on which, with confidence 1 - delta, SMILE is right as often as the target.

    The labels must be of rows drawn by chance, which have not chosen the doubt.

    Args:
        doubt: (n,) 0 to 1.
        is_labelled: (n,) whether a person labelled the row.
        agrees: (n,) whether SMILE says what that person says; ignored elsewhere.
        target: The promised share of verdicts that are as people's, between 0 and 1.
        delta: The largest probability of a broken promise, between 0 and 1.

    >>> doubt = np.linspace(0, 1, 1000)
    >>> agrees = doubt < 0.8
    >>> found = guarantee(doubt, np.arange(1000) % 2 == 0, agrees, 0.95, 0.1)
    >>> found.share, found.n_labels, found.n_agree
    (0.82, 410, 400)
    """
    order = np.argsort(doubt, kind="stable")
    labelled, agreed = np.cumsum(is_labelled[order]), np.cumsum((is_labelled & agrees)[order])
    # Rows with the same doubt stay together: the order among them tells nothing.
    ends = np.append(np.flatnonzero(np.diff(doubt[order]) > 0), len(order) - 1)
    wanted = np.ceil(np.arange(1, _STEPS + 1) * len(order) / _STEPS).astype(int) - 1
    stops = np.unique(ends[np.searchsorted(ends, wanted)])
    delta_of_each = delta / len(_STARTS)
    tested = stops[labelled[stops] >= labels_needed(target, delta_of_each)]
    passes = binom.sf(agreed[tested] - 1, labelled[tested], target) <= delta_of_each
    firsts = [int(np.searchsorted(tested + 1, start * len(order))) for start in _STARTS]
    passed = [first + int(np.argmin(np.append(passes[first:], False))) - 1 for first in firsts]
    if any(last >= first for first, last in zip(firsts, passed, strict=True)):
        last = int(tested[max(last for first, last in zip(firsts, passed, strict=True) if last >= first)])
        share, most_doubt = (last + 1) / len(order), float(doubt[order[last]])
        return Guarantee(target, delta, share, most_doubt, int(labelled[last]), int(agreed[last]), 0)
    # Where a promise takes the fewest labels: where a sequence begins, or on all rows. Few labels tell it as well.
    found = []
    for place in stops[np.searchsorted(stops + 1, np.array([*_STARTS, 1]) * len(order))].tolist():
        n, k = int(labelled[place]), int(agreed[place])
        needed = _needed(k / max(1, n), target, delta_of_each)
        found.append(
            (math.inf if needed is None else math.ceil(needed * len(order) / (place + 1)), -k / max(1, n), n, k)
        )
    n_needed, _, n, k = min(found)
    return Guarantee(target, delta, 0.0, -1.0, n, k, int(n_needed) if n_needed < math.inf else None)


@cache
def labels_needed(target: float, delta: float, n_errors: int = 0) -> int:
    """Returns how many labels promise a target if so many of them disagree with SMILE.

    >>> labels_needed(0.95, 0.1), labels_needed(0.95, 0.1, 2)
    (45, 105)
    """
    n = n_errors + 1
    while binom.cdf(n_errors, n, 1 - target) > delta:
        n += 1
    return n


@cache
def _needed(accuracy: float, target: float, delta: float) -> int | None:
    """Returns how many labels promise a target at an accuracy; None if it is not over the target."""
    if accuracy <= target:
        return None
    n = labels_needed(target, delta)
    while binom.sf(math.floor(accuracy * n) - 1, n, target) > delta:
        n = math.ceil(n * 1.1)
    return n
