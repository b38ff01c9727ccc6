"""Finished results that an address brings back: kept with gradio's temporary files, as long as these are kept."""

import json
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr
import regex
from gradio.components import Component
from gradio.processing_utils import save_file_to_cache

from ..errors import DataError
from .limits import Limits
from .replies import QUIET, note, problem, words_of

_KEY = regex.compile(r"[\w-]{22}")
_BROUGHT_BACK = "The result that the address names. The fields above may be those of another run, or empty."

Steps = Callable[..., Iterator[str | tuple[Any, ...]]]


class Run(NamedTuple):
    """A run of a tab: where its progress stands, what it does, and the fields that it fills."""

    progress: gr.HTML
    steps: Steps
    outputs: Sequence[Component]


def keep_results(tab: str, limits: Limits, *runs: Run) -> list[Run]:
    """Adds to a tab what puts the finished result of a run into the address, and shows the result that this names.

    Returns:
        The runs; `page.js` reads the key of the result from the first output of each.
    """
    ask = f'smile.keepResult("{tab}", (key) => trigger("select", {{key}}), props, watch)'
    address = gr.HTML("", elem_classes="smile-address", js_on_load=ask)
    filled: list[Component] = [field for run in runs for field in (run.progress, *run.outputs)]

    def bring_back(event: gr.EventData) -> dict[Component, Any]:
        try:
            number, values = _kept(address, str(event.key), limits)
            fields = [runs[number].progress, *runs[number].outputs]
            return {field: _lasting(address, field, value) for field, value in zip(fields, values, strict=True)}
        except Exception as error:
            return {runs[0].progress: problem(*words_of(error))}

    def kept(number: int, run: Run) -> Run:
        def keeping(*values: Any) -> Iterator[str | tuple[Any, ...]]:
            for step in run.steps(*values):
                yield step if isinstance(step, str) else (_keep(address, number, run.outputs, step), *step)

        return run._replace(steps=keeping, outputs=[address, *run.outputs])

    address.select(bring_back, None, filled, **QUIET)
    return [kept(number, run) for number, run in enumerate(runs)]


def _keep(address: gr.HTML, number: int, outputs: Sequence[Component], values: Sequence[Any]) -> str:
    """Keeps the values that a run gave its outputs; returns the key, which no one can guess."""
    key = secrets.token_urlsafe(16)
    path = _path(address, key)
    lasting = [_lasting(address, *each) for each in zip(outputs, values, strict=True)]
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps([number, [note(_BROUGHT_BACK), *lasting]]), encoding="utf-8")
    address.temp_files.add(str(path))  # gradio deletes it in time
    return key


def _kept(address: gr.HTML, key: str, limits: Limits) -> tuple[int, list[Any]]:
    """Returns the run that a key stands for and its values; the time until they are deleted begins anew."""
    try:
        if not _KEY.fullmatch(key):
            raise FileNotFoundError(key)
        path = _path(address, key)
        number, values = json.loads(path.read_text(encoding="utf-8"))
        os.utime(path)
        return number, values
    except FileNotFoundError:
        raise DataError(
            f"this result is gone: results are deleted {limits.kept_for} after their last use; run it anew"
        ) from None


def _path(address: gr.HTML, key: str) -> Path:
    return Path(address.GRADIO_CACHE, key, "result.json")


def _lasting(address: gr.HTML, output: Component, value: Any) -> Any:
    """Returns a value with its file, if there is one, where gradio itself puts it once it is shown."""
    if isinstance(output, gr.DownloadButton) and isinstance(value, dict):
        return value | {"value": _lasting(address, output, value["value"])}
    return save_file_to_cache(value, address.GRADIO_CACHE) if isinstance(output, gr.DownloadButton) and value else value
