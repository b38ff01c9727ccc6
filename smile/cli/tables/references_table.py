"""Agreement by the number of references as tables and sentences for the terminal."""

from math import isnan
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...people.agreement.metrics import METRICS
from ...people.reference_counts import OVER_REFERENCES
from ...reporting.formatting import one_line, shown, shown_interval
from .plain_table import plain_table

_OVER = {"max": "Best", "mean": "Mean"}
# By name in the statistics, the heading and the least width of the terminal that shows the column.
_COLUMNS = {
    "pearson": ("Pearson", 0),
    "kendall_tau_b": ("Kendall", 84),
    "mean_correlation": ("Mean corr.", 84),
    "accuracy": ("Accuracy", 56),
}
_SPREAD_FROM = 150
_STATISTICS = {
    "pearson": "Pearson",
    "kendall_tau_b": "Kendall's tau-b",
    "mean_correlation": "mean correlation",
    "accuracy": "accuracy",
}
_GOLD = {
    "held_out": "References, each compared with the others",
    "right_answers": "Answers that people call right",
    "wrong_answers": "Answers that people call wrong",
}


def print_references(console: Console, result: dict[str, Any], threshold: float, confidence_level: float) -> None:
    """Prints for each metric a table by the number of references, best against mean, and gold against gold.

    Args:
        console: Where to print.
        result: By name under `metrics` what `measure_references` returns, with `n_truncated` and
            `metric_signature`; and the `signature`.
        threshold: Threshold of the accuracy.
        confidence_level: Confidence level of the intervals.
    """
    for i, (name, found) in enumerate(result["metrics"].items()):
        if i:
            console.print()
        _print_metric(console, METRICS[name], found, threshold, confidence_level)
    console.print(Text(f"Signature: {one_line(result['signature'])}", style="dim"), soft_wrap=True)


def _print_metric(
    console: Console, metric: str, found: dict[str, Any], threshold: float, confidence_level: float
) -> None:
    most = found["most_references"]
    console.print(Text(f"{metric} by the number of references"))
    console.print(_numbers_table(found, console.width))
    console.print(
        Text(
            f"1 to {most} references are drawn at random, {found['n_draws']} times, on the same "
            f"{found['n_same_rows']:,} of {found['n']:,} rows, those with {most} or more; {found['n_several']:,} have "
            "two or more. The table shows means over the draws; a row's score is the best, or the mean, over its "
            "references. "
            f"The accuracy uses the threshold {threshold:g}."
            + (" The standard deviation over the draws is in brackets." if console.width >= _SPREAD_FROM else ""),
            style="dim",
        )
    )
    for statistic, reason in found["reasons"].items():
        console.print(Text(f"No {_STATISTICS[statistic]}: {one_line(reason)}.", style="yellow"))
    if any(isnan(each["max"]["pearson"]) for each in found["by_number"]) and "pearson" not in found["reasons"]:
        console.print(Text("No correlation (-) if all scores of a draw are the same.", style="yellow"))
    if not isnan(found["every_row"]["comparison"]["difference_ci"]["pearson"][0]):
        console.print(Text(best_or_mean(found)))
    console.print()
    if found["gold"]["n_held_out"]:
        console.print(_gold_table(found["gold"], console.width))
        console.print(Text(gold_against_gold(found["gold"], confidence_level)))
    else:
        console.print(
            Text("No reference can be compared with another: they differ only in case and white space.", style="yellow")
        )
    console.print()
    if found["n_truncated"]:
        console.print(
            Text(f"Note: in {found['n_truncated']:,} pairs a text is longer than the metric reads.", style="yellow")
        )
    console.print(Text(f"{metric}: {one_line(found['metric_signature'])}", style="dim"), soft_wrap=True)


def best_or_mean(found: dict[str, Any]) -> str:
    """Returns a sentence: does the best of a row's references or their mean agree better with people?"""
    every_row, comparison = found["every_row"], found["every_row"]["comparison"]
    best, mean = (shown(every_row[over]["pearson"]) for over in OVER_REFERENCES)
    interval = comparison["difference_ci"]["pearson"]
    low, high = interval
    if low > 0:
        verdict = "The best of a row's references agrees better with people than their mean"
    elif high < 0:
        verdict = "The mean of a row's references agrees better with people than the best of them"
    else:
        verdict = "The best of a row's references and their mean cannot be told apart"
    return f"{verdict}: on every row Pearson {best} and {mean}, a difference of {shown_interval(interval)}."


def gold_against_gold(gold: dict[str, Any], confidence_level: float) -> str:
    """Returns a sentence: what does a right answer score that is worded like another reference?"""
    held_out = gold["held_out"]["max"]
    interval = shown_interval(held_out.get("score_ci"))
    return (
        f"A right answer worded like another reference scores {shown(held_out['score'])} on average"
        f"{f' ({confidence_level * 100:g} % interval {interval})' if interval else ''}, and "
        f"{held_out['over_threshold']:.0%} of these answers pass: expect no more of a right answer in its own words. "
        "Answers that repeat a reference score higher."
    )


def _numbers_table(found: dict[str, Any], width: int) -> Table:
    columns = {name: heading for name, (heading, least_width) in _COLUMNS.items() if width >= least_width}
    with_spread = width >= _SPREAD_FROM
    headings = [f"{_OVER[over]}\n{heading}" for over in OVER_REFERENCES for heading in columns.values()]
    table = plain_table("\nReferences", *headings)

    def cells(statistics: dict[str, Any]) -> list[str]:
        return [
            shown(statistics[over][name])
            + (
                f" ({shown(statistics[over][f'{name}_sd'])})"
                if with_spread and f"{name}_sd" in statistics[over]
                else ""
            )
            for over in OVER_REFERENCES
            for name in columns
        ]

    for by_number in found["by_number"]:
        table.add_row(f"{by_number['references']} at random", *cells(by_number))
    table.add_row("all", *cells(found["all_references"]))
    table.add_section()
    table.add_row(f"all, {found['n']:,} rows", *cells(found["every_row"]))
    return table


def _gold_table(gold: dict[str, Any], width: int) -> Table:
    over_shown = OVER_REFERENCES if width >= 84 else OVER_REFERENCES[:1]
    headings = [f"{_OVER[over]}\n{heading}" for over in over_shown for heading in ("score", "passes")]
    table = plain_table("\nGold against gold", "\nn", *headings)
    for who, label in _GOLD.items():
        if who in gold:
            found = gold[who]
            n = gold["n_held_out"] if who == "held_out" else found["n"]
            cells = [shown(found[over][name]) for over in over_shown for name in ("score", "over_threshold")]
            table.add_row(label, f"{n:,}", *cells)
    return table
