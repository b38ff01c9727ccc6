"""Which rows to label next, with known probabilities, and how many."""

from dataclasses import dataclass, replace

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray
from ..checks import check_number, check_share
from ..errors import DataError, UsageError
from ..scoring.signature import join_pairs
from ..statistics.bootstrap import SEED
from ..statistics.prediction_powered import FEWEST_TUNED, labels_needed
from ..statistics.unequal_sampling import draw_rows, joint_probabilities, sampling_probabilities
from ..version import __version__
from .labels import SYSTEM, LabelledRows

# Errors are learned from as many groups of rows with similar scores; each gets so many labels of the mean error added.
_SCORE_GROUPS, _ADDED_LABELS = 10, 5
# Fewer labels do not tell where the metric errs.
_FEWEST_LABELS = 30


@dataclass(frozen=True)
class ChosenRows:
    """Rows to label.

    Attributes:
        rows: (k,) their positions: those that were chosen before or have a label, then the new ones in random order.
        by: What the probabilities follow: `probability`, `errors` or `chance`.
        drawn: (k,) the probability of each row in the round that chose it; 1 for labels of unknown origin.
        n_first: (k,) how many rows of its system the earlier round chose, 0 if their origin is unknown.
        n_second: (k,) how many of its system are new.
    """

    rows: IntArray
    n_new: int
    by: str
    drawn: FloatArray
    n_first: FloatArray
    n_second: FloatArray

    @property
    def probabilities(self) -> FloatArray:
        """(k,) the probability of each row; its inverse is the row's weight."""
        return self.probabilities_after(self.n_new)

    def probabilities_after(self, n: int) -> FloatArray:
        """Returns the (k,) probabilities when only n of the new rows have a label, as many as chance left."""
        share = n / self.n_new
        is_first = np.arange(len(self.rows)) < len(self.rows) - self.n_new
        n_second = self.n_second * share
        # Labels of unknown origin stand for themselves, with new labels or without.
        n_second[(self.n_first == 0) & (n_second == 0)] = 1
        return joint_probabilities(self.drawn, is_first, self.drawn * share, self.n_first, n_second)

    def labelled(self, rows: LabelledRows, labels: FloatArray) -> LabelledRows:
        """Returns the rows with the (n_new,) labels of the new ones so far, and the probabilities of all with a label.

        Where there is no label it is NaN: chance must have left these.
        """
        known, probabilities = rows.label.copy(), np.full(len(rows), np.nan)
        known[self.rows[len(self.rows) - self.n_new :]] = labels
        has_label = ~np.isnan(known[self.rows])
        after = self.probabilities_after(int((~np.isnan(labels)).sum()))
        probabilities[self.rows[has_label]] = after[has_label]
        return replace(rows, labels=known[:, None], probabilities=probabilities)


def choose_rows(rows: LabelledRows, n: int, *, is_probability: bool = False, seed: int = SEED) -> ChosenRows:
    """Chooses rows to label next: more often where the score is likely to be wrong, never with probability zero.

    Every system gets the same number of rows, as far as it has so many, so that differences between systems are known
    as well as can be. Rows that are labelled already keep their labels: with their probabilities they are joined with
    the new ones as two rounds; without, they count for themselves alone, as nobody knows what they stand for.

    Args:
        rows: All rows, with the labels of earlier rounds or none.
        n: The number of new rows.
        is_probability: Whether the score is the probability that a person calls the answer right.
        seed: The random seed.

    Raises:
        UsageError: n is not a whole number over 0.
        DataError: There are fewer rows without a label, or scores that are to be probabilities are not.

    >>> from smile.people.labels import check_labelled
    >>> rows = check_labelled([None] * 100, scores={"smile": [0.5] * 10 + [0.99] * 90}, needs="none")
    >>> chosen = choose_rows(rows, 20, is_probability=True)
    >>> len(chosen.rows), round(float(chosen.probabilities.min()), 2), round(float(chosen.probabilities.max()), 2)
    (20, 0.17, 0.46)
    """
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise UsageError(f"n must be a whole number over 0, got {n!r}")
    is_old = rows.is_labelled if rows.probabilities is None else rows.is_labelled | ~np.isnan(rows.probabilities)
    n_left = int((~is_old).sum())
    if n > n_left:
        raise DataError(f"cannot choose {n} rows, as {n_left} of {len(rows)} are left to label: choose fewer")
    uncertainty, by = _uncertainty(rows, is_probability)
    systems = rows.groupings.get(SYSTEM)
    number = np.zeros(len(rows), dtype=np.int64) if systems is None else systems.number
    left = np.bincount(number[~is_old], minlength=int(number.max()) + 1)
    random, chosen = np.random.default_rng(seed), list[IntArray]()
    drawn, n_first, n_second = np.ones(len(rows)), np.zeros(len(rows)), np.zeros(len(rows))
    if rows.probabilities is not None:
        drawn[is_old] = rows.probabilities[is_old]
        n_first = np.bincount(number, weights=is_old)[number].astype(np.float64)
    for system, n_of_system in enumerate(_shared_out(n, left)):
        if n_of_system:
            at = np.flatnonzero((number == system) & ~is_old)
            most = _most(n_of_system, n_first[at[0]], len(at))
            drawn[at] = sampling_probabilities(uncertainty[at], n_of_system, most)
            n_second[number == system] = n_of_system
            chosen.append(at[draw_rows(drawn[at], random)])
    new = random.permutation(np.concatenate(chosen))
    both = np.concatenate([np.flatnonzero(is_old), new])
    return ChosenRows(both, len(new), by, drawn[both], n_first[both], n_second[both])


