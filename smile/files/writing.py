"""Writes per-item results to JSONL, CSV and Parquet files."""

import csv
import json
import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from ..checks import listed_names
from ..disk.atomic_writes import check_writable_on_disk, new_file_in_place, write_errors
from ..errors import ColumnWarning, UsageError
from ..optional_packages import check_installed
from .row_files import FileRows
from .table_formats import escaped_for_spreadsheet

_PARQUET = ".parquet"
ITEM_ENDINGS = (".jsonl", ".csv", _PARQUET)
FIGURE_ENDINGS = (".png",)

# Takes columns: lists of one length by name.
_Write = Callable[[dict[str, Any]], None]


def check_output_target(path: Path, endings: Sequence[str]) -> None:
    """Checks before any work is done that a file with one of the endings can be written."""
    if path.suffix.lower() not in endings:
        raise UsageError(f"{path}: unknown ending {path.suffix!r}: expected {' or '.join(endings)}")
    with write_errors(path):
        if path.is_dir():
            raise UsageError(f"{path} is a folder: give the path of a file to write")
    check_writable_on_disk(path)
    if path.suffix.lower() == ".parquet":
        check_installed("pyarrow", "a Parquet file", "files")


@dataclass(frozen=True)
class ItemColumns:
    """The user's columns in an output with their Parquet types; `|` combines two chunks.

    The types are found only for Parquet, where a column has one: cells of several types become text.
    """

    types: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, columns: Mapping[str, list[Any]], target: Path) -> "ItemColumns":
        """Returns columns of some rows, which are written to `target`."""
        is_typed = target.suffix.lower() == _PARQUET
        return cls({name: _parquet_type_of(cells) if is_typed else None for name, cells in columns.items()})

    def __or__(self, other: "ItemColumns") -> "ItemColumns":
        both = {name: _joint_parquet_type(kind, other.types.get(name, kind)) for name, kind in self.types.items()}
        return ItemColumns({**other.types, **both})


def write_item_table(path: Path, file_rows: FileRows, items: Mapping[str, Any]) -> None:
    """Writes one record per row: the user's columns (`FileRows.columns`), then those of the scores.

    Check the path with `check_output_target` first. In CSV, lists and objects are JSON, and text that a spreadsheet
    would run as a formula gets an apostrophe (`smile.files.table_formats`).
    """
    columns = ItemColumns.of(file_rows.columns(), path)
    with new_file_in_place(path) as temporary, open_items(temporary, columns, path) as add:
        add(file_rows, items)


def column_names_to_write(own: Iterable[str], names: Iterable[str]) -> dict[str, str]:
    """Returns names for SMILE's columns that do not clash with the user's columns.

    >>> column_names_to_write(["id", "correct"], ["smile", "correct"])
    {'smile': 'smile', 'correct': 'smile_correct'}
    """
    taken, found = set(own), dict[str, str]()
    for name in names:
        free = name
        while free in taken:
            free = f"smile_{free}"
        found[name] = free
        taken.add(free)
    return found


def write_table_columns(path: Path, columns: dict[str, list[Any]]) -> None:
    """Writes columns of equal length; in CSV, lists and objects are JSON.

    Check the path with `check_output_target` first.
    """
    types = ItemColumns.of(columns, path).types
    with new_file_in_place(path) as temporary, _opened_output(temporary, types, path) as write:
        write(columns)


@contextmanager
def open_items(
    path: Path, item_columns: ItemColumns, target: Path
) -> Iterator[Callable[[FileRows, Mapping[str, Any]], None]]:
    """Yields a function that writes the records of rows and their scores, as `write_item_table` does.

    The file is complete when the block ends. The format is that of `target`, the name of the file in errors.
    """
    with _opened_output(path, item_columns.types, target) as write:

        def add(file_rows: FileRows, items: Mapping[str, Any]) -> None:
            columns, nothing = file_rows.columns(), [None] * len(file_rows.rows)
            own = {name: columns.get(name, nothing) for name in item_columns.types}
            names = column_names_to_write(own, items)
            if clashes := {name: new for name, new in names.items() if name != new}:
                warnings.warn(
                    f"{target.name}: the input has columns called {listed_names(list(clashes))}, so SMILE's are called "
                    f"{listed_names(list(clashes.values()))}",
                    ColumnWarning,
                    stacklevel=2,
                )
            write(own | {names[name]: cells for name, cells in without_nan(items).items()})

        yield add


