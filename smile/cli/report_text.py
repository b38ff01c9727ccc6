"""Prints a report on the terminal."""

from collections.abc import Iterator, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from ..reporting.formatting import one_line
from ..reporting.report import Block, Examples, Line, Picture, Report, Signature, Table, cell_text

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
        if previous is not None and not all(isinstance(each, Line | Signature) for each in (previous, block)):
            console.print()
        _print_block(console, block)
        previous = block


def _print_block(console: Console, block: Block) -> None:
    if isinstance(block, Line):
        start = "Warning: " if block.kind == "warning" else ""
        console.print(Text(start + one_line(block.text), style=_STYLES[block.kind]))
    elif isinstance(block, Table) and any(column.is_text for column in block.columns):
        _print_records(console, block)
    elif isinstance(block, Table):
        for table in _tables(block, console.width):
            console.print(table)
    elif isinstance(block, Signature):
        console.print(Text(f"{one_line(block.label)}: {one_line(block.text)}", style="dim"), soft_wrap=True)
    elif isinstance(block, Report):
        console.print(Text(one_line(block.title), style="bold"))
        print_report(console, block)


def _print_records(console: Console, table: Table) -> None:
    """Prints a table with free text: the numbers of each row on a line, and its texts below them."""
    console.print(Text(one_line(table.title)))
    for row in table.rows:
        cells = [
            (one_line(column.heading), one_line(cell_text(cell)), column.is_text)
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


def _tables(table: Table, width: int) -> Iterator[RichTable]:
    """Yields the table, split into several with the same first column if its columns do not fit the width."""
    columns, n = table.columns, len(table.columns)
    texts = [[_clean_line(cell_text(row[i])) for row in table.rows] for i in range(n)]
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
