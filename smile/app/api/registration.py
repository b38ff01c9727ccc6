"""Adds the endpoints to the app."""

import inspect
import json
from collections.abc import Callable, Sequence
from typing import Any, Literal

import gradio as gr
from gradio.components import Component
from gradio.events import api as add_endpoint
from gradio.processing_utils import add_root_url
from gradio_client.utils import is_file_obj_with_meta

from ...people.labels import LABEL_AGGREGATIONS
from ..engine import Engine
from ..limits import Limits
from ..replies import told
from ..requests.measured_agreement import CHOSEN, OFFERED
from ..uploads import upload_field
from .endpoints import Endpoints


def build(engine: Engine) -> None:
    """Adds the endpoints to the app that is being built."""
    endpoints = Endpoints(engine)
    scoring: dict[str, Any] = {"concurrency_id": "scoring", "concurrency_limit": engine.limits.at_a_time}
    of_texts: tuple[Callable[..., Any], ...] = (endpoints.score_answers, endpoints.score_rows)
    for endpoint in of_texts:
        called = told(endpoint)
        # The schema lists what `setting` may be.
        called.__annotations__ = endpoint.__annotations__ | {"setting": Literal[("", *engine.limits.settings)]}
        add_endpoint(called, api_name=endpoint.__name__, **scoring)
    # Files need hidden fields: an endpoint without them would take any path of this machine.
    with gr.Row(visible=False):
        of_files: tuple[tuple[Callable[..., Any], str, gr.File], ...] = (
            (endpoints.score_file, "summary", _files("scores")),
            (endpoints.compare_systems, "comparison", _files("downloads")),
            (endpoints.agree_with_people, "agreement", _files("downloads")),
            (endpoints.calibrate, "calibration", gr.File(label="settings")),
        )
        for endpoint, result, downloads in of_files:
            fields = [_field(each, engine.limits) for each in inspect.signature(endpoint).parameters.values()]
            results = [gr.JSON(label=result), downloads]
            gr.Button().click(told(endpoint), fields, results, api_name=endpoint.__name__, **scoring)


def _field(parameter: inspect.Parameter, limits: Limits) -> Component:
    name = parameter.name
    if name in ("file", "files"):
        return upload_field(name, several=name == "files")
    if parameter.annotation == list[str]:
        names = gr.JSON(list(CHOSEN) if name == "metrics" else [], label=name)
        # Gradio's own {"type": {}} is no schema: the tool could not be called. Not a subclass: see `upload_field`.
        of_one = {"type": "string"} | ({"enum": list(OFFERED)} if name == "metrics" else {})
        names.api_info = lambda: {"type": "array", "items": of_one}
        return names
    if parameter.annotation == float | None:
        return gr.Number(label=name)
    choices = {"label_aggregation": LABEL_AGGREGATIONS, "setting": ("", *limits.settings)}
    if name in choices:
        return gr.Dropdown(list(choices[name]), value=choices[name][0], label=name)
    return gr.Textbox("", label=name)


def answer_in_json(app: gr.Blocks) -> None:
    """Makes the tools of a served app answer in JSON; gradio would answer in the notation of Python."""
    server = app.mcp_server_obj
    assert server is not None  # noqa: S101 (it is served with its tools)
    in_python = server.postprocess_output_data

    def in_json(data: Sequence[Any], root_url: str) -> Any:
        addressed = add_root_url(list(data), root_url, None)
        whole = [json.dumps(each, ensure_ascii=False) if _is_data(each) else each for each in addressed]
        return in_python(whole, root_url)

    server.postprocess_output_data = in_json


def _is_data(output: Any) -> bool:
    return isinstance(output, list | dict) and not is_file_obj_with_meta(output)


def _files(label: str) -> gr.File:
    return gr.File(label=label, file_count="multiple")