@dataclass(frozen=True)
class LabelPlan:
    """How many labels an interval of a width takes, with and without scores, and what that assumes."""

    labels: int
    labels_without_scores: int
    width: float
    correlation: float
    std: float
    n: int
    n_labelled: int
    signature: str


def plan_labels(
    rows: LabelledRows, width: float, correlation: float | None = None, confidence_level: float = 0.95
) -> LabelPlan:
    """Plans how many labels give an interval of a width for the mean of the rows, all drawn at random.

    The rows have the labels of a pilot or none. Without a correlation of the metric with people, that of the pilot
    counts.

    Raises:
        UsageError: An option is out of range, or there is no correlation and too few labels to tell.
    """
    width = check_share("width", width, open_interval=True)
    confidence_level = check_share("confidence_level", confidence_level, open_interval=True)
    labels, scores = rows.label[rows.is_labelled], rows.score[rows.is_labelled]
    is_pilot, varies = len(labels) >= FEWEST_TUNED, len(labels) > 1 and np.ptp(labels) > 0
    if correlation is None:
        if not is_pilot:
            raise UsageError(
                f"a plan needs {FEWEST_TUNED} labels or more as a pilot, and there are {len(labels)}: give more, or "
                "the metric's Pearson correlation with people (correlation)"
            )
        correlation = float(np.corrcoef(scores, labels)[0, 1]) if varies and np.ptp(scores) > 0 else 0.0
    correlation = check_number("correlation", correlation)
    if not -1 <= correlation <= 1:
        raise UsageError(f"correlation must be between -1 and 1, got {correlation!r}")
    # Without labels it is the largest that labels from 0 to 1 can have.
    std = float(labels.std(ddof=1)) if is_pilot and varies else 0.5
    n = len(rows)
    return LabelPlan(
        labels=labels_needed(width, std, correlation, n, confidence_level),
        labels_without_scores=labels_needed(width, std, 0.0, n, confidence_level),
        width=width,
        correlation=correlation,
        std=std,
        n=n,
        n_labelled=len(labels),
        signature=join_pairs({"plan": "ppi++", "cl": str(confidence_level), "version": __version__}),
    )


def _uncertainty(rows: LabelledRows, is_probability: bool) -> tuple[FloatArray, str]:
    """Returns (N,) how far each label is expected to be from what the score says, and what tells."""
    if is_probability:
        if rows.score.min() < 0 or rows.score.max() > 1:
            raise DataError(
                f"scores from {rows.score.min():g} to {rows.score.max():g} are no probabilities: leave "
                "--probability out"
            )
        return np.sqrt(rows.score * (1 - rows.score)), "probability"
    is_labelled = rows.is_labelled
    if int(is_labelled.sum()) < _FEWEST_LABELS:
        return np.ones(len(rows)), "chance"
    return _errors_by_score(rows.score, rows.label, is_labelled), "errors"


def _errors_by_score(scores: FloatArray, labels: FloatArray, is_labelled: BoolArray) -> FloatArray:
    """Returns (N,) the standard deviation of the labels of rows with similar scores."""
    ends = np.unique(np.quantile(scores[is_labelled], np.arange(1, _SCORE_GROUPS) / _SCORE_GROUPS))
    group = np.searchsorted(ends, scores, side="left")
    of_label, given = group[is_labelled], labels[is_labelled]
    n = np.bincount(of_label, minlength=len(ends) + 1)
    sums = np.bincount(of_label, weights=given, minlength=len(ends) + 1)
    means = np.divide(sums, n, out=np.zeros(len(n)), where=n > 0)
    squares = np.bincount(of_label, weights=(given - means[of_label]) ** 2, minlength=len(ends) + 1)
    # Where few labels agree by chance, the mean of all groups keeps some uncertainty.
    shrunk = (squares + _ADDED_LABELS * squares.sum() / len(given)) / (n + _ADDED_LABELS)
    uncertainty: FloatArray = np.sqrt(shrunk)[group]
    return uncertainty


def _shared_out(n: int, left: IntArray) -> list[int]:
    """Shares n rows out evenly over systems that have so many left; what one lacks falls to the others.

    >>> _shared_out(10, np.array([2, 100, 100]))
    [2, 4, 4]
    """
    shares = [0] * len(left)
    for _ in range(n):
        shares[min((i for i in range(len(left)) if shares[i] < left[i]), key=shares.__getitem__)] += 1
    return shares


def _most(n: int, n_first: float, n_left: int) -> float:
    """Returns the largest probability in the second of two rounds.

    Joined with an earlier round, a new row counts at least its round's share: it must not be drawn more often.

    >>> _most(30, 10, 100), _most(30, 10, 35)
    (0.75, 1.0)
    """
    share = n / (n_first + n)
    return share if n <= share * n_left else 1.0
