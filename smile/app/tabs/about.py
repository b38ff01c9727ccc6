"""The tab About: parts of the metric card as they stand in README.md, the limits, and what is running."""

import html
from dataclasses import fields
from pathlib import Path
from typing import Any

import gradio as gr
import regex

from ...rows.checked_rows import check_rows
from ...scoring.signature import RowKinds
from ..engine import READY, Engine
from ..limits import Limits

# Beside app.py, in the checkout and in a Space.
_CARD = Path(__file__).parents[3] / "README.md"
_SECTIONS = ("When not to use it", "Definition", "Agreement with people", "Limits", "Citation")


def build(limits: Limits) -> gr.HTML:
    """Adds the tab's content to the page; returns where `running` is shown."""
    shown = gr.HTML(elem_id="running")
    card = _CARD.read_text(encoding="utf-8")
    _markdown(section(card, _SECTIONS[0]))
    with gr.Accordion("What may be asked of this app", open=False):
        _markdown(_limits(limits))
    for name in _SECTIONS[1:]:
        with gr.Accordion(name, open=False):
            _markdown(section(card, name).partition("\n")[2])
    return shown


def section(card: str, name: str) -> str:
    r"""Returns a section of the card with its heading, and without pictures and links within the card.

    Args:
        card: Markdown.
        name: What the heading says.

    >>> section("# Card\n## Uses\nSee [below](#limits).\n## Limits\nMany.", "Uses")
    '## Uses\nSee below.'
    """
    found = regex.search(rf"^## {regex.escape(name)}\n.*?(?=^## |\Z)", card, regex.MULTILINE | regex.DOTALL)
    if found is None:
        raise ValueError(f"{_CARD.name} has no section {name!r}")
    text = regex.sub(r"^!\[.*?\]\(.*?\)$", "", found[0], flags=regex.MULTILINE | regex.DOTALL)
    return regex.sub(r"\[([^\]]*)\]\(#[^)]*\)", r"\1", text).strip()


def _markdown(text: str) -> gr.Markdown:
    """Adds Markdown to the page; its tables may be wider than a phone, and the keyboard can scroll them."""
    scrolled = regex.sub(
        r"(?:^\|.*(?:\n|\Z))+",
        lambda table: (
            f'<div class="smile-scroll" tabindex="0" role="region" aria-label="Table">\n\n{table[0]}\n\n</div>\n'
        ),
        text,
        flags=regex.MULTILINE,
    )
    return gr.Markdown(scrolled, elem_classes="smile-about")


def running(engine: Engine) -> str:
    """Returns what is running, as HTML: the signature that each score carries."""
    if engine.state != READY:
        return ""
    scorer = engine.first_scorer()
    text = scorer.signature_of(scorer.settings, RowKinds.of(check_rows(["answer"], ["reference"])))
    return f'<p class="smile-signature"><span>Running</span> <code>{html.escape(text)}</code></p>'


def _limits(limits: Limits) -> str:
    def show(value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return ", ".join(value) if isinstance(value, tuple) else f"{value:,}"

    lines = [f"| {each.metadata['meaning']} | {show(getattr(limits, each.name))} |" for each in fields(limits)]
    return "\n".join(
        ["| limit, or what is allowed | here |", "| --- | --- |", *lines, "", "Whoever runs the app sets them."]
    )
