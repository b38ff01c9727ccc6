"""Settings on every data set with human labels: `python -m benchmarks.every_set FILE...`.

Prints one table: for each file, and each data set of a file with several, Pearson's r, the area under the ROC curve,
balanced accuracy and the calibration error; in brackets 95 % intervals of the difference to `default`, drawn by
question. A row without a label or without a reference is left out and counted. The files of `assets/` come last.
`--keep FOLDER` writes the scores of each setting, and `--scores FILE` takes such a file as one more column: the scores
of an earlier version, or of a model that was fitted without the set.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from scipy.stats import rankdata

from benchmarks import labelled
from benchmarks.hard_cases import balanced_accuracy
from smile import SmileScorer
from smile.aliases import BoolArray, FloatArray
from smile.rows.checked_rows import check_rows
from smile.settings.named_settings import NAMED_SETTINGS
from smile.statistics.bootstrap import draw_questions, percentile_interval
from training.joining import expected_calibration_error

_ASSETS = Path(__file__).parents[1] / "assets"
_OURS = ("hard_qa", "long_qa", "attacks_qa", "yes_no_qa")
_BASELINE = "default"
# What a score that comes from elsewhere has to be over.
_THRESHOLD = 0.5
MEASURES = ("r", "area", "balanced accuracy", "calibration error")


def measured(scores: FloatArray, is_right: BoolArray, threshold: float) -> FloatArray:
    """Returns the `MEASURES` of (n,) scores, each NaN where it is undefined.

    >>> measured(np.array([0.9, 0.6, 0.7, 0.1]), np.array([True, True, False, False]), 0.5).round(3).tolist()
    [0.594, 0.75, 0.75, 0.325]
    """
    if is_right.all() or not is_right.any():
        return np.full(len(MEASURES), np.nan)
    r = np.corrcoef(scores, is_right)[0, 1] if np.ptp(scores) else np.nan
    # scikit-learn's roc_auc_score finds the same in a hundred times the time, which is that of the bootstrap.
    n_right, n_wrong = np.sum(is_right), np.sum(~is_right)
    n_above = rankdata(scores)[is_right].sum() - n_right * (n_right + 1) / 2
    return np.array(
        [
            r,
            n_above / (n_right * n_wrong),
            balanced_accuracy(scores > threshold, is_right),
            expected_calibration_error(scores, is_right),
        ]
    )


def compared(
    scores: Mapping[str, FloatArray], is_right: BoolArray, questions: Sequence[str | None], n_draws: int
) -> dict[str, tuple[FloatArray, list[list[float]]]]:
    """Returns each column's measures, and the 95 % intervals of their differences to the first column's.

    Args:
        scores: By column (n,) scores; the first is what the others are compared with.
        is_right: (n,) whether the label of each answer is correct.
        questions: n questions; an answer without one is a question of its own.
        n_draws: Draws of the bootstrap.
    """
    thresholds = [_threshold(name) for name in scores]
    number = np.unique(
        [f"{i}" if question is None else f"q{question}" for i, question in enumerate(questions)], return_inverse=True
    )[1]
    draws = []
    for counts in draw_questions(number.max() + 1, len(number), n_draws):
        for count in counts.astype(np.int64):
            at = np.repeat(np.arange(len(number)), count[number])
            draws.append(
                [
                    measured(values[at], is_right[at], threshold)
                    for values, threshold in zip(scores.values(), thresholds, strict=True)
                ]
            )
    differences = np.array(draws) - np.array(draws)[:, :1]
    return {
        name: (
            measured(values, is_right, thresholds[place]),
            [percentile_interval(each, 0.95) for each in differences[:, place].T],
        )
        for place, (name, values) in enumerate(scores.items())
    }


def lines_of_set(
    scores: Mapping[str, FloatArray], is_right: BoolArray, questions: Sequence[str | None], n_draws: int
) -> list[list[str]]:
    """Returns a line for each column of `compared`: its name, its measures, and in all but the first the intervals."""
    return [
        [name, *(shown(value, ends if place else None) for value, ends in zip(*of_column, strict=True))]
        for place, (name, of_column) in enumerate(compared(scores, is_right, questions, n_draws).items())
    ]


def shown(value: float, ends: Sequence[float] | None) -> str:
    """Returns a measure with the interval of its difference.

    >>> shown(0.8214, (-0.0123, 0.004))
    '0.821 (-0.012, +0.004)'
    """
    return f"{value:.3f}" + (f" ({ends[0]:+.3f}, {ends[1]:+.3f})" if ends else "")


def _threshold(name: str) -> float:
    return NAMED_SETTINGS[name].threshold if name in NAMED_SETTINGS else _THRESHOLD


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="*", help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--setting", action="append", help="beside default; fast and learned if left out")
    parser.add_argument(
        "--scores", type=Path, action="append", default=[], help="JSON of scores by set, 0 to 1; may be repeated"
    )
    parser.add_argument("--keep", type=Path, help="the folder to write SETTING.json to, as --scores takes it")
    parser.add_argument("--store", type=Path, help="a folder of embeddings that other runs use again")
    parser.add_argument("--draws", type=int, default=1000, help="draws of the bootstrap (default: 1000)")
    arguments = parser.parse_args()
    settings = dict.fromkeys([_BASELINE, *(arguments.setting or ("fast", "learned"))])
    scorers = {name: SmileScorer(name, store=None if name == "fast" else arguments.store) for name in settings}
    given = {str(path): json.loads(path.read_text(encoding="utf-8")) for path in arguments.scores}
    kept: dict[str, dict[str, list[float]]] = {name: {} for name in scorers}
    lines = []
    for path in [*arguments.files, *(_ASSETS / f"{name}.jsonl" for name in _OURS)]:
        rows, n_left_out = labelled.judged_rows(path)
        columns = ([row[name] for row in rows] for name in ("prediction", "references", "question"))
        checked = check_rows(*columns)
        scores = {name: scorer.score_rows(checked).smile for name, scorer in scorers.items()}
        for name, values in scores.items():
            kept[name][path.stem] = values.round(5).tolist()
        for name, by_set in given.items():
            if path.stem in by_set:
                if len(by_set[path.stem]) != len(rows):
                    parser.error(f"{name} has {len(by_set[path.stem])} scores for the {len(rows)} rows of {path}")
                scores[name] = np.array(by_set[path.stem])
        is_right = np.array([bool(row["human"]) for row in rows])
        dataset = np.array([row.get("dataset", "") for row in rows])
        parts = {path.stem: np.ones(len(rows), dtype=np.bool_)}
        if len(set(dataset)) > 1:
            parts |= {f"{path.stem}: {name}": dataset == name for name in sorted(set(dataset.tolist()))}
        for name, here in parts.items():
            print(f"{name}: {int(here.sum())} answers, {is_right[here].mean():.0%} right", flush=True)
            questions = [rows[i]["question"] for i in np.flatnonzero(here).tolist()]
            of_part = {column: values[here] for column, values in scores.items()}
            lines += [[name, *line] for line in lines_of_set(of_part, is_right[here], questions, arguments.draws)]
        print(f"{path.name}: {n_left_out} rows without a label or a reference are left out", flush=True)
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
        for name, by_set in kept.items():
            (arguments.keep / f"{name}.json").write_text(json.dumps(by_set) + "\n", encoding="utf-8")
    print(f"\n{labelled.environment()}\n\n{labelled.markdown_table(['set', 'scores', *MEASURES], lines)}")


if __name__ == "__main__":
    main()
