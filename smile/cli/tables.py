"""What tables of statistics have in common."""

import math
from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text


def plain_table(*headings: str) -> Table:
    """Returns a table without frame, numbers to the right of its first column."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for i, heading in enumerate(headings):
        table.add_column(Text(heading), justify="right" if i else "left", overflow="fold")
    return table


def shown(value: float) -> str:
    """Returns a statistic as text, a dash where there is none.

    >>> shown(-0.0001), shown(float("nan"))
    ('0.000', '-')
    """
    return "-" if math.isnan(value) else f"{round(value, 3) + 0.0:.3f}"


def shown_p(value: float) -> str:
    """Returns a p-value as text."""
    return "under 0.001" if value < 0.001 else shown(value)


def shown_interval(interval: Sequence[float] | None) -> str:
    """Returns an interval as text, nothing where there is none."""
    if interval is None or math.isnan(interval[0]):
        return ""
    return f"{interval[0]:.3f} to {interval[1]:.3f}"
