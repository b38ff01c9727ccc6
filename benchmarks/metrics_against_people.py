"""Agreement of metrics with human labels, and their cost: `python -m benchmarks.metrics_against_people FILE...`.

Prints where other metrics beat `default`, the Pearson correlations, and the speed and price of each metric. Every
metric scores the same answers, drawn at random. A column of scores (0 to 1; above 0.5 is correct) joins as a metric
with `--score-column`, on the data sets that have the column. Times are processor seconds of this process, without
loading a model. `--figure FILE` draws correlation against cost.
"""

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import labelled
from benchmarks.measures import compared
from smile import SmileScorer
from smile.baselines import word_overlap
from smile.checks import is_blank
from smile.judges.chat_models.providers import find_provider
from smile.people.agreement.metrics import score_metrics
from smile.rows.checked_rows import Row, check_rows
from smile.scoring.results import Scores
from smile.shared_types import FloatArray

SETTINGS = ("default", "fast", "learned")
# Closer points of the figure would share their names' place.
_CLOSE = 0.02
# What a core costs for an hour, in US dollars: an assumption.
_CORE_HOUR = 0.05
# The judge whose verdicts are published, the model whose price it gets, and the characters around question, references
# and answer in the prompt.
_JUDGE, _PRICED_AS, _PROMPT = "gpt4", "gpt-4-turbo", 60
_CHARACTERS_A_TOKEN = 4

Found = Mapping[str, tuple[FloatArray, list[list[float]]]]


def contains(prediction: str, reference: str) -> float:
    """Returns 1 if the words of the reference stand one after the other in the prediction, else 0.

    >>> contains("It is the Eiffel Tower.", "eiffel tower"), contains("a tower by Eiffel", "Eiffel Tower")
    (1.0, 0.0)
    """
    found, wanted = (f" {' '.join(word_overlap.words_for_overlap(text))} " for text in (prediction, reference))
    return float(wanted in found)


def _by_words(measure: Callable[[str, str], float], rows: Sequence[Row]) -> FloatArray:
    """Returns (n,) the best score over each row's references; an empty answer scores 0."""
    return np.array(
        [
            0.0 if is_blank(row.prediction) else max(measure(row.prediction, each) for each in row.references)
            for row in rows
        ]
    )


@cache
def _scorer(setting: str) -> SmileScorer:
    return SmileScorer(setting)


def _smile(setting: str, rows: Sequence[Row]) -> Scores:
    return _scorer(setting).score_rows(rows)


def _named(name: str, rows: Sequence[Row]) -> FloatArray:
    return score_metrics(rows, [name])[name].scores


METRICS: dict[str, Callable[[Sequence[Row]], FloatArray | Scores]] = {
    **{setting: partial(_smile, setting) for setting in SETTINGS},
    "Exact match": partial(_by_words, word_overlap.exact_match),
    "F1": partial(_by_words, word_overlap.f1),
    "Containment": partial(_by_words, contains),
    "ROUGE-L": partial(_by_words, word_overlap.rouge_l),
    "BERTScore": partial(_named, "bert_score"),
    "SAS": partial(_named, "sas"),
}


def drawn(records: Sequence[dict[str, Any]], n: int) -> list[dict[str, Any]]:
    """Returns n of the answers, drawn at random and the same each time, or all if there are fewer."""
    at = np.random.default_rng(0).permutation(len(records))[:n]
    return [records[i] for i in sorted(at.tolist())]


def score(sets: Mapping[str, Sequence[dict[str, Any]]]) -> dict[str, Any]:
    """Returns each metric's scores by set and its seconds for an answer, and how many rows `learned` learned from."""
    rows = {name: _rows(records) for name, records in sets.items()}
    scores: dict[str, dict[str, list[float]]] = {name: {} for name in sets}
    seconds: dict[str, float] = {}
    learned: dict[str, int] = {}
    for metric, score_rows in METRICS.items():
        score_rows(rows[next(iter(rows))][:20])  # loads the model
        for name in sets:
            start = time.process_time()
            found = score_rows(rows[name])
            seconds[metric] = seconds.get(metric, 0) + time.process_time() - start
            scores[name][metric] = (found.smile if isinstance(found, Scores) else found).round(5).tolist()
            if isinstance(found, Scores):
                learned[name] = found.summary()["notes"].get("learned_from", 0)
    n = sum(map(len, rows.values()))
    return {"scores": scores, "seconds": {name: value / n for name, value in seconds.items()}, "learned": learned}


