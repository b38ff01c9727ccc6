"""Fields that several tabs share: those of a setting, and those that a script draws."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component
from gradio.events import Dependency

from ...settings.named_settings import NAMED_SETTINGS, TRADES
from ..engine import ChosenSetting
from ..limits import Limits
from ..replies import QUIET, told

_HERE = Path(__file__).parents[1]

# Stands above a result while the texts that it came from differ from those in the fields.
OLD_NOTE = '<p class="smile-old-note">The texts have changed since. Press the button again for a new result.</p>'

_NO_WEIGHT = "Does not apply: this setting has learned how to combine the parts."


def drawn_field(name: str, elem_id: str, **options: Any) -> gr.HTML:
    """Adds a field that the files of this name draw: its HTML, and the script beside it."""
    template, script = ((_HERE / f"{name}.{ending}").read_text(encoding="utf-8") for ending in ("html", "js"))
    return gr.HTML(None, html_template=template, js_on_load=script, apply_default_css=False, elem_id=elem_id, **options)


def setting_choice(limits: Limits) -> gr.Radio:
    """Adds the choice of a setting, a card with the trade-off of each; hidden if there is only one."""
    return gr.Radio(
        [(f"{name}\n{TRADES[name]}", name) for name in limits.settings],
        value=limits.settings[0],
        label="Setting",
        visible=len(limits.settings) > 1,
        elem_classes="smile-settings",
    )


def setting_fields(limits: Limits) -> dict[str, Component]:
    """Adds the choice of a setting, the weight and threshold that follow it, and what of an output is read."""
    setting, first = setting_choice(limits), limits.settings[0]
    own = NAMED_SETTINGS[first]
    with gr.Row():
        weight = gr.Number(own.semantic_weight, label="Semantic weight", step=0.01, **weight_field(first))
        threshold = gr.Number(own.threshold, label="Threshold", step=0.01)
        answer = answer_field()
    follow_setting(setting, threshold, weight)
    return {"setting": setting, "weight": weight, "threshold": threshold, "answer": answer}


def answer_field() -> gr.Textbox:
    """Adds the choice of what of an output is its answer."""
    return gr.Textbox(
        label="Answer in an output", info="auto, whole or a regular expression.", placeholder="auto", max_lines=1
    )


def chosen_setting(given: Mapping[str, Any]) -> ChosenSetting:
    """Returns the setting that the fields of `setting_fields` describe; all but `setting` may be missing."""
    setting, weight = given["setting"], given_weight(given["setting"], given.get("weight"))
    return ChosenSetting(setting, weight, given.get("threshold"), given.get("answer"))


def weight_field(setting: str, info: str = "") -> dict[str, Any]:
    """Returns the help text of the weight and whether it can be changed; a learned setting has no weight."""
    is_learned = NAMED_SETTINGS[setting].is_learned
    return {"interactive": not is_learned, "info": _NO_WEIGHT if is_learned else info or None}


def given_weight(setting: str, weight: float | None) -> float | None:
    """Returns the weight that a visitor chose; None for a setting without one."""
    return None if setting in NAMED_SETTINGS and NAMED_SETTINGS[setting].is_learned else weight


def follow_setting(
    setting: gr.Radio,
    threshold: Component,
    weight: Component,
    info: str = "",
    reset: gr.Button | None = None,
) -> Dependency:
    """Sets weight and threshold to the setting's own when a setting is chosen, and disables a weight without use."""

    def follow(name: str) -> Any:
        own = NAMED_SETTINGS[name]
        return own.threshold, gr.update(value=own.semantic_weight, **weight_field(name, info))

    return gr.on(
        [setting.input, *([] if reset is None else [reset.click])],
        told(follow),
        setting,
        [threshold, weight],
        **QUIET,
    )
