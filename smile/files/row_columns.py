"""Finds the columns of a file that hold predictions, references, questions, ids and synthetic answers."""

import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..checks import listed_names
from ..errors import ColumnNote, ColumnsError, ColumnWarning, DataError, Option
from ..tsv import read_tsv_table

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
    for rank, (role, expression) in enumerate(read_tsv_table(Path(__file__).parent, "column_names.tsv"))
]

# Members of nested objects, whose names tell little without that of the object.
_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")
_GENERAL = frozenset({"answer", "content", "text", "value"})

# Columns that hold references if no other column does, unless they hold human labels.
_LABELS = frozenset({"label", "labels", "correct"})
_LABEL_VALUES = frozenset({"0", "1", "0.0", "1.0", "true", "false", "correct", "incorrect", "none", ""})


def guess_columns(names: Sequence[str]) -> dict[str, str]:
    """Returns the column of each role: a column with a usual name, or the only one whose name fits best.

    >>> guess_columns(["Question", "Gold (correct)", "LLM output v2", "Score"])
    {'prediction': 'LLM output v2', 'reference': 'Gold (correct)', 'question': 'Question'}
    >>> guess_columns(["output A", "output B", "answer"])
    {'reference': 'answer'}

    If there is a column of references, "answer" is the model's answer:

    >>> guess_columns(["question", "answer", "gold"])
    {'reference': 'gold', 'question': 'question', 'prediction': 'answer'}

    Beside another column of model answers, "answer" may hold either, and no column of references is guessed:

    >>> guess_columns(["question", "answer", "gold", "prediction"])
    {'prediction': 'prediction', 'question': 'question'}
    """
    return {role: found[0][0] for role, found in _columns_by_role(names).items() if len(found[0]) == 1}


def has_row_roles(names: Sequence[str]) -> bool:
    """Returns whether columns of predictions and of references can be recognised."""
    return {"prediction", "reference"} <= _columns_by_role(names).keys()


def guess_label_column(names: Sequence[str]) -> str | None:
    """Returns the column whose name fits human labels best.

    >>> guess_label_column(["question", "Label", "is_correct"]), guess_label_column(["smile", "correct"])
    ('is_correct', None)
    """
    # SMILE writes its verdict as `correct`, or beside the user's column as `smile_correct`.
    own = "correct" if "smile" in names and "smile_correct" not in names else None
    fits = [
        (rank, i) for i, name in enumerate(names) if name != own and (rank := _rank_of_role(name, "label")) is not None
    ]
    return names[min(fits)[1]] if fits else None


