"""Reads rows from JSONL, JSON, CSV, TSV and Parquet files as they stand: nothing is dropped, guessed or converted."""

import csv
import json
import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import DataError
from ..rows.checked_rows import Row, check_rows

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

_PARQUET_ROWS_AT_A_TIME = 1000

_MOST_NAMES_LISTED = 20

# What errors call a row, and its cells.
_Record = tuple[str, dict[str, Any]]


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
    needs_predictions: bool = True,
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
        question_column: `question` by default; need not be there. "" reads none, as for the columns below.
        id_column: `id` by default; need not be there.
        synthetic_answer_column: `synthetic_answer` or `syn_ans` by default; need not be there.
        needs_predictions: Whether predictions are read; where not, they are all empty.
        needs_references: Whether there has to be a column of references, with one in every row.
        needs_questions: Whether there has to be a column of questions, with one in every row.

    Raises:
        DataError: The file cannot be read, a column is missing or ambiguous, or a cell is not what it should be.
    """
    rows = open_rows(
        path,
        prediction_column=prediction_column,
        reference_column=reference_column,
        question_column=question_column,
        id_column=id_column,
        synthetic_answer_column=synthetic_answer_column,
        needs_predictions=needs_predictions,
        needs_references=needs_references,
        needs_questions=needs_questions,
    )
    [whole] = rows.chunks(None)
    return whole


def open_rows(
    path: Path,
    *,
    prediction_column: str | None = None,
    reference_column: str | None = None,
    question_column: str | None = None,
    id_column: str | None = None,
    synthetic_answer_column: str | None = None,
    needs_predictions: bool = True,
    needs_references: bool = True,
    needs_questions: bool = False,
) -> "RowsFile":
    """Finds the columns of a file whose rows are read later, in chunks; see `read_rows`.

    Raises:
        DataError: The file cannot be read, or a column is missing or ambiguous.
    """
    named = {
        "prediction": prediction_column,
        "reference": reference_column,
        "question": question_column,
        "id": id_column,
        "synthetic_answer": synthetic_answer_column,
    }
    return _open_rows(path, named, {}, (), needs_references, needs_questions, needs_predictions)


@dataclass(frozen=True)
class RowsFile:
    """A file of rows, its columns known.

    Attributes:
        path: The file.
        columns: The column's name in the file by what it is in `COLUMN_NAMES`, None where there is none.
        cells: Its cells.
        needs_predictions: Whether predictions are read; where not, they are all empty.
        needs_references: Whether every row needs one.
        needs_questions: Whether every row needs one.
    """

    path: Path
    columns: Mapping[str, str | None]
    cells: "_Cells"
    needs_predictions: bool
    needs_references: bool
    needs_questions: bool

    def chunks(self, size: int | None) -> Iterator[FileRows]:
        """Reads and checks the rows, so many at a time; None reads all of them at a time.

        Raises:
            DataError: The file cannot be read, has no rows, or a cell is not what it should be.
        """
        n = 0
        for table in self.cells.tables(size):
            yield self.rows_of(table, n)
            n += len(table.row_names)

    def part(self, start: int, n: int, number: int) -> FileRows:
        """Reads and checks some rows.

        Args:
            start: The first of them.
            n: How many.
            number: What the first is called where there is no column of ids.

        Raises:
            DataError: The file cannot be read, has fewer rows, or a cell is not what it should be.
        """
        table = next(self.cells.tables(n, start), None)
        if table is None or len(table.row_names) != n:
            raise DataError(f"{self.path} has no rows {start} to {start + n - 1}, which it had: score it again")
        return self.rows_of(table, number)

    def rows_of(self, table: Table, start: int = 0) -> FileRows:
        """Returns the rows of a table of the file, the first of which has the number `start`."""
        needs_references = self.needs_references
        required = _required(self.needs_predictions, needs_references, self.needs_questions)
        cells = {role: _cells(table, name, role in required) for role, name in self.columns.items()}
        if table.is_text:
            cells["reference"] = [
                None if not needs_references and not cell else _members(cell, (str,)) for cell in cells["reference"]
            ]
            cells["synthetic_answer"] = [
                _members(cell, (str, type(None))) if cell else None for cell in cells["synthetic_answer"]
            ]
        rows = check_rows(
            cells["prediction"] if self.needs_predictions else [""] * len(table.row_names),
            cells["reference"],
            cells["question"],
            cells["synthetic_answer"],
            names=table.row_names,
            needs_references=needs_references,
            needs_questions=self.needs_questions,
        )
        if self.columns["id"] is None:
            return FileRows(rows, list(range(start, start + len(rows))), has_ids=False)
        return FileRows(rows, [_check_id(*cell) for cell in zip(table.row_names, cells["id"], strict=True)])


def read_rows_and_columns(
    path: Path, named: Mapping[str, str | None], options: Mapping[str, str], optional: Sequence[str] = ()
) -> tuple[FileRows, Table]:
    """Reads the rows of a file, as `read_rows` does, and other columns of it.

    Args:
        path: The file.
        named: The row's columns: their names in the file by what they are in `COLUMN_NAMES`; None, or left out, takes
            the names there, "" none.
        options: The other columns' names in the file, each with the option that names it.
        optional: Columns to read where the file has them.

    Raises:
        DataError: The file cannot be read, a column is missing or ambiguous, or a cell is not what it should be.
    """
    rows = _open_rows(path, dict.fromkeys(COLUMN_NAMES) | dict(named), options, optional, needs_references=True)
    [table] = rows.cells.tables(None)
    return rows.rows_of(table), table


def _open_rows(
    path: Path,
    named: dict[str, str | None],
    options: Mapping[str, str],
    optional: Sequence[str],
    needs_references: bool,
    needs_questions: bool = False,
    needs_predictions: bool = True,
) -> RowsFile:
    known = {name for names in COLUMN_NAMES.values() for name in names} | {name for name in named.values() if name}
    required = _required(needs_predictions, needs_references, needs_questions)
    cells = _open(path, known | options.keys() | set(optional), f"a {' and a '.join(required)}")
    _check_columns(path, cells.column_names, options)
    columns = {
        role: _choose(path, role, named, cells.column_names, role in required)
        for role in COLUMN_NAMES
        if role != "prediction" or needs_predictions
    }
    return RowsFile(path, columns, cells, needs_predictions, needs_references, needs_questions)


def _required(needs_predictions: bool, needs_references: bool, needs_questions: bool) -> tuple[str, ...]:
    needed = {"prediction": needs_predictions, "reference": needs_references, "question": needs_questions}
    return tuple(role for role, is_needed in needed.items() if is_needed)


def read_column_names(path: Path) -> Sequence[str]:
    """Returns the names of a file's columns; its ending says how.

    Raises:
        DataError: The file cannot be read.
    """
    form = _form(path)
    with _named_errors(path):
        return form.column_names(path)


def read_columns(path: Path, options: Mapping[str, str], optional: Sequence[str] = ()) -> Table:
    """Reads some columns of a file; its ending says how. In CSV and TSV every cell is text as it stands.

    Args:
        path: A .jsonl, .json (an array of objects, or JSON lines), .csv, .tsv or .parquet file, text in UTF-8.
        options: The columns' names in the file, each with the option that names it.
        optional: Columns to read where the file has them.

    Raises:
        DataError: The file cannot be read, has no rows or lacks a column.
    """
    cells = _open(path, options.keys() | set(optional), "a score and its label")
    _check_columns(path, cells.column_names, options)
    [table] = cells.tables(None)
    return table


def _check_columns(path: Path, column_names: Sequence[str], options: Mapping[str, str]) -> None:
    for name, option in options.items():
        if name not in column_names:
            raise DataError(f"{path} has no column {name!r} ({option}): it has {_listed(column_names)}")


@dataclass(frozen=True)
class _Cells:
    """The cells of a file, read in chunks; its format says how.

    Attributes:
        path: The file.
        column_names: Of all columns there are.
        wanted: Those that are read.
    """

    path: Path
    column_names: Sequence[str]
    wanted: Set[str]

    def tables(self, size: int | None, start: int = 0) -> Iterator[Table]:
        """Yields the rows from one on in tables of `size` rows, the last with what is left; None yields one of all."""
        form = _form(self.path)
        with _named_errors(self.path):
            records = form.records(self.path, self.wanted, start)
            while some := list(islice(records, size)):
                names, cells = zip(*some, strict=True)
                yield Table(self.column_names, list(names), list(cells), form.is_text)


def _open(path: Path, wanted: Set[str], what_rows_are: str) -> _Cells:
    form = _form(path)
    with _named_errors(path):
        column_names = form.column_names(path)
        if next(form.records(path, wanted, 0), None) is None:
            raise DataError(f"{path} has no rows: expected at least one with {what_rows_are}")
    return _Cells(path, column_names, wanted)


def _form(path: Path) -> "_Form":
    form = _FORMS.get(path.suffix.lower())
    with _named_errors(path):
        if not path.exists():
            raise DataError(f"{path}: no such file")
        if path.is_dir():
            raise DataError(f"{path} is a folder: name a file in it")
    if form is None:
        raise DataError(f"{path}: unknown ending {path.suffix!r}: expected one of {', '.join(_FORMS)}")
    return form


@contextmanager
def _named_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DataError(f"{path} cannot be read ({error.strerror or error})") from error


def _choose(path: Path, role: str, named: dict[str, str | None], there: Sequence[str], is_required: bool) -> str | None:
    """Returns the name of a column in the file, None where an optional one is not there."""
    chosen = named[role]
    if chosen == "" and not is_required:
        return None
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


def _lines(path: Path, newline: str) -> Iterator[str]:
    with path.open(encoding="utf-8-sig", newline=newline) as file:
        try:
            yield from file
        except UnicodeDecodeError as error:
            raise _not_utf8(path) from error


def _not_utf8(path: Path) -> DataError:
    """Returns the error that names the first line that is not UTF-8, which the decoder does not know."""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as error:
                return DataError(f"{path.name}, line {number}: not UTF-8 ({error.reason}): save the file as UTF-8")
    return DataError(f"{path.name} is not UTF-8: save the file as UTF-8")


def _empty(path: Path) -> DataError:
    return DataError(f"{path} is empty: expected one row for each answer or question")


def _json_column_names(path: Path) -> list[str]:
    column_names: dict[str, None] = {}
    is_empty = True
    for row_name, value in _json_values(path):
        column_names.update(dict.fromkeys(_json_object(row_name, value)))
        is_empty = False
    if is_empty and not any(line.strip() for line in _lines(path, "\n")):
        raise _empty(path)
    return list(column_names)


def _json_records(path: Path, wanted: Set[str], start: int) -> Iterator[_Record]:
    for row_name, value in islice(_json_values(path), start, None):
        row = _json_object(row_name, value)
        yield row_name, {name: row[name] for name in wanted & row.keys()}


def _json_object(row_name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DataError(f"{row_name}: expected a JSON object with a row's columns, got a {type(value).__name__}")
    return value


def _json_values(path: Path) -> Iterator[tuple[str, Any]]:
    # The ending .json says that there may be one array, which is read as a whole.
    is_array = path.suffix.lower() == ".json" and _starts_with_bracket(path)
    if is_array:
        array = _parse_json(path, "".join(_lines(path, "")), first_line=1)
        yield from ((f"{path.name}, row {i}", value) for i, value in enumerate(array))
        return
    # Lines end here only, and not at other characters that may stand inside JSON strings.
    for number, line in enumerate(_lines(path, "\n"), start=1):
        if line.strip():
            yield f"{path.name}, line {number}", _parse_json(path, line.removesuffix("\n"), number)


def _starts_with_bracket(path: Path) -> bool:
    return next((line.lstrip() for line in _lines(path, "\n") if line.strip()), "").startswith("[")


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


def _csv_column_names(path: Path) -> list[str]:
    rows = _csv_rows(path)
    _, header = next(rows, (0, []))
    if not any(name.strip() for name in header) and next(rows, None) is None:
        raise _empty(path)
    _refuse_duplicates(path, header)
    return header


def _csv_records(path: Path, wanted: Set[str], start: int) -> Iterator[_Record]:
    rows = _csv_rows(path)
    _, header = next(rows, (0, []))
    for line, cells in islice(rows, start, None):
        if len(cells) != len(header):
            raise DataError(
                f"{path.name}, line {line}: expected {len(header)} cells as in the header, got {len(cells)}: put a "
                'cell that holds a separator or a line break into double quotes ("")'
            )
        yield (
            f"{path.name}, line {line}",
            {name: cell for name, cell in zip(header, cells, strict=True) if name in wanted},
        )


def _csv_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yields the rows that are not empty, the header first, each with the line that it begins in."""
    reader = csv.reader(_lines(path, ""), delimiter="\t" if path.suffix.lower() == ".tsv" else ",", strict=True)
    next_line = 1
    former_limit = csv.field_size_limit(_LARGEST_CSV_CELL)
    try:
        for cells in reader:
            line, next_line = next_line, reader.line_num + 1
            if cells:
                yield line, cells
    except csv.Error as error:
        raise DataError(f"{path.name}, line {next_line}: not valid CSV ({error}): check the double quotes") from error
    finally:
        csv.field_size_limit(former_limit)


