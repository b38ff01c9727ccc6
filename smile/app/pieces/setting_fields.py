"""Choices that several tabs offer alike."""

from typing import Any

import gradio as gr
from gradio.components import Component
from gradio.events import Dependency

from ...settings.named_settings import NAMED_SETTINGS, TRADES
from ..limits import Limits
from ..replies import told

_NO_WEIGHT = "Does not apply: this setting has learned how to join the parts."


def setting_choice(limits: Limits) -> gr.Dropdown:
    """Returns the choice of a setting, with what each trades; hidden where there is but one."""
    return gr.Dropdown(
        list(limits.settings),
        value=limits.settings[0],
        label="Setting",
        info=" ".join(f"{name}: {TRADES[name]}" for name in limits.settings),
        visible=len(limits.settings) > 1,
    )


def setting_fields(limits: Limits) -> tuple[gr.Dropdown, gr.Number, gr.Number]:
    """Adds the choice of a setting with the weight and the threshold, which follow it, and returns the three."""
    setting, first = setting_choice(limits), limits.settings[0]
    with gr.Row():
        weight = gr.Number(
            NAMED_SETTINGS[first].semantic_weight,
            label="Semantic weight",
            minimum=0,
            maximum=1,
            step=0.01,
            **weight_field(first),
        )
        threshold = gr.Number(NAMED_SETTINGS[first].threshold, label="Threshold", minimum=0, maximum=1, step=0.01)
    follow_setting(setting, threshold, weight)
    return setting, weight, threshold


def weight_field(setting: str, info: str = "") -> dict[str, Any]:
    """Returns what the field of the weight says, and whether it can be moved: not where no weight applies.

    Args:
        setting: The one that is chosen.
        info: What the field says where one does.
    """
    is_learned = NAMED_SETTINGS[setting].is_learned
    return {"interactive": not is_learned, "info": _NO_WEIGHT if is_learned else info}


def given_weight(setting: str, weight: float) -> float | None:
    """Returns the weight that a visitor has chosen, None where the setting leaves nothing to choose."""
    return None if setting in NAMED_SETTINGS and NAMED_SETTINGS[setting].is_learned else weight


def follow_setting(
    setting: gr.Dropdown, threshold: Component, weight: Component | None = None, info: str = ""
) -> Dependency:
    """Sets the threshold to the setting's own as it is chosen, and says where no weight applies.

    Args:
        setting: The choice.
        threshold: The field of the threshold.
        weight: That of the weight, if there is one.
        info: What it says where a weight applies.
    """

    def follow(name: str) -> Any:
        own = gr.update(value=NAMED_SETTINGS[name].threshold)
        return own if weight is None else (own, gr.update(**weight_field(name, info)))

    return setting.input(
        told(follow),
        setting,
        threshold if weight is None else [threshold, weight],
        queue=False,
        show_progress="hidden",
        api_visibility="private",
    )
