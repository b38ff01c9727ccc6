"""The tab About: the metric card (README.md) and the documentation, the limits, and what is running."""

import html
import os
import posixpath
from collections.abc import Collection, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import gradio as gr
import regex

from ...rows.checked_rows import check_rows
from ...scoring.signature import RowKinds
from ..engine import READY, Engine
from ..limits import Limits
from ..replies import QUIET, note, signature_line, told

# app.py is here, in the checkout and in a Space; an installed package comes without the documentation.
_ROOT = Path(__file__).parents[3]
_CARD = "README.md"
_NO_CARD = "The metric card is README.md in the project's repository; an installed package does not include it."

_FROM_DOCSTRINGS = "\n::: "
_FRONT_MATTER = regex.compile(r"\A---\n.*?\n---\n", regex.DOTALL)
_CODE_BLOCK = regex.compile(r"(^```.*?^```$)", regex.MULTILINE | regex.DOTALL)
_PICTURE = regex.compile(r"!\[[^\]]*\]\([^)]*\)\n?")
_LINK = regex.compile(r"\[([^\]]*)\]\(([^)\s]*)\)")
_TABLE = regex.compile(r"(?:^\|.*(?:\n|\Z))+", regex.MULTILINE)
_TITLE = regex.compile(r"^# (.+)$", regex.MULTILINE)


def build(limits: Limits) -> gr.HTML:
    """Adds the tab's content to the page; returns the field that shows `running`."""
    shown = gr.HTML(elem_id="running", js_on_load="smile.followLinks(element, trigger)", render=False)
    if pages := _pages():
        _reader(pages, shown)
    else:
        _markdown(_NO_CARD)
    with gr.Accordion("Limits of this app", open=False):
        _markdown(_with_scrolling_tables(_limits(limits)))
    shown.render()
    return shown


def _reader(pages: Mapping[str, str], running: gr.HTML) -> None:
    """Adds the choice of a page, and the page; `running` tells of links that are followed."""

    def read(page: str) -> str:
        return shown_page(_text(page), page, pages, os.environ)

    chosen = gr.Dropdown([(title, page) for page, title in pages.items()], value=_CARD, label="Read")
    unknown = gr.HTML()
    content = _markdown(read(_CARD))
    chosen.change(told(read), chosen, content, js="smile.readPage", **QUIET)

    chosen.input(lambda: "", None, unknown, **QUIET)

    def follow(event: gr.EventData) -> tuple[str, str]:
        if event.page in pages:
            return event.page, ""
        return _CARD, note(f"There is no page {event.page} here. This is the metric card; choose another page above.")

    running.select(told(follow), None, [chosen, unknown], **QUIET)


def shown_page(text: str, page: str, pages: Collection[str], environment: Mapping[str, str]) -> str:
    r"""Returns a page of the documentation as About shows it: without front matter and pictures.

    A link to another page opens it here. A link to another file of the project leads to the Space's view of it; outside
    a Space nothing serves these files, so the path stands there as text. Links within the page become text.

    >>> text = "---\nsdk: gradio\n---\n# Card\nSee [below](#limits), [all](docs/all.md) and [code](app.py)."
    >>> shown_page(text, "README.md", ["docs/all.md"], {})
    '# Card\nSee below, [all](#docs/all.md) and code (`app.py`).'
    """
    space = environment.get("SPACE_ID")

    def link(found: Any) -> str:
        label, target = found.groups()
        if target.startswith("#"):
            return str(label)
        if "://" in target:
            return str(found[0])
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target.partition("#")[0]))
        if path in pages:
            return f"[{label}](#{path})"
        if space is not None:
            return f"[{label}](https://huggingface.co/spaces/{space}/blob/main/{path})"
        return str(label) if label.strip("`") == path else f"{label} (`{path}`)"

    parts = _CODE_BLOCK.split(_FRONT_MATTER.sub("", text))
    parts[::2] = [_with_scrolling_tables(_LINK.sub(link, _PICTURE.sub("", part))) for part in parts[::2]]
    return "".join(parts).strip()


def _pages() -> dict[str, str]:
    """Returns the titles of the pages by their paths, the metric card first; none in an installed package."""
    if not (_ROOT / _CARD).is_file():
        return {}
    paths = [_CARD, *sorted(path.relative_to(_ROOT).as_posix() for path in (_ROOT / "docs").glob("*.md"))]
    texts = {path: _text(path) for path in paths}
    # A page with these is filled in where the site is built.
    texts = {path: text for path, text in texts.items() if _FROM_DOCSTRINGS not in text}
    return {path: found[1] if (found := _TITLE.search(text)) else path for path, text in texts.items()}


def _text(page: str) -> str:
    return (_ROOT / page).read_text(encoding="utf-8")


def running(engine: Engine) -> str:
    """Returns the signature of the scores of this app as HTML; nothing before the model is loaded."""
    if engine.state != READY:
        return ""
    scorer = engine.first_scorer()
    text = scorer.stages.signature_of(scorer.settings, RowKinds.of(check_rows(["answer"], ["reference"])))
    return signature_line(text, "Running")


def _with_scrolling_tables(text: str) -> str:
    # Tables may be wider than a phone; the frame lets the keyboard scroll them, and its name is their first line.
    def framed(table: Any) -> str:
        name = html.escape("Table: " + ", ".join(table[0].partition("\n")[0].strip("| ").split(" | ")))
        return f'<div class="smile-scroll" tabindex="0" role="region" aria-label="{name}">\n\n{table[0]}\n\n</div>\n'

    return _TABLE.sub(framed, text)


def _markdown(text: str) -> gr.Markdown:
    # The texts are the project's own; gradio's cleaning would take the frames' names away.
    return gr.Markdown(text, elem_classes="smile-about", sanitize_html=False)


def _limits(limits: Limits) -> str:
    def show(value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return ", ".join(value) if isinstance(value, tuple) else f"{value:,}"

    lines = [f"| {each.metadata['meaning']} | {show(getattr(limits, each.name))} |" for each in fields(limits)]
    return "\n".join(["| limit | here |", "| --- | --- |", *lines, "", "The owner of this app sets these limits."])
