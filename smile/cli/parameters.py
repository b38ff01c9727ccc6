"""Lets commands take groups of options, which typer does not support, and files from pipes."""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any

from ..files.pipes import copies_of_pipes

# Names of parameters that are files to read.
_READ = ("file", "files", "labels")


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Returns the command with the fields of its groups as options of its own.

    A group is a dataclass whose fields are typer options. The command gets an instance with the user's values. A
    command that reads files also accepts standard input and pipes.
    """
    own = signature(command).parameters
    groups: dict[str, Any] = {name: each.annotation for name, each in own.items() if is_dataclass(each.annotation)}
    parameters = [
        parameter
        for name, each in own.items()
        for parameter in (_parameters(groups[name]) if name in groups else [each.replace(kind=Parameter.KEYWORD_ONLY)])
    ]

    read = [each.name for each in parameters if each.name in _READ]

    @wraps(command)
    def run(**values: Any) -> None:
        with copies_of_pipes() as readable:
            for name in read:
                given = values[name]
                values[name] = list(map(readable, given)) if isinstance(given, list) else given and readable(given)
            call(values)

    def call(values: dict[str, Any]) -> None:
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
