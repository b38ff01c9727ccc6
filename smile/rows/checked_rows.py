"""Checks rows once, so that all other modules can trust them."""

import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ..checks import (
    as_cells,
    as_list,
    as_text,
    check_lengths,
    first_listed,
    is_blank,
    is_missing,
    row_names,
    show_value,
)
from ..errors import ColumnWarning, DataError, Option
from ..text.chat_messages import last_message_of, parsed_data
from ..text.normalization import without_invisible

# The remedies in errors.
_PREDICTION = 'write the answer as text, or "" where there is none'
_REFERENCE = "give a string, or a list of strings if several answers are correct"
_CELL = 'write the correct answer into the cell, or a JSON list if several are correct, such as ["Oslo", "Bergen"]'
_QUESTION = "write it as text, or None"
_SYNTHETIC = "write the reference as a sentence, or None"

# "John F. Kennedy|JFK", but not "P(A|B)", "|x|" or "{x | x > 0}".
_BETWEEN_BARS = re.compile(r"[^|(){}\\]+ (?: \| [^|(){}\\]+ )+", re.VERBOSE)

# The members of an object that hold its text, as in SQuAD, HELM, OLMo and replies of OpenAI.
_TEXT_KEYS = ("text", "output", "continuation", "message", "content", "aliases")


@dataclass(frozen=True, slots=True)
class Row:
    """A prediction and the correct answers that it is compared with.

    Attributes:
        prediction: The answer to score; may be empty.
        references: One or more correct answers, none of them empty; () if the metric needs none.
        synthetic_answers: Per reference a sentence that states it, or None.
        question: The question, or None.
    """

    prediction: str
    references: tuple[str, ...]
    synthetic_answers: tuple[str | None, ...]
    question: str | None = None


def question_keys(rows: Sequence[Row], first: int = 0, ids: Sequence[Any] | None = None) -> list[int]:
    """Returns a key for each row; rows with equal questions and references have equal keys within a process.

    A row without a question has its id in place of it, or a key of its own. `first` is the number of rows before these.

    >>> row = Row("a", ("b",), (None,), "Who?")
    >>> one, other, without = question_keys([row, replace(row, prediction="b"), replace(row, question=None)])
    >>> one == other, one == without
    (True, False)
    """
    named = [None] * len(rows) if ids is None else ids
    return [
        hash((row.question, row.references))
        if has_question(row)
        else i
        if row_id is None
        else hash((row_id, row.references, "id"))
        for i, (row, row_id) in enumerate(zip(rows, named, strict=True), start=first)
    ]


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

    A column is a list, a tuple, a `datasets` column, a pandas Series, a numpy array or an Arrow array. Numbers, truth
    values and dates are read as text. Characters that no reader sees are removed (control and zero-width characters,
    ANSI escapes). Lone surrogates, which no encoder can read, become U+FFFD.

    Args:
        predictions: Per row a string, an object with a text, a list of one of these, a chat message, or a list of
            messages, whose last one of the assistant is read. None and NaN are read as an empty answer, with a warning.
        references: Per row a string, a list of strings, a string with a list that is written in JSON, Python, numpy or
            between bars (`Oslo|Bergen`), or an object of answers such as those of SQuAD, TriviaQA and HELM.
        questions: Per row a string, a chat, whose last message of the user is read, or None.
        synthetic_answers: Per row None, a string (for every reference) or a list as long as the row's references.
        names: The names of the rows in errors; "row 0", "row 1", ... by default.
        needs_references: Whether every row needs a reference; if not, a row may have None or an empty list.
        needs_questions: Whether every row needs a question that is not empty.

    Raises:
        DataError: There are no rows, the columns differ in length, or a cell is invalid.

    >>> check_rows(["in Paris"], ["Paris"])
    [Row(prediction='in Paris', references=('Paris',), synthetic_answers=(None,), question=None)]
    """
    rows: list[Row] = []
    for row in check_each_row(
        predictions,
        references,
        questions,
        synthetic_answers,
        names,
        needs_references=needs_references,
        needs_questions=needs_questions,
    ):
        if isinstance(row, DataError):
            raise row
        rows.append(row)
    return rows


def check_each_row(
    predictions: Any,
    references: Any,
    questions: Any = None,
    synthetic_answers: Any = None,
    names: Sequence[str] | None = None,
    *,
    needs_references: bool = True,
    needs_questions: bool = False,
    is_text: bool = False,
) -> list[Row | DataError]:
    """Turns columns into checked rows as `check_rows` does, but returns the error of an invalid row in its place.

    `is_text`: the cells come from CSV, which has no lists; errors then suggest a JSON list.

    >>> [str(row) for row in check_each_row([{}], ["Paris"])]
    ['row 0: the prediction is {} (dict), not a string: write the answer as text, or "" where there is none']
    """
    columns = {"predictions": as_list("predictions", predictions)}
    if needs_references or references is not None:
        columns["references"] = as_list("references", references)
    if questions is not None:
        columns["questions"] = as_list("questions", questions)
    if synthetic_answers is not None:
        columns["synthetic_answers"] = as_list("synthetic_answers", synthetic_answers)
    n = check_lengths(columns)
    names = row_names(n) if names is None else names
    given, asked, stated = (columns.get(name, [None] * n) for name in ("references", "questions", "synthetic_answers"))
    rows: list[Row | DataError] = []
    for name, prediction, references, synthetic, question in zip(
        names, columns["predictions"], given, stated, asked, strict=True
    ):
        try:
            if needs_questions and (is_missing(question) or (isinstance(question, str) and is_blank(question))):
                raise DataError("there is no question, which this metric needs: add one to every row")
            right = _check_references(references, needs_references, _CELL if is_text else _REFERENCE)
            rows.append(
                Row(
                    _check_prediction(prediction),
                    right,
                    _check_synthetic_of_row(synthetic, len(right)),
                    None if is_missing(question) else _check_question(question),
                )
            )
        except DataError as fault:
            fault.row = name
            rows.append(fault)
    if missing := [name for name, cell in zip(names, columns["predictions"], strict=True) if is_missing(cell)]:
        _warn_of_row(f"missing predictions (None or NaN) are read as empty answers: {first_listed(missing, 3)}")
    if barred := next((cell for cell in given if isinstance(cell, str) and _between_bars(cell)), None):
        _warn_of_row(
            f"references with '|' are read as several correct answers: {show_value(barred)}; a list of one keeps the "
            "text"
        )
    warn_of_doubtful_columns((row.prediction, row.references) for row in rows if isinstance(row, Row))
    return rows


def _warn_of_row(message: str) -> None:
    warnings.warn(message, ColumnWarning, stacklevel=3)


def is_empty_reference(text: str) -> bool:
    r"""Returns whether a reference is empty, also after LaTeX markup is removed.

    >>> is_empty_reference(r"\boxed{}"), is_empty_reference(r"\boxed{0}")
    (True, False)
    """
    if text[:1].isalnum():
        return False
    if "\\" in text or "$" in text:
        from ..text.cleaning import latex_as_text  # loads what only few references need

        text = latex_as_text(text)
    return is_blank(text)


def has_question(row: Row) -> bool:
    """Returns whether a row has a question that is not empty."""
    return row.question is not None and not is_blank(row.question)


def rows_as_read(rows: Sequence[Row], use_questions: bool | None) -> list[Row]:
    """Returns rows with the questions that are used: all (an error if a row has none), none or, with None, those given.

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
                "there is no question, but {} requires one ({} of {} rows have none): add them, or leave it out",
                Option("use_questions", True),
                len(without),
                len(rows),
                row=f"row {without[0]}",
            )
    is_used = [use_questions is not False and has_question(row) for row in rows]
    return [row if used else replace(row, question=None) for row, used in zip(rows, is_used, strict=True)]


