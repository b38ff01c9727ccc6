"""The plain look of tables of statistics."""

from rich import box
from rich.table import Table
from rich.text import Text


def plain_table(*headings: str) -> Table:
    """Returns a table without a frame, its first column left-aligned and the others right-aligned."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for i, heading in enumerate(headings):
        table.add_column(Text(heading), justify="right" if i else "left", overflow="fold")
    return table
