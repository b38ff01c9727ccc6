"""Texts use the terms of the field, which readers search for."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from smile.cli.main import COMMANDS, load_command
from smile.settings.named_settings import NAMED_SETTINGS
from tests.docs.test_readme import TEXTS

ROOT = Path(__file__).resolve().parents[2]

# Each with the term to write instead.
TERMS = {
    r"people's (?:verdict|label|judge?ment)s?": "human labels",
    r"(?:right|wrong) answers?": "correct answer, reference, incorrect answer",
    r"by chance": "at random",
    r"[Aa]ttack(?:s|ed)?": "adversarial answers",
}
PATTERN = re.compile("|".join(rf"\b{term}\b" for term in TERMS))


def prose(markdown: str) -> str:
    """Returns a document without its code, its outputs and the targets of its links."""
    text = re.sub(r"^ *```.*?^ *```$|<!-- measured -->.*?<!-- end -->", "", markdown, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`\n]*`|\]\([^)]*\)", "", text)


def docstrings(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield (ast.get_docstring(node) or "").split("\nExamples:")[0]


def help_texts(name: str) -> Iterator[str]:
    command = load_command(name)
    yield from (command.help, *(parameter.help or "" for parameter in command.params))


def notebook(path: Path) -> str:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


READ = {
    **{name: [prose(text)] for name, text in TEXTS.items()},
    "CHANGELOG.md": [prose((ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("## [0.2.0]")[0])],
    **{path.name: [prose(notebook(path))] for path in sorted((ROOT / "notebooks").glob("*.ipynb"))},
    **{f"smile {name}": list(help_texts(name)) for name in COMMANDS},
    **{path.parent.name: list(docstrings(path.parent)) for path in sorted((ROOT / "smile").glob("*/__init__.py"))},
}


def test_help_names_every_setting() -> None:
    found = " ".join(help_texts("score"))
    assert [name for name in NAMED_SETTINGS if name not in found] == []


@pytest.mark.parametrize("name", READ)
def test_texts_use_the_terms_of_the_field(name: str) -> None:
    assert [(found[0], text[:60]) for text in READ[name] for found in PATTERN.finditer(text)] == []
