"""The tables of a command at several widths of the terminal, from one run of it."""

import io
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from rich.console import Console


def lines_by_width(
    monkeypatch: pytest.MonkeyPatch, command: str, run: Callable[[], Any], widths: Iterable[int]
) -> dict[int, list[str]]:
    """Runs a command once and returns the lines that it prints at each width.

    Args:
        monkeypatch: Takes the place of the command's `print_result`.
        command: The name of the command's module.
        run: Runs the command.
        widths: Columns of the terminal.
    """
    found: list[Callable[[Console], None]] = []
    monkeypatch.setattr(
        f"smile.cli.commands.{command}.print_result", lambda _, print_tables, **options: found.append(print_tables)
    )
    run()
    (print_tables,) = found
    lines = {}
    for width in widths:
        console = Console(file=io.StringIO(), width=width, highlight=False)
        print_tables(console)
        lines[width] = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    return lines
