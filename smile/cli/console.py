"""What every command does around its scoring: it checks the options, shows progress, prints the result or an error."""

import json
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer
from rich.console import Console
from rich.progress import Progress

from ..aliases import OnProgress
from ..checks import check_installed
from ..disk.atomic_writes import check_writable, new_file
from ..errors import BackendWarning, LearnedWarning, SmileError, StoreWarning, UsageError
from ..files.reading import FileRows
from ..files.writing import FIGURE_ENDINGS, ITEM_ENDINGS, check_target, without_nan, write_items
from ..reporting.formatting import one_line
from ..reporting.report import Report
from ..reporting.score_report import Layout, lowest_rows, lowest_table, score_report
from .option_groups import ResultOptions
from .report_text import print_report

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PAGE_ENDINGS = (".html",)

# Warnings that are shown in one line, like errors.
_SHOWN = (BackendWarning, LearnedWarning, StoreWarning)


@contextmanager
def errors_as_exit_codes() -> Iterator[None]:
    """Ends the run with one line for an error: exit code 2 for bad usage, 1 for bad data or models."""
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
        raise  # the reader has closed the pipe: typer ends the run quietly
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


def check_results(file: Path, results: ResultOptions) -> None:
    """Checks, before any work is done, that the command can give the results that the options ask for."""
    if results.per_item and not results.as_json:
        raise UsageError("--per-item needs --json: give both, or write each row's scores to a file with --output")
    if results.output is not None:
        check_written(results.output, ITEM_ENDINGS, file)


def check_written(path: Path, endings: tuple[str, ...], file: Path) -> None:
    """Checks that a file can be written and that it is not the input file."""
    check_target(path, endings)
    if path.exists() and file.exists() and path.samefile(file):
        raise UsageError(f"{path} is the input file, which would be overwritten: name another file")


def check_plot(path: Path, file: Path) -> None:
    """Checks that a figure can be drawn and written."""
    check_installed("matplotlib", "--plot", "plots")
    check_written(path, FIGURE_ENDINGS, file)


def check_report_files(report: Path | None, plots: Path | None, file: Path) -> None:
    """Checks that the report can be written and is not the input."""
    if report is not None:
        check_written(report, _PAGE_ENDINGS, file)
    if report is not None or plots is not None:
        check_installed("matplotlib", "--report and --plots", "plots")
    if plots is not None:
        check_writable(plots)
        if plots.is_file():
            raise UsageError(f"{plots} is a file: name a folder for the figures")


def write_report_files(
    page: Path | None, plots: Path | None, figures: "Mapping[str, Figure]", report: Report, source: str
) -> None:
    """Writes the figures as PNGs into a folder, and the report as a page; `source` names the measured file."""
    from ..reporting.drawing import save_figure
    from ..reporting.pages.report_html import report_page

    if plots is not None:
        plots.mkdir(exist_ok=True)
        for name, figure in figures.items():
            save_figure(plots / f"{name}.png", figure)
    if page is not None:
        text = report_page(report, figures, source)
        with new_file(page) as temporary:
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
    file_rows: FileRows,
    items: dict[str, list[Any]],
    summary: dict[str, Any],
    layout: Layout,
    results: ResultOptions,
) -> None:
    """Writes each row's scores, if asked to, and prints the result as one JSON object or as tables."""

    def write() -> None:
        if results.output is not None:
            write_items(results.output, file_rows, items)

    print_scores("Scores", summary, layout, lowest_rows(file_rows, items, layout, results.worst), results, write=write)


def print_scores(
    title: str,
    summary: dict[str, Any],
    layout: Layout,
    lowest: tuple[FileRows, dict[str, list[Any]]],
    results: ResultOptions,
    confidence_level: float | None = None,
    write: Callable[[], None] | None = None,
) -> None:
    """Prints the scores of a file as one JSON object or as tables; `lowest` are rows to show, and their scores."""
    report = score_report(title, summary, layout, confidence_level, lowest_table(*lowest, layout))
    print_result(summary, lambda console: print_report(console, report), as_json=results.as_json, write=write)


def print_result(
    result: dict[str, Any],
    print_tables: Callable[[Console], None],
    *,
    as_json: bool,
    write: Callable[[], None] | None = None,
) -> None:
    """Prints a result as one JSON object or as tables."""
    try:
        if write is not None:
            write()
    finally:
        # The user gets the result even if the disk is full.
        if as_json:
            typer.echo(json.dumps(without_nan(result), allow_nan=False))
        else:
            print_tables(Console(highlight=False))
