"""The report of two runs on the same questions: the rows that are newly correct, and those that are newly incorrect."""

from collections.abc import Sequence
from typing import Any

from ..aliases import BoolArray, FloatArray
from ..files.pairing import AnswersByQuestion
from ..rows.checked_rows import Row
from ..runs.system_comparison import changed
from ..scoring.results import Scores
from .report import Block, Column, Line, Report, Table

# Rows that each list shows.
_MOST_ROWS = 100


def changes_report(
    names: Sequence[str],
    ids: Sequence[Any],
    rows: Sequence[Sequence[Row]],
    smile: FloatArray,
    correct: BoolArray,
    most: int = _MOST_ROWS,
) -> Report:
    """Returns how many of n rows are newly correct and newly incorrect in the second of two runs, and lists them.

    Args:
        names: The names of both runs.
        ids: The ids of the rows.
        rows: The rows of the first run, and those of the second.
        smile: (2, n) The scores of both.
        correct: (2, n) Their verdicts.
        most: How many rows each list shows; the others are counted.
    """
    found = dict(zip(("Newly correct", "Newly incorrect"), changed(correct), strict=True))
    counts = ", ".join(f"{len(at):,} {name.lower()}" for name, at in found.items())
    has_one_answer = all(one.prediction == other.prediction for one, other in zip(*rows, strict=True))
    answers = ["Answer"] if has_one_answer else [f"Answer: {name}" for name in names]
    columns = [
        Column("Id"),
        *(Column(f"SMILE\n{name}") for name in names),
        *(Column(name, is_text=True) for name in answers),
        Column("Correct answers", is_text=True),
        Column("Question", drop=1, is_text=True),
    ]
    blocks: list[Block] = [Line(f"From {names[0]} to {names[1]}: {counts}, of {len(ids):,} rows.", mark="open")]
    for name, at in found.items():
        cells = [
            [
                "" if ids[i] is None else str(ids[i]),
                *(f"{each:.2f}" for each in smile[:, i]),
                *(run[i].prediction for run in rows[: len(answers)]),
                " / ".join(rows[1][i].references),
                rows[1][i].question or "",
            ]
            for i in at[:most]
        ]
        blocks += [Table(name, columns, cells)] if cells else []
        blocks += [Line(f"and {len(at) - most:,} more rows", "note")] if len(at) > most else []
    return Report("Newly correct and newly incorrect", blocks)


def changed_answers(paired: AnswersByQuestion, scores: Scores, most: int = _MOST_ROWS) -> list[Report]:
    """Returns the report of what changes from the first of two systems to the second; nothing for more of them."""
    if len(paired.systems) != 2:
        return []
    n = len(paired.ids)
    rows, shape = (paired.rows[:n], paired.rows[n:]), (2, n)
    smile, correct = scores.smile.reshape(shape), scores.correct.reshape(shape)
    return [changes_report(paired.systems, paired.ids, rows, smile, correct, most)]
