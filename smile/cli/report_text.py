"""Prints a report on the terminal."""

from collections.abc import Iterator, Sequence
from typing import Literal

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from ..reporting.formatting import one_line
from ..reporting.report import Block, Column, Examples, Line, Picture, Report, Signature, Table, cell_text

_STYLES = {"headline": "bold", "sentence": "", "warning": "yellow", "note": "yellow", "method": "dim"}
# Spaces between columns, and between columns of a table with free text.
_GAP, _NARROW_GAP = 3, 1

# For a table with free text: the least width of a text column, the largest width of the first column, lines per row.
_LEAST_TEXT, _MOST_ID, _LINES_OF_TEXT = 13, 14, 3


def print_report(console: Console, report: Report) -> None:
    """Prints a report; its tables omit columns that do not fit the terminal."""
    previous: Block | None = None
    for block in report.blocks:
        if isinstance(block, Picture | Examples):
            continue
        if previous is not None and not all(isinstance(each, Line | Signature) for each in (previous, block)):
            console.print()
        _print_block(console, block)
        previous = block


def _print_block(console: Console, block: Block) -> None:
    if isinstance(block, Line):
        start = "Warning: " if block.kind == "warning" else ""
        console.print(Text(start + one_line(block.text), style=_STYLES[block.kind]))
    elif isinstance(block, Table):
        for table in _tables(block, console.width):
            console.print(table)
    elif isinstance(block, Signature):
        console.print(Text(f"{one_line(block.label)}: {one_line(block.text)}", style="dim"), soft_wrap=True)
    elif isinstance(block, Report):
        console.print(Text(one_line(block.title), style="bold"))
        print_report(console, block)


def _tables(table: Table, width: int) -> Iterator[RichTable]:
    """Yields the table, split into several with the same first column if its columns do not fit the width."""
    columns, n = table.columns, len(table.columns)
    has_text = any(column.is_text for column in columns)
    gap = _NARROW_GAP if has_text else _GAP
    texts = [[_clean(cell_text(row[i])) for row in table.rows] for i in range(n)]
    widths = [
        _LEAST_TEXT if column.is_text else max(map(cell_len, (*column.heading.splitlines(), *cells)), default=0)
        for column, cells in zip(columns, texts, strict=True)
    ]
    # Long names wrap.
    widths[0] = min(widths[0], _MOST_ID if has_text else width // 3)

    def fits(some: Sequence[int]) -> bool:
        return sum(widths[i] + gap for i in some) - gap <= width

    kept = list(range(n))
    for drop in sorted({column.drop for column in columns} - {0}, reverse=True):
        if not fits(kept):
            kept = [i for i in kept if columns[i].drop != drop]
    others, title = kept[1:], one_line(table.title)
    while others:
        taken = len(others)
        while taken > 1 and not has_text and not fits([0, *others[:taken]]):
            taken -= 1
        shown = [0, *others[:taken]]
        rows = [[texts[i][j] for i in shown] for j in range(len(table.rows))]
        if has_text:
            n_texts = sum(columns[i].is_text for i in shown)
            rest = width - sum(widths[i] + gap for i in shown if not columns[i].is_text)
            room = [max(1, rest // n_texts - gap) if columns[i].is_text else widths[i] for i in shown]
            rows = [[_cut(*cell) for cell in zip(row, room, strict=True)] for row in rows]
        yield _rich_table(title, [columns[i] for i in shown], rows, has_text)
        title, others = "", others[taken:]


def _rich_table(title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]], has_text: bool) -> RichTable:
    table = RichTable(
        title=Text(title) if title else None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=0 if has_text else (0, 1),
        leading=1 if has_text else 0,
        expand=has_text,
    )
    for i, column in enumerate(columns):
        is_left = i == 0 or column.is_text
        ratio, most = (1, None) if column.is_text else (None, _MOST_ID if has_text and i == 0 else None)
        heading = Text(column.heading)
        justify: Literal["left", "right"] = "left" if is_left else "right"
        table.add_column(heading, justify=justify, overflow="fold", ratio=ratio, max_width=most)
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def _clean(text: str) -> str:
    """Returns a text on one line, keeping its indentation."""
    return " " * (len(text) - len(text.lstrip(" "))) + one_line(text)


def _cut(text: str, width: int, lines: int = _LINES_OF_TEXT) -> str:
    line = Text(one_line(text))
    line.truncate(width * lines, overflow="ellipsis")
    return line.plain
