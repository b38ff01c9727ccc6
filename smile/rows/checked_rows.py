"""Rows are checked once, here; all other modules may trust them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..checks import as_cells, as_list, check_lengths, is_blank, show
from ..errors import DataError


@dataclass(frozen=True, slots=True)
class Row:
    """One question's prediction and what it is compared with.

    Attributes:
        prediction: The answer to score; may be empty.
        references: One or more right answers, none of them empty; no answer if the metric needs none.
        synthetic_answers: Per reference a sentence that states it, or None.
        question: The question, or None.
    """

    prediction: str
    references: tuple[str, ...]
    synthetic_answers: tuple[str | None, ...]
    question: str | None = None


def check_rows(
    predictions: Any,
    references: Any,
    questions: Any = None,
    synthetic_answers: Any = None,
    names: Sequence[str] | None = None,
    *,
    needs_references: bool = True,
    needs_questions: bool = False,
) -> list[Row]:
    """Turns columns into checked rows.

    A column is a list, a tuple, a `datasets` column, a pandas Series, a numpy array or an Arrow array. Lone
    surrogates, which no encoder can read, become U+FFFD.

    Args:
        predictions: One string per row.
        references: Per row a string or a list of strings.
        questions: Per row a string or None.
        synthetic_answers: Per row None, a string (for every reference) or a list as long as the row's references.
        names: How errors call the rows, "row 0", "row 1", ... by default.
        needs_references: Whether every row needs a reference; if not, a row may have None or an empty list.
        needs_questions: Whether every row needs a question that is not empty.

    Returns:
        The rows, in order.

    Raises:
        DataError: There are no rows, the columns differ in length, or a cell is wrong.

    >>> check_rows(["in Paris"], ["Paris"])
    [Row(prediction='in Paris', references=('Paris',), synthetic_answers=(None,), question=None)]
    """
    prediction_column = as_list("predictions", predictions)
    columns = {}
    if needs_references or references is not None:
        columns["references"] = as_list("references", references)
    if questions is not None:
        columns["questions"] = as_list("questions", questions)
    if synthetic_answers is not None:
        columns["synthetic_answers"] = as_list("synthetic_answers", synthetic_answers)
    n = check_lengths({"predictions": prediction_column} | columns)
    if names is None:
        names = [f"row {i}" for i in range(n)]
    nothing = [None] * n
    return [
        _check_row(*cells, needs_references, needs_questions)
        for cells in zip(
            names,
            prediction_column,
            columns.get("references", nothing),
            columns.get("questions", nothing),
            columns.get("synthetic_answers", nothing),
            strict=True,
        )
    ]


def has_question(row: Row) -> bool:
    """Returns whether a row has a question that is not empty."""
    return row.question is not None and not is_blank(row.question)


def rows_as_read(rows: Sequence[Row], use_questions: bool | None) -> list[Row]:
    """Returns rows with the questions that are used, and None for the others.

    Args:
        rows: Checked rows.
        use_questions: The setting; None uses the question of each row that has one.

    Raises:
        DataError: Questions must be used, and a row has none.

    >>> where, none = check_rows(["Oslo", "Rome"], ["Oslo", "Rome"], ["Where?", " "])
    >>> [row.question for row in rows_as_read([where, none], None)]
    ['Where?', None]
    >>> [row.question for row in rows_as_read([where, none], False)]
    [None, None]
    """
    if use_questions:
        without = [i for i, row in enumerate(rows) if not has_question(row)]
        if without:
            raise DataError(
                f"row {without[0]}: there is no question, and the settings use questions ({len(without)} of "
                f"{len(rows)} rows have none): give every row one, or take settings that do not require them (leave "
                "use_questions out)"
            )
    is_used = [use_questions is not False and has_question(row) for row in rows]
    return [row if used else replace(row, question=None) for row, used in zip(rows, is_used, strict=True)]


def _check_row(
    name: str,
    prediction: Any,
    references: Any,
    question: Any,
    synthetic: Any,
    needs_references: bool,
    needs_questions: bool,
) -> Row:
    if needs_questions and (question is None or (isinstance(question, str) and is_blank(question))):
        raise DataError(f"{name}: there is no question, which this metric needs: give one for every row")
    has_none = references is None or as_cells(references) == []
    checked_references = () if has_none and not needs_references else _check_references(name, references)
    return Row(
        prediction=_check_text(name, "prediction", prediction, 'write the answer as text, or "" where there is none'),
        references=checked_references,
        synthetic_answers=_check_synthetic(name, synthetic, len(checked_references)),
        question=None if question is None else _check_text(name, "question", question, "write it as text, or None"),
    )


def _check_references(name: str, references: Any) -> tuple[str, ...]:
    remedy = "give a string, or a list of strings where several answers are right"
    cells = as_cells(references)
    if cells is None:
        return (_check_filled(name, "reference", references, remedy),)
    if not cells:
        raise DataError(f"{name}: the list of references is empty: {remedy}, or leave the row out")
    if len(cells) == 1:
        return (_check_filled(name, "reference", cells[0], remedy),)
    return tuple(_check_filled(name, f"reference {i}", cell, remedy) for i, cell in enumerate(cells))


def _check_synthetic(name: str, synthetic: Any, n_references: int) -> tuple[str | None, ...]:
    if synthetic is None:
        return (None,) * n_references
    cells = as_cells(synthetic)
    if cells is None:
        cells = [synthetic] * n_references
    if len(cells) != n_references:
        raise DataError(
            f"{name}: {n_references} references and {len(cells)} synthetic answers: give one synthetic answer per "
            "reference (None where there is none)"
        )
    remedy = "write the reference as a sentence, or None"
    return tuple(None if cell is None else _check_filled(name, "synthetic answer", cell, remedy) for cell in cells)


def _check_filled(name: str, what: str, value: Any, remedy: str) -> str:
    text = _check_text(name, what, value, remedy)
    if is_blank(text):
        raise DataError(f"{name}: the {what} is empty ({show(value)}): {remedy}")
    return text


def _check_text(name: str, what: str, value: Any, remedy: str) -> str:
    if not isinstance(value, str):
        raise DataError(f"{name}: the {what} is {show(value)} ({type(value).__name__}), not a string: {remedy}")
    if value.isascii():
        return str(value)
    # A pair of surrogates is one character, a lone one is none; tokenizers and Arrow refuse both.
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
