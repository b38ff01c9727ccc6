"""Lets a command take groups of options, which typer sees one by one."""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, get_args, get_origin


class Only:
    """The options of a group that a command has, as in `Annotated[ColumnOptions, Only("id_column")]`."""

    def __init__(self, *names: str) -> None:
        self.names = names


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Returns the command with the fields of its groups as options of its own.

    A group is a dataclass whose fields are typer options. The command gets it built from what the user gave; the
    options that the command leaves out keep their defaults.
    """
    own = signature(command).parameters
    groups = {name: group for name, each in own.items() if (group := _group(each.annotation)) is not None}
    parameters = [
        parameter
        for name, each in own.items()
        for parameter in (_parameters(*groups[name]) if name in groups else [each.replace(kind=Parameter.KEYWORD_ONLY)])
    ]

    @wraps(command)
    def run(**values: Any) -> None:
        built = {name: group(**{each: values[each] for each in names}) for name, (group, names) in groups.items()}
        command(**{name: built[name] if name in built else values[name] for name in own})

    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def _group(annotation: Any) -> tuple[type[Any], Sequence[str]] | None:
    """Returns the group that an annotation names and the options to take from it, None for any other annotation."""
    kind, *others = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    if not (isinstance(kind, type) and is_dataclass(kind)):
        return None
    [names] = [each.names for each in others] or [[field.name for field in fields(kind)]]
    return kind, names


def _parameters(group: type[Any], names: Sequence[str]) -> list[Parameter]:
    by_name = {field.name: field for field in fields(group)}
    defaults = {name: by_name[name].default for name in names}
    return [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if default is MISSING else default,
            annotation=by_name[name].type,
        )
        for name, default in defaults.items()
    ]
