"""Fields that several tabs share: those of a setting, and those that a script draws."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component

from ...errors import UsageError
from ...settings.named_settings import TRADES
from ..engine import AUTO, ChosenSetting
from ..limits import Limits

_HERE = Path(__file__).parents[1]

# Stands above a result while the texts that it came from differ from those in the fields.
OLD_NOTE = '<p class="smile-old-note">Out of date. Press Score again.</p>'

_AUTO = "learned with questions, default without."


def drawn_field(name: str, elem_id: str, **options: Any) -> gr.HTML:
    """Adds a field that the files of this name draw: its HTML, and the script beside it."""
    template, script = ((_HERE / f"{name}.{ending}").read_text(encoding="utf-8") for ending in ("html", "js"))
    return gr.HTML(None, html_template=template, js_on_load=script, apply_default_css=False, elem_id=elem_id, **options)


def number_field(label: str, when_empty: str, **options: Any) -> gr.Textbox:
    """Adds a field for a number that may stay empty; `typed_number` reads it.

    It is no `gr.Number`, into which gradio writes 0 as soon as the page shows an empty one.
    """
    return gr.Textbox("", label=label, placeholder=when_empty, max_lines=1, min_width=140, **options)


def typed_number(what: str, text: str | None) -> float | None:
    """Returns the number in a field; None if the field is empty.

    >>> typed_number("the threshold", " 0.5 "), typed_number("the threshold", "")
    (0.5, None)
    """
    if not text or not text.strip():
        return None
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"{what} must be a number; it is “{text.strip()}”") from None


def setting_fields(limits: Limits) -> dict[str, Component]:
    """Adds the choice of a setting, its threshold, and which part of an output is scored."""
    trades = {AUTO: _AUTO} | {name: TRADES[name] for name in limits.settings}
    setting = gr.Radio(
        [(f"{name}\n{trade}", name) for name, trade in trades.items()],
        value=AUTO,
        label="Setting",
        visible=len(limits.settings) > 1,
        elem_classes="smile-settings",
    )
    with gr.Row():
        threshold = number_field("Threshold", "the setting's own", info="From 0 to 1. A higher score is correct.")
        answer = gr.Textbox(
            label="Final answer",
            info="What to score of an output: auto, whole or a regex.",
            placeholder="auto",
            max_lines=1,
            min_width=140,
        )
    return {"setting": setting, "threshold": threshold, "answer": answer}


def setting_chosen_in_fields(given: Mapping[str, Any]) -> ChosenSetting:
    """Returns the setting that the fields of `setting_fields` describe."""
    return ChosenSetting(
        given["setting"], threshold=typed_number("the threshold", given["threshold"]), answer=given["answer"]
    )
