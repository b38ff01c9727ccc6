"""The limits of the app: constants for a public Space, and five that environment variables change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

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

REMEDY = "run SMILE on your own machine for more"


def _variable(name: str, default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"variable": f"SMILE_APP_{name}", "meaning": meaning})


@dataclass(frozen=True)
class Limits:
    """The limits that the owner sets; the metadata of each field holds its environment variable and its meaning."""

    rows: int = _variable("ROWS", 2000, "rows of a file")
    megabytes: int = _variable("MEGABYTES", 10, "megabytes of a file")
    seconds: int = _variable("SECONDS", 300, "seconds for scoring a file")
    at_a_time: int = _variable("AT_A_TIME", 4, "requests at a time")
    settings: tuple[str, ...] = _variable(
        "SETTINGS", ("learned", "default", "fast"), f"settings offered, of {', '.join(NAMED_SETTINGS)}"
    )


def check_count(what: str, n: int, most: int) -> None:
    """Checks that there are not too many of something."""
    if n > most:
        raise DataError(f"{n:,} {what}: at most {most:,} are allowed here; leave some out, or {REMEDY}")


def check_sizes(rows: Sequence[Row], names: Sequence[str]) -> None:
    """Checks that no text of any row is too long."""
    for row, name in zip(rows, names, strict=True):
        for text in (row.question, row.prediction, *row.references, *row.synthetic_answers):
            if text is not None:
                check_text(name, text)


def check_text(name: str, text: str) -> None:
    """Checks that a text is not too long."""
    if len(text) > MOST_CHARACTERS:
        raise DataError(
            f"{name}: a text of {len(text):,} characters: at most {MOST_CHARACTERS:,} are allowed here; shorten it, "
            f"or {REMEDY}"
        )


def read_limits(environment: Mapping[str, str]) -> Limits:
    """Returns the limits that the environment sets, and the defaults of the others.

    >>> read_limits({"SMILE_APP_ROWS": "50", "SMILE_APP_SETTINGS": "fast"}).rows
    50
    """
    known = {each.metadata["variable"]: each for each in fields(Limits)}
    unknown = [name for name in environment if name.startswith("SMILE_APP_") and name not in known]
    if unknown:
        raise UsageError(f"unknown limit {unknown[0]}: expected one of {', '.join(known)}")
    limits = Limits(
        **{
            each.name: _read(variable, environment[variable], each.default)
            for variable, each in known.items()
            if environment.get(variable)
        }
    )
    for name in limits.settings:
        if name not in NAMED_SETTINGS:
            raise UsageError(f"SMILE_APP_SETTINGS names {name!r}: expected some of {', '.join(NAMED_SETTINGS)}")
    return limits


def _read(variable: str, text: str, default: Any) -> Any:
    if isinstance(default, tuple):
        return tuple(name.strip() for name in text.split(",") if name.strip())
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise UsageError(f"{variable} must be a whole number of at least 1, got {text!r}")
    return int(text)
