"""Reads rows from JSONL, JSON, CSV, TSV and Parquet files as they stand: nothing is dropped, guessed or converted."""

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import DataError
from ..rows import Row, check_rows

# What each column is called where no option names it.
COLUMN_NAMES = {
    "prediction": ("prediction", "pred"),
    "reference": ("reference", "references", "answer"),
    "question": ("question",),
    "id": ("id",),
    "synthetic_answer": ("synthetic_answer", "syn_ans"),
}

# Python's own limit of 131,072 characters is less than a long answer has.
_LARGEST_CSV_CELL = 2**31 - 1

_MOST_NAMES_LISTED = 20


@dataclass(frozen=True)
class FileRows:
    """The rows of a file, checked, and their ids.

    Attributes:
        rows: In the order of the file.
        ids: One string or number per row, None where the file has none; row numbers from 0 where it has no such column.
        has_ids: Whether it has one.
    """

    rows: list[Row]
    ids: list[Any]
    has_ids: bool = True


@dataclass(frozen=True)
class Table:
    """A file's cells; of each record only the columns that may be wanted.

    Attributes:
        column_names: Of all columns there are.
        row_names: How errors call the rows.
        records: The rows.
        is_text: Whether the format knows nothing but text.
    """

    column_names: Sequence[str]
    row_names: list[str]
    records: list[dict[str, Any]]
    is_text: bool = False


def read_rows(
    path: Path,
    *,
    prediction_column: str | None = None,
    reference_column: str | None = None,
    question_column: str | None = None,
    id_column: str | None = None,
    synthetic_answer_column: str | None = None,
    needs_references: bool = True,
    needs_questions: bool = False,
) -> FileRows:
    """Reads the rows of a file; its ending says how.

    In CSV and TSV every cell is text as it stands. Two columns can say more: a reference or synthetic answer that is a
    JSON list of strings is several, and an empty synthetic answer is none.

    Args:
        path: A .jsonl, .json (an array of objects, or JSON lines), .csv, .tsv or .parquet file, text in UTF-8.
        prediction_column: Its name in the file; `prediction` or `pred` by default.
        reference_column: `reference`, `references` or `answer` by default.
        question_column: `question` by default; need not be there.
        id_column: `id` by default; need not be there.
        synthetic_answer_column: `synthetic_answer` or `syn_ans` by default; need not be there.
        needs_references: Whether there has to be a column of references, with one in every row.
        needs_questions: Whether there has to be a column of questions, with one in every row.

    Raises:
        DataError: The file cannot be read, a column is missing or ambiguous, or a cell is not what it should be.
    """
    named = {
        "prediction": prediction_column,
        "reference": reference_column,
        "question": question_column,
        "id": id_column,
        "synthetic_answer": synthetic_answer_column,
    }
    return _read_rows(path, named, {}, (), needs_references, needs_questions)[0]


def read_rows_and_columns(
    path: Path, named: Mapping[str, str | None], options: Mapping[str, str], optional: Sequence[str] = ()
) -> tuple[FileRows, Table]:
    """Reads the rows of a file, as `read_rows` does, and other columns of it.

    Args:
        path: The file.
        named: The row's columns: their names in the file by what they are in `COLUMN_NAMES`; None, or left out, takes
            the names there.
        options: The other columns' names in the file, each with the option that names it.
        optional: Columns to read where the file has them.

    Raises:
        DataError: The file cannot be read, a column is missing or ambiguous, or a cell is not what it should be.
    """
    return _read_rows(path, dict.fromkeys(COLUMN_NAMES) | dict(named), options, optional, needs_references=True)


def _read_rows(
    path: Path,
    named: dict[str, str | None],
    options: Mapping[str, str],
    optional: Sequence[str],
    needs_references: bool,
    needs_questions: bool = False,
) -> tuple[FileRows, Table]:
    known = {name for names in COLUMN_NAMES.values() for name in names} | {name for name in named.values() if name}
    table = _read(path, known | options.keys() | set(optional))
    if not table.row_names:
        raise DataError(f"{path} has no rows: expected at least one with a prediction and its reference")
    _check_columns(path, table, options)
    required = ("prediction", *["reference"] * needs_references, *["question"] * needs_questions)
    columns = {role: _choose(path, role, named, table.column_names, role in required) for role in COLUMN_NAMES}
    cells = {role: _cells(table, name, role in required) for role, name in columns.items()}
    if table.is_text:
        cells["reference"] = [
            None if not needs_references and not cell else _members(cell, (str,)) for cell in cells["reference"]
        ]
        cells["synthetic_answer"] = [
            _members(cell, (str, type(None))) if cell else None for cell in cells["synthetic_answer"]
        ]
    rows = check_rows(
        cells["prediction"],
        cells["reference"],
        cells["question"],
        cells["synthetic_answer"],
        names=table.row_names,
        needs_references=needs_references,
        needs_questions=needs_questions,
    )
    if columns["id"] is None:
        return FileRows(rows, list(range(len(rows))), has_ids=False), table
    return FileRows(rows, [_check_id(*cell) for cell in zip(table.row_names, cells["id"], strict=True)]), table


