"""What every command does around its scoring: checks of what is asked, errors as exit codes, the bar, the result."""

import json
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import typer
from rich.console import Console
from rich.progress import Progress

from ..aliases import OnProgress
from ..errors import BackendWarning, LearnedWarning, SmileError, StoreWarning, UsageError
from ..files.reading import FileRows
from ..files.writing import ITEM_ENDINGS, check_target, without_nan, write_items
from ..reporting.formatting import one_line
from ..scoring.signature import RowKinds
from ..settings.named_settings import Settings
from .tables.result_table import Layout, lowest_rows, print_report

# Warnings that are shown in one line, as errors are.
_SHOWN = (BackendWarning, LearnedWarning, StoreWarning)


@contextmanager
def errors_as_exit_codes() -> Iterator[None]:
    """Ends the run on an error with one line: 2 for bad usage, 1 for bad data and models that cannot be had."""
    try:
        with warnings.catch_warnings():
            for category in _SHOWN:
                warnings.simplefilter("always", category)
            warnings.showwarning = _show_warning
            yield
    except SmileError as error:
        typer.echo(f"error: {one_line(str(error))}", err=True)
        raise typer.Exit(2 if isinstance(error, UsageError) else 1) from error
    except BrokenPipeError:
        raise  # the reader of a pipe has seen enough: typer ends the run quietly
    except OSError as error:
        typer.echo(f"error: {one_line(str(error))}", err=True)
        raise typer.Exit(1) from error


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    if issubclass(category, _SHOWN):
        typer.echo(f"warning: {one_line(str(message))}", err=True)
    else:
        (file or sys.stderr).write(warnings.formatwarning(message, category, filename, lineno, line))


def check_results(file: Path, output: Path | None, as_json: bool, per_item: bool) -> None:
    """Checks before any work is done that the results can be given as asked.

    Raises:
        UsageError: They cannot.
    """
    if per_item and not as_json:
        raise UsageError("--per-item adds to --json: give both, or --output to write each row's scores to a file")
    if output is not None:
        check_written(output, ITEM_ENDINGS, file)


def check_written(path: Path, endings: tuple[str, ...], file: Path) -> None:
    """Checks that a file can be written and is not the one to score.

    Raises:
        UsageError: It cannot, or is.
    """
    check_target(path, endings)
    if path.exists() and file.exists() and path.samefile(file):
        raise UsageError(f"{path} is the file to score, which would be lost: write to another")


def tell_of_unused_questions(settings: Settings, kinds: RowKinds) -> None:
    """Says on the screen that questions are not used where only some rows have one."""
    if settings.use_questions is None and len(kinds.has_question) > 1:
        typer.echo("note: questions not used: some rows have none", err=True)


@contextmanager
def progress_bar(as_json: bool, task_name: str = "Encoding texts") -> Iterator[OnProgress | None]:
    """Gives the function that moves the bar, which goes away when all is done; None where nobody looks."""
    if as_json or not sys.stderr.isatty():
        yield None
        return
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(task_name, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def give_result(
    file_rows: FileRows,
    items: dict[str, list[Any]],
    summary: dict[str, Any],
    layout: Layout,
    *,
    output: Path | None,
    as_json: bool,
    worst: int,
) -> None:
    """Writes each row's scores, if asked to, and prints the result as one JSON object or as tables.

    Args:
        file_rows: The rows scored.
        items: Their scores.
        summary: The aggregate result.
        layout: What the tables show of both; see `print_report`.
        output: File to write, checked with `check_results`.
        as_json: Whether to print JSON.
        worst: How many of the lowest-scoring rows the tables show.

    Raises:
        UsageError: A file cannot be written.
    """

    def write() -> None:
        if output is not None:
            write_items(output, file_rows, items)

    print_result(
        summary,
        lambda console: print_report(console, *lowest_rows(file_rows, items, layout, worst), summary, layout),
        as_json=as_json,
        write=write,
    )


def print_result(
    result: dict[str, Any],
    print_tables: Callable[[Console], None],
    *,
    as_json: bool,
    write: Callable[[], None] | None = None,
) -> None:
    """Prints a result as one JSON object or as tables.

    Args:
        result: Plain values.
        print_tables: Prints it for people.
        as_json: Whether to print JSON.
        write: Writes files first.

    Raises:
        UsageError: A file cannot be written.
    """
    try:
        if write is not None:
            write()
    finally:
        # A full disk must not cost the user the result.
        if as_json:
            typer.echo(json.dumps(without_nan(result), allow_nan=False))
        else:
            print_tables(Console(highlight=False))
