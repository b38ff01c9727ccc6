"""Reads the answers of several systems: a file each, or one file of all."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..checks import check_name, is_blank, positions
from ..errors import UsageError
from ..rows.checked_rows import has_question
from .logged_samples import logged_model
from .reading import FileRows, read_rows, read_rows_and_columns
from .row_columns import RowColumns
from .table_formats import read_errors
from .tables import Table

# The default column with the name of the system, for one file with all systems.
SYSTEM = "system"


def read_systems(
    paths: Sequence[Path],
    *,
    names: Sequence[str] = (),
    system_column: str | None = None,
    columns: RowColumns | None = None,
    may_be_unnamed: bool = False,
) -> dict[str, FileRows]:
    """Reads the answers of several systems: a file each, or one file with a column that names the system.

    Systems of several files are called by `names`, by default the model that a log of Inspect names, else the file's
    name without its ending; those of one file by its `system_column`, by default `system`. If they `may_be_unnamed`, a
    file without that column is read, too: the first answer to each question is of "answer 1", the second of "answer 2".

    Raises:
        UsageError: There is one system only, or the names do not fit the files.
        DataError: A file cannot be read, or a cell is wrong.
    """
    if len(paths) == 1:
        if names:
            raise UsageError(
                "names are for several files, and system_column names the systems of a single one: leave the names out"
            )
        return _read_long(paths[0], system_column, columns, may_be_unnamed)
    if system_column is not None:
        raise UsageError(f"system_column is for a single file with all systems, got {len(paths)} files: leave it out")
    if names and len(names) != len(paths):
        raise UsageError(
            f"there are {len(paths)} files and {len(names)} names ({', '.join(names)}): give a name for each file"
        )
    chosen = list(names) or [_system_of(path) for path in paths]
    for name, count in Counter(chosen).most_common(1):
        if count > 1:
            raise UsageError(f"{count} systems are called {name!r}: give each file a name of its own (name)")
    if any(map(is_blank, chosen)):
        raise UsageError("a system's name is empty: give each file one (name)")
    return {name: read_rows(path, columns) for name, path in zip(chosen, paths, strict=True)}


def _system_of(path: Path) -> str:
    with read_errors(path):
        return logged_model(path) or path.name.removesuffix(".gz").rpartition(".")[0]


def _read_long(
    path: Path, system_column: str | None, columns: RowColumns | None, may_be_unnamed: bool
) -> dict[str, FileRows]:
    required = {} if system_column is None else {system_column: "system_column"}
    name = SYSTEM if system_column is None else system_column
    file, table = read_rows_and_columns(path, columns, required, [SYSTEM])
    if name not in table.column_names and may_be_unnamed and all(map(has_question, file.rows)):
        answers = positions([str(row.question) for row in file.rows]).values()
        nth = [[rows[i] for rows in answers if i < len(rows)] for i in range(max(map(len, answers)))]
        return {f"answer {i}": replace(file.at(rows), has_ids=False) for i, rows in enumerate(nth, start=1)}
    if name not in table.column_names:
        raise UsageError(
            f"{path} alone has nothing to be compared with, as it has no column {name!r}: give two files or more, or "
            "name its column of systems (system_column)"
        )
    rows_of = positions(answered_by(table, name))
    if len(rows_of) == 1:
        [only] = rows_of
        raise UsageError(f"{path} has one system only, {only!r} ({name}): give another one to compare it with")
    return {system: file.at(rows) for system, rows in rows_of.items()}


def answered_by(table: Table, column: str) -> list[str]:
    """Returns the system of each row.

    Raises:
        DataError: A row names none.
    """
    return [
        check_name(row_name, SYSTEM, cell) for row_name, cell in zip(table.row_names, table.cells(column), strict=True)
    ]
