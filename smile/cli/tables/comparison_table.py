"""A comparison of systems as tables and sentences for the terminal."""

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...reporting.comparison_sentences import explanation, notes, sentences, shown_rank
from ...reporting.formatting import one_line, shown, shown_interval, shown_p
from .plain_table import plain_table

# The least width of the terminal that shows the intervals of both means.
_WIDE = 76


def print_comparison(console: Console, result: dict[str, Any], threshold: float, confidence_level: float) -> None:
    """Prints the ranks, the distance of each system to the best, each comparison in words, and the method.

    Args:
        console: Where to print.
        result: What `compare_systems` returns, with `paired_by`.
        threshold: Threshold of the accuracy.
        confidence_level: Confidence level of the intervals.
    """
    console.print(_ranks_table(result, confidence_level, console.width))
    console.print()
    console.print(_behind_table(result, confidence_level))
    console.print()
    for sentence in sentences(result):
        console.print(Text(sentence.text))
    for note in notes(result):
        console.print(Text(note, style="yellow"))
    console.print()
    console.print(Text(explanation(result, threshold, confidence_level), style="dim"))
    console.print(Text(f"Signature: {one_line(result['signature'])}", style="dim"), soft_wrap=True)


def _ranks_table(result: dict[str, Any], confidence_level: float, width: int) -> Table:
    interval = f"{confidence_level * 100:g} % interval"
    is_wide = width >= _WIDE
    table = plain_table("System", "Rank", "SMILE", interval, "Accuracy", *[interval] * is_wide)
    for system in result["systems"]:
        table.add_row(
            Text(one_line(system["system"])),
            shown_rank(system),
            shown(system["smile"]),
            shown_interval(system["smile_ci"]),
            shown(system["accuracy"]),
            *[shown_interval(system["accuracy_ci"])] * is_wide,
        )
    return table


def _behind_table(result: dict[str, Any], confidence_level: float) -> Table:
    best = result["systems"][0]["system"]
    table = plain_table(
        f"Behind {one_line(best)}", "by", f"{confidence_level * 100:g} % interval", "p-value", "Significant"
    )
    for found in result["differences"]:
        if found["system"] == best:
            table.add_row(
                Text(one_line(found["other"])),
                shown(found["difference"]),
                shown_interval(found["difference_ci"]),
                shown_p(found["adjusted_p_value"]),
                "yes" if found["significant"] else "no",
            )
    return table
