"""Finds the rows in a JSON document."""

from collections.abc import Iterator
from typing import Any

from ..checks import listed_names
from ..errors import DataError
from ..text.chat_messages import last_message_of
from .row_columns import guess_columns, has_row_roles

# Nested objects have columns of their own down to this depth.
_DEEPEST = 3
# The rows whose columns show what a list of objects holds.
_LOOKED_AT = 100


def names_in_object(row: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """Yields the names of an object's columns; `output.text` is the member `text` of the object in `output`."""
    for name, cell in row.items():
        yield f"{prefix}{name}"
        if isinstance(cell, dict) and prefix.count(".") < _DEEPEST:
            yield from names_in_object(cell, f"{prefix}{name}.")


def json_rows_in(document: dict[str, Any]) -> list[Any] | None:
    """Returns the rows in an object; None if it is a row itself.

    Rows are a list of objects, an object of them by id, or an object of columns. Of those inside other objects, the
    uppermost with predictions and references count.

    >>> json_rows_in({"results": {"prompts": [{"raw": "?"}], "results": [{"output": "a", "expected": "b"}]}})
    [{'output': 'a', 'expected': 'b'}]
    >>> json_rows_in({"0": {"prediction": "a", "gold": "b"}})
    [{'id': '0', 'prediction': 'a', 'gold': 'b'}]
    >>> json_rows_in({"predictions": ["a"], "references": ["b"], "model": "c"})
    [{'predictions': 'a', 'references': 'b'}]
    """
    roles = guess_columns([name for name, cell in document.items() if not isinstance(cell, dict)])
    answer = document.get(roles.get("prediction", ""))
    if (
        "reference" in roles
        and answer is not None
        and (not isinstance(answer, list) or last_message_of(answer) is not None)
    ):
        return None
    level = [("", document)]
    while level:
        found = {
            name: rows
            for name, each in level
            if (rows := _json_objects_by_id(each) or _rows_of_json_columns(each)) is not None
        }
        if len(found) > 1:
            raise DataError(f"several lists of rows ({listed_names(list(found))}): write one of them to its own file")
        if found:
            return next(iter(found.values()))
        level = [
            (f"{name}.{key}" if name else key, cell)
            for name, each in level
            if isinstance(each, dict)
            for key, cell in each.items()
        ]
    lists = [cell for cell in document.values() if isinstance(cell, list) and _are_objects(cell)]
    return lists[0] if len(lists) == 1 else None


def _are_objects(cells: list[Any]) -> bool:
    return bool(cells) and all(isinstance(cell, dict) for cell in cells)


def _json_objects_by_id(value: Any) -> list[Any] | None:
    """Returns objects with predictions and references, in a list or by id."""
    by_id = list(value.values()) if isinstance(value, dict) else []
    if _are_objects(by_id) and not any(len(_rows_of_json_columns(each) or ()) > 1 for each in by_id):
        value = [{"id": key} | row for key, row in value.items()]
    if not isinstance(value, list) or not _are_objects(value):
        return None
    names = {name: None for row in value[:_LOOKED_AT] for name in names_in_object(row)}
    return value if has_row_roles(list(names)) else None


def _rows_of_json_columns(value: Any) -> list[Any] | None:
    """Returns the rows of columns, which are lists or, as pandas writes them, objects by row."""
    if not isinstance(value, dict):
        return None
    lists = {name: list(cell.values()) if isinstance(cell, dict) else cell for name, cell in value.items()}
    columns = {name: cells for name, cells in lists.items() if isinstance(cells, list) and not _are_objects(cells)}
    roles = guess_columns(list(columns))
    if not {"prediction", "reference"} <= roles.keys():
        return None
    prediction, reference = (columns[roles[role]] for role in ("prediction", "reference"))
    if len(prediction) != len(reference):
        raise DataError(
            f"{len(prediction)} entries in {roles['prediction']!r} and {len(reference)} in {roles['reference']!r}: "
            "every column needs one entry per row"
        )
    whole = {name: cells for name, cells in columns.items() if len(cells) == len(prediction)}
    return [dict(zip(whole, cells, strict=True)) for cells in zip(*whole.values(), strict=True)]
