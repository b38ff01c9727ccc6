"""Coverage and width of intervals from a few labels: `python -m benchmarks.estimate_coverage --data FILE`.

All rows of the file have labels. The benchmark draws some labels, estimates human-judged accuracy from them and from
all scores, and compares it with the true value. Prints, for each number of labels and each metric, how often 95 %
intervals contain the true value (over all data sets and systems, and the least of them), their mean width relative to
the labels alone, and the effective number of labels. A second table does the same for differences between systems.
"""

import argparse
import time
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from benchmarks import labelled
from benchmarks.estimates_at_once import (
    Draws,
    difference_intervals,
    drawn_clustering,
    estimate_draws,
    mean_intervals,
    shared_variance,
)
from smile import Estimator, SmileScorer
from smile.aliases import FloatArray, IntArray
from smile.people.agreement.metrics import score_metrics
from smile.people.labelled_files import LabelOptions, read_labelled
from smile.people.labels import SYSTEM, Grouping, LabelledRows
from smile.statistics.bootstrap import SEED

_SIZES = (50, 100, 200, 400)
_SETTINGS = ("fast", "default", "learned")
# As many draws of each cell and metric are also estimated by `Estimator`.
_HELD_AGAINST = 2


def score_all(data: LabelledRows, settings: Sequence[str]) -> dict[str, FloatArray]:
    """Returns (n,) scores by metric: the columns of the file, SMILE's settings, F1 and a random metric."""
    rows = data.file.rows
    found = dict(data.scores)
    found |= {f"{name}": SmileScorer(name).score_rows(rows).smile for name in settings if name not in found}
    found["f1"] = score_metrics(rows, ["f1"])["f1"].scores
    found["random"] = np.random.default_rng(SEED).random(len(rows))
    return found


class Tally:
    """Intervals of one metric at one number of labels, by cell (a data set and system, or a pair of systems)."""

    def __init__(self) -> None:
        """Begins with none."""
        self._held: list[float] = []
        self._held_alone: list[float] = []
        self._widths: list[tuple[float, float]] = []

    @property
    def has_cells(self) -> bool:
        """Whether any cell has more rows than labels are drawn."""
        return bool(self._held)

    def add(self, truth: float, intervals: FloatArray, alone: FloatArray) -> None:
        """Adds the (d, 2) intervals of a cell and those of the labels alone."""
        self._held.append(_share_that_holds(intervals, truth))
        self._held_alone.append(_share_that_holds(alone, truth))
        self._widths.append((float(np.ptp(intervals, axis=1).mean()), float(np.ptp(alone, axis=1).mean())))

    def cells(self, n: int) -> list[str]:
        """Returns mean and least coverage, that of the labels alone, the width by theirs, and effective labels."""
        means = np.array(self._widths)
        ratios = means[:, 0] / means[:, 1]
        effective = n / ratios**2
        return [
            f"{np.mean(self._held):.3f}",
            f"{min(self._held):.3f}",
            f"{np.mean(self._held_alone):.3f}",
            f"{means[:, 0].mean():.3f}",
            f"{ratios.mean():.2f}",
            f"{effective.min():.0f} to {effective.max():.0f}",
        ]


_HEADER = ["coverage", "least", "labels alone", "mean width", "by labels alone", "effective labels"]


def _share_that_holds(intervals: FloatArray, truth: float) -> float:
    return float(((intervals[:, 0] <= truth + 1e-12) & (truth <= intervals[:, 1] + 1e-12)).mean())


def draw(n_rows: int, n: int, n_draws: int, random: np.random.Generator) -> IntArray:
    """Returns (n_draws, n) the positions of n of the rows, drawn at random again and again."""
    return np.argpartition(random.random((n_draws, n_rows)), n, axis=1)[:, :n]


def means(
    scores: Mapping[str, FloatArray],
    labels: FloatArray,
    cells: Mapping[str, IntArray],
    n: int,
    n_draws: int,
) -> dict[str, Tally]:
    """Estimates the mean of each cell from n labels of it, again and again.

    Args:
        scores: By metric (n_rows,) scores.
        labels: (n_rows,) the human labels.
        cells: By name the positions of a data set and system.
        n: The number of labels.
        n_draws: The number of draws.
    """
    tallies = {name: Tally() for name in scores}
    random = np.random.default_rng(SEED)
    for rows in cells.values():
        if n >= len(rows):
            continue
        given, at = labels[rows], draw(len(rows), n, n_draws, random)
        for name, values in scores.items():
            found, alone = estimate_draws(given, values[rows], at), estimate_draws(given, None, at)
            intervals, by_labels = mean_intervals(found, given), mean_intervals(alone, given)
            for i in range(_HELD_AGAINST):
                _hold_against(values[rows], given, at[i], intervals[i], by_labels[i])
            tallies[name].add(float(given.mean()), intervals, by_labels)
    return tallies


