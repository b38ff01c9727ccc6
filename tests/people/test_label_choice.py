"""Which rows to label, and how many: known probabilities, two rounds, systems, and bad input."""

import numpy as np
import pytest

from smile import DataError, Estimator, UsageError
from smile.people.label_choice import choose_rows, plan_labels
from smile.people.labels import Grouping, LabelledRows

RANDOM = np.random.default_rng(0)
SCORES = RANDOM.random(400)
LABELS = (RANDOM.random(400) < SCORES).astype(float)


def rows(
    known: np.ndarray | None = None, probabilities: np.ndarray | None = None, systems: np.ndarray | None = None
) -> LabelledRows:
    groupings = {} if systems is None else {"system": Grouping(["A", "B"], systems)}
    labels = np.full(400, np.nan) if known is None else known
    return LabelledRows(labels[:, None], {"metric": SCORES}, None, groupings, probabilities)


def at_rows(positions: np.ndarray, values: np.ndarray | float) -> np.ndarray:
    column = np.full(400, np.nan)
    column[positions] = values
    return column


def test_without_labels_and_probability_all_rows_are_alike() -> None:
    chosen = choose_rows(rows(), 40)
    assert (chosen.by, chosen.n_new, len(set(chosen.rows.tolist()))) == ("chance", 40, 40)
    assert chosen.probabilities == pytest.approx(np.full(40, 0.1))
    assert choose_rows(rows(), 40).rows.tolist() == chosen.rows.tolist() != sorted(chosen.rows.tolist())
    assert choose_rows(rows(), 40, seed=1).rows.tolist() != chosen.rows.tolist()


def test_unsure_probabilities_come_more_often() -> None:
    chosen = choose_rows(rows(), 100, is_probability=True)
    distance = np.abs(SCORES[chosen.rows] - 0.5)
    assert np.corrcoef(distance, chosen.probabilities)[0, 1] < -0.9
    assert chosen.probabilities.min() > 0.1


def test_where_labels_say_that_the_metric_errs_rows_come_more_often() -> None:
    first = choose_rows(rows(), 100)
    # High scores alone say nothing.
    labels = np.where(SCORES > 0.7, np.arange(400) % 2, 0.0)
    again = choose_rows(rows(at_rows(first.rows, labels[first.rows]), at_rows(first.rows, first.probabilities)), 60)
    assert again.by == "errors"
    new = again.rows[-60:]
    is_high = SCORES[new] > 0.75
    assert again.probabilities[-60:][is_high].min() > again.probabilities[-60:][SCORES[new] < 0.65].max()


def test_every_system_gets_as_many_rows() -> None:
    systems = (np.arange(400) >= 300).astype(np.int64)
    chosen = choose_rows(rows(systems=systems), 60)
    assert np.bincount(systems[chosen.rows]).tolist() == [30, 30]
    assert chosen.probabilities[systems[chosen.rows] == 0] == pytest.approx(0.1)
    assert np.bincount(systems[choose_rows(rows(systems=systems), 300).rows]).tolist() == [200, 100]


def test_a_second_round_keeps_the_first_and_weighs_both() -> None:
    first = choose_rows(rows(), 40)
    known, probabilities = at_rows(first.rows, LABELS[first.rows]), at_rows(first.rows, first.probabilities)
    second = choose_rows(rows(known, probabilities), 60)
    assert sorted(second.rows[:40].tolist()) == sorted(first.rows.tolist())
    assert len(set(second.rows.tolist())) == 100
    assert (1 / second.probabilities).sum() == pytest.approx(400, rel=0.02)
    result = Estimator().estimate_rows(
        rows(at_rows(second.rows, LABELS[second.rows]), at_rows(second.rows, second.probabilities))
    )
    assert (result.whole.n_labelled, result.warnings) == (100, [])
    assert result.whole.estimate_ci[0] <= LABELS.mean() <= result.whole.estimate_ci[1]


def test_a_second_round_that_stops_early_is_unbiased() -> None:
    """Of 40 new rows 10 get a label; with the first round's 40, the weighted labels add up to all."""
    totals = []
    for seed in range(400):
        first = choose_rows(rows(), 40, is_probability=True, seed=seed)
        known, probabilities = at_rows(first.rows, LABELS[first.rows]), at_rows(first.rows, first.probabilities)
        second = choose_rows(rows(known, probabilities), 40, is_probability=True, seed=seed + 1000)
        labelled = second.rows[:50]
        totals.append((LABELS[labelled] / second.probabilities_after(10)[:50]).sum())
    assert np.mean(totals) == pytest.approx(LABELS.sum(), abs=3 * np.std(totals) / 20)
    assert second.probabilities_after(0)[:40] == pytest.approx(probabilities[second.rows[:40]])
    unknown = choose_rows(rows(known), 40)
    assert unknown.probabilities_after(0).tolist() == [1.0] * 40 + [0.0] * 40


def test_rows_chosen_before_and_not_labelled_yet_are_not_chosen_again() -> None:
    first = choose_rows(rows(), 40)
    half = first.rows[:20]
    second = choose_rows(rows(at_rows(half, LABELS[half]), at_rows(first.rows, first.probabilities)), 10)
    assert len(set(second.rows.tolist())) == 50


def test_labels_of_unknown_origin_count_for_themselves_alone() -> None:
    """The first hundred rows are known; the new ones stand for the other 300, and the estimate is right."""
    known = at_rows(np.arange(100), LABELS[:100])
    chosen = choose_rows(rows(known), 60)
    assert chosen.probabilities[:100].tolist() == [1.0] * 100
    assert (1 / chosen.probabilities[100:]).sum() == pytest.approx(300, rel=0.2)


def test_all_that_are_left_can_be_chosen() -> None:
    chosen = choose_rows(rows(), 400, is_probability=True)
    assert sorted(chosen.rows.tolist()) == list(range(400))
    assert chosen.probabilities == pytest.approx(np.ones(400))
    with pytest.raises(DataError, match="cannot choose 401 rows, as 400 of 400 are left to label: choose fewer"):
        choose_rows(rows(), 401)


def test_bad_input_is_named() -> None:
    for n in (0, 1.5, True):
        with pytest.raises(UsageError, match="n must be a whole number over 0"):
            choose_rows(rows(), n)  # type: ignore[arg-type]
    many = LabelledRows(np.full((400, 1), np.nan), {"metric": SCORES * 100})
    with pytest.raises(DataError, match=r"scores from .* are no probabilities"):
        choose_rows(many, 10, is_probability=True)


def test_a_plan_takes_the_correlation_from_a_pilot_or_as_given() -> None:
    pilot = rows(at_rows(np.arange(50), LABELS[:50]))
    planned = plan_labels(pilot, 0.15)
    assert planned.correlation == pytest.approx(np.corrcoef(SCORES[:50], LABELS[:50])[0, 1])
    assert planned.labels < planned.labels_without_scores <= 400
    given = plan_labels(rows(), 0.15, 0.8)
    assert (given.correlation, given.std) == (0.8, 0.5)
    assert plan_labels(rows(), 0.15, 0.0).labels == given.labels_without_scores
    with pytest.raises(UsageError, match="a plan needs 10 labels or more as a pilot, and there are 0"):
        plan_labels(rows(), 0.1)
    with pytest.raises(UsageError, match="correlation must be between -1 and 1"):
        plan_labels(rows(), 0.1, 2)
    with pytest.raises(UsageError, match="width must be a number between 0 and 1"):
        plan_labels(rows(), 0, 0.5)
