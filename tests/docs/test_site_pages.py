"""What the site is made of: the page of errors, from the source, the page of public names, and the notebooks."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import smile
from smile import RubricScorer, SmileError, SmileScorer, errors, rank_systems
from smile.files.reading import read_rows
from tests.docs.test_readme import anchors
from tools.error_messages import Message, messages
from tools.site_pages import write

ROOT = Path(__file__).resolve().parents[2]
FAST = SmileScorer("fast")


@pytest.fixture(scope="module")
def found() -> list[Message]:
    return messages()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write(folder)
    return folder


def matches(message: Message, error: SmileError) -> bool:
    """Says whether an error is one that a message stands for."""
    pattern = ".*".join(re.escape(part) for part in re.split("⟨.*?⟩", message.text))
    return message.kind == type(error).__name__ and re.fullmatch(pattern, str(error), re.DOTALL) is not None


@pytest.mark.parametrize(
    "met",
    [
        lambda: SmileScorer("quick"),
        lambda: SmileScorer(thershold=0.5),
        lambda: SmileScorer(threshold=2),
        lambda: SmileScorer(answer=""),
        lambda: SmileScorer(config="nowhere.json"),
        lambda: SmileScorer("paper", language="de"),
        lambda: FAST.score("Paris", ["Paris"]),
        lambda: FAST.score(["Paris"], [None]),
        lambda: FAST.score(["Paris"], [[]]),
        lambda: FAST.score([], []),
        lambda: FAST.score(["Paris"], ["Paris", "Rome"]),
        lambda: read_rows(Path("nowhere.jsonl")),
        lambda: read_rows(ROOT / "README.md"),
        lambda: RubricScorer(),
        lambda: rank_systems({"small": [1.0]}),
    ],
)
def test_an_error_that_is_met_stands_on_the_page(found: list[Message], met: Callable[[], Any]) -> None:
    with pytest.raises(SmileError) as caught:
        met()
    assert [message for message in found if matches(message, caught.value)], str(caught.value)


def test_every_message_says_what_to_do(found: list[Message]) -> None:
    assert [message for message in found if not message.cause_and_remedy[1]] == []


def test_every_place_that_raises_an_error_is_read(found: list[Message]) -> None:
    """A room whose modules raise errors has messages of each of their kinds."""
    raised = {
        (path.relative_to(ROOT / "smile").parts[0].removesuffix(".py"), kind)
        for path in (ROOT / "smile").rglob("*.py")
        for kind in re.findall(r"raise (\w+Error)\(", path.read_text(encoding="utf-8"))
        if kind in vars(errors)
    }
    assert raised == {(message.room, message.kind) for message in found}


def test_the_page_names_every_kind_and_every_message(found: list[Message], pages: Path) -> None:
    page = (pages / "docs" / "errors.md").read_text(encoding="utf-8")
    kinds = [name for name, kind in vars(errors).items() if isinstance(kind, type)]
    assert [kind for kind in kinds if f"| `{kind}` | " not in page] == []
    rows = [line for line in page.partition("## Every message")[2].splitlines() if re.search(r" \| `\w+` \|$", line)]
    assert len(rows) == len(found)


def test_the_reference_has_every_public_name(pages: Path) -> None:
    described = re.findall(r"^::: (\S+)$", (pages / "docs" / "api.md").read_text(encoding="utf-8"), re.MULTILINE)
    tools = {path.stem for path in (ROOT / "smile" / "integrations").glob("[a-z]*.py")} - {"shared_batches"}
    names = {f"smile.{name}" for name in smile.__all__ if name != "__version__"}
    assert {name for name in described if name.count(".") == 1} == names
    assert {name.split(".")[2] for name in described if name.count(".") > 1} == tools


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs_and_links_to_pages(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")] == []
    said = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    links = [link.partition("#") for link in re.findall(r"\]\(([^)\s]+)\)", said) if "://" not in link]
    assert links
    for target, _, heading in links:
        assert heading in {"", *anchors((path.parent / target).read_text(encoding="utf-8"))}, target


def test_every_document_is_in_the_navigation() -> None:
    named = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    documents = [path for folder in (ROOT, ROOT / "docs") for path in folder.glob("*.md")]
    notebooks = [path.with_suffix(".md") for path in (ROOT / "notebooks").glob("*.ipynb")]
    assert sorted(named) == sorted(str(path.relative_to(ROOT)) for path in documents + notebooks)
