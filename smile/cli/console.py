"""Helpers that all commands share: the progress bar, the printed result, and errors as exit codes."""

import json
import shlex
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TextIO

import typer
from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as RichTable
from rich.text import Text

from ..errors import (
    ColumnNote,
    ColumnsError,
    ColumnWarning,
    Option,
    SmileError,
    SmileWarning,
    UsageError,
)
from ..files.row_files import FileRows
from ..files.writing import without_nan, write_item_table
from ..reporting.formatting import one_line
from ..reporting.report import Block, Examples, Line, Picture, Report, SignatureLine, Table, report_cell_text
from ..reporting.score_report import Layout, lowest_rows, lowest_table, score_report
from ..rows.row_scores import RowScores
from ..shared_types import OnProgress
from .options import OPTIONS_OF_SET, ResultOptions

# The number of lowest-scoring rows to show.
_LOWEST = 5


class FailedCheckError(SmileError):
    """A result does not pass the check that an option asked for."""


# The exit codes of errors; the others have 1.
_EXIT_CODES: dict[type[SmileError], int] = {UsageError: 2, FailedCheckError: 3}


# By command, how an interrupted run goes on.
_KEPT = dict.fromkeys(("judge", "cascade", "synthesize"), "the same command asks only for the replies that are missing")
_KEPT["score"] = "with --output, the same command continues after the rows that are finished"


@contextmanager
def errors_as_exit_codes(options: Mapping[str, str], *command: str) -> Iterator[None]:
    """Reports an error on one line; the exit code is 2 for wrong usage, 3 for a failed check, and 1 for the others.

    If columns have to be named, a second line repeats the typed command with them. `options` are the command's options,
    each as it is typed, by its parameter.
    """
    as_typed = partial(_as_typed, options)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", SmileWarning)
            # Each chunk of a file may warn about the same columns.
            warnings.simplefilter("default", ColumnWarning)
            warnings.showwarning = partial(_show_warning, as_typed)
            yield
    except SmileError as error:
        how = "failed" if isinstance(error, FailedCheckError) else "error"
        typer.echo(f"{how}: {one_line(error.worded(as_typed))}", err=True)
        if isinstance(error, ColumnsError):
            named = [part for role, name in error.columns.items() for part in ("--column", f"{role}={name or 'NAME'}")]
            typer.echo(f"try: {one_line(shlex.join(['smile', *command, *named]))}", err=True)
        raise typer.Exit(_EXIT_CODES.get(type(error), 1)) from error
    except (KeyboardInterrupt, SystemExit) as stop:
        # A signal gives a code over 128; a closed pipe ends the run with 1.
        is_interrupted = isinstance(stop, KeyboardInterrupt) or (isinstance(stop.code, int) and stop.code > 128)
        if is_interrupted and command[0] in _KEPT:
            typer.echo(f"interrupted: {_KEPT[command[0]]}", err=True)
        raise
    except BrokenPipeError:
        raise  # the reader closed the pipe: typer exits without a message
    except OSError as error:
        typer.echo(f"error: {one_line(str(error))}", err=True)
        raise typer.Exit(1) from error


def _as_typed(options: Mapping[str, str], option: Option) -> str:
    """Returns an option as a user types it: `--threshold 0.5`, `--set backend=torch` or `--column id=NAME`."""
    name, value = option.name, None if option.value is None else str(option.value)
    value = repr(value) if value and shlex.quote(value) != value else value
    if name.endswith("_column"):
        return f"--column {name.removesuffix('_column')}={value or 'NAME'}"
    if name in options:
        return options[name] if value is None else f"{options[name]} {value}"
    if "changes" in options and name in OPTIONS_OF_SET:
        return f"--set {name}" if value is None else f"--set {name}={value}"
    return str(option)


