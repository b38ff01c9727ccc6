"""The errors and warnings for users. Each message says what is wrong, where, and what to do."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Option(NamedTuple):
    """An option or argument in a message; the command line and the app show the name that their users know."""

    name: str
    value: Any = None

    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name}={self.value!r}"


class _Message(Exception):  # noqa: N818 a warning is no error
    """A message, or its template with the values that stand in it.

    Attributes:
        kind: The template: the same for all messages of one kind.
        row: The row that the message is about, which stands before it; "" if it is about no single row.

    >>> error = DataError("choose another column than {!r} with {}", "no", Option("id_column"), row="row 3")
    >>> str(error), error.problem(lambda option: f"--{option.name}")
    ("row 3: choose another column than 'no' with id_column", "choose another column than 'no' with --id_column")
    """

    def __init__(self, message: str = "", *values: object, row: str = "") -> None:
        """Takes the message, in which `{}` stands for each of the values if there are any, and its row."""
        super().__init__(message, *values)
        self.kind, self.row = message, row

    def problem(self, word: Callable[[Option], str] = str) -> str:
        """Returns the message without its row; `word` returns the name of an option."""
        message, *values = self.args
        words = [word(value) if isinstance(value, Option) else value for value in values]
        return str(message).format(*words) if words else str(message)

    def worded(self, word: Callable[[Option], str] = str) -> str:
        """Returns the message with its row; `word` returns the name of an option."""
        return f"{self.row}: {self.problem(word)}" if self.row else self.problem(word)

    __str__ = worded

    def __repr__(self) -> str:
        """Returns the class and the finished message: evaluation tools log an error by its `repr`."""
        return f"{type(self).__name__}({str(self)!r})"


class SmileError(_Message):
    """Base of every error this project raises on purpose."""


class SmileWarning(_Message, UserWarning):
    """Base of every warning of this project."""


class DataError(SmileError, ValueError):
    """A row or a file is invalid; the message names it."""


class ColumnsError(DataError):
    """The columns of a file do not show which of them holds what.

    Attributes:
        columns: By role the column that may be meant, None if no name suggests it.
    """

    def __init__(self, message: str, *values: object, columns: Mapping[str, str | None] | None = None) -> None:
        """Takes the message with its values, and the columns."""
        super().__init__(message, *values)
        self.columns = columns or {}


class UsageError(SmileError, ValueError):
    """An option is unknown or out of range; the message names the option."""


class ModelError(SmileError, RuntimeError):
    """A model, its data or an optional package is missing or has changed; the message says how to get it."""


class StoppedError(SmileError):
    """The run was stopped or took too long; a progress callback raises this."""


class StoreWarning(SmileWarning):
    """The embedding store is used in part or not at all; the scores are the same."""


class BackendWarning(SmileWarning):
    """A slower back end is used than the fastest one installed; the scores are the same."""


class LearnedWarning(SmileWarning):
    """The setting `learned` is used outside the conditions in which it was evaluated."""


class LanguageWarning(SmileWarning):
    """Rows are in another language than the one that the setting reads."""


class JudgeWarning(SmileWarning):
    """A judge's replies name another model than the requests."""


class RuleWarning(SmileWarning):
    """A rule for values failed on a row, so that the words decided it. It is a fault of this package: report it."""


class ColumnWarning(SmileWarning):
    """A column looks like a mistake, or has labels that cannot be read."""


class ColumnNote(ColumnWarning):
    """Columns were recognised by their names, which are not the usual ones."""


def first_line(error: Exception) -> str:
    """Returns the first line of an error's message, or its class."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
