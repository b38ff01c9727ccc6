"""Reads the answers of several systems, from one file per system or from one file with all of them."""

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
                "names are for several files, but there is one: leave them out, or name the column of systems "
                "(system_column)"
            )
        return _read_long(paths[0], system_column, columns, may_be_unnamed)
    if system_column is not None:
        raise UsageError(
            f"system_column is for a single file with all systems, but there are {len(paths)} files: leave it out"
        )
    if names and len(names) != len(paths):
        raise UsageError(
            f"there are {len(paths)} files but {len(names)} names ({', '.join(names)}): give one name for each file"
        )
    chosen = list(names) or [_system_of(path) for path in paths]
    for name, count in Counter(chosen).most_common(1):
        if count > 1:
            raise UsageError(f"{count} systems are called {name!r}: give each file a different name (name)")
    if any(map(is_blank, chosen)):
        raise UsageError("the name of a system is empty: give each file a name (name)")
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
            f"{path} is the only file and has no column {name!r}, so there is nothing to compare: give two or more "
            "files, or name the column of systems (system_column)"
        )
    rows_of = positions(answered_by(table, name))
    if len(rows_of) == 1:
        [only] = rows_of
        raise UsageError(f"{path} has only one system, {only!r} (column {name}): add the answers of another system")
    return {system: file.at(rows) for system, rows in rows_of.items()}


def answered_by(table: Table, column: str) -> list[str]:
    """Returns the system of each row."""
    return [
        check_name(row_name, SYSTEM, cell) for row_name, cell in zip(table.row_names, table.cells(column), strict=True)
    ]
