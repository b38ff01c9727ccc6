"""Cases in tables, a line each."""

import inspect
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_TEXT = (str, str | None)
_SECTION = re.compile(r"^\[(test_\w+)\]\t", re.MULTILINE)


def read_cases(path: Path) -> list[list[str]]:
    r"""Returns the cells of a table between tabs; \n and the like are JSON's, lines with # comments."""
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    return [list(map(_unescaped, line.split("\t"))) for line in lines]


def cases(test: Callable[..., None]) -> Any:
    """Runs a test with each line of its section in the table beside its module, `test_x.tsv` beside `test_x.py`.

    A section begins with `[test_name]` and the arguments. A cell is text where the argument is `str` or `str | None`,
    for which an empty cell is None; any other cell is JSON. What lacks at the end of a line is empty.

    Raises:
        ValueError: A section is empty, occurs twice or has no test, or a line is in no section.
    """
    module = Path(inspect.getfile(test))
    before, *parts = _SECTION.split(module.with_suffix(".tsv").read_text("utf-8"))
    sections = {name: _lines(text) for name, text in zip(parts[::2], parts[1::2], strict=True)}
    code = module.read_text("utf-8")
    faulty = [name for name, lines in sections.items() if len(lines) < 2 or f"def {name}(" not in code]
    if faulty or _lines(before) or len(sections) < len(parts) / 2:
        raise ValueError(f"the table of {module} has faulty sections {faulty}, a section twice or lines in none")
    names, *lines = sections[test.__name__]
    arguments = names.split("\t")
    kinds = [inspect.signature(test).parameters[name].annotation for name in arguments]
    rows = [line.split("\t") + [""] * (len(arguments) - line.count("\t") - 1) for line in lines]
    values = [[_value(*cell) for cell in zip(kinds, row, strict=True)] for row in rows]
    return pytest.mark.parametrize(arguments, values, ids=[" ".join(row)[:60] for row in rows])(test)


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line and not line.startswith("#")]


def _value(kind: Any, cell: str) -> Any:
    if kind in _TEXT:
        return None if kind is not str and not cell else _unescaped(cell)
    return json.loads(cell) if cell else None


def _unescaped(cell: str) -> str:
    return str(json.loads('"' + cell.replace('"', '\\"') + '"'))
