"""Nothing that a person reads has a phrase that a newcomer would have to translate."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from smile.cli.main import COMMANDS, load_command
from tests.docs.test_readme import TEXTS

ROOT = Path(__file__).resolve().parents[2]

# Each with what to write instead.
AVOIDED = {
    r"people's (?:verdicts?|labels?|judge?ments?)|(?:as|what) people (?:do|say|would)": "human labels",
    r"attempts? (?:none|nothing)": "gives no answer, a refusal",
    r"(?:right|wrong) answers?": "correct answer, reference, incorrect answer",
    r"answers? (?:is|are|was|were) (?:right|wrong)\b|calls? (?:the|an) answer (?:right|wrong)": "correct, incorrect",
    r"(?:drawn|draws?|chosen) by chance": "at random",
    r"\b(?:anew|aloud|heeds?|mends?|mended)\b": "again, (nothing), follow, fix",
    r"\b(?:is|are|was|were|be) told\b": "is reported",
    r"\b(?:strangers?|visitors?|whoever)\b": "a user, you",
    r"\brooms\b|\b(?:this|each|its|a) room\b|the house": "a package, the architecture",
    r"what joins|the same of": "the combiner; a sentence of its own",
    r"\b(?:rightly|wrongly|otherwise than)\b|judged otherwise": "correctly, incorrectly, different from",
    r"\b(?:agree\w*|correlat\w*) with people\b": "agrees with human labels",
    r"\balike\b": "similar; each in its own sentence",
    r"\b[Aa]ttack(?:s|ed)?\b": "adversarial answers",
    r"\bon no index\b|\bLeft open\b|\bthe card\b": "not on PyPI; by default; the README",
    r"\A(?:Returns )?[Ww]hat ": "a noun: the final answer, the reason",
}
PATTERN = re.compile("|".join(AVOIDED))


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


@pytest.mark.parametrize("name", READ)
def test_no_phrase_has_to_be_translated(name: str) -> None:
    assert [(found[0], text[:60]) for text in READ[name] for found in PATTERN.finditer(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "What joins the parts.",
        "The right answer, as people say.",
        "Rows are drawn by chance.",
        "It is told.",
        "It agrees with people.",
        "Answers judged rightly.",
        "Attacks are rejected.",
    ],
)
def test_a_phrase_to_avoid_is_found(text: str) -> None:
    assert PATTERN.search(text)