def _words_of_column_name(name: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", _CAPITAL.sub(" ", name))).lower()


def _rank_of_role(name: str, *roles: str) -> int | None:
    """Returns the rank of the first role that a name fits."""
    words = _words_of_column_name(name)
    return next((rank for rank, role, expression in _SUGGESTING if role in roles and expression.fullmatch(words)), None)


def _role_suggested_by_column(name: str) -> tuple[str, tuple[int, int]] | None:
    """Returns the role that a name suggests, and its rank by its words and by its depth inside objects."""
    *objects, member = name.split(".") if _PATH.fullmatch(name) else [name]
    shown = [f"{objects[-1]} {member}", member] if objects and member in _GENERAL else [member]
    for each in shown:
        if (rank := _rank_of_role(each, "id", "none", *COLUMN_NAMES)) is not None:
            role = _SUGGESTING[rank][1]
            return None if role == "none" else (role, (rank, len(objects)))
    return None


def _columns_by_role(names: Sequence[str], *, may_predict: bool = True) -> dict[str, list[list[str]]]:
    """Returns the columns that fit each role, best first; columns that fit equally well are in one list.

    With `may_predict`, the column of predictions is among them.
    """
    usual = {role: [name for name in candidates if name in names] for role, candidates in COLUMN_NAMES.items()}
    taken = {name for found in usual.values() for name in found}
    ranked: dict[str, dict[tuple[int, int], list[str]]] = {}
    for name in names:
        is_object = any(other.startswith(f"{name}.") for other in names)
        if name in taken or is_object:
            continue
        if (fits := _role_suggested_by_column(name)) is not None:
            ranked.setdefault(fits[0], {}).setdefault(fits[1], []).append(name)
    fitting = {
        role: [found for found in (usual.get(role, []), *(by_rank[rank] for rank in sorted(by_rank))) if found]
        for role in COLUMN_NAMES
        if (by_rank := ranked.get(role, {})) or usual[role]
    }
    references = fitting.get("reference", [])
    others = [name for found in references for name in found if name != _ANSWER and "." not in name]
    if _ANSWER in usual["reference"] and others:
        if "prediction" in fitting or not may_predict:
            fitting["reference"] = [[*others, _ANSWER]]
        else:
            without = [[name for name in found if name != _ANSWER] for found in references]
            fitting |= {"prediction": [[_ANSWER]], "reference": [found for found in without if found]}
    if "reference" not in fitting and (labels := [name for name in names if _words_of_column_name(name) in _LABELS]):
        fitting["reference"] = [labels]
    return fitting


@dataclass(frozen=True)
class RowColumns:
    """The column names that the user gives for each role. None means the usual names, "" means no column.

    Attributes:
        reference_separator: The text between several references in a cell; "" if every cell is one reference.
        log_filter: The filter whose answers are read in a log of lm-eval; None if there is only one.
    """

    prediction: str | None = None
    reference: str | None = None
    question: str | None = None
    id: str | None = None
    synthetic_answer: str | None = None
    reference_separator: str = ""
    log_filter: str | None = None

    def possible(self) -> set[str]:
        """Returns the names of all columns that may have to be read."""
        usual = {name for names in COLUMN_NAMES.values() for name in names}
        return usual | {name for name in asdict(self).values() if name}

    def choose(self, path: Path, there: Sequence[str], needs: "RowNeeds") -> dict[str, str | None]:
        """Returns the column of each role among the columns `there`; None if an optional one is missing."""
        required = needs.roles()
        roles = [role for role in COLUMN_NAMES if role != "prediction" or needs.predictions]
        named: dict[str, str | None] = {role: getattr(self, role) for role in COLUMN_NAMES}
        # A column that the user assigned to another role is no candidate.
        free = [name for name in there if name not in named.values()]
        fitting = _columns_by_role(free, may_predict=needs.predictions and self.prediction is None)
        chosen, problems = dict[str, str | None](), dict[str, str]()
        for role in roles:
            column, usual = named[role], COLUMN_NAMES[role]
            if column is not None and (column in there or (column == "" and role not in required)):
                chosen[role] = column or None
                continue
            if column is not None:
                raise no_column(path, column, Option(f"{role}_column"), there)
            best, *others = fitting.get(role, [[]])
            if len(best) > 1 and (role in required or best[0] in usual):
                problems[role] = f"several columns that can be the {role} ({listed_names(best)})"
            elif len(best) == 1:
                chosen[role] = best[0]
                if role in required and (unused := [name for found in others for name in found if "." not in name]):
                    _warn_of_other_columns(path, role, best[0], unused)
            elif role in required:
                taken = [f"{name!r} is the {other}" for other, name in named.items() if name in usual]
                [detail] = taken[:1] or [f"usually {' or '.join(map(repr, usual))}"]
                problems[role] = f"no column for the {role} ({detail})"
            else:
                chosen[role] = None
        if problems:
            raise ColumnsError(
                "{} has {}: choose a column with " + " and ".join(["{}"] * len(problems)) + "; it has {}",
                path,
                " and ".join(problems.values()),
                *[Option(f"{role}_column") for role in problems],
                listed_names(there),
                columns={role: fitting[role][0][0] if role in fitting else None for role in problems},
            )
        guessed = [role for role, name in chosen.items() if name and not named[role] and name not in COLUMN_NAMES[role]]
        if guessed:
            roles = [f"{role.replace('_', ' ')} = {name!r}" for role, name in chosen.items() if name]
            warnings.warn(f"{path.name}: columns by their names: {', '.join(roles)}", ColumnNote, stacklevel=2)
        return chosen


def no_column(path: Path, column: str, option: Option | str, there: Sequence[str]) -> DataError:
    """Returns the error that a file lacks a column, which the option names."""
    return DataError("{} has no column {!r} ({}): choose one of {}", path, column, option, listed_names(there))


def refuse_label_column(path: Path, column: str, read: Callable[[str], Iterable[Any]]) -> None:
    """Raises a `ColumnsError` if a column's name and all its cells, which `read` returns, fit human labels."""
    if (
        _words_of_column_name(column) in _LABELS
        and {str(cell).strip().lower() for cell in read(column)} <= _LABEL_VALUES
    ):
        told = "{} has no column for the reference ({!r} holds human labels): choose one with {}"
        raise ColumnsError(told, path, column, Option("reference_column"), columns={"reference": None})


def _warn_of_other_columns(path: Path, role: str, column: str, others: Sequence[str]) -> None:
    text = "{}: the {} is the column {!r}, not {}: to change that, give {}"
    warnings.warn(ColumnWarning(text, path, role, column, listed_names(others), Option(f"{role}_column")), stacklevel=2)


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


def outer_columns(names: Sequence[str]) -> list[str]:
    """Returns the columns of a file, without columns that are members of another column.

    >>> outer_columns(["id", "output", "output.text"])
    ['id', 'output']
    """
    return [name for name in names if not any(name[:i] in names for i, sign in enumerate(name) if sign == ".")]