def _show_warning(
    as_typed: Callable[[Option], str],
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    if isinstance(message, SmileWarning):
        kind = "note" if issubclass(category, ColumnNote) else "warning"
        typer.echo(f"{kind}: {one_line(message.worded(as_typed))}", err=True)
    else:
        (file or sys.stderr).write(warnings.formatwarning(message, category, filename, lineno, line))


@contextmanager
def progress_bar(as_json: bool, task_name: str = "Encoding texts") -> Iterator[OnProgress | None]:
    """Shows a progress bar while the block runs.

    Yields:
        The function that updates the bar; None if the result is JSON or standard error is not a terminal.
    """
    if as_json or not sys.stderr.isatty():
        yield None
        return
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(task_name, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@contextmanager
def print_after_writing(result: Mapping[str, Any], report: Report, as_json: bool) -> Iterator[None]:
    """Prints a result, as a JSON object or a report, after the block writes files, even if writing fails."""
    try:
        yield
    finally:
        if as_json:
            typer.echo(json.dumps(without_nan(result), allow_nan=False))
        else:
            print_report(Console(highlight=False), report)


def print_scores_on_console(
    file_rows: FileRows, scores: RowScores[Any, Any], layout: Layout, results: ResultOptions
) -> None:
    """Prints the scores of a file, and writes each row's scores to `--output` if it is given."""
    items, summary = scores.items(), scores.summary()
    lowest = lowest_table(*lowest_rows(file_rows, items, layout, _LOWEST), layout)
    with print_after_writing(summary, score_report("Scores", summary, layout, details=lowest), results.as_json):
        if results.output is not None:
            write_item_table(results.output, file_rows, items)


_STYLES = {"headline": "bold", "sentence": "", "warning": "yellow", "note": "yellow", "method": "dim"}
# Spaces between columns.
_GAP = 3
# The most lines of a text in a record.
_LINES_OF_TEXT = 2


def print_report(console: Console, report: Report) -> None:
    """Prints a report; its tables omit columns that do not fit the terminal."""
    previous: Block | None = None
    for block in report.blocks:
        if isinstance(block, Picture | Examples):
            continue
        if previous is not None and not all(isinstance(each, Line | SignatureLine) for each in (previous, block)):
            console.print()
        _print_block(console, block)
        previous = block


def _print_block(console: Console, block: Block) -> None:
    if isinstance(block, Line):
        start = "Warning: " if block.kind == "warning" else ""
        console.print(Text(start + one_line(block.text), style=_STYLES[block.kind]))
    elif isinstance(block, Table) and any(column.is_text for column in block.columns):
        _print_records_on_console(console, block)
    elif isinstance(block, Table):
        for table in _tables_that_fit(block, console.width):
            console.print(table)
    elif isinstance(block, SignatureLine):
        console.print(Text(f"{one_line(block.label)}: {one_line(block.text)}", style="dim"), soft_wrap=True)
    elif isinstance(block, Report):
        console.print(Text(one_line(block.title), style="bold"))
        print_report(console, block)


def _print_records_on_console(console: Console, table: Table) -> None:
    """Prints a table with free text: the numbers of each row on a line, and its texts below them."""
    console.print(Text(one_line(table.title)))
    for row in table.rows:
        cells = [
            (one_line(column.heading), one_line(report_cell_text(cell)), column.is_text)
            for column, cell in zip(table.columns, row, strict=True)
        ]
        console.print()
        console.print(Text(", ".join(f"{heading} {text}" for heading, text, is_text in cells if not is_text)))
        texts = RichTable.grid(padding=(0, 1, 0, 0))
        texts.add_column(style="dim")
        texts.add_column(overflow="fold")
        room = max(1, console.width - 2 - max(len(heading) for heading, _, is_text in cells if is_text))
        for heading, text, is_text in cells:
            if is_text and text:
                shown = Text(text)
                shown.truncate(_LINES_OF_TEXT * room, overflow="ellipsis")
                texts.add_row(Text(heading), shown)
        console.print(texts)


def _tables_that_fit(table: Table, width: int) -> Iterator[RichTable]:
    """Yields the table, split into several with the same first column if its columns do not fit the width."""
    columns, n = table.columns, len(table.columns)
    texts = [[_clean_line(report_cell_text(row[i])) for row in table.rows] for i in range(n)]
    widths = [
        max(map(cell_len, (*column.heading.splitlines(), *cells)), default=0)
        for column, cells in zip(columns, texts, strict=True)
    ]
    # Long names wrap.
    widths[0] = min(widths[0], width // 3)

    def fits(some: Sequence[int]) -> bool:
        return sum(widths[i] + _GAP for i in some) - _GAP <= width

    kept = list(range(n))
    for drop in sorted({column.drop for column in columns} - {0}, reverse=True):
        if not fits(kept):
            kept = [i for i in kept if columns[i].drop != drop]
    others, title = kept[1:], one_line(table.title)
    while others:
        taken = len(others)
        while taken > 1 and not fits([0, *others[:taken]]):
            taken -= 1
        shown = [0, *others[:taken]]
        found = RichTable(
            title=Text(title) if title else None,
            title_justify="left",
            box=box.SIMPLE_HEAD,
            show_edge=False,
            pad_edge=False,
        )
        for i in shown:
            found.add_column(Text(columns[i].heading), justify="right" if i else "left", overflow="fold")
        for j in range(len(table.rows)):
            found.add_row(*(Text(texts[i][j]) for i in shown))
        yield found
        title, others = "", others[taken:]


def _clean_line(text: str) -> str:
    """Returns a text on one line, keeping its indentation."""
    return " " * (len(text) - len(text.lstrip(" "))) + one_line(text)
