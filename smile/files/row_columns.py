"""Finds the columns of a file that hold predictions, references, questions, ids and synthetic answers."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ..checks import listed_names
from ..errors import DataError
from ..text.tables import read_table

# Where a word begins inside a name without spaces: modelAnswer.
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

# The usual names of each role's column.
COLUMN_NAMES = {
    "prediction": ("prediction", "pred"),
    "reference": ("reference", "references", "answer"),
    "question": ("question",),
    "id": ("id",),
    "synthetic_answer": ("synthetic_answer", "syn_ans"),
}

_ANSWER = "answer"

# The rank, role and expression of names that suggest a role.
_SUGGESTING = [
    (rank, role, re.compile(expression))
    for rank, (role, expression) in enumerate(read_table(Path(__file__).parent, "column_names.tsv"))
]


def guess_columns(names: Sequence[str]) -> dict[str, str]:
    """Returns the column of each role: the one with a usual name, or the one whose name fits best.

    >>> guess_columns(["Question", "Gold (correct)", "LLM output v2", "Score"])
    {'question': 'Question', 'reference': 'Gold (correct)', 'prediction': 'LLM output v2'}
    >>> guess_columns(["output A", "output B", "answer"])
    {'reference': 'answer'}

    If there is a column of references, "answer" is the model's answer:

    >>> guess_columns(["question", "answer", "gold"])
    {'question': 'question', 'prediction': 'answer', 'reference': 'gold'}
    """
    usual = {role: [name for name in candidates if name in names] for role, candidates in COLUMN_NAMES.items()}
    taken = {name for found in usual.values() for name in found}
    ranked: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        is_object = any(other.startswith(f"{name}.") for other in names)
        if name in taken or is_object:
            continue
        words = " ".join(re.findall(r"[^\W_]+", _CAPITAL.sub(" ", name))).lower()
        fits = next(((rank, role) for rank, role, expression in _SUGGESTING if expression.fullmatch(words)), None)
        if fits is not None:
            ranked.setdefault(fits[1], []).append((fits[0], name))
    is_models = usual["reference"] == [_ANSWER] and "reference" in ranked
    if is_models and not usual["prediction"] and "prediction" not in ranked:
        usual |= {"reference": [], "prediction": [_ANSWER]}
    for role, found in ranked.items():
        (rank, name), *others = sorted(found)
        if role in usual and not usual[role] and not any(other == rank for other, _ in others):
            usual[role] = [name]
    return {role: found[0] for name in names for role, found in usual.items() if found == [name]}


@dataclass(frozen=True)
class RowColumns:
    """The column names that the user gives for each role. None means the usual names, "" means no column.

    Attributes:
        reference_separator: The text between several references in a cell; "" if every cell is one reference.
    """

    prediction: str | None = None
    reference: str | None = None
    question: str | None = None
    id: str | None = None
    synthetic_answer: str | None = None
    reference_separator: str = ""

    def possible(self) -> set[str]:
        """Returns the names of all columns that may have to be read."""
        usual = {name for names in COLUMN_NAMES.values() for name in names}
        return usual | {name for name in asdict(self).values() if name}

    def choose(self, path: Path, role: str, there: Sequence[str], is_required: bool) -> str | None:
        """Returns the column of a role among the columns `there`; None if an optional one is missing."""
        named = asdict(self)
        chosen: str | None = named[role]
        if chosen == "" and not is_required:
            return None
        if chosen is not None:
            if chosen not in there:
                raise DataError(f"{path} has no column {chosen!r} ({role}_column): choose one of {listed_names(there)}")
            return chosen
        # A column that the user assigned to another role is no candidate.
        candidates = [name for name in COLUMN_NAMES[role] if name in there and name not in named.values()]
        if len(candidates) > 1:
            raise DataError(
                f"{path} has several columns that can be the {role} ({listed_names(candidates)}): choose one with "
                f"{role}_column"
            )
        if not candidates and is_required:
            if taken := [name for name in COLUMN_NAMES[role] if name in there]:
                other = next(name for name, column in named.items() if column == taken[0])
                raise DataError(
                    f"{path}: the column {taken[0]!r} is already the {other} ({other}_column): choose another one for "
                    f"the {role} with {role}_column"
                )
            guess = guess_columns([name for name in there if name not in named.values()]).get(role)
            raise DataError(
                f"{path} has no column for the {role}, usually called {' or '.join(map(repr, COLUMN_NAMES[role]))}: "
                f"choose a column with {role}_column{f', perhaps {guess!r}' if guess else ''}; it has "
                f"{listed_names(there)}"
            )
        return candidates[0] if candidates else None


@dataclass(frozen=True)
class RowNeeds:
    """The cells that a metric needs in every row. Predictions that are not needed are read as empty."""

    predictions: bool = True
    references: bool = True
    questions: bool = False

    def roles(self) -> tuple[str, ...]:
        """Returns the roles whose columns a file must have."""
        needed = {"prediction": self.predictions, "reference": self.references, "question": self.questions}
        return tuple(role for role, is_needed in needed.items() if is_needed)