@contextmanager
def _opened_output(path: Path, types: Mapping[str, Any], target: Path) -> Iterator[_Write]:
    """Yields a function that writes columns; `types` are those of Parquet, by default what the first cells have."""
    with ExitStack() as opened:
        ending = target.suffix.lower()
        with write_errors(target):
            if ending == _PARQUET:
                put = opened.enter_context(_parquet_table_writer(path, types, target))
            else:
                # Without the mark, Excel reads CSV as Latin-1. A lone surrogate is no text, and becomes "?".
                encoding = "utf-8-sig" if ending == ".csv" else "utf-8"
                file = opened.enter_context(path.open("w", encoding=encoding, errors="replace", newline=""))
                put = partial(_write_csv_table if ending == ".csv" else _write_jsonl_table, file)

        def write(columns: dict[str, Any]) -> None:
            with write_errors(target):
                put(columns)

        try:
            yield write
        finally:
            with write_errors(target):
                opened.close()


def without_nan(value: Any) -> Any:
    """Returns a result with None instead of NaN, which JSON does not have.

    >>> without_nan({"score": [0.5, float("nan")]})
    {'score': [0.5, None]}
    """
    if isinstance(value, dict):
        return {name: without_nan(member) for name, member in value.items()}
    if isinstance(value, list):
        return [without_nan(member) for member in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def _write_jsonl_table(file: TextIO, columns: dict[str, Any]) -> None:
    for cells in zip(*without_nan(list(columns.values())), strict=True):
        file.write(json.dumps(dict(zip(columns, cells, strict=True)), ensure_ascii=False, default=str) + "\n")


def _write_csv_table(file: TextIO, columns: dict[str, Any]) -> None:
    # Quoting all text keeps a lone carriage return inside its cell.
    writer = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    if file.tell() == 0:
        writer.writerow(map(escaped_for_spreadsheet, columns))
    cells = without_nan(list(columns.values()))
    writer.writerows(zip(*(map(_as_csv_cell, each) for each in cells), strict=True))


def _as_csv_cell(cell: Any) -> Any:
    is_json = isinstance(cell, list | tuple | dict | bool)
    return json.dumps(cell, ensure_ascii=False, default=str) if is_json else escaped_for_spreadsheet(cell)


def _parquet_type_of(cells: list[Any]) -> Any:
    """Returns the type of cells in Parquet; text if they have several types, or Parquet has none for them."""
    import pyarrow

    try:
        kind = pyarrow.array(cells).type
    except (pyarrow.ArrowException, ValueError, OverflowError):
        return pyarrow.string()
    return pyarrow.string() if "struct<>" in str(kind) else kind


def _joint_parquet_type(kind: Any, other: Any) -> Any:
    """Returns the type of cells of two types."""
    if kind == other:
        return kind
    import pyarrow

    try:
        both = pyarrow.unify_schemas(
            [pyarrow.schema([("", each)]) for each in (kind, other)], promote_options="permissive"
        )
    except pyarrow.ArrowException:
        return pyarrow.string()
    return both.field(0).type


@contextmanager
def _parquet_table_writer(path: Path, types: Mapping[str, Any], target: Path) -> Iterator[_Write]:
    import pyarrow
    from pyarrow import parquet

    with ExitStack() as opened:
        writer = None

        def array(name: str, cells: list[Any]) -> Any:
            kind = types.get(name)
            if kind is None:
                found = pyarrow.array(cells)
                # A later chunk may have the numbers that these rows lack.
                return found.cast(pyarrow.float64()) if pyarrow.types.is_null(found.type) else found
            is_text = pyarrow.types.is_string(kind) or pyarrow.types.is_null(kind)
            return (
                pyarrow.array(list(map(_as_text_cell, cells)), pyarrow.string())
                if is_text
                else pyarrow.array(cells, kind)
            )

        def write(columns: dict[str, Any]) -> None:
            nonlocal writer
            try:
                named = {str(_as_text_cell(name)): array(name, cells) for name, cells in columns.items()}
                table = pyarrow.table(named)
                if writer is None:
                    writer = opened.enter_context(parquet.ParquetWriter(path, table.schema))
                writer.write_table(table)
            except (pyarrow.ArrowException, ValueError) as error:
                raise UsageError(
                    f"{target}: Parquet cannot store these columns ({error}): write to a .jsonl file instead"
                ) from error

        yield write


def _as_text_cell(cell: Any) -> str | None:
    """Returns a cell as text, None for none; anything but text as JSON."""
    if cell is None:
        return None
    text = cell if isinstance(cell, str) else json.dumps(without_nan(cell), ensure_ascii=False, default=str)
    return text.encode("utf-8", "replace").decode()
