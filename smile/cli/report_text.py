"""Prints a report on the terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from ..reporting.formatting import one_line
from ..reporting.report import Block, Column, Examples, Line, Picture, Report, Signature, Table, cell_text

_STYLES = {"headline": "bold", "sentence": "", "warning": "yellow", "note": "yellow", "method": "dim"}
# Between columns.
_GAP = 3
_LONGEST_DETAIL = 300

# Of a column of free text: the room that it needs, and how many lines of it a row shows.
_LEAST_TEXT, _LINES_OF_TEXT = 14, 3


def print_report(console: Console, report: Report) -> None:
    """Prints the tables, sentences and signatures of a report; tables leave out columns that the width has no room for.

    Args:
        console: Where to print.
        report: The result.
    """
    previous: Block | None = None
    for block in report.blocks:
        if isinstance(block, Picture):
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
    elif isinstance(block, Examples):
        _print_examples(console, block)
    elif isinstance(block, Signature):
        console.print(Text(f"{one_line(block.label)}: {one_line(block.text)}", style="dim"), soft_wrap=True)
    elif isinstance(block, Report):
        console.print(Text(one_line(block.title), style="bold"))
        print_report(console, block)


def _print_examples(console: Console, examples: Examples) -> None:
    console.print(Text(one_line(examples.title), style="bold"))
    if examples.text:
        console.print(Text(one_line(examples.text)))
    for item in examples.items:
        text = Text(f"  {item.score}  {one_line(item.name)}", style="bold")
        for label, detail in (("Answer", item.text or "(empty)"), *item.details):
            text.append(f"\n    {label}: {_cut(detail, _LONGEST_DETAIL)}", style="not bold")
        console.print(text)


def _tables(table: Table, width: int) -> Iterator[RichTable]:
    """Yields the table, as several with the same first column where even the columns that always stay are too wide."""
    widths = [
        max(cell_len(line) for text in texts for line in (text.splitlines() or [""]))
        if not column.is_text
        else _LEAST_TEXT
        for column, texts in zip(table.columns, _texts_of_columns(table), strict=True)
    ]
    kept = list(range(len(widths)))
    for drop in sorted({column.drop for column in table.columns} - {0}, reverse=True):
        if _total(widths, kept) > width:
            kept = [i for i in kept if table.columns[i].drop != drop]
    first, *others = kept
    # A long name is folded.
    widths[first] = min(widths[first], width // 3)
    while others:
        n = len(others)
        while n > 1 and _total(widths, [first, *others[:n]]) > width and not any(c.is_text for c in table.columns):
            n -= 1
        yield _rich_table(table, [first, *others[:n]], widths, width)
        table, others = replace(table, title=""), others[n:]


def _texts_of_columns(table: Table) -> list[list[str]]:
    cells = [[one_line(cell_text(row[i])) for row in table.rows] for i in range(len(table.columns))]
    return [[column.heading, *texts] for column, texts in zip(table.columns, cells, strict=True)]


def _total(widths: Sequence[int], kept: Sequence[int]) -> int:
    return sum(widths[i] for i in kept) + _GAP * (len(kept) - 1)


def _rich_table(table: Table, kept: Sequence[int], widths: Sequence[int], width: int) -> RichTable:
    columns = [table.columns[i] for i in kept]
    n_texts = sum(column.is_text for column in columns)
    rich_table = RichTable(
        title=Text(one_line(table.title), style="italic") if table.title else None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        leading=1 if n_texts else 0,
        expand=n_texts > 0,
    )
    for position, column in enumerate(columns):
        _add_column(rich_table, column, is_first=position == 0)
    numbers = [i for i in kept if not table.columns[i].is_text]
    of_text = max(1, (width - _total(widths, numbers)) // n_texts - _GAP) if n_texts else 0
    for i, row in enumerate(table.rows):
        if i in table.rules:
            rich_table.add_section()
        rich_table.add_row(
            *(
                Text(
                    _cut(cell_text(row[j]), of_text * _LINES_OF_TEXT) if column.is_text else one_line(cell_text(row[j]))
                )
                for j, column in zip(kept, columns, strict=True)
            )
        )
    return rich_table


def _add_column(table: RichTable, column: Column, *, is_first: bool) -> None:
    if column.is_text:
        table.add_column(Text(column.heading), ratio=1, overflow="fold")
    else:
        table.add_column(Text(column.heading), justify="left" if is_first else "right", overflow="fold")


def _cut(text: str, most: int) -> str:
    line = Text(one_line(text))
    line.truncate(most, overflow="ellipsis")
    return line.plain
