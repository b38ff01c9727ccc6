"""What tables of statistics have in common."""

from rich import box
from rich.table import Table
from rich.text import Text


def plain_table(*headings: str) -> Table:
    """Returns a table without frame, numbers to the right of its first column."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for i, heading in enumerate(headings):
        table.add_column(Text(heading), justify="right" if i else "left", overflow="fold")
    return table
