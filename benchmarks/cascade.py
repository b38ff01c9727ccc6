"""What a judge on some rows is worth: `python -m benchmarks.cascade --data FILE --judge-column gpt4`.

Prints by setting the accuracy (the share of verdicts as people's) over the share of rows that the judge decides, with
rows by doubt and by chance, the judge alone, and the area between the two curves; then what a target promises with some
labels, over many draws of them. `--plot FILE` draws the curves. Without a judge's column a judge is simulated that is
right as often as `--sensitivity` and `--specificity` say.
"""

import argparse
from pathlib import Path

import numpy as np

from benchmarks import labelled
from smile import SmileScorer
from smile.aliases import BoolArray, FloatArray
from smile.cascade.doubt import most_doubtful
from smile.cascade.guarantee import guarantee

_SHARES = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
_RESAMPLES = 1000
_TARGETS = (0.8, 0.9, 0.95)
_DELTA = 0.1
_BOTH = "default, learned"


def accuracy_curve(
    verdicts: BoolArray, judge: BoolArray, human: BoolArray, doubt: FloatArray, shares: FloatArray
) -> FloatArray:
    """Returns for each share of the rows the accuracy where the judge decides the most doubtful ones.

    >>> human, doubt = np.array([True, True, False, False]), np.array([0.1, 0.9, 0.2, 0.3])
    >>> verdicts, judge = np.array([True, False, False, False]), np.array([True, True, True, False])
    >>> accuracy_curve(verdicts, judge, human, doubt, np.array([0, 0.25, 1])).tolist()
    [0.75, 1.0, 0.75]
    """
    order = most_doubtful(doubt)
    gain = ((judge == human).astype(int) - (verdicts == human))[order]
    right = int((verdicts == human).sum()) + np.concatenate([[0], np.cumsum(gain)])
    accuracy: FloatArray = right[np.round(shares * len(order)).astype(int)] / len(order)
    return accuracy


def area_over_chance(verdicts: BoolArray, judge: BoolArray, human: BoolArray, doubt: FloatArray) -> float:
    """Returns the area between the curve by doubt and the line of random asking, in points of accuracy."""
    shares = np.linspace(0, 1, len(human) + 1)
    curve = accuracy_curve(verdicts, judge, human, doubt, shares)
    line = curve[0] + (curve[-1] - curve[0]) * shares
    return float(100 * np.mean(curve - line))


