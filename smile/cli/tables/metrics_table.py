"""Several metrics' agreement with people as tables for the terminal."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...people.side_by_side import SideBySide, best_first
from ...reporting.formatting import one_line, shown, shown_interval, shown_p
from .plain_table import plain_table

# By name in a metric's statistics, the heading and the least width of the terminal that shows the column.
_COLUMNS = {
    "pearson": ("Pearson", 0),
    "pearson_ci": ("interval", 72),
    "spearman": ("Spearman", 130),
    "kendall_tau_b": ("Kendall", 50),
    "pairwise_accuracy": ("Pairwise", 140),
    "roc_auc": ("AUC", 60),
    "accuracy": ("Accuracy", 84),
    "bias": ("Bias", 104),
    "best_accuracy": ("Best acc.", 150),
    "best_threshold": ("at", 150),
}
_ALL_COMPARISONS_FROM = 90
_IN_GROUPS = {"pearson": "Pearson", "accuracy": "Accuracy"}
_WIDTH_OF_LABELS, _WIDTH_OF_A_MEMBER = 24, 14


def print_side_by_side(console: Console, side_by_side: SideBySide, confidence_level: float) -> None:
    """Prints a table of all metrics, one for each grouping, and the reasons for missing statistics.

    Args:
        console: Where to print.
        side_by_side: The measured agreement, with intervals.
        confidence_level: Confidence level of the intervals.
    """
    result, labels = side_by_side.result, side_by_side.labels
    names = best_first(result["metrics"])
    metrics = {name: result["metrics"][name] for name in names}
    first = next(iter(result["metrics"]))
    some = metrics[first]
    console.print(
        f"{some['n']:,} answers to {some['n_questions']:,} questions; intervals at {confidence_level * 100:g} %"
    )
    if "n_annotators" in result:
        console.print(f"{result['n_annotators']} people, Krippendorff's alpha {shown(result['krippendorff_alpha'])}")
    console.print()
    console.print(_metrics_table(metrics, first, labels, console.width))
    for name, found in metrics.items():
        for reason in dict.fromkeys(found["reasons"].values()):
            console.print(Text(f"{one_line(labels[name])}: {one_line(reason)}.", style="yellow"))
    if len(metrics) > 1:
        console.print()
        console.print(_comparisons_table(metrics, first, labels, console.width))
        console.print(
            "p: p-value of the paired bootstrap. Williams: p-value of Williams' test. Neither is corrected for several "
            "metrics."
        )
    for grouping in (name for name in some if name.startswith("by_")):
        for statistic, title in _IN_GROUPS.items():
            for table in _group_tables(metrics, grouping, statistic, title, labels, console.width):
                console.print()
                console.print(table)
    console.print()
    for name, found in metrics.items():
        if found.get("n_truncated"):
            console.print(f"{labels[name]}: {found['n_truncated']:,} answers with a text that is longer than it reads")
    console.print(Text(f"Signature: {one_line(result['signature'])}", style="dim"), soft_wrap=True)
    names_of_signature: dict[str, list[str]] = {}
    for name, found in metrics.items():
        if "metric_signature" in found:
            names_of_signature.setdefault(found["metric_signature"], []).append(labels[name])
    for signature, members in names_of_signature.items():
        console.print(Text(f"{', '.join(members)}: {one_line(signature)}", style="dim"), soft_wrap=True)


def _metrics_table(metrics: Mapping[str, Any], first: str, labels: Mapping[str, str], width: int) -> Table:
    columns = {name: heading for name, (heading, least_width) in _COLUMNS.items() if width >= least_width}
    table = plain_table("Metric", *columns.values())
    for name, found in metrics.items():
        cells = [shown_interval(found[each]) if each == "pearson_ci" else shown(found[each]) for each in columns]
        table.add_row(Text(one_line(labels[name])), *cells)
    return table


def _comparisons_table(metrics: Mapping[str, Any], first: str, labels: Mapping[str, str], width: int) -> Table:
    """Returns a table of each metric's correlations minus those of the first metric."""
    has_room = width >= _ALL_COMPARISONS_FROM
    wide = ["Kendall", "p"] if has_room else []
    table = plain_table(f"Minus {labels[first]}", "Pearson", "interval", "p", "Williams", *wide)
    for name, found in metrics.items():
        if name == first:
            continue
        against = found["comparison"]
        difference, p_value = against["difference"], against["bootstrap_p_value"]
        cells = [shown(difference["pearson"]), shown_interval(against["difference_ci"]["pearson"])]
        cells += [shown_p(p_value["pearson"]), shown_p(against["williams_p_value"])]
        cells += [shown(difference["kendall_tau_b"]), shown_p(p_value["kendall_tau_b"])] if has_room else []
        table.add_row(Text(one_line(labels[name])), *cells)
    return table


def _group_tables(
    metrics: Mapping[str, Any], grouping: str, statistic: str, title: str, labels: Mapping[str, str], width: int
) -> Iterator[Table]:
    """Yields tables with a row for each metric and a column for each member, as many members as fit the width."""
    members = list(next(iter(metrics.values()))[grouping])
    at_a_time = max(1, (width - _WIDTH_OF_LABELS) // _WIDTH_OF_A_MEMBER)
    heading = f"{title} by {grouping.removeprefix('by_').replace(',', ' and ')}"
    for start in range(0, len(members), at_a_time):
        some = members[start : start + at_a_time]
        table = plain_table(heading, *map(one_line, some))
        for name, found in metrics.items():
            table.add_row(Text(one_line(labels[name])), *(shown(found[grouping][each][statistic]) for each in some))
        yield table
