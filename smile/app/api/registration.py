"""Adds the endpoints to the app."""

import inspect
from collections.abc import Callable
from typing import Any

import gradio as gr
from gradio.components import Component
from gradio.events import api as add_endpoint

from ...people.labels import LABEL_AGGREGATIONS
from ..engine import Engine
from ..limits import Limits
from ..replies import told
from ..requests.measured_agreement import CHOSEN
from ..uploads import upload_field
from .endpoints import Endpoints


def build(engine: Engine, limits: Limits) -> None:
    """Adds the endpoints to the app that is being built."""
    endpoints = Endpoints(engine, limits)
    scoring: dict[str, Any] = {"concurrency_id": "scoring", "concurrency_limit": limits.at_a_time}
    of_texts: tuple[Callable[..., Any], ...] = (endpoints.score_answers, endpoints.score_rows)
    for endpoint in of_texts:
        add_endpoint(told(endpoint), api_name=endpoint.__name__, **scoring)
    # Files need hidden fields: an endpoint without them would take any path of this machine.
    with gr.Row(visible=False):
        of_files: tuple[tuple[Callable[..., Any], str, gr.File], ...] = (
            (endpoints.score_file, "summary", _files("scores")),
            (endpoints.compare_systems, "comparison", _files("downloads")),
            (endpoints.agree_with_people, "agreement", _files("downloads")),
            (endpoints.calibrate, "calibration", gr.File(label="settings")),
        )
        for endpoint, result, downloads in of_files:
            fields = [_field(each, limits) for each in inspect.signature(endpoint).parameters.values()]
            results = [gr.JSON(label=result), downloads]
            gr.Button().click(told(endpoint), fields, results, api_name=endpoint.__name__, **scoring)


def _field(parameter: inspect.Parameter, limits: Limits) -> Component:
    name = parameter.name
    if name in ("file", "files"):
        return upload_field(name, several=name == "files")
    if parameter.annotation == list[str]:
        return gr.JSON(list(CHOSEN) if name == "metrics" else [], label=name)
    if parameter.annotation == float | None:
        return gr.Number(label=name)
    defaults = {"label_aggregation": LABEL_AGGREGATIONS[0], "setting": limits.settings[0]}
    return gr.Textbox(defaults.get(name, ""), label=name)


def _files(label: str) -> gr.File:
    return gr.File(label=label, file_count="multiple")