def main() -> None:
    """Prints both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--judge-column", help="the judge's verdicts: true or false, or a probability")
    parser.add_argument("--sensitivity", type=float, default=0.9, help="of the simulated judge (default: 0.9)")
    parser.add_argument("--specificity", type=float, default=0.9, help="of the simulated judge (default: 0.9)")
    parser.add_argument("--labels", type=int, default=300, help="labels of a draw (default: 300)")
    parser.add_argument("--draws", type=int, default=2000, help="draws of labels (default: 2000)")
    parser.add_argument("--plot", type=Path, help="write the curves to this file")
    arguments = parser.parse_args()
    rows, n_left_out = labelled.judged_rows(arguments.data)
    human = np.array([row["human"] for row in rows])
    random = np.random.default_rng(0)
    if arguments.judge_column:
        judge = np.array([float(row[arguments.judge_column]) > 0.5 for row in rows])
        name = arguments.judge_column
    else:
        is_right = random.random(len(rows)) < np.where(human, arguments.sensitivity, arguments.specificity)
        judge = human == is_right
        name = f"simulated judge, sensitivity {arguments.sensitivity:g}, specificity {arguments.specificity:g}"
    predictions, references, questions = (
        [row[key] for row in rows] for key in ("prediction", "references", "question")
    )
    verdicts, doubts = {}, {}
    for setting in ("fast", "default", "learned"):
        scores = SmileScorer(setting).score(predictions, references, questions)
        verdicts[setting], doubts[setting] = scores.correct, scores.doubt
    verdicts[_BOTH], doubts[_BOTH] = verdicts["learned"], np.maximum(doubts["default"], doubts["learned"])

    print(f"{arguments.data.name}: {len(rows)} answers ({n_left_out} left out); {labelled.environment()}")
    print(
        f"\n**Accuracy where {name} decides a share of the rows.** Alone it has {(judge == human).mean():.3f}. In "
        f"brackets a 95 % interval of the gain over SMILE alone ({_RESAMPLES} bootstrap samples of the rows). {_BOTH}: "
        "verdicts of learned, the larger doubt of the two.\n"
    )
    heads = ["", *(f"{share:.0%}" for share in _SHARES), "area over chance"]
    print(labelled.markdown_table(heads, [_line(each, verdicts[each], judge, human, doubts[each]) for each in doubts]))
    print(
        f"\n**What {arguments.labels} labels promise** with a confidence of {1 - _DELTA:g}, over {arguments.draws} "
        "draws: the mean share that SMILE decides alone, how often nothing is promised, how often the promise is "
        "broken.\n"
    )
    heads = ["", *(f"target {target:g}" for target in _TARGETS)]
    promised = [
        [each, *(_promises(verdicts[each] == human, doubts[each], target, arguments) for target in _TARGETS)]
        for each in doubts
    ]
    print(labelled.markdown_table(heads, promised))
    if arguments.plot:
        _draw(arguments.plot, name, verdicts, judge, human, doubts)


def _line(name: str, verdicts: BoolArray, judge: BoolArray, human: BoolArray, doubt: FloatArray) -> list[str]:
    shares = np.array(_SHARES)
    found = accuracy_curve(verdicts, judge, human, doubt, shares)
    random = np.random.default_rng(0)
    samples = []
    for _ in range(_RESAMPLES):
        at = random.integers(0, len(human), len(human))
        curve = accuracy_curve(verdicts[at], judge[at], human[at], doubt[at], shares)
        samples.append(curve - curve[0])
    low, high = np.quantile(samples, [0.025, 0.975], axis=0)
    cells = [f"{found[0]:.3f}"]
    cells += [f"{found[i]:.3f} ({low[i]:+.3f}, {high[i]:+.3f})" for i in range(1, len(shares))]
    return [name, *cells, f"{area_over_chance(verdicts, judge, human, doubt):.1f}"]


def _promises(agrees: BoolArray, doubt: FloatArray, target: float, arguments: argparse.Namespace) -> str:
    n = len(agrees)
    n_right = np.cumsum(agrees[np.argsort(doubt, kind="stable")])
    random = np.random.default_rng(0)
    shares, n_broken = [], 0
    for _ in range(arguments.draws):
        is_labelled = np.zeros(n, dtype=np.bool_)
        is_labelled[random.choice(n, min(n, arguments.labels), replace=False)] = True
        share = guarantee(doubt, is_labelled, agrees, target, _DELTA).share
        shares.append(share)
        n_alone = round(share * n)
        n_broken += n_alone > 0 and n_right[n_alone - 1] < target * n_alone
    abstains = np.mean(np.array(shares) == 0)
    return f"{np.mean(shares):.0%}; nothing {abstains:.1%}; broken {n_broken / arguments.draws:.1%}"


def _draw(
    path: Path,
    name: str,
    verdicts: dict[str, BoolArray],
    judge: BoolArray,
    human: BoolArray,
    doubts: dict[str, FloatArray],
) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    shares = np.linspace(0, 1, 101)
    for each, doubt in doubts.items():
        axes.plot(100 * shares, accuracy_curve(verdicts[each], judge, human, doubt, shares), label=each)
    axes.axhline((judge == human).mean(), color="gray", linestyle="--", label=f"{name} alone")
    axes.plot([0, 100], [(verdicts["default"] == human).mean(), (judge == human).mean()], ":k", label="by chance")
    axes.set(xlabel="rows that the judge decides (%)", ylabel="verdicts as people's")
    axes.legend()
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()
