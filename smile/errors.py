"""The errors a user can meet. Each message says what was expected, what came, where, and what to do."""

import re


class SmileError(Exception):
    """Base of every error this project raises on purpose."""


class DataError(SmileError, ValueError):
    """The rows or the file are wrong; the message names the row."""


class UsageError(SmileError, ValueError):
    """An option is unknown or out of range; the message names the option."""


class ModelError(SmileError, RuntimeError):
    """A model, its data or an optional package is missing or not the one expected; the message says how to get it."""


class StoppedError(SmileError):
    """Somebody has stopped the run, or it has taken too long; a callback of its progress raises this."""


class StoreWarning(UserWarning):
    """The store of embeddings is used in part or not at all; the scores are the same, and the message says why."""


class BackendWarning(UserWarning):
    """Another back end computes than the fastest that is installed; the scores are the same, the message says why."""


class LearnedWarning(UserWarning):
    """The setting `learned` is used outside the conditions that it was evaluated in; the message says how."""


class ColumnWarning(UserWarning):
    """A column looks wrong, or has labels that cannot be read; the message says how to correct it."""


def without_numbers(warning: Warning | str) -> str:
    """Returns the text of a warning without its numbers, by which warnings about parts of one run differ."""
    return re.sub(r"\d+", "", str(warning))


def first_line(error: Exception) -> str:
    """Returns the first line of an error's message, or what kind it is."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
