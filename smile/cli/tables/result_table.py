"""The result of a run as tables for the terminal."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...files.reading import FileRows
from ...reporting.formatting import MULTILINGUAL_REMEDY, one_line

# The text columns of the lowest-scoring rows, each with the least width of the terminal that shows it.
_TEXT_COLUMNS = {"Matched n-gram": 72, "Reference": 0, "Prediction": 0, "Question": 110}
_ID_WIDTH = 14
_LINES_PER_ROW = 3


@dataclass(frozen=True)
class Layout:
    """The lines and columns that the tables show for a metric.

    Attributes:
        aggregates: By name in the summary, the labels of the means.
        numbers: By name in the items, the headings in the table of lowest-scoring rows, each with the least width of
            the terminal that shows it; the first decides which rows score lowest.
        counts: By name in the summary, the labels of further values, shown if the summary has them.
    """

    aggregates: Mapping[str, str]
    numbers: Mapping[str, tuple[str, int]]
    counts: Mapping[str, str] = field(default_factory=dict)


def print_report(
    console: Console,
    lowest: FileRows,
    lowest_items: dict[str, list[Any]],
    summary: dict[str, Any],
    layout: Layout,
    confidence_level: float | None = None,
) -> None:
    """Prints the aggregate, the notes, the lowest-scoring rows and the signature.

    Args:
        console: Where to print.
        lowest: The lowest-scoring rows to show, the lowest first.
        lowest_items: Their scores.
        summary: The aggregate result.
        layout: What the tables show.
        confidence_level: Confidence level of the summary's intervals; None without intervals.
    """
    console.print(_aggregate_table(summary, layout, confidence_level))
    for note in _notes(summary):
        console.print(Text(note, style="yellow"))
    console.print()
    if lowest.rows:
        console.print(_lowest_table(lowest, lowest_items, layout, console.width))
        console.print()
    console.print(Text(f"Signature: {one_line(summary['signature'])}", style="dim"), soft_wrap=True)


def _aggregate_table(summary: dict[str, Any], layout: Layout, confidence_level: float | None) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("")
    table.add_column("Mean", justify="right")
    if confidence_level is not None:
        table.add_column(f"{confidence_level * 100:g} % interval")

    for name, label in layout.aggregates.items():
        cells = [label, f"{summary[name]:.3f}"]
        if f"{name}_ci" in summary:
            low, high = summary[f"{name}_ci"]
            cells.append(f"{low:.3f} to {high:.3f}")
        table.add_row(*cells)
    table.add_section()
    table.add_row("Rows", str(summary["n"]))
    table.add_row("Empty predictions", str(summary["n_empty_predictions"]))
    if "n_truncated" in summary:
        table.add_row("Rows with text cut off", str(summary["n_truncated"]))
    if "n_without_question" in summary:
        table.add_row("Rows without a question", str(summary["n_without_question"]))
    if "n_unread" in summary:
        table.add_row("Rows with unread text", str(summary["n_unread"]))
    for name, label in layout.counts.items():
        if name in summary:
            table.add_row(label, str(summary[name]))
    if "Cost" in summary:
        table.add_row("Cost in US dollars", "not known" if summary["Cost"] is None else f"{summary['Cost']:.4f}")
    return table


def _notes(summary: dict[str, Any]) -> list[str]:
    notes = []
    if summary["n_empty_predictions"]:
        notes.append(f"Note: {_rows(summary['n_empty_predictions'])} an empty prediction, which scores 0.")
    if summary.get("n_truncated"):
        notes.append(
            f"Note: {_rows(summary['n_truncated'])} a text that is longer than the model reads; the rest of it did not "
            "count."
        )
    if summary.get("n_without_question"):
        notes.append(
            f"Note: {_rows(summary['n_without_question'])} no question; the other rows were scored with theirs."
        )
    if summary.get("n_unread"):
        notes.append(
            f"Note: {_rows(summary['n_unread'])} text that the model does not know, such as another script, so only "
            f"the words were compared: {MULTILINGUAL_REMEDY}."
        )
    if summary.get("n_suspicious"):
        notes.append(
            f"Note: {_rows(summary['n_suspicious'])} an answer that addresses the judge, which may have changed its "
            "score."
        )
    notes += [f"Failed: {one_line(failure)}" for failure in summary.get("failures", ())]
    return notes


def _rows(n: int) -> str:
    return "1 row has" if n == 1 else f"{n} rows have"


def lowest_rows(
    file_rows: FileRows, items: dict[str, list[Any]], layout: Layout, n: int
) -> tuple[FileRows, dict[str, list[Any]]]:
    """Returns the n lowest-scoring rows, the lowest first, and their scores."""
    order = np.argsort(items[next(iter(layout.numbers))], kind="stable")[:n].tolist()
    lowest = FileRows([file_rows.rows[i] for i in order], [file_rows.ids[i] for i in order])
    return lowest, {name: [values[i] for i in order] for name, values in items.items()}


def _lowest_table(file_rows: FileRows, items: dict[str, list[Any]], layout: Layout, width: int) -> Table:
    table = Table(
        title="Lowest-scoring rows",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=0,
        leading=1,
        expand=True,
    )
    table.add_column("Id", max_width=_ID_WIDTH, overflow="fold")
    numbers = {name: heading for name, (heading, least_width) in layout.numbers.items() if width >= least_width}
    for heading in numbers.values():
        table.add_column(heading, justify="right", no_wrap=True)
    headings = [
        heading
        for heading, least_width in _TEXT_COLUMNS.items()
        if width >= least_width and (heading != "Matched n-gram" or "matched_ngram" in items)
    ]
    for heading in headings:
        table.add_column(heading, ratio=1, overflow="fold")
    numbers_width = sum(len(heading) + 1 for heading in numbers.values())
    text_width = max(1, (width - _ID_WIDTH - 1 - numbers_width) // len(headings) - 1)

    for i, (row, row_id) in enumerate(zip(file_rows.rows, file_rows.ids, strict=True)):
        texts = {
            "Matched n-gram": (items["evidence"][i] or items["matched_ngram"][i]) if "matched_ngram" in items else "",
            # All references are shown if no single one counts.
            "Reference": row.references[items["best_reference"][i]]
            if "best_reference" in items
            else " / ".join(row.references),
            "Prediction": row.prediction,
            "Question": row.question or "",
        }
        table.add_row(
            _shortened("" if row_id is None else str(row_id), _ID_WIDTH),
            *(f"{items[name][i]:.2f}" for name in numbers),
            *(_shortened(texts[heading], text_width) for heading in headings),
        )
    return table


def _shortened(text: str, width: int) -> Text:
    cell = Text(one_line(text))
    cell.truncate(width * _LINES_PER_ROW, overflow="ellipsis")
    return cell
