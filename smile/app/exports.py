"""The scores of a file's rows as files to download."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from ..files.reading import FileRows
from ..files.writing import write_items

# A spreadsheet takes a cell that begins with one of these for a formula.
_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r")

ENDINGS = (".csv", ".jsonl", ".parquet")


def write_exports(folder: Path, file_rows: FileRows, items: dict[str, list[Any]]) -> list[str]:
    """Writes each row's scores in every format; returns the paths.

    In CSV, an apostrophe goes before any text that a spreadsheet would take for a formula; numbers stay numbers.
    """
    paths = [folder / f"smile_scores{ending}" for ending in ENDINGS]
    for path in paths:
        if path.suffix == ".csv":
            write_items(path, _rows_as_text(file_rows), {name: _all_as_text(cells) for name, cells in items.items()})
        else:
            write_items(path, file_rows, items)
    return [str(path) for path in paths]


def as_text(cell: Any) -> Any:
    """Returns the cell in a form that no spreadsheet takes for a formula.

    >>> as_text("=1+1"), as_text("a = b"), as_text(-1.5)
    ("'=1+1", 'a = b', -1.5)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_BEGINNINGS) else cell


def _all_as_text(cells: list[Any]) -> list[Any]:
    return [as_text(cell) for cell in cells]


def _rows_as_text(file_rows: FileRows) -> FileRows:
    # References need no apostrophe: they are written as a JSON list, which begins with a bracket.
    rows = [replace(row, prediction=as_text(row.prediction), question=as_text(row.question)) for row in file_rows.rows]
    return FileRows(rows, _all_as_text(file_rows.ids))