def read_column_names(path: Path) -> Sequence[str]:
    """Returns the names of a file's columns, after reading it whole; its ending says how.

    Raises:
        DataError: The file cannot be read.
    """
    return _read(path, set()).column_names


def read_columns(path: Path, options: Mapping[str, str], optional: Sequence[str] = ()) -> Table:
    """Reads some columns of a file; its ending says how. In CSV and TSV every cell is text as it stands.

    Args:
        path: A .jsonl, .json (an array of objects, or JSON lines), .csv, .tsv or .parquet file, text in UTF-8.
        options: The columns' names in the file, each with the option that names it.
        optional: Columns to read where the file has them.

    Raises:
        DataError: The file cannot be read, has no rows or lacks a column.
    """
    table = _read(path, options.keys() | set(optional))
    if not table.row_names:
        raise DataError(f"{path} has no rows: expected at least one with a score and its label")
    _check_columns(path, table, options)
    return table


def _check_columns(path: Path, table: Table, options: Mapping[str, str]) -> None:
    for name, option in options.items():
        if name not in table.column_names:
            raise DataError(f"{path} has no column {name!r} ({option}): it has {_listed(table.column_names)}")


def _read(path: Path, wanted: Set[str]) -> Table:
    try:
        if not path.exists():
            raise DataError(f"{path}: no such file")
        if path.is_dir():
            raise DataError(f"{path} is a folder: name a file in it")
        reader = _READERS.get(path.suffix.lower())
        if reader is None:
            raise DataError(f"{path}: unknown ending {path.suffix!r}: expected one of {', '.join(_READERS)}")
        return reader(path, wanted)
    except OSError as error:
        raise DataError(f"{path} cannot be read ({error.strerror or error})") from error


def _choose(path: Path, role: str, named: dict[str, str | None], there: Sequence[str], is_required: bool) -> str | None:
    """Returns the name of a column in the file, None where an optional one is not there."""
    chosen = named[role]
    if chosen is not None:
        if chosen not in there:
            raise DataError(f"{path} has no column {chosen!r} ({role}_column): it has {_listed(there)}")
        return chosen
    # A column that the user gave another part has that part only.
    candidates = [name for name in COLUMN_NAMES[role] if name in there and name not in named.values()]
    if len(candidates) > 1:
        raise DataError(
            f"{path} has the columns {_listed(candidates)}, any of which can be the {role}: choose one with "
            f"{role}_column"
        )
    if not candidates and is_required:
        raise DataError(
            f"{path} has no column for the {role}: expected {' or '.join(map(repr, COLUMN_NAMES[role]))}, or the name "
            f"of another one as {role}_column; it has {_listed(there)}"
        )
    return candidates[0] if candidates else None


def _cells(table: Table, column: str | None, is_required: bool) -> list[Any]:
    if column is None:
        return [None] * len(table.row_names)
    if is_required:
        for row_name, record in zip(table.row_names, table.records, strict=True):
            if column not in record:
                raise DataError(f"{row_name}: there is no {column!r} here, which other rows have: give every row one")
    return [record.get(column) for record in table.records]


def _members(cell: str, kinds: tuple[type, ...]) -> str | list[Any]:
    """Returns the members of a JSON list of the given kinds, any other text as it stands."""
    if cell.startswith("["):
        try:
            members = json.loads(cell)
        except (ValueError, RecursionError):
            return cell
        if all(isinstance(member, kinds) for member in members):
            return list(members)
    return cell


def _check_id(row_name: str, value: Any) -> str | int | float | None:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if value is None or isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    raise DataError(
        f"{row_name}: the id is a {type(value).__name__}, not text or a number: mend it or choose id_column"
    )


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(map(repr, names[:_MOST_NAMES_LISTED]))
    return f"{shown} and {len(names) - _MOST_NAMES_LISTED} more" if len(names) > _MOST_NAMES_LISTED else shown


