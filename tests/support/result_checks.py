"""Whether a result has the keys and types that `smile.result_types` promises."""

import re
from typing import Any, get_args, get_origin

from typing_extensions import NotRequired, get_type_hints, is_typeddict

_BY = ("by_system", "by_group", "by_number")


def faults_of(result: Any, kind: Any, where: str = "result") -> list[str]:
    """Returns in words how a result differs from its type."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is NotRequired:
        return faults_of(result, parts[0], where)
    if is_typeddict(kind):
        # Results have `by_NAME` for groupings of any name, and `avg@K` for any K.
        result = {name: cell for name, cell in result.items() if name in _BY or not re.match("by_|(avg|pass)@", name)}
        hints = get_type_hints(kind, localns={"NotRequired": NotRequired}, include_extras=True)
        optional = kind.__optional_keys__ | {name for name, hint in hints.items() if get_origin(hint) is NotRequired}
        faults = [f"{where} has {name!r}" for name in result.keys() - hints.keys()]
        faults += [f"{where} lacks {name!r}" for name in hints.keys() - optional - result.keys()]
        known = {name: hints[name] for name in result if name in hints}
        return faults + [each for name in known for each in faults_of(result[name], known[name], f"{where}.{name}")]
    if origin in (list, dict) and type(result) is origin:
        cells = result.values() if origin is dict else result
        return [each for cell in cells for each in faults_of(cell, parts[-1], f"{where}[]")]
    if kind is Any or result in parts or type(result) is kind or any(not faults_of(result, each) for each in parts):
        return []
    return [f"{where} is {result!r}, not {kind}"]
