"""Files that visitors send: checked before they are read; errors name the file but never its folder."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gradio as gr

from ..errors import DataError, UsageError
from ..files.reading import FileRows, open_rows
from ..files.row_columns import COLUMN_NAMES, RowColumns
from ..files.systems import read_systems
from ..files.tables import Table, read_column_names
from ..people.labelled_files import LabelOptions, read_labelled
from ..people.labels import LabelledRows, Needed
from ..rows.checked_rows import Row
from .limits import Limits
from .upload_checks import ENDINGS, checked_path

# The names of the columns on the page.
ROLE_LABELS = {
    "prediction": "Answers",
    "reference": "Right answers",
    "question": "Questions",
    "id": "Ids",
    "synthetic_answer": "Right answers as full sentences (optional)",
}
REQUIRED_ROLES = ("prediction", "reference")


def upload_field(label: str, *, several: bool = False) -> gr.File:
    """Returns a field for files from the visitor's machine; it refuses addresses."""
    # Not a subclass: gradio would write a file beside its module.
    field = gr.File(
        label=label,
        file_types=list(ENDINGS),
        file_count="multiple" if several else "single",
        height=260 if several else 160,
    )
    fetch = field.async_move_resource_to_block_cache

    async def take(url_or_file_path: str | Path | None) -> str | None:
        if url_or_file_path is not None and "://" in str(url_or_file_path):
            raise gr.Error("Addresses are not fetched: send the file itself.", print_exception=False)
        fetched: str | None = await fetch(url_or_file_path)
        return fetched

    field.async_move_resource_to_block_cache = take
    return field


def upload_columns(file: str | None, limits: Limits) -> tuple[list[str], dict[str, str | None]]:
    """Returns the names of a file's columns, and for each role the column with its usual name, or None.

    Raises:
        DataError: The file cannot be read, or is more than the limits allow.
    """
    path = checked_path(file, limits)
    with _without_folder(path):
        names = list(read_column_names(path))
    known = {role: [name for name in candidates if name in names] for role, candidates in COLUMN_NAMES.items()}
    return names, {role: found[0] if found else None for role, found in known.items()}


@dataclass(frozen=True)
class UploadedRows:
    """The rows of a file, and what else it holds.

    Attributes:
        file: The rows.
        table: All columns of the file.
        others: The cells of the columns without a role, by name.
    """

    file: FileRows
    table: Table
    others: Mapping[str, list[Any]]


def read_upload(file: str | None, columns: Mapping[str, str | None], limits: Limits) -> UploadedRows:
    """Reads the rows of a file, and its other columns.

    Args:
        file: The path of the file.
        columns: The column of each role; None for its usual name, "" to leave it out.
        limits: How much a visitor may send.

    Raises:
        DataError: The file cannot be read, or is more than the limits allow.
    """
    path = checked_path(file, limits)
    with _without_folder(path):
        opened = open_rows(path, RowColumns(**columns), optional=read_column_names(path))
        [table] = opened.table.tables(None)
        file_rows = opened.rows_of(table)
    _check_rows(file_rows.rows, path, limits)
    return UploadedRows(file_rows, table, opened.other_cells(table))


def shared_columns(files: Sequence[str], limits: Limits) -> tuple[list[str], list[str]]:
    """Returns the columns that all files have, and the required roles whose usual column some file lacks.

    Raises:
        DataError: A file cannot be read, or is more than the limits allow.
    """
    limits.check_count("files", len(files), limits.systems)
    found = [upload_columns(file, limits) for file in files]
    first, *others = [names for names, _ in found]
    there = [name for name in first if all(name in names for names in others)]
    return there, [role for role in REQUIRED_ROLES if any(known[role] is None for _, known in found)]


def read_systems_upload(
    files: Sequence[str] | None,
    names: Sequence[str],
    system_column: str | None,
    columns: Mapping[str, str | None],
    limits: Limits,
) -> dict[str, FileRows]:
    """Reads the answers of several systems.

    Args:
        files: The paths: a file for each system, or one file of all.
        names: The names of the systems; empty for the names of the files.
        system_column: The column that names the system in one file of all; None for its usual name.
        columns: The column of each role; None for its usual name.
        limits: How much a visitor may send.

    Raises:
        DataError: A file cannot be read, or is more than the limits allow.
        UsageError: There is only one system, or the names do not fit the files.
    """
    if not files:
        raise DataError("choose a file for each system first, or one with a column that names the system")
    limits.check_count("files", len(files), limits.systems)
    paths = [checked_path(file, limits) for file in files]
    with _without_folder(*paths):
        systems = read_systems(
            paths, names=names, system_column=system_column, columns=RowColumns(**columns), with_others=True
        )
    limits.check_count("systems", len(systems), limits.systems)
    limits.check_count("rows", sum(len(system.rows) for system in systems.values()), limits.rows)
    for name, system in systems.items():
        limits.check_text("the name of a system", name)
        limits.check_rows(system.rows, system.names)
    return systems


def read_labelled_upload(
    file: str | None,
    columns: LabelOptions,
    row_columns: Mapping[str, str | None],
    limits: Limits,
    needs: Needed = "all",
) -> LabelledRows:
    """Reads rows with people's labels; see `read_labelled`.

    Raises:
        DataError: The file cannot be read, or is more than the limits allow.
    """
    path = checked_path(file, limits)
    with _without_folder(path):
        labelled = read_labelled(path, columns, RowColumns(**row_columns), needs=needs)
    _check_rows(labelled.file.rows, path, limits)
    for name, grouping in labelled.groupings.items() if needs == "all" else ():
        limits.check_count(f"groups of {name}", len(grouping.names), limits.groups)
        for member in grouping.names:
            limits.check_text(f"the name of a group of {name}", member)
    return labelled


def _check_rows(rows: Sequence[Row], path: Path, limits: Limits) -> None:
    """Checks the number of a file's rows and the lengths of their texts."""
    limits.check_count("rows", len(rows), limits.rows)
    limits.check_rows(rows, [f"{path.name}, row {i + 1}" for i in range(len(rows))])


def delete_uploads(files: Sequence[str]) -> None:
    """Deletes files that nobody will ask for again."""
    for file in files:
        Path(file).unlink(missing_ok=True)


@contextmanager
def _without_folder(*paths: Path) -> Iterator[None]:
    try:
        yield
    except (DataError, UsageError) as error:
        message = str(error)
        for path in paths:
            message = message.replace(str(path), path.name)
        raise type(error)(message) from None