def _parquet_column_names(path: Path) -> list[str]:
    with _parquet(path) as content:
        column_names: list[str] = content.schema_arrow.names
    _refuse_duplicates(path, column_names)
    return column_names


def _parquet_records(path: Path, wanted: Set[str], start: int) -> Iterator[_Record]:
    with _parquet(path) as content:
        there = [name for name in content.schema_arrow.names if name in wanted]
        ends = list(accumulate(content.metadata.row_group(i).num_rows for i in range(content.num_row_groups)))
        first = bisect_right(ends, start)
        n = ends[first - 1] if first else 0
        groups = range(first, content.num_row_groups)
        for batch in content.iter_batches(_PARQUET_ROWS_AT_A_TIME, row_groups=groups, columns=there):
            wanted_rows = batch.slice(min(max(start - n, 0), batch.num_rows))
            n += batch.num_rows - wanted_rows.num_rows
            # A batch without columns has rows all the same.
            for record in wanted_rows.to_pylist() if there else [{}] * wanted_rows.num_rows:
                yield f"{path.name}, row {n}", record
                n += 1


def count_parquet_rows(path: Path) -> int:
    """Returns how many rows a Parquet file says that it has.

    Raises:
        DataError: It cannot be read.
    """
    with _named_errors(path), _parquet(path) as content:
        n: int = content.metadata.num_rows
    return n


@contextmanager
def _parquet(path: Path) -> Iterator[Any]:
    import pyarrow
    from pyarrow import parquet

    with path.open("rb") as file:
        try:
            yield parquet.ParquetFile(file)
        except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
            raise DataError(f"{path} is not a Parquet file that can be read ({error})") from error


class _Form(NamedTuple):
    """How a format is read: which columns there are, and its rows from one on, each with what errors call it."""

    column_names: Callable[[Path], list[str]]
    records: Callable[[Path, Set[str], int], Iterator[_Record]]
    # Whether it knows nothing but text.
    is_text: bool = False


_JSON = _Form(_json_column_names, _json_records)
_CSV = _Form(_csv_column_names, _csv_records, is_text=True)
_FORMS = {
    ".jsonl": _JSON,
    ".json": _JSON,
    ".csv": _CSV,
    ".tsv": _CSV,
    ".parquet": _Form(_parquet_column_names, _parquet_records),
}
