"""The model of a report, which a builder makes (`comparison_report`) and the terminal, the app and pages render.

A builder formats numbers and sentences; a renderer decides how they look. Texts may hold anything that users write:
renderers clean them.

>>> table = Table(
...     "Means",
...     [Column("System"), Column("SMILE"), Column("95 % interval", drop=1, is_interval=True)],
...     [["small", *with_interval(0.5, (0.4, 0.6))], ["large", *with_interval(0.75, (0.7, 0.8))]],
... )
>>> report = Report("Comparison", [Line("large is better.", "headline", mark="best"), table, SignatureLine("n:20")])
>>> [type(block).__name__ for block in report.blocks]
['Line', 'Table', 'SignatureLine']
>>> table.rows[0]
['small', '0.500', '0.400 to 0.600']
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from .formatting import shown_interval, shown_statistic

# The icon that a renderer may put before a line: correct, incorrect, undecided, human labels, the best of several.
Mark = Literal["", "yes", "no", "open", "people", "best"]


@dataclass(frozen=True)
class Line:
    """A line of text.

    Attributes:
        kind: `headline` is the finding in one sentence, `sentence` another finding; `warning` says what makes the
            result unsafe, `note` what the reader may overlook, `method` how numbers were made.
        mark: The icon of a headline or sentence.
    """

    text: str
    kind: Literal["headline", "sentence", "warning", "note", "method"] = "sentence"
    mark: Mark = ""


@dataclass(frozen=True)
class Column:
    """A column of a table; the first of a table names the rows.

    Attributes:
        heading: May have several lines.
        drop: Where the terminal is too narrow, columns with the highest number are left out first; 0 always stays.
        is_interval: Whether the cells are the intervals of the column before; HTML shows them under its numbers.
        is_text: Whether the cells are free text, which the terminal shows below the numbers of the row.
    """

    heading: str
    drop: int = 0
    is_interval: bool = False
    is_text: bool = False


@dataclass(frozen=True)
class Cell:
    """A number with a bar: HTML draws the value from 0 to 1 as a point on a line, with its interval."""

    text: str
    value: float
    low: float
    high: float


# A column of a table and its cell in a row.
Entry: TypeAlias = tuple[Column, str | Cell]


@dataclass(frozen=True)
class Table:
    """A table."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str | Cell]]

    @classmethod
    def of(cls, title: str, rows: Sequence[Sequence[Entry]]) -> "Table":
        """Returns the table of rows with the column beside each cell, the same columns in every row."""
        return cls(title, [column for column, _ in rows[0]], [[cell for _, cell in row] for row in rows])

    def first(self, n: int) -> "Table":
        """Returns the first n rows."""
        return replace(self, rows=self.rows[:n])

    def narrowed(self, most: int) -> "Table":
        """Returns the table without its least important columns, so that `most` are left, intervals not counted."""
        kept = list(range(len(self.columns)))
        for drop in sorted({column.drop for column in self.columns} - {0}, reverse=True):
            if sum(not self.columns[i].is_interval for i in kept) > most:
                kept = [i for i in kept if self.columns[i].drop != drop]
        return Table(self.title, [self.columns[i] for i in kept], [[row[i] for i in kept] for row in self.rows])


@dataclass(frozen=True)
class Picture:
    """The place of a figure; renderers get the pictures by name, and the terminal shows none."""

    name: str
    caption: str


@dataclass(frozen=True)
class ExampleRow:
    """A row of the data.

    Attributes:
        is_right: Whether it counts as correct, which decides the colour.
        name: The question, the system or the id.
        details: Further texts, each with its label.
    """

    score: str
    is_right: bool
    name: str
    text: str
    details: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Examples:
    """Rows of the data under a heading; the terminal shows none."""

    title: str
    items: Sequence[ExampleRow]


@dataclass(frozen=True)
class SignatureLine:
    """The signature of a result or a metric."""

    text: str
    label: str = "Signature"


@dataclass(frozen=True)
class Report:
    """A result, or a titled part of one.

    Attributes:
        blocks: The contents, in order; parts are reports themselves.
        is_folded: Whether HTML shows this part only when asked for it.
    """

    title: str
    blocks: Sequence["Block"]
    is_folded: bool = False


Block: TypeAlias = Line | Table | Picture | Examples | SignatureLine | Report


def with_interval(value: float, interval: Sequence[float] | None, *, has_bar: bool = False) -> list[str | Cell]:
    """Returns the cells of a statistic and of its interval, for a column and the `is_interval` column after it.

    NaN is a dash, and its interval empty. With `has_bar` HTML draws a bar; for values from 0 to 1.
    """
    text = shown_interval(interval)
    if not has_bar or interval is None or not value >= 0:
        return [shown_statistic(value), text]
    low, high = interval if text else (value, value)
    return [Cell(shown_statistic(value), value, low, high), text]


def statistic(
    heading: str,
    value: float,
    interval: Sequence[float] | None,
    level: str,
    drop: int = 0,
    drop_interval: int = 0,
    *,
    has_bar: bool = False,
) -> list[Entry]:
    """Returns the entries of a statistic and of its interval, whose heading is the level; see `with_interval`."""
    columns = Column(heading, drop), Column(level, drop_interval, is_interval=True)
    return list(zip(columns, with_interval(value, interval, has_bar=has_bar), strict=True))


def report_cell_text(cell: str | Cell) -> str:
    """Returns the text of a cell."""
    return cell if isinstance(cell, str) else cell.text
