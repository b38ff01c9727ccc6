"""The limits of the app: constants for a public Space, and five that environment variables change."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from ..encoding.model_files import is_model_here
from ..errors import DataError, UsageError
from ..rows.checked_rows import Row
from ..settings.named_settings import NAMED_SETTINGS

# The confidence level of all intervals in the app.
CONFIDENCE_LEVEL = 0.95

# The most answers, and references, in Try it.
MOST_ANSWERS = 20
# The most groups of a column, and systems.
MOST_GROUPS, MOST_SYSTEMS = 50, 20
# The most characters of a text.
MOST_CHARACTERS = 10_000
# The most requests that wait.
MOST_WAITING = 200
# Minutes until unused uploads and results are deleted.
KEEP_MINUTES = 10

_PREFIX = "SMILE_APP_"

REMEDY = "run SMILE on your own machine for more"


@dataclass(frozen=True)
class Limits:
    """The limits that the owner sets, each by the environment variable `SMILE_APP_...` with its name."""

    rows: int = 2000
    megabytes: int = 10
    seconds: int = 300
    at_a_time: int = 4
    settings: tuple[str, ...] = ("learned", "default", "fast")


def check_within_limit(what: str, n: int, most: int) -> None:
    """Checks that there are not too many of something."""
    if n > most:
        raise DataError(f"{n:,} {what}: at most {most:,} are allowed here; leave some out, or {REMEDY}")


def check_row_within_limits(row: Row, name: str) -> None:
    """Checks that no text of a row is too long."""
    for text in (row.question, row.prediction, *row.references, *row.synthetic_answers):
        if text is not None:
            check_text_length(name, text)


def check_text_length(name: str, text: str) -> None:
    """Checks that a text is not too long."""
    if len(text) > MOST_CHARACTERS:
        told = "a text of {:,} characters: at most {:,} are allowed here; shorten it, or {}"
        raise DataError(told, len(text), MOST_CHARACTERS, REMEDY, row=name)


def read_limits(environment: Mapping[str, str]) -> Limits:
    """Returns the limits that the environment sets, and the defaults of the others.

    >>> read_limits({"SMILE_APP_ROWS": "50", "SMILE_APP_SETTINGS": "fast"}).rows
    50
    """
    known = {f"{_PREFIX}{each.name.upper()}": each for each in fields(Limits)}
    unknown = [name for name in environment if name.startswith(_PREFIX) and name not in known]
    if unknown:
        raise UsageError(f"unknown limit {unknown[0]}: expected one of {', '.join(known)}")
    given = {name: environment[name] for name in known if environment.get(name)}
    limits = Limits(**{known[name].name: _read_limit(name, text) for name, text in given.items()})
    if f"{_PREFIX}SETTINGS" not in given and is_model_here(NAMED_SETTINGS["multilingual"].model):
        limits = replace(limits, settings=(*limits.settings, "multilingual"))
    for name in limits.settings:
        if name not in NAMED_SETTINGS:
            raise UsageError(f"SMILE_APP_SETTINGS names {name!r}: expected some of {', '.join(NAMED_SETTINGS)}")
    return limits


def _read_limit(variable: str, text: str) -> Any:
    if variable == f"{_PREFIX}SETTINGS":
        return tuple(name.strip() for name in text.split(",") if name.strip())
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise UsageError(f"{variable} must be a whole number of at least 1, got {text!r}")
    return int(text)
