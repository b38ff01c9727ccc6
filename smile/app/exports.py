"""The downloads of a scored file: its own columns, then those of the scores."""

import json
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..files.reading import own_columns
from ..files.writing import without_nan, write_columns
from ..scoring.results import Scores
from .uploads import Upload

ENDINGS = (".csv", ".jsonl", ".parquet")
# The labels of the download buttons.
DOWNLOADS = (*(ending[1:].upper() for ending in ENDINGS), "report (HTML)")


def scored_columns(scores: Scores, reasons: list[str], is_corrected: list[bool]) -> dict[str, list[Any]]:
    """Returns the columns of a scored file: verdict, SMILE and the reason first, and whose verdict it is."""
    items = scores.items() | {"reason": reasons, "corrected": is_corrected}
    first = {name: items[name] for name in ("verdict", "smile", "correct", "corrected", "reason")}
    return first | items


_Columns = dict[str, list[Any]]


def in_whole_file(upload: Upload, columns: Mapping[str, list[Any]]) -> tuple[_Columns, _Columns]:
    """Returns the columns of a user's file and those of SMILE, both with all rows in the file's order.

    The column `left_out` says why a row has no scores.
    """
    file, at = upload.file, {number: i for i, number in enumerate(upload.table.numbers)}
    record_at = dict(zip(file.numbers, file.records, strict=True))
    why = dict(zip((n for n in range(upload.n_rows) if n not in record_at), map(str, file.faults), strict=False))
    names = dict(zip(file.row_names, file.numbers, strict=True))
    for fault in upload.faults:
        why |= {number: fault for name, number in names.items() if fault.startswith(f"{name}:")}
    order = range(upload.n_rows)
    own = {name: [record_at.get(n, {}).get(name) for n in order] for name in own_columns(file.column_names)}
    found = {name: [cells[at[n]] if n in at else None for n in order] for name, cells in columns.items()}
    left_out = [None if n in at else why.get(n, upload.why_not_scored) for n in order]
    return own, found | ({"left_out": left_out} if any(left_out) else {})


def write_exports(
    folder: Path, stem: str, own: Mapping[str, list[Any]], scored: Mapping[str, list[Any]], page: str = ""
) -> list[str]:
    """Writes the columns of a user's file and those of SMILE in every format, and the report; returns the paths.

    The user's columns keep their names and order. A column of SMILE with the same name becomes `smile_...`. In CSV, an
    apostrophe precedes a text that a spreadsheet would read as a formula.
    """
    raw = {name.encode("utf-8", "replace").decode(): cells for name, cells in own.items()}
    for name, cells in scored.items():
        free = name
        while free in raw:
            free = f"smile_{free}"
        raw[free] = cells
    plain = without_nan({name: _plain(cells) for name, cells in raw.items()})
    columns = {name: _of_one_type(cells, plain[name]) for name, cells in raw.items()}
    paths = [folder / f"{stem}{ending}" for ending in ENDINGS]
    for path in paths:
        write_columns(path, columns if path.suffix == ".parquet" else plain)
        if path.suffix == ".csv":  # without the mark Excel reads Latin-1
            path.write_bytes(BOM_UTF8 + path.read_bytes())
    if page:
        paths.append(folder / f"{stem}.html")
        paths[-1].write_text(page, encoding="utf-8")
    return [str(path) for path in paths]


def _plain(cells: list[Any]) -> list[Any]:
    """Returns cells as JSON data: dates, say, become text, and so do lone surrogates."""
    text = json.dumps(cells, ensure_ascii=False, default=str)
    plain: list[Any] = json.loads(text.encode("utf-8", "replace"))
    return plain


def _of_one_type(cells: list[Any], plain: list[Any]) -> Any:
    """Returns cells as a column of Parquet: as they are if they are of one type, otherwise as JSON."""
    import pyarrow

    try:
        column = pyarrow.array(cells)
        if "struct" not in str(column.type):
            return column
    except (pyarrow.ArrowException, ValueError, OverflowError):
        pass
    return [None if cell is None else json.dumps(cell, ensure_ascii=False) for cell in plain]
