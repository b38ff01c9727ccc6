"""The errors and warnings for users. Each message says what is wrong, where, and what to do."""

import re
from collections.abc import Mapping


class SmileError(Exception):
    """Base of every error this project raises on purpose."""


class DataError(SmileError, ValueError):
    """A row or a file is invalid; the message names it."""


class ColumnsError(DataError):
    """The columns of a file do not show which of them holds what.

    Attributes:
        columns: By role the column that may be meant, None if no name suggests it.
    """

    def __init__(self, message: str, columns: Mapping[str, str | None] | None = None) -> None:
        """Takes the message and the columns."""
        super().__init__(message)
        self.columns = columns or {}


class UsageError(SmileError, ValueError):
    """An option is unknown or out of range; the message names the option."""


class ModelError(SmileError, RuntimeError):
    """A model, its data or an optional package is missing or has changed; the message says how to get it."""


class StoppedError(SmileError):
    """The run was stopped or took too long; a progress callback raises this."""


class StoreWarning(UserWarning):
    """The embedding store is used in part or not at all; the scores are the same."""


class BackendWarning(UserWarning):
    """A slower back end is used than the fastest one installed; the scores are the same."""


class LearnedWarning(UserWarning):
    """The setting `learned` is used outside the conditions in which it was evaluated."""


class LanguageWarning(UserWarning):
    """Rows are in another language than the one that the setting reads."""


class JudgeWarning(UserWarning):
    """A judge's replies name another model than the requests."""


class RuleWarning(UserWarning):
    """A rule for values failed on a row, so that the words decided it. It is a fault of this package: report it."""


class ColumnWarning(UserWarning):
    """A column looks like a mistake, or has labels that cannot be read."""


class ColumnNote(ColumnWarning):
    """Columns were recognised by their names, which are not the usual ones."""


def without_numbers(warning: Warning | str) -> str:
    """Returns a warning's text without numbers, in which warnings about parts of one run differ.

    >>> without_numbers("3 of 10 rows") == without_numbers("4 of 12 rows")
    True
    """
    return re.sub(r"\d+", "", str(warning))


def first_line(error: Exception) -> str:
    """Returns the first line of an error's message, or its class."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
