"""Answers with a table: the question names a row by its first cell, and a reference for another row is not given."""

from collections.abc import Sequence, Set
from itertools import chain
from typing import NamedTuple

from ..lazy_patterns import lazy_re
from .answer import Answer, Match, Span
from .closed.questions import content_stems

_RULE = "table"
_RULER = lazy_re(r"[\s|:+=-]+")
# A head and two rows, of which one is not asked for.
_FEWEST_LINES = 3
# What asks for the first place, and what marks it.
_ASKS_FOR_WINNER = lazy_re(r"\b(?:won|wins?|winner|champion|gold|first)\b")
_WINNER = lazy_re(r"\W*(?:1|1st|first|gold|winner|\U0001f947)\W*")
_FIGURE = lazy_re(r"\d(?:[\d.,]*\d)?")


class AskedRow(NamedTuple):
    """The row of an answer's table that the question asks for.

    Attributes:
        rows: Where the cells of all rows are, the head first.
        row: Which row is asked for.
        column: Which column the question names; None for none.
        by: How it asks: by the row's "name", its first cell, by its "place", the first, or by a "value" in it.
    """

    rows: list[list[Span]]
    row: int
    column: int | None
    by: str


def asked_row(answer: Answer, question: str | None) -> AskedRow | None:
    """Returns the row of a table that the question asks for, if there is such a row."""
    if not question or answer.text.count("|") < _FEWEST_LINES:
        return None
    rows = _rows(answer)
    if len(rows) < _FEWEST_LINES:
        return None
    table = [list(map(answer.at, row)) for row in rows]
    asked = content_stems(question)
    by, row = "name", _named([cells[0] for cells in table[1:]], asked)
    if row is None and _ASKS_FOR_WINNER.search(question.lower()):
        by, row = "place", _only([any(map(_WINNER.fullmatch, map(str.lower, cells))) for cells in table[1:]])
    if row is None:
        by, row = "value", _named([" ".join(cells[1:]) for cells in table[1:]], asked)
    if row is None:
        return None
    column = _named(table[0][1:], asked)
    return AskedRow(rows, row + 1, None if column is None else column + 1, by)


def compare(references: Sequence[str], answer: Answer, asked: AskedRow) -> Match | None:
    r"""Says that an answer is wrong whose table has the references only for another thing than the one asked for.

    What stands outside of the table may be right.

    >>> answer = Answer("| Day | First | Last |\n|---|---|---|\n| Saturday | 6:30 | 22:45 |\n| Sunday | 7:30 | 21:15 |")
    >>> asked = asked_row(answer, "When is the last ferry on Sundays?")
    >>> [answer.quoted(compare([time], answer, asked)) for time in ("22:45", "7:30")]
    [['21:15'], ['21:15']]
    >>> [compare([time], answer, asked) for time in ("21:15", "9:00")]
    [None, None]
    """
    row, column = asked.row, asked.column
    if asked.by == "value":
        # "Who succeeded Lincoln?" asks for another row.
        return None
    instead = set()
    for its_row, place in _places(references, answer, asked):
        if its_row not in (0, row) and (place or asked.by == "place"):
            instead.add(column or place)
        elif its_row == row and place and column and place != column and _are_alike(answer, asked, place, column):
            instead.add(column)
        else:
            return None
    if len(instead) != 1:
        return None
    cell = asked.rows[row][instead.pop()]
    return answer.match_at(_RULE, False, "not", references[0], [(cell, answer.at(cell))])


def is_in_row(references: Sequence[str], answer: Answer, asked: AskedRow) -> bool:
    """Whether the row that is asked for has a reference in another cell than the one that names it."""
    return any(_is_value(*place, asked) for place in _places(references, answer, asked))


def given(references: Sequence[str], answer: Answer, asked: AskedRow) -> Match | None:
    """Says that the row has a reference in the column that is asked for, or in the only one with a value like it."""
    for its_row, place in _places(references, answer, asked):
        row = asked.rows[asked.row]
        n_alike = sum(_are_alike(answer, asked, place, other) for other in range(1, len(row)))
        if _is_value(its_row, place, asked) and (not place or place == asked.column or n_alike == 1):
            return answer.match_at(_RULE, True, "says", references[0], [(row[place], answer.at(row[place]))])
    return None


def _is_value(row: int, column: int, asked: AskedRow) -> bool:
    return row == asked.row and (column > 0) != (asked.by == "value")


def _places(references: Sequence[str], answer: Answer, asked: AskedRow) -> list[tuple[int, int]]:
    """Returns row and column of each mention of the references; (0, 0) for those outside of the table."""
    cells = [(i, j, *cell) for i, row in enumerate(asked.rows) for j, cell in enumerate(row)]
    return [
        next(((i, j) for i, j, first, last in cells if first <= start < last), (0, 0))
        for start in _starts(references, answer)
    ]


def _starts(references: Sequence[str], answer: Answer) -> list[int]:
    """Where an answer has the references, or else their figures: the head of a column may have the unit."""
    for texts in (references, [found[0] for text in references if (found := _FIGURE.match(text))]):
        if starts := [start for start, _ in chain.from_iterable(answer.mentions(text) for text in texts)]:
            return starts
    return []


def _rows(answer: Answer) -> list[list[Span]]:
    """Returns where the cells of the first table are, its head first; nothing where rows are not equally long."""
    rows: list[list[Span]] = []
    start = 0
    for line in answer.text.splitlines(keepends=True):
        if "|" in line and not _RULER.fullmatch(line):
            bare = line.strip().removeprefix("|").removesuffix("|")
            at = start + line.index(bare)
            row = []
            for cell in bare.split("|"):
                row.append((at + len(cell) - len(cell.lstrip()), at + len(cell.rstrip())))
                at += len(cell) + 1
            rows.append(row)
        elif rows and "|" not in line:
            break
        start += len(line)
    return rows if len({len(row) for row in rows}) == 1 and len(rows[0]) > 1 else []


def _named(cells: Sequence[str], asked: Set[str]) -> int | None:
    """Returns which of some cells has words of the question that no other one has; None if several have."""
    of_cells = [content_stems(cell) & asked for cell in cells]
    common = {stem for stem in asked if sum(stem in stems for stems in of_cells) > 1}
    return _only([bool(stems - common) for stems in of_cells])


def _only(are_so: Sequence[bool]) -> int | None:
    return are_so.index(True) if sum(are_so) == 1 else None


def _are_alike(answer: Answer, asked: AskedRow, *columns: int) -> bool:
    """Whether all of some cells of the row have figures, or none has."""
    return len({_FIGURE.search(answer.text, *asked.rows[asked.row][column]) is None for column in columns}) == 1
