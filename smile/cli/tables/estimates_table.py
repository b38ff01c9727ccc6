"""Estimates from few labels, the plan and the choice of labels as tables and sentences for the terminal."""

import math
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...reporting.formatting import one_line, shown, shown_change, shown_interval, shown_p
from .plain_table import plain_table

# The least width of the terminal that shows the interval of the labels alone beside groups, and more counts.
_WIDE, _WIDER = 80, 100
_CHOICES = {
    "probability": "more often where the score, a probability, is near 0.5",
    "errors": "more often where the labels so far differ among answers with similar scores",
    "chance": "all with the same probability",
}


def print_estimates(console: Console, result: dict[str, Any], confidence_level: float) -> None:
    """Prints the estimate beside labels and metric alone, a table per grouping, the differences, and warnings.

    Args:
        console: Where to print.
        result: What `Estimator` returns.
        confidence_level: Confidence level of the intervals.
    """
    interval = f"{confidence_level * 100:g} % interval"
    console.print(_whole_table(result, interval))
    console.print()
    console.print(Text(_sentence(result)))
    for name in result:
        if name.startswith("by_"):
            console.print()
            console.print(_members_table(name.removeprefix("by_").capitalize(), result[name], interval, console.width))
    if result.get("differences"):
        console.print()
        console.print(_differences_table(result["differences"], interval))
    for note in (*result["reasons"].values(), *result["warnings"]):
        console.print(Text(f"{note[0].upper()}{one_line(note[1:])}.", style="yellow"))
    console.print(Text(f"Signature: {one_line(result['signature'])}", style="dim"), soft_wrap=True)


def print_plan(console: Console, planned: dict[str, Any], confidence_level: float) -> None:
    """Prints how many labels are needed.

    Args:
        console: Where to print.
        planned: What `plan_labels` returns.
        confidence_level: Confidence level of the interval.
    """
    console.print(
        Text(
            f"{planned['labels']} labels of {planned['n']} rows give a {confidence_level * 100:g} % interval of width "
            f"{planned['width']:g} (plus or minus {planned['width'] / 2:g}); labels alone, without scores, take "
            f"{planned['labels_without_scores']}."
        )
    )
    console.print(
        Text(
            f"Assumed: the metric correlates with people by {shown(planned['correlation'])}, and labels have a "
            f"standard deviation of {shown(planned['spread'])}.",
            style="dim",
        )
    )


def print_choice(console: Console, result: dict[str, Any]) -> None:
    """Prints which rows were chosen, and what to do with them."""
    earlier = f", after {result['n_earlier']} of earlier rounds" if result["n_earlier"] else ""
    console.print(
        Text(
            f"{result['n_new']} rows to label are in {result['output']}{earlier}: chosen by chance, "
            f"{_CHOICES[result['probabilities_by']]}."
        )
    )
    console.print(
        Text(
            "Fill in the column 'human' (true or false), from the top: where you stop early, what you have is still a "
            "random choice. Then run `smile estimate` with --labels."
        )
    )


def _sentence(result: Mapping[str, Any]) -> str:
    n, effective = result["n_labelled"], result["effective_labels"]
    rows = "the rows of this file" if result["target"] == "rows" else "the questions that these were drawn from"
    counts = "" if math.isnan(effective) else f" {n} labels count as {effective:.0f} with the scores of all."
    return f"{n} of {result['n']} rows have a label.{counts} The intervals are for {rows}."


def _whole_table(result: Mapping[str, Any], interval: str) -> Table:
    table = plain_table("", "People's mean", interval)
    table.add_row("Labels and scores", shown(result["estimate"]), shown_interval(result["estimate_ci"]))
    table.add_row("Labels alone", shown(result["labels_only"]), shown_interval(result["labels_only_ci"]))
    table.add_row("Scores alone", shown(result["metric_only"]), f"off by {shown_change(result['bias'])}")
    return table


def _members_table(title: str, members: dict[str, dict[str, Any]], interval: str, width: int) -> Table:
    is_wide, is_wider = width >= _WIDE, width >= _WIDER
    headings = [title, "Estimate", interval, *["Labels alone"] * is_wide, *[interval] * is_wider, "Labels"]
    table = plain_table(*headings, *["count as"] * is_wide, *["Rows"] * is_wider)
    for member, found in members.items():
        effective = found["effective_labels"]
        table.add_row(
            Text(one_line(member)),
            shown(found["estimate"]),
            shown_interval(found["estimate_ci"]),
            *[shown(found["labels_only"])] * is_wide,
            *[shown_interval(found["labels_only_ci"])] * is_wider,
            str(found["n_labelled"]),
            *["-" if math.isnan(effective) else f"{effective:.0f}"] * is_wide,
            *[str(found["n"])] * is_wider,
        )
    return table


def _differences_table(differences: list[dict[str, Any]], interval: str) -> Table:
    table = plain_table("Difference", "by", interval, "p-value", "Significant")
    for found in differences:
        table.add_row(
            Text(f"{one_line(found['system'])} - {one_line(found['other'])}"),
            shown(found["difference"]),
            shown_interval(found["difference_ci"]),
            shown_p(found["adjusted_p_value"]),
            "yes" if found["significant"] else "no",
        )
    return table
