"""Effect of a judge on the most uncertain rows: `python -m benchmarks.judge_shares --data FILE --judge-column gpt4`.

Prints for each file, judge and setting the accuracy (the share of verdicts that match human labels) by the share of
rows that the judge decides, the most uncertain first, and the mean gain over asking at random; in brackets 95 %
intervals from a bootstrap of the questions. `--plot FILE` draws the curves. For a file without such a column, a judge
with the given `--sensitivity` and `--specificity` is simulated.
"""

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks import labelled
from smile import SmileScorer
from smile.shared_types import BoolArray, FloatArray
from smile.statistics.bootstrap import draw_questions

# In percent of the rows: those of the table, and those of the figure.
_SHOWN = (0, 10, 20, 50, 100)
_SHARES = np.linspace(0, 1, 101)
_RESAMPLES = 1000


class Verdicts(NamedTuple):
    """SMILE's verdicts on n rows.

    Attributes:
        smile: (n,) the scores.
        is_right: (n,) whether the human label is the same.
        doubt: (n,) how uncertain each verdict is.
    """

    smile: FloatArray
    is_right: BoolArray
    doubt: FloatArray


class Curve(NamedTuple):
    """Accuracy over the shares 0 to 1 in steps of a hundredth, and its 95 % band; the gain over chance in points."""

    accuracy: FloatArray
    low: FloatArray
    high: FloatArray
    area: float
    area_interval: tuple[float, float]


def accuracy_curve(is_right: BoolArray, judge_is_right: BoolArray, shares: FloatArray) -> FloatArray:
    """Returns for each share of the rows, the most doubtful first, the accuracy where the judge decides the first ones.

    >>> accuracy_curve(np.array([False, True, True, True]), np.array([True, True, True, False]), np.array([0, 0.25, 1]))
    array([0.75, 1.  , 0.75])
    """
    gain = judge_is_right.astype(int) - is_right.astype(int)
    n_right = int(is_right.sum()) + np.concatenate([[0], np.cumsum(gain)])
    accuracy: FloatArray = n_right[np.round(shares * len(is_right)).astype(int)] / len(is_right)
    return accuracy


def area_over_chance(accuracy: FloatArray, shares: FloatArray) -> float:
    """Returns the area between a curve from share 0 to 1 and the line of random asking, in points of accuracy."""
    line = accuracy[0] + (accuracy[-1] - accuracy[0]) * shares
    return float(100 * np.mean(accuracy - line))


def curve(verdicts: Verdicts, judge_is_right: BoolArray, question: list[str]) -> Curve:
    """Returns the curve of rows by doubt, with bands from samples of the questions."""
    order = np.argsort(-verdicts.doubt, kind="stable")
    accuracy = accuracy_curve(verdicts.is_right[order], judge_is_right[order], _SHARES)
    number = np.unique(question, return_inverse=True)[1]
    samples = []
    for counts in draw_questions(number.max() + 1, len(number), _RESAMPLES):
        for count in counts.astype(np.int64):
            at = np.repeat(order, count[number[order]])
            samples.append(accuracy_curve(verdicts.is_right[at], judge_is_right[at], _SHARES))
    low, high = np.quantile(samples, [0.025, 0.975], axis=0)
    areas = np.quantile([area_over_chance(each, _SHARES) for each in samples], [0.025, 0.975])
    return Curve(accuracy, low, high, area_over_chance(accuracy, _SHARES), (float(areas[0]), float(areas[1])))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument(
        "--judge-column",
        nargs="+",
        action="extend",
        default=[],
        help="judges' verdicts: true or false, or a probability",
    )
    parser.add_argument("--sensitivity", type=float, default=0.9, help="of the simulated judge (default: 0.9)")
    parser.add_argument("--specificity", type=float, default=0.9, help="of the simulated judge (default: 0.9)")
    parser.add_argument("--setting", nargs="+", default=["fast", "default", "learned"], help="default: all three")
    parser.add_argument("--rows", type=int, help="take as many rows of each file, drawn at random")
    parser.add_argument("--store", type=Path, help="a folder of embeddings that other runs use again")
    parser.add_argument("--plot", type=Path, help="write the curves to this file")
    arguments = parser.parse_args()
    scorers = {name: SmileScorer(name, store=None if name == "fast" else arguments.store) for name in arguments.setting}
    panels: dict[str, dict[str, Curve]] = {}
    lines = []
    for path in arguments.data:
        rows, n_left_out = labelled.judged_rows(path)
        if arguments.rows:
            rows = [rows[i] for i in np.random.default_rng(0).permutation(len(rows))[: arguments.rows]]
        human = np.array([bool(row["human"]) for row in rows])
        print(f"{path.name}: {len(rows)} answers, {n_left_out} without a label or a reference left out", flush=True)
        found = _verdicts(scorers, rows, human)
        for name, judge in _judges(rows, human, arguments).items():
            title = f"{path.stem}, {name}"
            panels[title] = {
                each: curve(verdicts, judge == human, [row["question"] for row in rows])
                for each, verdicts in found.items()
            }
            lines += [[title, each, *_cells(its)] for each, its in panels[title].items()]

    print(labelled.environment())
    print(
        "\n**Accuracy by the share of rows that the judge decides.** In brackets 95 % intervals "
        f"({_RESAMPLES} bootstrap samples of the questions).\n"
    )
    heads = ["answers, judge", "doubt", *(f"{share} %" for share in _SHOWN), "gain over random"]
    print(labelled.markdown_table(heads, lines))
    if arguments.plot:
        _draw(arguments.plot, panels)