def _check_prediction(cell: Any) -> str:
    if is_missing(cell):
        return ""
    data = as_cells(cell) or cell
    if (said := last_message_of(data)) is not None:
        return _check_text_of_row(said, "prediction", _PREDICTION)
    [data] = data if isinstance(data, list) and len(data) == 1 else [data]
    is_of_user = isinstance(data, Mapping) and "role" in data
    return _check_text_of_row(data if is_of_user else _row_texts_in_object(data), "prediction", _PREDICTION)


def _check_question(cell: Any) -> str | None:
    data = parsed_data(cell) if isinstance(cell, str) and cell.startswith(("[", "{")) else as_cells(cell) or cell
    if isinstance(data, list) and data and all(isinstance(each, Mapping) and "content" in each for each in data):
        return last_message_of(data, "user")  # None if the user says nothing
    asked = last_message_of(data, "user")
    return _check_text_of_row(cell if asked is None else asked, "question", _QUESTION)


def row_reference_texts(cell: Any) -> list[Any]:
    """Returns the texts in a cell of references, unchecked.

    >>> row_reference_texts("['Paris' 'Lutetia']"), row_reference_texts({"text": ["Paris"], "answer_start": [3]})
    (['Paris', 'Lutetia'], ['Paris'])
    """
    cell = _row_texts_in_object(cell)
    cells = _written_list(cell) if isinstance(cell, str) else as_cells(cell)
    # HELM tags the correct options among all.
    return [
        _row_texts_in_object(each)
        for each in ([cell] if cells is None else cells)
        if not isinstance(each, Mapping) or "correct" in each.get("tags", ["correct"])
    ]


def _check_references(references: Any, needs_references: bool, remedy: str) -> tuple[str, ...]:
    cells = row_reference_texts(references)
    if not needs_references and cells in ([], [None]):
        return ()
    if not cells:
        raise DataError("the list of references is empty: {}, or leave the row out", remedy)
    if len(cells) == 1:
        return (_check_filled(cells[0], "reference", remedy),)
    return tuple(_check_filled(cell, f"reference {i}", remedy) for i, cell in enumerate(cells))


