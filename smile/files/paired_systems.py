"""Reads the answers of several systems, and pairs answers to the same question."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..checks import check_name, first_listed, is_blank, positions_of_names, show_value
from ..errors import DataError, Option, UsageError
from ..result_types import PairedBy
from ..rows.checked_rows import Row, has_question
from .logged_samples import model_of_logged_samples
from .row_columns import RowColumns
from .row_files import FileRows, open_rows, read_rows
from .table_formats import read_errors
from .tables import FileTable

# The default column of system names in a file with all systems.
SYSTEM = "system"


def read_systems(
    paths: Sequence[Path],
    *,
    names: Sequence[str] = (),
    system_column: str | None = None,
    columns: RowColumns | None = None,
    may_be_unnamed: bool = False,
) -> dict[str, FileRows]:
    """Reads the answers of several systems, from one file per system or from one file with a column of systems.

    Several files: `names` are the names of the systems. The default is the model that an Inspect log names, or the
    file's name without its ending. One file: `system_column` (default: `system`) holds the names. With
    `may_be_unnamed`, a file without that column is accepted too: the first answer to each question belongs to the
    system "answer 1", the second to "answer 2", and so on.
    """
    if len(paths) == 1:
        if names:
            raise UsageError(
                "names are for several files, but there is one: leave them out, or name the column of systems"
            )
        return _read_system_column(paths[0], system_column, columns, may_be_unnamed)
    if system_column is not None:
        told = "{} is for a single file with all systems, but there are {} files: leave it out"
        raise UsageError(told, Option("system_column"), len(paths))
    if names and len(names) != len(paths):
        raise UsageError(
            f"there are {len(paths)} files but {len(names)} names ({', '.join(names)}): give one name for each file"
        )
    chosen = list(names) or [_system_of_file(path) for path in paths]
    for name, count in Counter(chosen).most_common(1):
        if count > 1:
            raise UsageError(f"{count} systems are called {name!r}: give each file a different name")
    if any(map(is_blank, chosen)):
        raise UsageError("the name of a system is empty: give each file a name")
    return {name: read_rows(path, columns) for name, path in zip(chosen, paths, strict=True)}


def _system_of_file(path: Path) -> str:
    with read_errors(path):
        return model_of_logged_samples(path) or path.name.removesuffix(".gz").rpartition(".")[0]


def _read_system_column(
    path: Path, system_column: str | None, columns: RowColumns | None, may_be_unnamed: bool
) -> dict[str, FileRows]:
    required = {} if system_column is None else {system_column: Option("system_column")}
    name = SYSTEM if system_column is None else system_column
    file, table = open_rows(path, columns, options=required, optional=[SYSTEM]).whole()
    if name not in table.column_names and may_be_unnamed and all(map(has_question, file.rows)):
        answers = positions_of_names([str(row.question) for row in file.rows]).values()
        nth = [[rows[i] for rows in answers if i < len(rows)] for i in range(max(map(len, answers)))]
        return {f"answer {i}": replace(file.at(rows), has_ids=False) for i, rows in enumerate(nth, start=1)}
    if name not in table.column_names:
        raise UsageError(
            f"{path} is the only file and has no column {name!r}, so there is nothing to compare: give two or more "
            "files, or name the column of systems"
        )
    rows_of = positions_of_names(system_of_each_row(table, name))
    if len(rows_of) == 1:
        [only] = rows_of
        raise UsageError(f"{path} has only one system, {only!r} (column {name}): add the answers of another system")
    return {system: file.at(rows) for system, rows in rows_of.items()}


def system_of_each_row(table: FileTable, column: str) -> list[str]:
    """Returns the system of each row."""
    return [
        check_name(row_name, SYSTEM, cell) for row_name, cell in zip(table.row_names, table.cells(column), strict=True)
    ]


_FEW = 5


@dataclass(frozen=True)
class AnswersByQuestion:
    """The answers of all systems to the same questions.

    Attributes:
        rows: All rows of the first system, then of the second, and so on. Questions are in the order of the first.
            Several rows of a system with one question, such as samples, follow one another.
        cells: The cell of each row in a table with a line for each system and a column for each question.
        ids: The id of each question; numbers from 0 if there are no ids.
        paired_by: How rows with the same question were found.
        left_out: A sentence about the rows that are left out; empty if every system has every question.
        positions: The position of each row among the given rows of its system.
    """

    systems: list[str]
    rows: list[Row]
    cells: list[int]
    ids: list[Any]
    paired_by: PairedBy
    left_out: Sequence[str] = ()
    positions: Sequence[int] = ()

    def file_rows(self) -> FileRows:
        """Returns the rows with their ids."""
        return FileRows(self.rows, [self.ids[cell % len(self.ids)] for cell in self.cells])

    def answered_by(self) -> list[str]:
        """Returns the system of each row."""
        return [self.systems[cell // len(self.ids)] for cell in self.cells]


def pair_systems(systems: Mapping[str, FileRows]) -> AnswersByQuestion:
    """Finds the rows that belong to the same question.

    Rows are paired by id if there are ids and systems share one. Otherwise they are paired by question, if every row
    has a question that always has the same references. Otherwise they are paired by position, if all systems have the
    same number of rows. Questions that a system lacks are left out.
    """
    paired_by, keys = pairing_keys_of_systems(systems)
    at = {name: positions_of_names(keys[name]) for name in systems}
    for name, rows_of in at.items():
        _refuse_two_questions(name, systems[name], rows_of, paired_by)
    first, *others = systems
    shared = [key for key in at[first] if all(key in rows for rows in at.values())]
    left_out = _questions_left_unpaired(at, shared, paired_by)
    ordered = {name: systems[name].at([at[name][key][0] for key in shared]) for name in systems}
    for other in others:
        _refuse_different_questions(first, other, ordered, paired_by)
    # A row without a question takes its partner's, so that all systems are scored in the same way.
    questions = [
        next((row.question for row in partners if has_question(row)), None)
        for partners in zip(*(file.rows for file in ordered.values()), strict=True)
    ]
    found = [
        (nth * len(shared) + i, row, name)
        for nth, name in enumerate(systems)
        for i, key in enumerate(shared)
        for row in at[name][key]
    ]
    return AnswersByQuestion(
        systems=list(systems),
        rows=[replace(systems[name].rows[row], question=questions[cell % len(shared)]) for cell, row, name in found],
        cells=[cell for cell, _, _ in found],
        ids=ordered[first].ids if paired_by == "id" else list(range(len(shared))),
        paired_by=paired_by,
        left_out=left_out,
        positions=[row for _, row, _ in found],
    )


def id_as_pairing_key(row_id: Any) -> str:
    """Returns an id as text, because the same id may be 1, "1" or 1.0 in different file formats."""
    return str(int(row_id)) if isinstance(row_id, float) and row_id.is_integer() else str(row_id)


def may_pair_by_question(files: Iterable[FileRows]) -> bool:
    """Returns whether every row has a question, and equal questions of one system have equal references."""
    return all(
        all(map(has_question, file.rows))
        and len({row.question for row in file.rows})
        == len({(row.question, frozenset(row.references)) for row in file.rows})
        for file in files
    )


def pairing_keys_of_systems(systems: Mapping[str, FileRows]) -> tuple[PairedBy, dict[str, list[str]]]:
    """Returns how rows are paired (by id, question or position), and the key of each row by system."""
    by_question = {name: [str(row.question) for row in file.rows] for name, file in systems.items()}
    are_questions_unique = may_pair_by_question(systems.values())
    if any(file.has_ids for file in systems.values()):
        _check_ids_of_systems(systems)
        by_id = {name: [id_as_pairing_key(row_id) for row_id in file.ids] for name, file in systems.items()}
        # Ids that no two systems share number the rows, not the questions.
        if _has_shared(by_id) or not (are_questions_unique and _has_shared(by_question)):
            return "id", by_id
    if are_questions_unique:
        return "question", by_question
    numbers = {name: len(file.rows) for name, file in systems.items()}
    if len(set(numbers.values())) > 1:
        raise DataError(
            "without ids or distinct questions, rows are paired by position, but the systems have different numbers of "
            f"rows ({first_listed([f'{name} has {number}' for name, number in numbers.items()])}): give every row an id"
        )
    return "position", {name: [str(i) for i in range(number)] for name, number in numbers.items()}


def _has_shared(keys: Mapping[str, Sequence[str]]) -> bool:
    """Returns whether two systems have the same key."""
    return len({key for each in keys.values() for key in each}) < sum(len(set(each)) for each in keys.values())


def _check_ids_of_systems(systems: Mapping[str, FileRows]) -> None:
    """Checks that every row of every system has an id."""
    lacking = [name for name, file in systems.items() if not file.has_ids]
    if lacking:
        raise DataError(f"{', '.join(lacking)} has no ids: give every system a column of ids, or none")
    rows = [each for file in systems.values() for each in zip(file.names, file.ids, strict=True)]
    missing = [row_name for row_name, row_id in rows if row_id is None or row_id == ""]
    if missing:
        raise DataError(
            f"{len(missing)} of {len(rows)} rows have no id ({first_listed(missing)}): give every row one, or choose "
            "another column of ids"
        )


def _refuse_two_questions(name: str, file: FileRows, rows_of: Mapping[str, Sequence[int]], paired_by: PairedBy) -> None:
    """Raises an error if rows of one system have the same key but different questions or references."""
    mixed = [
        f"{show_value(key)} ({what}, {file.names[first]} and {file.names[i]})"
        for key, (first, *others) in rows_of.items()
        for i in others
        if (what := _difference_of_paired_rows(file.rows[first], file.rows[i]))
    ]
    if mixed:
        raise DataError(
            f"several rows of {name} have the same {paired_by} and differ in their question or references: "
            f"{first_listed(mixed, _FEW)}: give each question its own {paired_by}"
        )


def _questions_left_unpaired(
    at: Mapping[str, Mapping[str, Sequence[int]]], shared: Sequence[str], paired_by: PairedBy
) -> list[str]:
    """Returns a sentence about the questions that some system lacks; nothing if there are none."""
    everywhere = dict.fromkeys(key for rows in at.values() for key in rows)
    lacking = {key: [name for name, rows in at.items() if key not in rows] for key in everywhere}
    unpaired = [
        f"{show_value(key)} (not in {first_listed(names, _FEW, ', ')})" for key, names in lacking.items() if names
    ]
    if unpaired and not shared:
        raise DataError(
            f"rows are paired by {paired_by}, but no question is in every system ({first_listed(unpaired)}): give "
            "every system a row for each question, or choose the column of ids"
        )
    return [
        f"{len(shared)} of {len(everywhere)} questions are in every system and are compared, paired by {paired_by}. "
        f"Not compared: {first_listed(unpaired)}"
    ][: len(unpaired)]


def _refuse_different_questions(first: str, other: str, ordered: Mapping[str, FileRows], paired_by: PairedBy) -> None:
    a, b = ordered[first], ordered[other]
    different = [
        f"{what} ({name}, and {partner_name})"
        for row, partner, name, partner_name in zip(a.rows, b.rows, a.names, b.names, strict=True)
        if (what := _difference_of_paired_rows(row, partner))
    ]
    if different:
        remedy = "make them equal" + (", or give every row an id" if paired_by == "position" else "")
        raise DataError(
            f"{len(different)} of {len(a.rows)} rows of {first} and {other} that are paired by {paired_by} differ in "
            f"their question or references: {first_listed(different)}: {remedy}"
        )


def _difference_of_paired_rows(row: Row, partner: Row) -> str:
    if row.question is not None and partner.question is not None and row.question != partner.question:
        return f"the questions {show_value(row.question)} and {show_value(partner.question)}"
    # The order of references does not affect scores.
    stated, partners = (set(zip(each.references, each.synthetic_answers, strict=True)) for each in (row, partner))
    if stated != partners:
        name = "references" if set(row.references) != set(partner.references) else "synthetic_answers"
        mine, theirs = (show_value(list(getattr(each, name))) for each in (row, partner))
        return f"the {name.replace('_', ' ')} {mine} and {theirs}"
    return ""
