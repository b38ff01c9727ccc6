"""Agreement with people as tables for the terminal."""

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...reporting.formatting import one_line, shown, shown_interval, shown_p
from .plain_table import plain_table

_STATISTICS = {
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall_tau_b": "Kendall's tau-b",
    "mean_correlation": "Mean correlation",
    "pairwise_accuracy": "Pairwise accuracy",
    "roc_auc": "ROC AUC",
    "accuracy": "Accuracy",
    "f1": "F1",
    "bias": "Bias (called right)",
    "best_accuracy": "Best accuracy",
    "best_threshold": "  at threshold",
    "krippendorff_alpha": "Krippendorff's alpha",
}
_COUNTS = {
    "n": "Rows",
    "n_questions": "Questions",
    "n_pairs": "Pairs",
    "n_annotators": "People",
    "n_without_majority": "Rows without majority",
}
# By name in a member's statistics, the heading and the least width of the terminal that shows the column.
_MEMBER_COLUMNS = {
    "n": ("Rows", 0),
    "pearson": ("Pearson", 0),
    "spearman": ("Spearman", 80),
    "kendall_tau_b": ("Kendall", 60),
    "mean_correlation": ("Mean", 90),
    "roc_auc": ("AUC", 60),
    "accuracy": ("Accuracy", 70),
    "f1": ("F1", 80),
}


def print_agreement(console: Console, result: dict[str, Any], confidence_level: float) -> None:
    """Prints the statistics, the reasons for missing ones, and a table for each grouping.

    Args:
        console: Where to print.
        result: What `AgreementScorer` returns.
        confidence_level: Confidence level of the intervals.
    """
    console.print(_statistics_table(result, confidence_level))
    _print_reasons(console, result["reasons"])
    for name in result:
        if name.startswith("by_"):
            console.print()
            console.print(_members_table(name.removeprefix("by_").capitalize(), result[name], console.width))
    console.print()
    console.print(Text(f"Signature: {one_line(result['signature'])}", style="dim"), soft_wrap=True)


def _print_reasons(console: Console, reasons: dict[str, str]) -> None:
    names_of_reason: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        label = _STATISTICS.get(name, name.replace("_", " ")).strip()
        names_of_reason.setdefault(reason, []).append(label)
    for reason, names in names_of_reason.items():
        console.print(Text(f"No {', '.join(names)}: {one_line(reason)}.", style="yellow"))


def _statistics_table(result: dict[str, Any], confidence_level: float) -> Table:
    table = plain_table("", "", "p-value", f"{confidence_level * 100:g} % interval")
    for name, label in _STATISTICS.items():
        if name in result:
            p_value = result.get(f"{name}_p_value")
            table.add_row(
                label,
                shown(result[name]),
                "" if p_value is None else shown_p(p_value),
                shown_interval(result.get(f"{name}_ci")),
            )
    table.add_section()
    for name, label in _COUNTS.items():
        if name in result:
            table.add_row(label, str(result[name]))
    return table


def _members_table(title: str, members: dict[str, dict[str, Any]], width: int) -> Table:
    columns = {name: heading for name, (heading, least_width) in _MEMBER_COLUMNS.items() if width >= least_width}
    table = plain_table(title, *columns.values())
    for member, statistics in members.items():
        table.add_row(
            Text(one_line(member)),
            *(str(statistics[name]) if name == "n" else shown(statistics[name]) for name in columns),
        )
    return table
