"""What intervals from few labels and all scores are worth: `python -m benchmarks.estimate_coverage --data FILE`.

Of rows that all have labels it draws some, estimates from them and the scores how many people call right, and looks up
the truth. Prints, for each number of labels and each metric, how often 95 % intervals hold the truth (over all data
sets and systems, and where least), their mean width by that of the labels alone, and the effective number of labels;
the same for the differences between systems, and for labels that are chosen with unequal probabilities.
"""

import argparse
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks import labelled
from smile import Estimator, SmileScorer
from smile.aliases import FloatArray, IntArray
from smile.people.agreement.metrics import score_metrics
from smile.people.labelled_files import LabelOptions, RowsAndLabels, read_labelled_rows
from smile.people.labelling.label_choice import choose_rows
from smile.people.labelling.partial_labels import Grouping, PartialLabels
from smile.people.labels import SYSTEM
from smile.statistics.bootstrap import SEED

_SIZES = (50, 100, 200, 400)
_SETTINGS = ("fast", "default", "learned")


def score_all(data: RowsAndLabels, settings: Sequence[str]) -> dict[str, FloatArray]:
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
        self._held: dict[str, list[bool]] = {}
        self._widths: dict[str, list[tuple[float, float]]] = {}
        self._held_alone: list[bool] = []

    def add(self, cell: str, truth: float, interval: Sequence[float], alone: Sequence[float]) -> None:
        """Adds an interval and that of the labels alone."""
        self._held.setdefault(cell, []).append(interval[0] - 1e-12 <= truth <= interval[1] + 1e-12)
        self._held_alone.append(alone[0] - 1e-12 <= truth <= alone[1] + 1e-12)
        self._widths.setdefault(cell, []).append((interval[1] - interval[0], alone[1] - alone[0]))

    def cells(self, n: int) -> list[str]:
        """Returns mean and least coverage, that of the labels alone, the width by theirs, and effective labels."""
        held = [float(np.mean(each)) for each in self._held.values()]
        means = np.array([np.mean(each, axis=0) for each in self._widths.values()])
        ratios = means[:, 0] / means[:, 1]
        effective = n / ratios**2
        return [
            f"{np.mean(held):.3f}",
            f"{min(held):.3f}",
            f"{np.mean(self._held_alone):.3f}",
            f"{means[:, 0].mean():.3f}",
            f"{ratios.mean():.2f}",
            f"{effective.min():.0f} to {effective.max():.0f}",
        ]


_HEADER = ["coverage", "least", "labels alone", "mean width", "by labels alone", "labels count as"]


def draw(n_rows: int, n: int, random: np.random.Generator) -> IntArray:
    """Returns the positions of n of the rows, drawn at random."""
    return random.choice(n_rows, n, replace=False)


def partial(
    scores: FloatArray,
    labels: FloatArray,
    at: IntArray,
    question: IntArray | None = None,
    probabilities: FloatArray | None = None,
) -> PartialLabels:
    """Returns rows with the labels at some positions only."""
    known = np.full(len(labels), np.nan)
    known[at] = labels[at]
    return PartialLabels(scores, known, question, {}, probabilities)