def _rows(records: Sequence[dict[str, Any]]) -> list[Row]:
    return check_rows(*([record[name] for record in records] for name in ("prediction", "references", "question")))


def price_of_verdicts(records: Sequence[dict[str, Any]]) -> float:
    """Returns the mean dollars for a verdict of the judge whose texts the records hold."""
    price = find_provider("openai").price(_PRICED_AS)
    assert price is not None  # noqa: S101 (the list of prices has it)
    sent = [_PROMPT + sum(map(len, (each["question"], each["prediction"], *each["references"]))) for each in records]
    generated = [len(each[f"{_JUDGE}_text"]) for each in records]
    tokens = (np.mean(sent) / _CHARACTERS_A_TOKEN, np.mean(generated) / _CHARACTERS_A_TOKEN)
    return float(np.dot(price, tokens)) / 1e6


def table(found: Mapping[str, Found]) -> str:
    """Returns a table of Pearson correlations, each with the sign of its difference from the first metric's."""
    columns = list(dict.fromkeys(column for each in found.values() for column in each))
    lines = []
    for column in columns:
        values = [each[column][0][0] for each in found.values() if column in each]
        mean = f"{np.mean(np.nan_to_num(values)):.3f}" if len(values) == len(found) else ""
        cells = [
            f"{each[column][0][0]:.3f}{_sign(*each[column][1][0]) if column != SETTINGS[0] else ''}"
            if column in each
            else ""
            for each in found.values()
        ]
        lines.append([column, mean, *cells])
    return labelled.markdown_table(["metric", "mean", *found], lines)


def _sign(low: float, high: float) -> str:
    """Returns + for a difference that is above 0 by its interval, and ~ for an interval that includes 0."""
    return "+" if low > 0 else "~" if high >= 0 else ""


def losses(found: Mapping[str, Found], learned_from: Mapping[str, int]) -> list[str]:
    """Returns by metric where it is better than `default`, by an interval of the difference that is above 0.

    Sets that `learned` learned from are left out for `learned`.
    """
    first, _, learned = SETTINGS
    better: dict[str, list[str]] = {}
    for name, of_set in found.items():
        for column, (values, ends) in of_set.items():
            above = [place for place in (0, 1) if ends[place][0] > 0]
            if above and column != first and not (column == learned and learned_from[name]):
                measure = ("r", "area")[above[0]]
                cell = f"{name} ({measure} {values[above[0]]:.2f}, `default` {of_set[first][0][above[0]]:.2f})"
                better.setdefault(column, []).append(cell)
    return [f"{_shown_name(column)} on {', '.join(cells)}" for column, cells in better.items()]


def losses_of_learned(found: Mapping[str, Found]) -> list[str]:
    """Returns where `learned` is worse than `default`, by an interval of the difference that is below 0."""
    first, _, learned = SETTINGS
    return [
        f"{name} (area {values[1]:.2f}, `default` {of_set[first][0][1]:.2f})"
        for name, of_set in found.items()
        for values, ends in [of_set[learned]]
        if ends[1][1] < 0
    ]


def _shown_name(column: str) -> str:
    return f"`{column}`" if column in SETTINGS else column


