"""The tables of a command at several widths of the terminal, from one run of it."""

import io
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from rich.console import Console

from smile.cli import console as commands_console
from smile.cli.report_text import print_report
from smile.reporting.report import Report


def lines_by_width(
    monkeypatch: pytest.MonkeyPatch, run: Callable[[], Any], widths: Iterable[int]
) -> dict[int, list[str]]:
    """Runs a command once and returns the lines that it prints at each width of the terminal."""
    found: list[Report] = []
    monkeypatch.setattr(commands_console, "print_report", lambda _, report: found.append(report))
    run()
    (report,) = found
    lines = {}
    for width in widths:
        output = io.StringIO()
        print_report(Console(file=output, width=width, highlight=False), report)
        lines[width] = output.getvalue().splitlines()
    return lines
