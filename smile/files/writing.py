"""Writes files whole or not at all: per-item results here, figures through `replacing`."""

import csv
import json
import math
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from ..errors import UsageError
from .reading import FileRows


def check_target(path: Path, endings: Sequence[str]) -> None:
    """Checks before any work is done that a file can be written.

    Args:
        path: The file.
        endings: Those that will do.

    Raises:
        UsageError: Its ending is another, or there is no folder to write it to.
    """
    if path.suffix.lower() not in endings:
        raise UsageError(f"{path}: unknown ending {path.suffix!r}: expected {' or '.join(endings)}")
    try:
        if path.is_dir():
            raise UsageError(f"{path} is a folder: name a file to write")
        if not path.parent.is_dir():
            raise UsageError(f"{path} cannot be written: there is no folder {path.parent}")
        if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
            raise UsageError(f"{path} cannot be written: it or its folder is write-protected")
    except OSError as error:
        raise UsageError(f"{path} cannot be written ({error.strerror or error})") from error


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Gives a temporary path in the same folder, which takes the place of `path` when all has gone well.

    When something goes wrong the temporary file is removed and the former one stays as it was.

    Raises:
        UsageError: The file cannot be written.
    """
    target = path.resolve()
    temporary = target.with_name(f".smile-{uuid4().hex}.tmp")
    try:
        yield temporary
        temporary.replace(target)
    except OSError as error:
        raise UsageError(f"{path} cannot be written ({error.strerror or error})") from error
    finally:
        temporary.unlink(missing_ok=True)


def write_items(path: Path, file_rows: FileRows, items: dict[str, list[Any]]) -> None:
    """Writes one record per row: id, question (where there are any), references, prediction and its scores.

    Args:
        path: A .jsonl, .csv or .parquet file, checked with `check_target`; in CSV the references are a JSON list.
        file_rows: The rows.
        items: Their scores, lists as long as there are rows.

    Raises:
        UsageError: The file cannot be written.
    """
    rows = file_rows.rows
    columns: dict[str, list[Any]] = {"id": file_rows.ids}
    if any(row.question is not None for row in rows):
        columns["question"] = [row.question for row in rows]
    columns["references"] = [list(row.references) for row in rows]
    columns["prediction"] = [row.prediction for row in rows]
    with replacing(path) as temporary:
        _WRITERS[path.suffix.lower()](temporary, columns | without_nan(items))


def without_nan(value: Any) -> Any:
    """Returns a result with None where there is no number: JSON knows no NaN.

    >>> without_nan({"score": [0.5, float("nan")]})
    {'score': [0.5, None]}
    """
    if isinstance(value, dict):
        return {name: without_nan(member) for name, member in value.items()}
    if isinstance(value, list):
        return [without_nan(member) for member in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def _write_jsonl(path: Path, columns: dict[str, list[Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for cells in zip(*columns.values(), strict=True):
            file.write(json.dumps(dict(zip(columns, cells, strict=True)), ensure_ascii=False) + "\n")


def _write_csv(path: Path, columns: dict[str, list[Any]]) -> None:
    references = [json.dumps(cell, ensure_ascii=False) for cell in columns["references"]]
    with path.open("w", encoding="utf-8", newline="") as file:
        # Quoting all text keeps a lone carriage return inside its cell.
        writer = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
        writer.writerow(columns)
        writer.writerows(zip(*(columns | {"references": references}).values(), strict=True))


def _write_parquet(path: Path, columns: dict[str, list[Any]]) -> None:
    import pyarrow
    from pyarrow import parquet

    try:
        ids = pyarrow.array(columns["id"])
    except (pyarrow.ArrowException, OverflowError):
        # Numbers and text together, or numbers of more than 64 bits: a column of Parquet is of one type.
        ids = pyarrow.array([None if cell is None else str(cell) for cell in columns["id"]])
    parquet.write_table(pyarrow.table(columns | {"id": ids}), path)


_WRITERS = {".jsonl": _write_jsonl, ".csv": _write_csv, ".parquet": _write_parquet}
ITEM_ENDINGS = tuple(_WRITERS)
FIGURE_ENDINGS = (".png",)
