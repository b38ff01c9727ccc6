"""Which column of a file holds which role of a row: chosen by the user, or found by its usual name."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ..checks import listed_names
from ..errors import DataError

# The usual names of each role's column.
COLUMN_NAMES = {
    "prediction": ("prediction", "pred"),
    "reference": ("reference", "references", "answer"),
    "question": ("question",),
    "id": ("id",),
    "synthetic_answer": ("synthetic_answer", "syn_ans"),
}


@dataclass(frozen=True)
class RowColumns:
    """The names that a user gives for the columns of rows. None means the usual names, "" no column."""

    prediction: str | None = None
    reference: str | None = None
    question: str | None = None
    id: str | None = None
    synthetic_answer: str | None = None

    def possible(self) -> set[str]:
        """Returns the names of all columns that may be wanted."""
        usual = {name for names in COLUMN_NAMES.values() for name in names}
        return usual | {name for name in asdict(self).values() if name}

    def choose(self, path: Path, role: str, there: Sequence[str], is_required: bool) -> str | None:
        """Returns the name of a role's column among those that are there, None if an optional one is missing.

        Raises:
            DataError: The column is missing, or several can be meant.
        """
        named = asdict(self)
        chosen: str | None = named[role]
        if chosen == "" and not is_required:
            return None
        if chosen is not None:
            if chosen not in there:
                raise DataError(f"{path} has no column {chosen!r} ({role}_column): it has {listed_names(there)}")
            return chosen
        # A column that the user gave another role has only that role.
        candidates = [name for name in COLUMN_NAMES[role] if name in there and name not in named.values()]
        if len(candidates) > 1:
            raise DataError(
                f"{path} has the columns {listed_names(candidates)}, any of which can be the {role}: choose one with "
                f"{role}_column"
            )
        if not candidates and is_required:
            raise DataError(
                f"{path} has no column for the {role}: expected {' or '.join(map(repr, COLUMN_NAMES[role]))}, or the "
                f"name of another one as {role}_column; it has {listed_names(there)}"
            )
        return candidates[0] if candidates else None


@dataclass(frozen=True)
class RowNeeds:
    """The needs of a metric, of every row. Predictions that are not needed are empty."""

    predictions: bool = True
    references: bool = True
    questions: bool = False

    def roles(self) -> tuple[str, ...]:
        """Returns the roles whose columns a file must have."""
        needed = {"prediction": self.predictions, "reference": self.references, "question": self.questions}
        return tuple(role for role, is_needed in needed.items() if is_needed)
