"""Helpers that all commands share: the progress bar, the printed result, and errors as exit codes."""

import json
import re
import shlex
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import typer
from rich.console import Console
from rich.progress import Progress

from ..errors import (
    BackendWarning,
    ColumnNote,
    ColumnsError,
    ColumnWarning,
    JudgeWarning,
    LanguageWarning,
    LearnedWarning,
    RuleWarning,
    SmileError,
    StoreWarning,
    UsageError,
)
from ..files.row_files import FileRows
from ..files.writing import without_nan, write_items
from ..reporting.formatting import one_line
from ..reporting.report import Report
from ..reporting.score_report import Layout, lowest_rows, lowest_table, score_report
from ..rows.row_scores import RowScores
from ..shared_types import OnProgress
from .options import ResultOptions
from .report_text import print_report

# Warnings that are shown on one line, like errors.
_SHOWN = (BackendWarning, ColumnWarning, JudgeWarning, LanguageWarning, LearnedWarning, RuleWarning, StoreWarning)

# The number of lowest-scoring rows to show.
_LOWEST = 5

# The name that errors use for an option that names a column. The user's own columns and files are in quotes or longer.
_COLUMN_OPTION = re.compile(r"(?<![\w'/.-])([a-z_]+)_column(?![\w'.])")


class FailedCheckError(SmileError):
    """A result does not pass the check that an option asked for."""


# The exit codes of errors; the others have 1.
_EXIT_CODES: dict[type[SmileError], int] = {UsageError: 2, FailedCheckError: 3}


# By command, how an interrupted run goes on.
_KEPT = dict.fromkeys(("judge", "cascade", "synthesize"), "the same command asks only for the replies that are missing")
_KEPT["score"] = "with --output, the same command continues after the rows that are finished"


@contextmanager
def errors_as_exit_codes(*command: str) -> Iterator[None]:
    """Reports an error on one line; the exit code is 2 for wrong usage, 3 for a failed check, and 1 for the others.

    If columns have to be named, a second line repeats the typed command with them.
    """
    try:
        with warnings.catch_warnings():
            for category in _SHOWN:
                # Each chunk of a file may warn about the same columns.
                warnings.simplefilter("default" if category is ColumnWarning else "always", category)
            warnings.showwarning = _show_warning
            yield
    except SmileError as error:
        typer.echo(f"{'failed' if isinstance(error, FailedCheckError) else 'error'}: {_as_typed(error)}", err=True)
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


def _as_typed(message: Warning | SmileError | str) -> str:
    """Returns a message with the command line's names of column options."""
    text = _COLUMN_OPTION.sub(r"--column \1=NAME", one_line(str(message)))
    return text.replace("give reference_separator=", "give --reference-separator=")


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    if issubclass(category, _SHOWN):
        kind = "note" if issubclass(category, ColumnNote) else "warning"
        typer.echo(f"{kind}: {_as_typed(message)}", err=True)
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
def printed(result: dict[str, Any], report: Report, as_json: bool) -> Iterator[None]:
    """Prints a result, as a JSON object or a report, after the block writes files, even if writing fails."""
    try:
        yield
    finally:
        if as_json:
            typer.echo(json.dumps(without_nan(result), allow_nan=False))
        else:
            print_report(Console(highlight=False), report)


def print_scores(file_rows: FileRows, scores: RowScores, layout: Layout, results: ResultOptions) -> None:
    """Prints the scores of a file, and writes each row's scores to `--output` if it is given."""
    items, summary = scores.items(), scores.summary()
    lowest = lowest_table(*lowest_rows(file_rows, items, layout, _LOWEST), layout)
    with printed(summary, score_report("Scores", summary, layout, details=lowest), results.as_json):
        if results.output is not None:
            write_items(results.output, file_rows, items)
