"""Choices that several tabs offer alike."""

import gradio as gr

from ..settings import TRADES
from .limits import Limits


def setting_choice(limits: Limits) -> gr.Dropdown:
    """Returns the choice of a setting, with what each trades; hidden where there is but one."""
    return gr.Dropdown(
        list(limits.settings),
        value=limits.settings[0],
        label="Setting",
        info=" ".join(f"{name}: {TRADES[name]}" for name in limits.settings),
        visible=len(limits.settings) > 1,
    )