def figure(found: Mapping[str, Found], cost: Mapping[str, float], path: Path) -> None:
    """Draws the correlation over the cost: the mean of all sets, and the sets that have verdicts of a judge."""
    from matplotlib.figure import Figure

    from smile.reporting.figures import BLUE, GREY, panel_without_frame, save_figure

    judged = [name for name, each in found.items() if _JUDGE in each]
    panels = [("mean of all sets", list(found)), *((name, [name]) for name in judged)]
    drawing = Figure(figsize=(5.2 * len(panels), 4.6), layout="constrained")
    for axes, (title, names) in zip(np.ravel(drawing.subplots(1, len(panels))), panels, strict=True):
        points = [
            (cost[column] * 1000, float(np.mean(np.nan_to_num(values))), column)
            for column in cost
            if len(values := [found[name][column][0][0] for name in names if column in found[name]]) == len(names)
        ]
        for x, y, column in points:
            axes.plot(x, y, "o", color=BLUE if column in SETTINGS else GREY)
            # Where another point is close on the right, the name stands below on the left.
            is_left = any(1 < other / x < 10 and abs(r - y) < _CLOSE for other, r, _ in points)
            side, place = ("right", (-6, -11)) if is_left else ("left", (6, 4))
            axes.annotate(column, (x, y), place, textcoords="offset points", ha=side, fontsize=9)
        axes.set_xscale("log")
        axes.margins(x=0.35, y=0.12)
        axes.set_title(title, loc="left", fontsize=10)
        axes.set_xlabel("US dollars for 1,000 answers (logarithmic)")
        axes.set_ylabel("Pearson correlation with human labels")
        panel_without_frame(axes, "y")
    save_figure(path, drawing)


def report(
    sets: Mapping[str, Sequence[dict[str, Any]]], kept: Mapping[str, Any], columns: Sequence[str], n_draws: int
) -> tuple[str, dict[str, Found], dict[str, float]]:
    """Returns the report in Markdown, the correlations by data set, and each metric's dollars per answer."""
    scores = {
        name: {metric: np.array(values) for metric, values in of_set.items()}
        | {
            column: np.array([float(each[column]) for each in sets[name]])
            for column in columns
            if column in sets[name][0]
        }
        for name, of_set in kept["scores"].items()
    }
    right = {name: np.array([bool(each["human"]) for each in records]) for name, records in sets.items()}
    questions = {name: [each["question"] for each in records] for name, records in sets.items()}
    found: dict[str, Found] = {name: compared(scores[name], right[name], questions[name], n_draws) for name in sets}

    cost: dict[str, float] = {metric: seconds / 3600 * _CORE_HOUR for metric, seconds in kept["seconds"].items()}
    judged = [each for records in sets.values() for each in records if f"{_JUDGE}_text" in each]
    if _JUDGE in columns and judged:
        cost[_JUDGE] = price_of_verdicts(judged)
    speeds = [
        [metric, f"{1 / seconds:,.0f}" if (seconds := kept["seconds"].get(metric)) else "", f"{1000 * each:.2g}"]
        for metric, each in cost.items()
    ]
    sizes = ", ".join(f"{name} {len(records):,} ({right[name].mean():.0%} correct)" for name, records in sets.items())
    learned = sum(kept["learned"].values())
    parts = [
        f"Answers: {sizes}. `learned` was trained or fitted on the questions of {learned:,} of them.",
        f"**Better than `default`**, by an interval above 0: {'; '.join(losses(found, kept['learned'])) or 'none'}. "
        f"`learned` below `default`: {', '.join(losses_of_learned(found)) or 'on no data set'}.",
        "**Pearson correlation with human labels.** `+`: better than `default`; `~`: no clear difference (the 95 % "
        f"interval includes 0); no sign: worse.\n\n{table(found)}",
        f"**Speed and cost**, one core at {_CORE_HOUR} dollars an hour\n\n"
        + labelled.markdown_table(["metric", "answers per second", "dollars per 1,000 answers"], speeds),
    ]
    return "\n\n".join(parts), found, cost


def main() -> None:
    """Prints the report, and draws the figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--score-column", action="append", default=[], help="scores that a file already has")
    parser.add_argument("--rows", type=int, default=400, help="answers per data set (default: 400)")
    parser.add_argument("--draws", type=int, default=500, help="draws of the bootstrap (default: 500)")
    parser.add_argument("--figure", type=Path, help="the file of the figure")
    arguments = parser.parse_args()
    records: dict[str, list[dict[str, Any]]] = {}
    for path in arguments.files:
        for each in labelled.judged_rows(path)[0]:
            records.setdefault(each.get("dataset", path.stem), []).append(each)
    sets = {name: drawn(each, arguments.rows) for name, each in records.items()}
    text, found, cost = report(sets, score(sets), arguments.score_column, arguments.draws)
    print(f"{labelled.environment()}\n\n{text}")
    if arguments.figure:
        figure(found, cost, arguments.figure)


if __name__ == "__main__":
    main()
