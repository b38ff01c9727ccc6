"""A comparison of systems as tables and sentences for the terminal."""

import math
from itertools import pairwise
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from .report import one_line
from .tables import plain_table, shown, shown_interval, shown_p

# Fewer make a bootstrap's intervals too narrow.
_FEW_QUESTIONS = 20
# The width of the terminal from which on there is room for the intervals of both means.
_WIDE = 76


def print_comparison(console: Console, result: dict[str, Any], threshold: float, confidence_level: float) -> None:
    """Prints the ranks, how far each system is behind the best, each against the next in words, and how it was done.

    Args:
        console: Where to.
        result: What `compare_systems` returns, and `paired_by`.
        threshold: That of accuracy.
        confidence_level: That of the intervals.
    """
    console.print(_ranks_table(result, confidence_level, console.width))
    console.print()
    console.print(_behind_table(result, confidence_level))
    console.print()
    for sentence in verdicts(result):
        console.print(Text(sentence))
    for note in _notes(result):
        console.print(Text(note, style="yellow"))
    console.print()
    console.print(Text(_explanation(result, threshold, confidence_level), style="dim"))
    console.print(Text(f"Signature: {one_line(result['signature'])}", style="dim"), soft_wrap=True)


def verdicts(result: dict[str, Any]) -> list[str]:
    """Returns each system against the next one as a sentence, best first."""
    sentences = []
    differences = {(each["system"], each["other"]): each for each in result["differences"]}
    names = [each["system"] for each in result["systems"]]
    for pair in pairwise(names):
        found = differences[pair]
        better, other = map(one_line, pair)
        amount = shown(found["difference"])
        p_value = found["corrected_p_value"]
        if not math.isnan(p_value):
            equals = "p" if p_value < 0.001 else "p ="
            amount += f" ({shown_interval(found['difference_ci'])}, {equals} {shown_p(p_value)})"
        sentences.append(
            f"{better} is better than {other}: by {amount}."
            if found["is_real"]
            else f"{better} and {other} cannot be told apart: they differ by {amount}."
        )
    return sentences


def shown_rank(system: dict[str, Any]) -> str:
    """Returns a system's rank, or the range of it."""
    best, worst = system["best_rank"], system["worst_rank"]
    return str(best) if best == worst else f"{best}-{worst}"


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
    table = plain_table(f"Behind {one_line(best)}", "by", f"{confidence_level * 100:g} % interval", "p-value", "Real")
    for found in result["differences"]:
        if found["system"] == best:
            table.add_row(
                Text(one_line(found["other"])),
                shown(found["difference"]),
                shown_interval(found["difference_ci"]),
                shown_p(found["corrected_p_value"]),
                "yes" if found["is_real"] else "no",
            )
    return table


def _notes(result: dict[str, Any]) -> list[str]:
    notes = []
    for system in result["systems"]:
        name = one_line(system["system"])
        if system["n_empty_predictions"]:
            notes.append(f"Note: {name} has {_rows(system['n_empty_predictions'])} with an empty prediction (score 0).")
        if system["n_truncated"]:
            notes.append(
                f"Note: {name} has {_rows(system['n_truncated'])} with a text longer than can be read; what is beyond "
                "that did not count."
            )
    if result["reasons"]:
        notes += [f"No {name} and p-values: {reason}." for name, reason in result["reasons"].items()]
    elif result["n_questions"] < _FEW_QUESTIONS:
        notes.append(f"Note: {result['n_questions']} questions are few, which makes the intervals too narrow.")
    return notes


def _rows(n: int) -> str:
    return "1 row" if n == 1 else f"{n} rows"


def _explanation(result: dict[str, Any], threshold: float, confidence_level: float) -> str:
    n, n_pairs = result["n_questions"], len(result["differences"])
    pairs = f"corrected for {n_pairs} pairs (Holm), all of which --json gives" if n_pairs > 1 else "of the one pair"
    return (
        f"{n:,} {'question' if n == 1 else 'questions'}, paired by {result['paired_by']}; accuracy is SMILE over "
        f"{threshold:g}. Differences by paired bootstrap of the questions and sign-flip test, {result['n_draws']:,} "
        f"draws each, the larger p-value {pairs}; a difference is real where p is under {1 - confidence_level:.6g}. A "
        "rank such as 1-2 is the range that the real differences leave open."
    )