def means(
    scores: Mapping[str, FloatArray],
    labels: FloatArray,
    cells: Mapping[str, IntArray],
    n: int,
    n_draws: int,
    active: bool,
) -> dict[str, Tally]:
    """Estimates the mean of each cell from n labels of it, again and again; every metric gets the same labels.

    Args:
        scores: By metric (n_rows,) scores.
        labels: (n_rows,) what people say.
        cells: By name the positions of a data set and system.
        n: The number of labels.
        n_draws: The number of draws.
        active: Whether rows are chosen by the metric's doubt, which takes the score for a probability.
    """
    tallies = {name: Tally() for name in scores}
    estimator = Estimator()
    for cell, rows in cells.items():
        truth, random = float(labels[rows].mean()), np.random.default_rng(SEED)
        if n >= len(rows):
            continue
        for number in range(n_draws):
            at = draw(len(rows), n, random)
            for name, values in scores.items():
                given = partial(values[rows], labels[rows], at)
                if active:
                    nothing = partial(values[rows], labels[rows], np.array([], dtype=np.int64))
                    chosen = choose_rows(nothing, n, is_probability=True, seed=number)
                    probabilities = np.full(len(rows), np.nan)
                    probabilities[chosen.rows] = chosen.probabilities
                    given = partial(values[rows], labels[rows], chosen.rows, None, probabilities)
                result = estimator.estimate_rows(given)
                tallies[name].add(cell, truth, result["estimate_ci"], result["labels_only_ci"])
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
        labels: (n_rows,) what people say.
        cells: By data set and system the positions of the rows.
        question: (n_rows,) the number of each row's question.
        n: The number of labels of each system.
        n_draws: The number of draws.
    """
    tallies = {name: Tally() for name in scores}
    estimator = Estimator()
    for dataset, systems in cells.items():
        if n >= min(map(len, systems.values())):
            continue
        rows, random = np.concatenate(list(systems.values())), np.random.default_rng(SEED)
        grouping = Grouping(list(systems), np.repeat(np.arange(len(systems)), [len(each) for each in systems.values()]))
        starts = np.cumsum([0, *map(len, systems.values())])
        truth = {name: float(labels[each].mean()) for name, each in systems.items()}
        for _ in range(n_draws):
            at = np.concatenate(
                [start + draw(len(each), n, random) for start, each in zip(starts[:-1], systems.values(), strict=True)]
            )
            for name, values in scores.items():
                given = partial(values[rows], labels[rows], at, question[rows])
                given.groupings[SYSTEM] = grouping
                for found in estimator.estimate_rows(given)["differences"]:
                    one, other = found["system"], found["other"]
                    tallies[name].add(
                        f"{dataset}: {' and '.join(sorted((one, other)))}",
                        truth[one] - truth[other],
                        found["difference_ci"],
                        found["labels_only_ci"],
                    )
    return tallies


def table(found: Mapping[int, Mapping[str, Tally]]) -> str:
    """Returns a Markdown table of tallies by number of labels and metric."""
    lines = [[str(n), name, *tally.cells(n)] for n, tallies in found.items() for name, tally in tallies.items()]
    return labelled.markdown_table(["labels", "metric", *_HEADER], lines)


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--draws", type=int, default=2000, help="draws of labels for the means")
    parser.add_argument("--difference-draws", type=int, default=200, help="draws of labels for the differences")
    parser.add_argument("--labels", type=int, nargs="+", default=list(_SIZES))
    parser.add_argument("--settings", nargs="*", default=["fast", "default"], choices=_SETTINGS)
    parser.add_argument("--score-column", action="append", default=[], help="scores that the file already has")
    parser.add_argument("--active", nargs="*", default=[], help="metrics whose doubt also chooses rows to label")
    arguments = parser.parse_args()

    columns = LabelOptions(groups=["dataset"])
    data = read_labelled_rows(arguments.data, columns, score_columns=arguments.score_column)
    labels = data.people.labels[:, 0]
    scores = score_all(data, arguments.settings)
    datasets, systems = np.array(data.people.groups["dataset"]), np.array(data.people.systems)
    question = np.unique(np.array(data.people.question_ids), return_inverse=True)[1]
    by_dataset = {
        str(dataset): {
            str(system): np.flatnonzero((datasets == dataset) & (systems == system)) for system in np.unique(systems)
        }
        for dataset in np.unique(datasets)
    }
    cells = {f"{dataset}, {system}": at for dataset, each in by_dataset.items() for system, at in each.items()}
    print(f"{arguments.data.name}: {len(labels)} answers; {labelled.environment()}")

    print(f"\n**Means by data set and system**, {arguments.draws} draws each\n")
    print(table({n: means(scores, labels, cells, n, arguments.draws, False) for n in arguments.labels}), flush=True)
    if arguments.active:
        some = {name: np.clip(scores[name], 0, 1) for name in arguments.active}
        print(f"\n**The same, rows chosen by the metric's doubt**, {arguments.draws} draws each\n")
        print(table({n: means(some, labels, cells, n, arguments.draws, True) for n in arguments.labels}), flush=True)
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