def differences(
    scores: Mapping[str, FloatArray],
    labels: FloatArray,
    cells: Mapping[str, Mapping[str, IntArray]],
    question: IntArray,
    n: int,
    n_draws: int,
) -> dict[str, Tally]:
    """Estimates the differences between systems of a data set from n labels of each system.

    Args:
        scores: By metric (n_rows,) scores.
        labels: (n_rows,) the human labels.
        cells: By data set and system the positions of the rows.
        question: (n_rows,) the number of each row's question.
        n: The number of labels of each system.
        n_draws: The number of draws.
    """
    tallies = {name: Tally() for name in scores}
    random = np.random.default_rng(SEED)
    for systems in cells.values():
        if n >= min(map(len, systems.values())):
            continue
        at = {name: draw(len(rows), n, n_draws, random) for name, rows in systems.items()}
        asked = {name: question[rows] for name, rows in systems.items()}
        clustering = drawn_clustering(at, asked, {name: n / len(rows) for name, rows in systems.items()})
        alone = _by_system(None, labels, systems, at)
        for metric, values in scores.items():
            found = _by_system(values, labels, systems, at)
            held: dict[frozenset[str], tuple[FloatArray, FloatArray]] = {}
            for one, other in combinations(systems, 2):
                intervals, by_labels = (
                    difference_intervals(
                        each[one],
                        each[other],
                        shared_variance(each[one], each[other], (asked[one], asked[other]), clustering),
                    )
                    for each in (found, alone)
                )
                held[frozenset((one, other))] = (intervals, by_labels)
                truth = float(labels[systems[one]].mean() - labels[systems[other]].mean())
                tallies[metric].add(truth, intervals, by_labels)
            _hold_differences_against(values, labels, systems, at, question, held)
    return tallies


def _by_system(
    scores: FloatArray | None, labels: FloatArray, systems: Mapping[str, IntArray], at: Mapping[str, IntArray]
) -> dict[str, Draws]:
    return {
        name: estimate_draws(labels[rows], None if scores is None else scores[rows], at[name])
        for name, rows in systems.items()
    }


def _hold_against(
    scores: FloatArray,
    labels: FloatArray,
    at: IntArray,
    interval: FloatArray,
    alone: FloatArray,
) -> None:
    """Ends the run if `Estimator` has other intervals for a draw."""
    known = np.full(len(labels), np.nan)
    known[at] = labels[at]
    result = Estimator().estimate_rows(LabelledRows(known[:, None], {"metric": scores}))
    np.testing.assert_allclose(interval, result.whole.estimate_ci, atol=1e-9)
    np.testing.assert_allclose(alone, result.whole.labels_only_ci, atol=1e-9)


def _hold_differences_against(
    scores: FloatArray,
    labels: FloatArray,
    systems: Mapping[str, IntArray],
    at: Mapping[str, IntArray],
    question: IntArray,
    held: Mapping[frozenset[str], tuple[FloatArray, FloatArray]],
) -> None:
    """Ends the run if `Estimator` has other intervals for the first draw."""
    rows = np.concatenate(list(systems.values()))
    known = np.full(len(labels), np.nan)
    for name, of_system in systems.items():
        known[of_system[at[name][0]]] = labels[of_system[at[name][0]]]
    grouping = Grouping(list(systems), np.repeat(np.arange(len(systems)), list(map(len, systems.values()))))
    asked = Grouping([], question[rows])
    given = LabelledRows(known[rows, None], {"metric": scores[rows]}, asked, {SYSTEM: grouping})
    for found in Estimator().estimate_rows(given).differences:
        intervals, alone = held[frozenset((found.system, found.other))]
        # The systems may stand the other way round.
        for mine, its in ((intervals[0], found.difference_ci), (alone[0], found.labels_only_ci)):
            np.testing.assert_allclose(np.sort(np.abs(mine)), np.sort(np.abs(its)), atol=1e-9)


def table(found: Mapping[int, Mapping[str, Tally]]) -> str:
    """Returns a Markdown table of tallies by number of labels and metric."""
    lines = [
        [str(n), name, *tally.cells(n)]
        for n, tallies in found.items()
        for name, tally in tallies.items()
        if tally.has_cells
    ]
    return labelled.markdown_table(["labels", "metric", *_HEADER], lines)


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--draws", type=int, default=2000, help="draws of labels for the means")
    parser.add_argument("--difference-draws", type=int, default=2000, help="draws of labels for the differences")
    parser.add_argument("--labels", type=int, nargs="+", default=list(_SIZES))
    parser.add_argument("--settings", nargs="*", default=["fast", "default"], choices=_SETTINGS)
    parser.add_argument("--score-column", action="append", default=[], help="scores that the file already has")
    parser.add_argument("--whole-data-sets", action="store_true", help="a cell is a data set, with all its systems")
    arguments = parser.parse_args()

    columns = LabelOptions(groups=["dataset"])
    data = read_labelled(arguments.data, columns, score_columns=arguments.score_column)
    labels = data.label
    scores = score_all(data, arguments.settings)
    datasets, systems = (np.array(data.groupings[name].of_rows()) for name in ("dataset", SYSTEM))
    question = data.question_number
    by_dataset = {
        str(dataset): {
            str(system): np.flatnonzero((datasets == dataset) & (systems == system)) for system in np.unique(systems)
        }
        for dataset in np.unique(datasets)
    }
    cells = {f"{dataset}, {system}": at for dataset, each in by_dataset.items() for system, at in each.items()}
    if arguments.whole_data_sets:
        cells = {dataset: np.concatenate(list(each.values())) for dataset, each in by_dataset.items()}
    print(f"{arguments.data.name}: {len(labels)} answers; {labelled.environment()}")

    print(f"\n**Means by data set and system**, {arguments.draws} draws each\n")
    print(table({n: means(scores, labels, cells, n, arguments.draws) for n in arguments.labels}), flush=True)
    n_draws = arguments.difference_draws
    print(f"\n**Differences between systems of a data set**, {n_draws} draws each\n")
    found = {n: differences(scores, labels, by_dataset, question, n, n_draws) for n in arguments.labels}
    print(table(found), flush=True)

    random = np.random.default_rng(SEED)
    million = random.random(1_000_000)
    known: list[bool | None] = [None] * len(million)
    for i in random.choice(len(known), 500, replace=False):
        known[i] = bool(random.random() < million[i])
    start = time.perf_counter()
    Estimator().estimate(million.tolist(), known)
    print(f"\n1,000,000 scores and 500 labels: {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
