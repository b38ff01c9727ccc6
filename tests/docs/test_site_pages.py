"""What the site is made of: the pages, the public names and the notebooks."""

import json
import re
from pathlib import Path

import pytest

import smile
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
    assert {name.split(".")[2] for name in described if name.count(".") > 1} == tools


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
