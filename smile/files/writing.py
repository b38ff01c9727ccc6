"""Writes per-item results to JSONL, CSV and Parquet files."""

import csv
import json
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from ..disk.atomic_writes import check_writable, new_file, write_errors
from ..errors import UsageError
from .reading import FileRows
from .table_formats import escaped

ITEM_ENDINGS = (".jsonl", ".csv", ".parquet")
FIGURE_ENDINGS = (".png",)

# Takes columns: lists of one length by name.
_Write = Callable[[dict[str, Any]], None]


def check_target(path: Path, endings: Sequence[str]) -> None:
    """Checks before any work is done that a file with one of the endings can be written."""
    if path.suffix.lower() not in endings:
        raise UsageError(f"{path}: unknown ending {path.suffix!r}: expected {' or '.join(endings)}")
    with write_errors(path):
        if path.is_dir():
            raise UsageError(f"{path} is a folder: give the path of a file to write")
    check_writable(path)


@dataclass(frozen=True)
class ItemColumns:
    """The properties of rows that decide which columns are written; `|` combines those of two chunks."""

    has_questions: bool = False
    id_kinds: frozenset[str] = frozenset()

    @classmethod
    def of(cls, file_rows: FileRows) -> "ItemColumns":
        """Returns the properties of some rows."""
        ids = (row_id for row_id in file_rows.ids if row_id is not None)
        kinds = ("long" if isinstance(i, int) and abs(i) >= 2**63 else type(i).__name__ for i in ids)
        return cls(any(row.question is not None for row in file_rows.rows), frozenset(kinds))

    def __or__(self, other: "ItemColumns") -> "ItemColumns":
        return ItemColumns(self.has_questions or other.has_questions, self.id_kinds | other.id_kinds)


def write_items(path: Path, file_rows: FileRows, items: dict[str, list[Any]]) -> None:
    """Writes one record per row: id, question (if any row has one), references, prediction and scores.

    Check the path with `check_target` first. In CSV the references are a JSON list, and text that a spreadsheet would
    run as a formula gets an apostrophe (`smile.files.table_formats`).
    """
    with new_file(path) as temporary, open_items(temporary, ItemColumns.of(file_rows), path) as add:
        add(file_rows, items)


def write_columns(path: Path, columns: dict[str, list[Any]]) -> None:
    """Writes columns of equal length; in CSV, lists and objects are JSON.

    Check the path with `check_target` first.
    """
    with new_file(path) as temporary:
        if path.suffix.lower() == ".parquet":
            import pyarrow
            from pyarrow import parquet

            try:
                parquet.write_table(pyarrow.table(columns), temporary)
            except pyarrow.ArrowException as error:
                raise UsageError(
                    f"{path}: Parquet cannot store these columns ({error}): write to a .jsonl file instead"
                ) from error
            return
        with temporary.open("w", encoding="utf-8", newline="") as file:
            (_write_csv if path.suffix.lower() == ".csv" else _write_jsonl)(file, columns)


@contextmanager
def open_items(
    path: Path, item_columns: ItemColumns, target: Path
) -> Iterator[Callable[[FileRows, dict[str, list[Any]]], None]]:
    """Yields a function that writes the records of rows and their scores, as `write_items` does.

    The file is complete when the block ends. The format is that of `target`, the name of the file in errors.
    """
    with ExitStack() as opened:
        write: _Write
        with write_errors(target):
            ending = target.suffix.lower()
            if ending == ".parquet":
                write = opened.enter_context(_parquet_writer(path, item_columns))
            else:
                file = opened.enter_context(path.open("w", encoding="utf-8", newline=""))
                write = partial(_write_csv if ending == ".csv" else _write_jsonl, file)

        def add(file_rows: FileRows, items: dict[str, list[Any]]) -> None:
            rows = file_rows.rows
            columns = {
                "id": file_rows.ids,
                **({"question": [row.question for row in rows]} if item_columns.has_questions else {}),
                "references": [list(row.references) for row in rows],
                "prediction": [row.prediction for row in rows],
                **without_nan(items),
            }
            with write_errors(target):
                write(columns)

        try:
            yield add
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


def _write_jsonl(file: TextIO, columns: dict[str, Any]) -> None:
    for cells in zip(*columns.values(), strict=True):
        file.write(json.dumps(dict(zip(columns, cells, strict=True)), ensure_ascii=False, default=str) + "\n")


def _write_csv(file: TextIO, columns: dict[str, Any]) -> None:
    # Quoting all text keeps a lone carriage return inside its cell.
    writer = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    if file.tell() == 0:
        writer.writerow(map(escaped, columns))
    writer.writerows(zip(*(map(_as_csv_cell, cells) for cells in columns.values()), strict=True))


def _as_csv_cell(cell: Any) -> Any:
    is_json = isinstance(cell, list | tuple | dict | bool)
    return json.dumps(cell, ensure_ascii=False, default=str) if is_json else escaped(cell)


@contextmanager
def _parquet_writer(path: Path, item_columns: ItemColumns) -> Iterator[_Write]:
    import pyarrow
    from pyarrow import parquet

    # A Parquet column has one type: ids of mixed types, and numbers of more than 64 bits, become text.
    [kind] = item_columns.id_kinds if len(item_columns.id_kinds) == 1 else ["str"]
    types = {"int": pyarrow.int64(), "float": pyarrow.float64(), "bool": pyarrow.bool_()}
    with ExitStack() as opened:
        writer = None

        def write(columns: dict[str, Any]) -> None:
            nonlocal writer
            ids = columns["id"]
            if kind in types:
                columns["id"] = pyarrow.array(ids, types[kind])
            else:
                columns["id"] = pyarrow.array([None if cell is None else str(cell) for cell in ids], pyarrow.string())
            if "question" in columns:
                columns["question"] = pyarrow.array(columns["question"], pyarrow.string())
            table = pyarrow.table(columns)
            if writer is None:
                writer = opened.enter_context(parquet.ParquetWriter(path, table.schema))
            writer.write_table(table)

        yield write
