"""What every command does around its scoring: it checks the options, shows progress, prints the result or an error."""

import json
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer
from rich.console import Console
from rich.progress import Progress

from ..aliases import OnProgress
from ..checks import check_installed
from ..disk.atomic_writes import check_writable, new_file
from ..errors import BackendWarning, ColumnWarning, LearnedWarning, SmileError, StoreWarning, UsageError
from ..files.reading import FileRows
from ..files.writing import FIGURE_ENDINGS, ITEM_ENDINGS, check_target, without_nan, write_items
from ..reporting.formatting import one_line
from ..reporting.report import Report
from ..reporting.score_report import Layout, lowest_rows, lowest_table, score_report
from .option_groups import ReportOptions, ResultOptions
from .report_text import print_report

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PAGE_ENDINGS = (".html",)

# Warnings that are shown in one line, like errors.
_SHOWN = (BackendWarning, ColumnWarning, LearnedWarning, StoreWarning)

# An option that names a column, as errors call it; a column or a file of the user's is in quotes, or has more to it.
_COLUMN_OPTION = re.compile(r"(?<![\w'/.-])(?:[a-z_]+_column|reference_separator)(?![\w'.])")


@contextmanager
def errors_as_exit_codes() -> Iterator[None]:
    """Ends the run with one line for an error: exit code 2 for bad usage, 1 for bad data or models."""
    try:
        with warnings.catch_warnings():
            for category in _SHOWN:
                # Each chunk of a file may warn of the same columns.
                warnings.simplefilter("default" if category is ColumnWarning else "always", category)
            warnings.showwarning = _show_warning
            yield
    except SmileError as error:
        typer.echo(f"error: {_COLUMN_OPTION.sub(_as_typed, one_line(str(error)))}", err=True)
        raise typer.Exit(2 if isinstance(error, UsageError) else 1) from error
    except BrokenPipeError:
        raise  # the reader has closed the pipe: typer ends the run quietly
    except OSError as error:
        typer.echo(f"error: {one_line(str(error))}", err=True)
        raise typer.Exit(1) from error


def _as_typed(option: re.Match[str]) -> str:
    return f"--{option[0].replace('_', '-')}"


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    if issubclass(category, _SHOWN):
        typer.echo(f"warning: {_COLUMN_OPTION.sub(_as_typed, one_line(str(message)))}", err=True)
    else:
        (file or sys.stderr).write(warnings.formatwarning(message, category, filename, lineno, line))


def check_results(file: Path, results: ResultOptions) -> None:
    """Checks, before any work is done, that the command can give the results that the options ask for."""
    if results.per_item and not results.as_json:
        raise UsageError("--per-item needs --json: give both, or write each row's scores to a file with --output")
    check_written(results.output, ITEM_ENDINGS, file)


def check_written(path: Path | None, endings: tuple[str, ...], file: Path) -> None:
    """Checks that a file, where one is wanted, can be written and that it is not the input file."""
    if path is None:
        return
    check_target(path, endings)
    if path.exists() and file.exists() and path.samefile(file):
        raise UsageError(f"{path} is the input file, which would be overwritten: name another file")


def check_plot(path: Path | None, file: Path) -> None:
    """Checks that a figure can be drawn and written, where one is wanted."""
    if path is not None:
        check_installed("matplotlib", "--plot", "plots")
    check_written(path, FIGURE_ENDINGS, file)


def check_report_files(files: ReportOptions, file: Path) -> None:
    """Checks that the page and the figures can be written and are not the input."""
    check_written(files.report, _PAGE_ENDINGS, file)
    if files.are_wanted:
        check_installed("matplotlib", "--report and --plots", "plots")
    if files.plots is not None:
        check_writable(files.plots)
        if files.plots.is_file():
            raise UsageError(f"{files.plots} is a file: name a folder for the figures")


def write_report_files(files: ReportOptions, figures: "Mapping[str, Figure]", report: Report, source: str) -> None:
    """Writes the figures as PNGs into a folder, and the report as a page; `source` names the measured file."""
    from ..reporting.figures import save_figure
    from ..reporting.pages.report_html import report_page

    if files.plots is not None:
        files.plots.mkdir(exist_ok=True)
        for name, figure in figures.items():
            save_figure(files.plots / f"{name}.png", figure)
    if files.report is not None:
        text = report_page(report, figures, source)
        with new_file(files.report) as temporary:
            temporary.write_text(text, encoding="utf-8")


@contextmanager
def progress_bar(as_json: bool, task_name: str = "Encoding texts") -> Iterator[OnProgress | None]:
    """Shows a progress bar while the block runs.

    Yields:
        The function that moves the bar; None for JSON, or if the standard error is no terminal.
    """
    if as_json or not sys.stderr.isatty():
        yield None
        return
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(task_name, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def give_result(
    file_rows: FileRows, items: dict[str, list[Any]], summary: dict[str, Any], layout: Layout, results: ResultOptions
) -> None:
    """Writes each row's scores, if asked to, and prints the result."""
    lowest = lowest_table(*lowest_rows(file_rows, items, layout, results.worst), layout)
    with printed(summary, score_report("Scores", summary, layout, details=lowest), results.as_json):
        if results.output is not None:
            write_items(results.output, file_rows, items)


@contextmanager
def printed(result: dict[str, Any], report: Report, as_json: bool) -> Iterator[None]:
    """Prints a result after the block, which writes its files: the user gets it even if the disk is full."""
    try:
        yield
    finally:
        print_result(result, report, as_json)


def print_result(result: dict[str, Any], report: Report, as_json: bool) -> None:
    """Prints a result as one JSON object, or its report."""
    if as_json:
        typer.echo(json.dumps(without_nan(result), allow_nan=False))
    else:
        print_report(Console(highlight=False), report)
