"""Lets a command take groups of options, which typer sees one by one."""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Returns the command with the fields of its groups as options of its own.

    A group is a dataclass whose fields are typer options. The command gets it built from what the user gave.
    """
    own = signature(command).parameters
    groups: dict[str, Any] = {name: each.annotation for name, each in own.items() if is_dataclass(each.annotation)}
    parameters = [
        parameter
        for name, each in own.items()
        for parameter in (_parameters(groups[name]) if name in groups else [each.replace(kind=Parameter.KEYWORD_ONLY)])
    ]

    @wraps(command)
    def run(**values: Any) -> None:
        built = {
            name: group(**{each.name: values[each.name] for each in fields(group)}) for name, group in groups.items()
        }
        command(**{name: built[name] if name in built else values[name] for name in own})

    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def _parameters(group: Any) -> list[Parameter]:
    return [
        Parameter(
            each.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if each.default is MISSING else each.default,
            annotation=each.type,
        )
        for each in fields(group)
    ]
