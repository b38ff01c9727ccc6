"""The downloads of a scored file: its own columns, then those of the scores."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..files.row_columns import outer_columns
from ..files.writing import ITEM_ENDINGS, column_names_to_write, write_table_columns
from .uploads import Upload

_ENDINGS = sorted(ITEM_ENDINGS)
# The labels of the download buttons.
DOWNLOADS = (*(ending[1:].upper() for ending in _ENDINGS), "report (HTML)")


_Columns = dict[str, list[Any]]


def columns_for_exports(upload: Upload, columns: Mapping[str, list[Any]]) -> tuple[_Columns, _Columns]:
    """Returns the columns of a user's file and those of SMILE, both with all rows in the file's order.

    The column `left_out` says why a row has no scores.
    """
    file, at = upload.file, {number: i for i, number in enumerate(upload.table.numbers)}
    record_at = dict(zip(file.numbers, file.records, strict=True))
    why = dict(zip((n for n in range(upload.n_rows) if n not in record_at), map(str, file.faults), strict=False))
    names = dict(zip(file.row_names, file.numbers, strict=True))
    why |= {names[fault.row]: str(fault) for fault in upload.faults if fault.row in names}
    order = range(upload.n_rows)
    own = {name: [record_at.get(n, {}).get(name) for n in order] for name in outer_columns(file.column_names)}
    found = {name: [cells[at[n]] if n in at else None for n in order] for name, cells in columns.items()}
    left_out = [None if n in at else why.get(n, upload.why_not_scored) for n in order]
    return own, found | ({"left_out": left_out} if any(left_out) else {})


def write_exports(
    folder: Path, stem: str, own: Mapping[str, list[Any]], scored: Mapping[str, list[Any]], page: str = ""
) -> list[str]:
    """Writes the columns of a user's file and those of SMILE in every format, and the report; returns the paths."""
    names = column_names_to_write(own, scored)
    columns = {**own, **{names[name]: cells for name, cells in scored.items()}}
    paths = [folder / f"{stem}{ending}" for ending in _ENDINGS]
    for path in paths:
        write_table_columns(path, columns)
    if page:
        paths.append(folder / f"{stem}.html")
        paths[-1].write_text(page, encoding="utf-8")
    return [str(path) for path in paths]
