"""Collects what the errors of the package say, from its source, for the page "When something goes wrong"."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from smile import errors
from smile.statistics.reasons import Reason

_ROOT = Path(__file__).resolve().parent.parent
_KINDS = {name for name, found in vars(errors).items() if isinstance(found, type)}
# Functions that show a value.
_SHOW = {"show", "first_line", "listed", "listed_names"}
# Where a message begins to say what to do: its last colon outside brackets, a semicolon, "must be" or a full stop.
_SPLITS = (
    r"(.+): (?!\d)((?:[^()]|\(.*\))+)",
    r"(.+); (.+)",
    r"(.+ must be (.+), got .+)",
    r"(.+ must be (.+))",
    r"(.+)\. (.+)",
)


class Message(NamedTuple):
    """What an error of a room of the package says, with the names of values in ⟨brackets⟩."""

    room: str
    kind: str
    text: str

    @property
    def cause_and_remedy(self) -> tuple[str, str]:
        """The message, split where it begins to say what to do; the remedy is empty if it never does."""
        for pattern in _SPLITS:
            if found := re.fullmatch(pattern, self.text):
                remedy = found[2] if found.end(1) < found.start(2) else f"give {found[2]}"
                return found[1], remedy.replace("⟨remedy⟩", "do as the message says")
        return self.text, self.text if self.text.startswith(("choose ", "paste ", "give ")) else ""


def messages() -> list[Message]:
    """Returns every message once, by room and in alphabetical order."""
    return sorted({message for path in _trees() for message in _messages_of(path)})


def as_markdown(found: list[Message]) -> str:
    """Returns a table of messages for each room, under its first sentence."""
    lines = []
    for room in sorted({message.room for message in found}):
        sentence = _about(room).partition(".")[0]
        lines += [f"### {room}", "", f"{sentence}.", "", "| what it says | what to do | error |", "| --- | --- | --- |"]
        for message in (each for each in found if each.room == room):
            cause, remedy = map(_as_markdown, message.cause_and_remedy)
            lines.append(f"| {cause} | {remedy} | `{message.kind}` |")
        lines.append("")
    return "\n".join(lines)


@cache
def _trees() -> dict[Path, ast.Module]:
    paths = sorted((_ROOT / "smile").rglob("*.py"))
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def _about(room: str) -> str:
    path = _ROOT / "smile" / room / "__init__.py"
    return "Arguments of any call" if not path.exists() else ast.get_docstring(_trees()[path]) or room


def _messages_of(path: Path) -> Iterator[Message]:
    room = path.relative_to(_ROOT / "smile").parts[0].removesuffix(".py")
    for node in ast.walk(_trees()[path]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _KINDS and node.args:
            for text in _texts(node.args[0], path):
                yield Message(room, node.func.id, re.sub(r"\s+", " ", text))


def _texts(node: ast.expr, path: Path) -> list[str]:
    """Returns what an expression can say, with its values in angle brackets."""
    match node:
        case ast.Constant(value):
            return [str(value)]
        case ast.JoinedStr(values):
            return ["".join(parts) for parts in product(*(_texts(value, path) for value in values))]
        case ast.FormattedValue(value):
            return _texts(value, path)
        case ast.BinOp(left, ast.Add(), right) if not isinstance(right, ast.Constant) or _is_text(right):
            return [first + second for first in _texts(left, path) for second in _texts(right, path)]
        case ast.IfExp(_, body, orelse):
            return _texts(body, path) + _texts(orelse, path)
        case ast.Call(ast.Name("Reason"), [ast.Constant(code)]):
            return [str(Reason(str(code)))]
        case ast.Call(ast.Name("str"), [ast.Name(name) as constant]) if name.isupper():
            return _texts(constant, path)
        case ast.Name(name) | ast.Call(ast.Name(name)) if name not in _SHOW:
            # What is made of itself is shown by its name.
            others = [found for found in _meant_by(name, path) if name not in _names(found)]
            texts = [text for found in others for text in _texts(found, path)]
            return texts or [f"⟨{_short(node)}⟩"]
        case ast.Call(ast.Attribute(value, "replace"), [ast.Constant(old), ast.Constant(new)]):
            return [text.replace(str(old), str(new)) for text in _texts(value, path)]
        case _:
            return [f"⟨{_short(node)}⟩"]


@cache
def _meant_by(name: str, path: Path) -> list[ast.expr]:
    """Returns the strings that a name is given or that a function returns, in this module or where it comes from."""
    found: list[ast.expr] = []
    for node in ast.walk(_trees()[path]):
        match node:
            case ast.Assign([ast.Name(target)], value) if target == name:
                found.append(value)
            case ast.FunctionDef(name=target) if target == name:
                found += [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value]
            case ast.ImportFrom(module=str(module), level=level) if name in {alias.name for alias in node.names}:
                source = path.parents[level - 1].joinpath(*module.split(".")).with_suffix(".py")
                found += _meant_by(name, source) if level and source in _trees() else []
    return [
        each
        for each in found
        if isinstance(each, ast.JoinedStr | ast.IfExp)
        or _is_text(each, is_word_enough=name.isupper())
        or (isinstance(each, ast.Call) and not any(re.fullmatch("⟨[^⟩]*⟩", text) for text in _texts(each, path)))
    ]


def _is_text(node: ast.expr, is_word_enough: bool = True) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and (is_word_enough or " " in node.value)


def _short(node: ast.AST) -> str:
    """Returns a name for a value of a message: `error` for `error.strerror or error`, `paths` for `len(paths)`."""
    match node:
        case ast.Attribute(value, "__name__" | "name") if _short(value) != "self":
            return _short(value)
        case ast.Attribute(_, name) | ast.Name(name):
            return name.strip("_").lower()
        case ast.Call(_, [argument]) | ast.Call(ast.Name("map"), [_, argument]) | ast.Call(_, [argument, *_]):
            return _short(argument)
        case ast.Call(ast.Attribute(value)) | ast.Subscript(value) | ast.BoolOp(values=[*_, value]):
            return _short(value)
        case ast.BinOp(left):
            return _short(left)
        case _:
            names = _names(node)
            return names[0].strip("_").lower() if names else "…"


def _names(node: ast.AST) -> list[str]:
    return [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]


def _as_markdown(text: str) -> str:
    parts = text.split("`")
    parts[::2] = [re.sub("⟨(.*?)⟩", r"*\1*", re.sub(r"([|*<>\[\]])", r"\\\1", part)) for part in parts[::2]]
    parts[1::2] = [re.sub("⟨(.*?)⟩", lambda found: found[1].upper(), part) for part in parts[1::2]]
    return "`".join(parts)