def _row_texts_in_object(cell: Any) -> Any:
    """Returns the text or texts in an object; any other value unchanged.

    >>> _row_texts_in_object({"value": "Paris", "aliases": ["Lutetia"]})
    ['Paris', 'Lutetia']
    >>> _row_texts_in_object({"text": ["Paris"], "answer_start": [3]})
    ['Paris']
    """
    if not isinstance(cell, Mapping):
        return cell
    if cell.get("value") is None:
        key = next((key for key in _TEXT_KEYS if cell.get(key) is not None), None)
        return cell if key is None else _row_texts_in_object(cell[key])
    value, aliases = cell["value"], as_cells(cell.get("aliases")) or ()
    return [value, *(alias for alias in aliases if alias != value)]


def _written_list(text: str) -> list[str]:
    """Returns the texts of a list in JSON, Python or numpy notation or between bars; otherwise the one text."""
    members = _row_texts_in_object(parsed_data(text)) if text.startswith(("[", "{", "array(")) else None
    if isinstance(members, list) and members and all(isinstance(member, str) for member in members):
        return members
    return _between_bars(text) or [text]


def _between_bars(text: str) -> list[str]:
    parts = [part.strip() for part in text.split("|")] if _BETWEEN_BARS.fullmatch(text) else []
    return [] if any(map(is_empty_reference, parts)) else parts


def _check_synthetic_of_row(synthetic: Any, n_references: int) -> tuple[str | None, ...]:
    if synthetic is None:
        return (None,) * n_references
    cells = as_cells(synthetic)
    if cells is None:
        cells = [synthetic] * n_references
    if len(cells) != n_references:
        raise DataError(
            "{} references and {} synthetic answers: give one for each (None for none)", n_references, len(cells)
        )
    return tuple(None if cell is None else _check_filled(cell, "synthetic answer", _SYNTHETIC) for cell in cells)


def _check_filled(value: Any, what: str, remedy: str) -> str:
    text = _check_text_of_row(value, what, remedy)
    if is_empty_reference(text):
        raise DataError("the {} is empty ({}): {}", what, show_value(value), remedy)
    return text


def _check_text_of_row(value: Any, what: str, remedy: str) -> str:
    value = value if isinstance(value, str) else as_text(value)
    if not isinstance(value, str):
        kind = type(value).__name__
        raise DataError("the {} is {} ({}), not a string: {}", what, show_value(value), kind, remedy)
    if not value.isascii():
        # Tokenizers and Arrow refuse surrogates: a pair becomes one character, and a lone one U+FFFD.
        value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return without_invisible(str(value))


# The first rows are checked, up to the second number; fewer than the first are not enough.
_FEWEST_ROWS, _MOST_ROWS = 5, 200
# Not commas, which occur in answers ("Paris, France").
_SEPARATORS = (";", "\n", " / ")
# The columns look swapped if the shares differ by at least this much.
_FAR_MORE = 0.5
_WORDS = re.compile(r"\w+")


def warn_of_doubtful_columns(rows: Iterable[tuple[str, Sequence[str]]]) -> None:
    """Warns if references have several answers in one text, or if the columns of rows look swapped."""
    rows = list(islice((row for row in rows if row[1]), _MOST_ROWS))
    separator = _separator_in_checked_rows([references[0] if len(references) == 1 else "" for _, references in rows])
    if separator is not None:
        warnings.warn(
            ColumnWarning(
                "references contain {!r} and are read as one text each: if it separates several correct answers, "
                "give {}, or lists of strings in Python",
                separator,
                Option("reference_separator", separator),
            ),
            stacklevel=2,
        )
        return
    answered = [row for row in rows if not is_blank(row[0])]
    n_longer = sum(min(map(len, references)) > len(prediction) for prediction, references in answered)
    if len(answered) < _FEWEST_ROWS or 2 * n_longer <= len(answered):
        return
    texts = [
        (_spaced_words_of_row(prediction), list(map(_spaced_words_of_row, references)))
        for prediction, references in answered
    ]
    n_given = sum(any(text in prediction for text in references) for prediction, references in texts)
    n_exchanged = sum(any(prediction in text for text in references) for prediction, references in texts)
    if n_exchanged - n_given >= _FAR_MORE * len(answered):
        warnings.warn(
            "most predictions appear word for word in their references, which are longer: if the two columns are "
            "swapped, name the other column for each",
            ColumnWarning,
            stacklevel=2,
        )


def _separator_in_checked_rows(references: Sequence[str]) -> str | None:
    """Returns the separator of answers in references; None if there is none.

    >>> _separator_in_checked_rows(["Oslo; Kristiania", "Bergen; Bjørgvin", "Rome; Roma", "Riga; Rīga", "Bern"])
    ';'
    """
    if len(references) < _FEWEST_ROWS:
        return None
    return next((each for each in _SEPARATORS if 2 * sum(each in text for text in references) > len(references)), None)


def _spaced_words_of_row(text: str) -> str:
    return f" {' '.join(_WORDS.findall(text.casefold()))} "
