"""The tab About: where to read more, the limits, and what is running."""

from dataclasses import fields
from typing import Any

import gradio as gr

from ...rows.checked_rows import check_rows
from ...scoring.signature import RowKinds
from ..engine import READY, Engine
from ..limits import KEEP_MINUTES, MOST_ANSWERS, MOST_CHARACTERS, MOST_GROUPS, MOST_SYSTEMS, Limits
from ..replies import signature_line

_ABOUT = """
SMILE scores how correct a short answer is against one or more reference answers
([paper](https://arxiv.org/abs/2511.17432)). The metric card is README.md of the project, and its folder docs/ has the
guides: settings, how well SMILE agrees with human labels, and when not to use it.

| limit | here |
| --- | --- |
"""


def build(limits: Limits) -> gr.HTML:
    """Adds the tab's content to the page; returns the field that shows `running`."""

    def show(value: Any) -> str:
        return ", ".join(value) if isinstance(value, tuple) else f"{value:,}"

    fixed = {
        "answers, and references, in Try it": MOST_ANSWERS,
        "characters of a text": MOST_CHARACTERS,
        "groups of a column": MOST_GROUPS,
        "systems compared": MOST_SYSTEMS,
        "minutes until unused uploads and results are deleted": KEEP_MINUTES,
    }
    set_by_owner = {each.metadata["meaning"]: getattr(limits, each.name) for each in fields(limits)}
    lines = [f"| {meaning} | {show(value)} |\n" for meaning, value in (set_by_owner | fixed).items()]
    gr.Markdown(_ABOUT + "".join(lines), elem_classes="smile-about")
    return gr.HTML(elem_id="running")


def running(engine: Engine) -> str:
    """Returns the signature of the scores of this app as HTML; nothing before the model is loaded."""
    if engine.state != READY:
        return ""
    scorer = engine.first_scorer()
    text = scorer.stages.signature_of(scorer.settings, RowKinds.of(check_rows(["answer"], ["reference"])))
    return signature_line(text, "Running")
