"""The kinds of rows on which a metric disagrees with people, as tables for the terminal."""

from math import isnan
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...people.agreement.metrics import METRICS
from ...people.failures import FALSE_NEGATIVES, FALSE_POSITIVES
from ...reporting.formatting import one_line, shown, shown_interval, shown_p
from .plain_table import plain_table

# By the name of a column, the least width of the terminal that shows it.
_WIDTHS = {
    "elsewhere": 64,
    "difference": 76,
    "errors": 96,
    "p": 106,
    "right": 118,
    "score": 128,
    "pearson": 136,
    "interval": 180,
}
_DISAGREEMENTS = {
    FALSE_POSITIVES: "Answers that it calls right and people call wrong, highest scores first",
    FALSE_NEGATIVES: "Answers that it calls wrong and people call right, lowest scores first",
}
_LONGEST_TEXT = 300


def print_trust(console: Console, result: dict[str, Any], confidence_level: float, language: str) -> None:
    """Prints the kinds of rows, the worst first, the conclusion, and the largest disagreements.

    Args:
        console: Where to print.
        result: What `measure_trust` returns, with `metric`, `disagreements`, `n_truncated`, `word_list`,
            `metric_signature` and `signature`.
        confidence_level: Confidence level of the intervals.
        language: Language of the rows.
    """
    metric = METRICS[result["metric"]]
    interval = shown_interval(result["accuracy_ci"])
    console.print(
        Text(
            f"{metric} above {result['threshold']:g} agrees with people on {shown(result['accuracy'])} of "
            f"{result['n']:,} rows{f' ({confidence_level * 100:g} % interval {interval})' if interval else ''}. It "
            f"calls {result[FALSE_POSITIVES]:,} answers right that people call wrong, and {result[FALSE_NEGATIVES]:,} "
            "answers wrong that people call right."
        )
    )
    console.print()
    console.print(_slices_table(result, confidence_level, console.width))
    console.print(Text(result["conclusion"], style="bold"))
    for note in _notes(result, language):
        console.print(Text(note, style="yellow"))
    console.print(Text(_explanation(result, confidence_level), style="dim"))
    for kind, heading in _DISAGREEMENTS.items():
        if result["disagreements"][kind]:
            console.print()
            console.print(Text(heading))
            for each in result["disagreements"][kind]:
                console.print(_disagreement(each))
    console.print()
    console.print(Text(f"{metric}: {one_line(result['metric_signature'])}", style="dim"), soft_wrap=True)
    console.print(Text(f"Signature: {one_line(result['signature'])}", style="dim"), soft_wrap=True)


def _slices_table(result: dict[str, Any], confidence_level: float, width: int) -> Table:
    level = f"{confidence_level * 100:g} % interval"
    columns = {
        "rows": "Rows",
        "right": "Right",
        "score": "Score",
        "accuracy": "Accuracy",
        "interval": level,
        "elsewhere": "Elsewhere",
        "errors": "Too kind",
        "misses": "Too hard",
        "pearson": "Pearson",
        "difference": "Difference",
        "spread": level,
        "p": "p-value",
        "finding": "",
    }
    least = _WIDTHS | {"misses": _WIDTHS["errors"], "spread": _WIDTHS["interval"]}
    columns = {name: heading for name, heading in columns.items() if width >= least.get(name, 0)}
    table = plain_table("Kind of rows", *columns.values())
    for each in result["slices"]:
        cells = {
            "rows": f"{each['n']:,}",
            "right": shown(each["share_right"]),
            "score": shown(each["mean_score"]),
            "accuracy": shown(each["accuracy"]),
            "interval": shown_interval(each["accuracy_ci"]),
            "elsewhere": shown(each["accuracy_elsewhere"]),
            "errors": f"{each[FALSE_POSITIVES]:,}",
            "misses": f"{each[FALSE_NEGATIVES]:,}",
            "pearson": shown(each["pearson"]),
            "difference": shown(each["difference"]),
            "spread": shown_interval(each["difference_ci"]),
            "p": shown_p(each["adjusted_p_value"]),
            "finding": each["finding"] or "",
        }
        table.add_row(each["name"], *(cells[name] for name in columns))
    return table


def _notes(result: dict[str, Any], language: str) -> list[str]:
    notes = []
    if result["absent"]:
        notes.append(f"There are no {', no '.join(result['absent'])}.")
    if result["word_list"] != language:
        notes.append(
            f"Negations and refusals were found with the word list of {result['word_list']}, because there is none "
            f"for {language}."
        )
    return notes


def _explanation(result: dict[str, Any], confidence_level: float) -> str:
    n_tested = sum(not isnan(each["p_value"]) for each in result["slices"])
    return (
        "Right: the share that people call right. Elsewhere: the accuracy on all other rows. Too kind: answers that "
        "only the metric calls right. Too hard: answers that only people call right. The p-values come from "
        f"permutations of the questions, with Holm's correction for {n_tested} kinds; a kind is worse or better if its "
        f"p-value is under {1 - confidence_level:.6g}."
    )


def _disagreement(each: dict[str, Any]) -> Text:
    name = each["row"] if each["id"] is None else each["id"]
    text = Text(f"  {shown(each['score'])}  {one_line(str(name))}", style="bold")
    for heading, value in (
        ("Question", each["question"]),
        ("Reference", each["reference"]),
        ("Answer", each["prediction"] or "(empty)"),
        ("Kinds", "; ".join(each["slices"])),
    ):
        if value:
            shown_value = one_line(value)
            if len(shown_value) > _LONGEST_TEXT:
                shown_value = shown_value[: _LONGEST_TEXT - 3] + "..."
            text.append(f"\n    {heading}: {shown_value}", style="not bold")
    return text
