"""The scores of a file's rows as files to download."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..files.reading import FileRows
from ..files.writing import write_items

# A spreadsheet takes a cell that begins with one of these for a formula.
_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r")

ENDINGS = (".csv", ".jsonl", ".parquet")


# Beside the scores.
_WRITTEN = ("id", "question", "references", "prediction")


def write_exports(
    folder: Path, file_rows: FileRows, items: dict[str, list[Any]], others: Mapping[str, list[Any]] | None = None
) -> list[str]:
    """Writes each row's scores in every format; returns the paths.

    In CSV, an apostrophe goes before any text that a spreadsheet would take for a formula; numbers stay numbers. The
    cells of the file's other columns stay; one that is called like a score becomes `own_...`.
    """
    own: dict[str, list[Any]] = {}
    for name, cells in (others or {}).items():
        free = name
        while free in (*_WRITTEN, *items, *own):
            free = f"own_{free}"
        own[free] = _plain(cells)
    paths = [folder / f"smile_scores{ending}" for ending in ENDINGS]
    csv_file, jsonl_file, parquet_file = paths
    as_texts = {
        name: _all_as_text(
            [json.dumps(each, ensure_ascii=False) if isinstance(each, list | dict) else each for each in cells]
        )
        for name, cells in own.items()
    }
    write_items(
        csv_file, _rows_as_text(file_rows), as_texts | {name: _all_as_text(cells) for name, cells in items.items()}
    )
    write_items(jsonl_file, file_rows, own | items)
    write_items(parquet_file, file_rows, {name: _of_one_type(cells) for name, cells in own.items()} | items)
    return [str(path) for path in paths]


def as_text(cell: Any) -> Any:
    """Returns the cell in a form that no spreadsheet takes for a formula.

    >>> as_text("=1+1"), as_text("a = b"), as_text(-1.5)
    ("'=1+1", 'a = b', -1.5)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_BEGINNINGS) else cell


def _plain(cells: list[Any]) -> list[Any]:
    """Returns cells as JSON data: dates, say, become text, and so do lone surrogates."""
    text = json.dumps(cells, ensure_ascii=False, default=str)
    plain: list[Any] = json.loads(text.encode("utf-8", "replace"))
    return plain


def _of_one_type(cells: list[Any]) -> list[Any]:
    """Returns cells as a column of Parquet takes them: as they are if they are of one type, otherwise as JSON."""
    kinds = {type(cell) for cell in cells if cell is not None}
    is_one = len(kinds) <= 1 and kinds <= {str, bool, float, int}
    if is_one and not any(type(cell) is int and abs(cell) >= 2**63 for cell in cells):
        return cells
    return [None if cell is None else json.dumps(cell, ensure_ascii=False) for cell in cells]


def _all_as_text(cells: list[Any]) -> list[Any]:
    return [as_text(cell) for cell in cells]


def _rows_as_text(file_rows: FileRows) -> FileRows:
    # References need no apostrophe: they are written as a JSON list, which begins with a bracket.
    rows = [replace(row, prediction=as_text(row.prediction), question=as_text(row.question)) for row in file_rows.rows]
    return FileRows(rows, _all_as_text(file_rows.ids))
