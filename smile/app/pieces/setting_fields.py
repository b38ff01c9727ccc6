"""The fields of a setting, its weight and its threshold, which several tabs share."""

from typing import Any

import gradio as gr
from gradio.components import Component
from gradio.events import Dependency

from ...settings.named_settings import NAMED_SETTINGS, TRADES
from ..limits import Limits
from ..replies import told

_NO_WEIGHT = "Does not apply: this setting has learned how to combine the parts."


def setting_choice(limits: Limits) -> gr.Radio:
    """Adds the choice of a setting, a card with the trade-off of each; hidden if there is only one."""
    return gr.Radio(
        [(f"{name}\n{TRADES[name]}", name) for name in limits.settings],
        value=limits.settings[0],
        label="Setting",
        visible=len(limits.settings) > 1,
        elem_classes="smile-settings",
    )


def setting_fields(limits: Limits) -> tuple[gr.Radio, gr.Number, gr.Number]:
    """Adds the choice of a setting, and the weight and threshold that follow it; returns the three."""
    setting, first = setting_choice(limits), limits.settings[0]
    with gr.Row():
        weight = gr.Number(
            NAMED_SETTINGS[first].semantic_weight,
            label="Semantic weight",
            step=0.01,
            **weight_field(first),
        )
        threshold = gr.Number(NAMED_SETTINGS[first].threshold, label="Threshold", step=0.01)
    follow_setting(setting, threshold, weight)
    return setting, weight, threshold


def share_slider(value: float, label: str, **options: Any) -> gr.Slider:
    """Adds a slider from 0 to 1 that hands on what is typed beside it, so that SMILE's own check can answer."""
    slider = gr.Slider(0, 1, value, step=0.01, buttons=[], label=label, **options)
    # Gradio fails on an empty field and on a number out of range. Not a subclass: see `upload_field`.
    slider.preprocess = lambda payload: payload
    return slider


def weight_field(setting: str, info: str = "") -> dict[str, Any]:
    """Returns the help text of the weight and whether it can be changed; a learned setting has no weight.

    Args:
        setting: The chosen setting.
        info: The help text for a setting with a weight; "" for none.
    """
    is_learned = NAMED_SETTINGS[setting].is_learned
    return {"interactive": not is_learned, "info": _NO_WEIGHT if is_learned else info or None}


def given_weight(setting: str, weight: float) -> float | None:
    """Returns the weight that a visitor chose; None for a setting without one."""
    return None if setting in NAMED_SETTINGS and NAMED_SETTINGS[setting].is_learned else weight


def follow_setting(
    setting: gr.Radio,
    threshold: Component,
    weight: Component | None = None,
    info: str = "",
    reset: gr.Button | None = None,
) -> Dependency:
    """Sets weight and threshold to the setting's own when a setting is chosen, and disables a weight without use.

    Args:
        setting: The choice of the setting.
        threshold: The field of the threshold.
        weight: The field of the weight, if the tab has one.
        info: The help text of the weight for a setting with one.
        reset: A button that does so too.
    """

    def follow(name: str) -> Any:
        own = gr.update(value=NAMED_SETTINGS[name].threshold)
        if weight is None:
            return own
        return own, gr.update(value=NAMED_SETTINGS[name].semantic_weight, **weight_field(name, info))

    return gr.on(
        [setting.input, *([] if reset is None else [reset.click])],
        told(follow),
        setting,
        threshold if weight is None else [threshold, weight],
        queue=False,
        show_progress="hidden",
        api_visibility="private",
    )
