"""The limits of the app; each is an environment variable with a default that suits a public Space."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from ..errors import DataError, UsageError
from ..judges.chat_models.providers import PROVIDERS
from ..rows.checked_rows import Row
from ..settings.named_settings import NAMED_SETTINGS

# The confidence level of all intervals in the app.
CONFIDENCE_LEVEL = 0.95

REMEDY = "run SMILE on your own machine for more (see About)"

_PUBLIC_PROVIDERS = ("openai", "deepseek", "xai")


def _variable(name: str, default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"variable": f"SMILE_APP_{name}", "meaning": meaning})


@dataclass(frozen=True)
class Limits:
    """All limits and permissions; the metadata of each field holds its environment variable and its meaning."""

    answers: int = _variable("ANSWERS", 20, "answers, and references, in Try it")
    rows: int = _variable("ROWS", 2000, "rows of a file")
    systems: int = _variable("SYSTEMS", 20, "systems compared")
    groups: int = _variable("GROUPS", 50, "groups of each column in Agree with people")
    judged: int = _variable("JUDGED", 500, "requests to a judge at a time, one for each answer and right answer")
    characters: int = _variable("CHARACTERS", 10_000, "characters of a text")
    megabytes: int = _variable("MEGABYTES", 10, "megabytes of a file")
    seconds: int = _variable("SECONDS", 300, "seconds for scoring a file or asking a judge")
    queue: int = _variable("QUEUE", 200, "requests that may wait")
    at_a_time: int = _variable("AT_A_TIME", 4, "requests at a time")
    keep_minutes: int = _variable("KEEP_MINUTES", 10, "minutes until unused uploads and results are deleted")
    settings: tuple[str, ...] = _variable(
        "SETTINGS", ("default", "learned", "fast"), f"settings offered, of {', '.join(NAMED_SETTINGS)}"
    )
    providers: tuple[str, ...] = _variable(
        "PROVIDERS", _PUBLIC_PROVIDERS, f"providers of judges offered, of {', '.join(PROVIDERS)}"
    )
    hub_datasets: bool = _variable("HUB_DATASETS", False, "whether visitors may name a dataset of the Hub")
    base_url: bool = _variable(
        "BASE_URL", False, "whether visitors may name a judge's address, which lets them reach this machine's network"
    )

    @property
    def kept_for(self) -> str:
        """How long uploads and results are kept after their last use."""
        return f"{self.keep_minutes} minute{'' if self.keep_minutes == 1 else 's'}"

    def check_count(self, what: str, n: int, most: int) -> None:
        """Checks that there are not too many of something."""
        if n > most:
            raise DataError(f"{n:,} {what}: at most {most:,} are allowed here; leave some out, or {REMEDY}")

    def check_rows(self, rows: Sequence[Row], names: Sequence[str]) -> None:
        """Checks that no text of any row is too long."""
        for row, name in zip(rows, names, strict=True):
            self.check_row(row, name)

    def check_row(self, row: Row, name: str) -> None:
        """Checks that no text of a row is too long."""
        for text in (row.question, row.prediction, *row.references, *row.synthetic_answers):
            if text is not None:
                self.check_text(name, text)

    def check_text(self, name: str, text: str) -> None:
        """Checks that a text is not too long."""
        if len(text) > self.characters:
            raise DataError(
                f"{name}: a text of {len(text):,} characters: at most {self.characters:,} are allowed here; shorten "
                f"it, or {REMEDY}"
            )


def read_limits(environment: Mapping[str, str]) -> Limits:
    """Returns the limits that the environment sets, and the defaults of the others.

    >>> read_limits({"SMILE_APP_ROWS": "50", "SMILE_APP_HUB_DATASETS": "yes"}).rows
    50
    """
    known = {each.metadata["variable"]: each for each in fields(Limits)}
    unknown = [name for name in environment if name.startswith("SMILE_APP_") and name not in known]
    if unknown:
        raise UsageError(f"unknown limit {unknown[0]}: expected one of {', '.join(known)}")
    given = {
        each.name: _read(variable, environment[variable], each.default)
        for variable, each in known.items()
        if environment.get(variable)
    }
    limits = Limits(**given)
    for names, offered, variable in (
        (limits.settings, tuple(NAMED_SETTINGS), "SMILE_APP_SETTINGS"),
        (limits.providers, tuple(PROVIDERS), "SMILE_APP_PROVIDERS"),
    ):
        for name in names:
            if name not in offered:
                raise UsageError(f"{variable} names {name!r}: expected some of {', '.join(offered)}")
    return limits


def _read(variable: str, text: str, default: Any) -> Any:
    if isinstance(default, tuple):
        return tuple(name.strip() for name in text.split(",") if name.strip())
    if isinstance(default, bool):
        if text.lower() not in ("yes", "no"):
            raise UsageError(f"{variable} must be yes or no, got {text!r}")
        return text.lower() == "yes"
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise UsageError(f"{variable} must be a whole number of at least 1, got {text!r}")
    return int(text)
