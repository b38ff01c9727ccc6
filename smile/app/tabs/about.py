"""The tab About: the metric card (README.md), the limits, and what is running."""

import os
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import gradio as gr
import regex

from ...rows.checked_rows import check_rows
from ...scoring.signature import RowKinds
from ..engine import READY, Engine
from ..limits import Limits
from ..pieces.html import signature_line

# Beside app.py, in the checkout and in a Space; an installed package comes without it.
_CARD = Path(__file__).parents[3] / "README.md"
_NO_CARD = "The metric card is README.md in the project's repository; an installed package does not include it."

_FRONT_MATTER = regex.compile(r"\A---\n.*?\n---\n", regex.DOTALL)
_CODE_BLOCK = regex.compile(r"(^```.*?^```$)", regex.MULTILINE | regex.DOTALL)
_PICTURE = regex.compile(r"!\[[^\]]*\]\([^)]*\)\n?")
_LINK = regex.compile(r"\[([^\]]*)\]\(([^)\s]*)\)")
_TABLE = regex.compile(r"(?:^\|.*(?:\n|\Z))+", regex.MULTILINE)


def build(limits: Limits) -> gr.HTML:
    """Adds the tab's content to the page; returns the field that shows `running`."""
    shown = gr.HTML(elem_id="running")
    with gr.Accordion("Limits of this app", open=False):
        _markdown(_with_scrolling_tables(_limits(limits)))
    _markdown(shown_card(_CARD.read_text(encoding="utf-8"), os.environ) if _CARD.is_file() else _NO_CARD)
    return shown


def shown_card(card: str, environment: Mapping[str, str]) -> str:
    r"""Returns the metric card as the page shows it: without front matter and pictures.

    A link to a file of the project leads to the Space's view of it. Outside a Space nothing serves these files, so the
    path stands there as text. Links within the card become text.

    Args:
        card: Markdown.
        environment: Its `SPACE_ID` names the Space; missing outside one.

    >>> shown_card("---\nsdk: gradio\n---\n# Card\nSee [below](#limits) and [all](docs/all.md).", {})
    '# Card\nSee below and all (`docs/all.md`).'
    """
    space = environment.get("SPACE_ID")
    parts = _CODE_BLOCK.split(_FRONT_MATTER.sub("", card))
    parts[::2] = [_with_scrolling_tables(_without_dead_links(_PICTURE.sub("", part), space)) for part in parts[::2]]
    return "".join(parts).strip()


def running(engine: Engine) -> str:
    """Returns the signature of the scores of this app as HTML; nothing before the model is loaded."""
    if engine.state != READY:
        return ""
    scorer = engine.first_scorer()
    text = scorer.signature_of(scorer.settings, RowKinds.of(check_rows(["answer"], ["reference"])))
    return signature_line(text, "Running")


def _without_dead_links(text: str, space: str | None) -> str:
    def link(found: Any) -> str:
        label, target = found.groups()
        if target.startswith("#"):
            return str(label)
        if "://" in target:
            return str(found[0])
        if space is not None:
            return f"[{label}](https://huggingface.co/spaces/{space}/blob/main/{target})"
        path = target.partition("#")[0]
        return str(label) if label.strip("`") == path else f"{label} (`{path}`)"

    return _LINK.sub(link, text)


def _with_scrolling_tables(text: str) -> str:
    # Tables may be wider than a phone; the frame lets the keyboard scroll them.
    return _TABLE.sub(
        lambda table: (
            f'<div class="smile-scroll" tabindex="0" role="region" aria-label="Table">\n\n{table[0]}\n\n</div>\n'
        ),
        text,
    )


def _markdown(text: str) -> gr.Markdown:
    return gr.Markdown(text, elem_classes="smile-about")


def _limits(limits: Limits) -> str:
    def show(value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return ", ".join(value) if isinstance(value, tuple) else f"{value:,}"

    lines = [f"| {each.metadata['meaning']} | {show(getattr(limits, each.name))} |" for each in fields(limits)]
    return "\n".join(["| limit | here |", "| --- | --- |", *lines, "", "The owner of this app sets these limits."])