def _refuse_duplicates(path: Path, names: Sequence[str]) -> None:
    for name, count in Counter(names).most_common(1):
        if count > 1:
            raise DataError(f"{path} has {count} columns called {name!r}: rename or remove all but one")


def _read_text(path: Path) -> str:
    data = path.read_bytes()
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DataError(f"{path.name}, line {line}: not UTF-8 ({error.reason}): save the file as UTF-8") from error
    if not text.strip():
        raise DataError(f"{path} is empty: expected rows with a prediction and its reference")
    return text


def _read_jsonl(path: Path, wanted: Set[str]) -> Table:
    return _from_objects(_json_lines(path, _read_text(path)), wanted)


def _read_json(path: Path, wanted: Set[str]) -> Table:
    text = _read_text(path)
    if not text.lstrip().startswith("["):
        return _from_objects(_json_lines(path, text), wanted)
    array = _parse_json(path, text, first_line=1)
    return _from_objects(((f"{path.name}, row {i}", value) for i, value in enumerate(array)), wanted)


def _json_lines(path: Path, text: str) -> Iterator[tuple[str, Any]]:
    # Not splitlines, which also splits at characters that may stand inside JSON strings.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield f"{path.name}, line {number}", _parse_json(path, line, number)


def _parse_json(path: Path, text: str, first_line: int) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        raise DataError(
            f"{path.name}, line {first_line + error.lineno - 1}: not valid JSON ({error.msg}, column {error.colno})"
        ) from error
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path.name}, line {first_line}: JSON that cannot be read ({error})") from error


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise ValueError(f"an object has two values for {Counter(key for key, _ in pairs).most_common(1)[0][0]!r}")
    return record


def _from_objects(objects: Iterable[tuple[str, Any]], wanted: Set[str]) -> Table:
    column_names: dict[str, None] = {}
    row_names: list[str] = []
    records: list[dict[str, Any]] = []
    for row_name, value in objects:
        if not isinstance(value, dict):
            raise DataError(f"{row_name}: expected a JSON object with a row's columns, got a {type(value).__name__}")
        column_names.update(dict.fromkeys(value))
        row_names.append(row_name)
        records.append({name: value[name] for name in wanted & value.keys()})
    return Table(list(column_names), row_names, records)


def _read_csv(path: Path, wanted: Set[str]) -> Table:
    lines = io.StringIO(_read_text(path), newline="")
    reader = csv.reader(lines, delimiter="\t" if path.suffix.lower() == ".tsv" else ",", strict=True)
    header: list[str] = []
    row_names: list[str] = []
    records: list[dict[str, Any]] = []
    next_line = 1
    former_limit = csv.field_size_limit(_LARGEST_CSV_CELL)
    try:
        for cells in reader:
            line, next_line = next_line, reader.line_num + 1
            if not cells:
                continue
            if not header:
                header = cells
                _refuse_duplicates(path, header)
                continue
            if len(cells) != len(header):
                raise DataError(
                    f"{path.name}, line {line}: expected {len(header)} cells as in the header, got {len(cells)}: put a "
                    'cell that holds a separator or a line break into double quotes ("")'
                )
            row_names.append(f"{path.name}, line {line}")
            records.append({name: cell for name, cell in zip(header, cells, strict=True) if name in wanted})
    except csv.Error as error:
        raise DataError(f"{path.name}, line {next_line}: not valid CSV ({error}): check the double quotes") from error
    finally:
        csv.field_size_limit(former_limit)
    return Table(header, row_names, records, is_text=True)


def _read_parquet(path: Path, wanted: Set[str]) -> Table:
    import pyarrow
    from pyarrow import parquet

    with path.open("rb") as file:
        try:
            content = parquet.ParquetFile(file)
            column_names = content.schema_arrow.names
            _refuse_duplicates(path, column_names)
            records = content.read(columns=[name for name in column_names if name in wanted]).to_pylist()
        except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
            raise DataError(f"{path} is not a Parquet file that can be read ({error})") from error
    row_names = [f"{path.name}, row {i}" for i in range(content.metadata.num_rows)]
    return Table(column_names, row_names, records)


_READERS = {
    ".jsonl": _read_jsonl,
    ".json": _read_json,
    ".csv": _read_csv,
    ".tsv": _read_csv,
    ".parquet": _read_parquet,
}
