"""What the site is made of: the pages, the public names and the notebooks, in the terms of the field."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import smile
from smile.cli.main import COMMANDS, load_command
from smile.settings.named_settings import NAMED_SETTINGS
from tests.docs.test_readme import TEXTS, anchors
from tools.site_pages import write

ROOT = Path(__file__).resolve().parents[2]


def test_the_reference_has_every_public_name() -> None:
    described = re.findall(r"^::: (\S+)$", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), re.MULTILINE)
    tools = {path.stem for path in (ROOT / "smile" / "integrations").glob("[a-z]*.py")} - {
        "shared_batches",
        "commitment",
    }
    names = {f"smile.{name}" for name in smile.__all__ if name != "__version__"}
    assert {name for name in described if name.count(".") == 1} == names
    # The columns of `Scores` are those of its base class.
    assert {name.split(".")[2] for name in described if name.count(".") > 1} == tools | {"row_table"}


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook_has_no_outputs_and_valid_links(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")] == []
    said = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    links = [link.partition("#") for link in re.findall(r"\]\(([^)\s]+)\)", said) if "://" not in link]
    assert links
    for target, _, heading in links:
        assert heading in {"", *anchors((path.parent / target).read_text(encoding="utf-8"))}, target


def test_every_document_is_in_the_navigation() -> None:
    named = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    documents = [path for folder in (ROOT, ROOT / "docs") for path in folder.glob("*.md") if path.stem != "AGENTS"]
    notebooks = [path.with_suffix(".md") for path in (ROOT / "notebooks").glob("*.ipynb")]
    assert sorted(named) == sorted(str(path.relative_to(ROOT)) for path in documents + notebooks)


def test_site_has_llms_txt_with_all_pages(tmp_path: Path) -> None:
    write(tmp_path / "pages")
    listed = (tmp_path / "pages" / "llms.txt").read_text(encoding="utf-8")
    named = re.findall(r": (\S+)\.md$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert re.findall(r"\]\((\S+)\.html\)", listed) == [name.replace("README", "index") for name in named]
    assert listed.startswith("# SMILE\n\n> SMILE scores")
    whole = (tmp_path / "pages" / "llms-full.txt").read_text(encoding="utf-8")
    documents = [TEXTS[f"{name}.md"] for name in named if f"{name}.md" in TEXTS]
    assert len(documents) > 10
    assert all(text.replace(".ipynb)", ".md)") in whole for text in documents)


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