def _verdicts(scorers: dict[str, SmileScorer], rows: list[dict[str, Any]], human: BoolArray) -> dict[str, Verdicts]:
    predictions, references, questions = ([row[key] for row in rows] for key in labelled.TEXTS)
    scores = {name: scorer.score(predictions, references, questions) for name, scorer in scorers.items()}
    return {name: Verdicts(each.smile, each.correct == human, each.doubt) for name, each in scores.items()}


def _judges(rows: list[dict[str, Any]], human: BoolArray, arguments: argparse.Namespace) -> dict[str, BoolArray]:
    """Returns the verdicts of each judge that the rows have, or of a simulated one."""
    given = {
        name: np.array([float(row[name]) > 0.5 for row in rows]) for name in arguments.judge_column if name in rows[0]
    }
    if given:
        return given
    rate = np.where(human, arguments.sensitivity, arguments.specificity)
    is_right = np.random.default_rng(0).random(len(rows)) < rate
    name = f"simulated judge ({arguments.sensitivity:g}, {arguments.specificity:g})"
    return {name: human == is_right}


def _cells(found: Curve) -> list[str]:
    cells = [f"{found.accuracy[i]:.3f} ({found.low[i]:.3f}, {found.high[i]:.3f})" for i in _SHOWN]
    low, high = found.area_interval
    return [*cells, f"{found.area:.1f} ({low:.1f}, {high:.1f})"]


def _draw(path: Path, panels: dict[str, dict[str, Curve]]) -> None:
    from matplotlib.figure import Figure

    n_columns = min(2, len(panels))
    n_rows = -(-len(panels) // n_columns)
    figure = Figure(figsize=(6.5 * n_columns, 4 * n_rows), layout="constrained")
    grid = figure.subplots(n_rows, n_columns, squeeze=False).ravel()
    for axes in grid[len(panels) :]:
        axes.remove()
    for axes, (title, curves) in zip(grid, panels.items(), strict=False):
        for name, each in curves.items():
            axes.plot(100 * _SHARES, each.accuracy, label=name)
        # The bands of the others lie over this one.
        axes.fill_between(
            100 * _SHARES, curves["default"].low, curves["default"].high, alpha=0.12, label="default, 95 %"
        )
        by_default = curves["default"].accuracy
        axes.axhline(by_default[-1], color="gray", linestyle="--", label="the judge alone")
        axes.plot([0, 100], by_default[[0, -1]], ":k", label="default, asking at random")
        axes.set(title=title, xlabel="rows that the judge decides (%)", ylabel="verdicts as people's")
    grid[0].legend()
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()
