"""Finished results that an address brings back: kept with gradio's temporary files, as long as these are kept."""

import json
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import gradio as gr
import regex
from gradio.components import Component
from gradio.processing_utils import save_file_to_cache

from ..errors import DataError
from .limits import Limits
from .replies import QUIET, in_place, note

_KEY = regex.compile(r"[\w-]{22}")
_BROUGHT_BACK = "The result that the address names. The fields above may be those of another run, or empty."

Steps = Callable[..., Iterator[str | tuple[Any, ...]]]


def keep_results(
    tab: str, progress: gr.HTML, steps: Steps, outputs: Sequence[Component], limits: Limits
) -> tuple[Steps, list[Component]]:
    """Adds to a tab what puts its finished result into the address, and shows the result that the address names.

    Returns:
        The run and its outputs; `page.js` reads the key of the result from the first.
    """
    ask = f'smile.keepResult("{tab}", (key) => trigger("select", {{key}}), props, watch)'
    address = gr.HTML("", elem_classes="smile-address", js_on_load=ask)

    def keeping(*values: Any) -> Iterator[str | tuple[Any, ...]]:
        for step in steps(*values):
            yield step if isinstance(step, str) else (_keep(address, outputs, step), *step)

    def bring_back(event: gr.EventData) -> tuple[Any, ...]:
        return note(_BROUGHT_BACK), *_kept(address, outputs, str(event.key), limits)

    nothing = [gr.skip() for _ in outputs]
    address.select(in_place(bring_back, *nothing), None, [progress, *outputs], **QUIET)
    return keeping, [address, *outputs]


def _keep(address: gr.HTML, outputs: Sequence[Component], values: Sequence[Any]) -> str:
    """Keeps the values of outputs; returns the key, which no one can guess."""
    key = secrets.token_urlsafe(16)
    path = _path(address, key)
    lasting = [_lasting(address, *each) for each in zip(outputs, values, strict=True)]
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(lasting), encoding="utf-8")
    address.temp_files.add(str(path))  # gradio deletes it in time
    return key


def _kept(address: gr.HTML, outputs: Sequence[Component], key: str, limits: Limits) -> list[Any]:
    """Returns the values that a key stands for; the time until they are deleted begins anew."""
    try:
        if not _KEY.fullmatch(key):
            raise FileNotFoundError(key)
        path = _path(address, key)
        values: list[Any] = json.loads(path.read_text(encoding="utf-8"))
        os.utime(path)
        return [_lasting(address, *each) for each in zip(outputs, values, strict=True)]
    except FileNotFoundError:
        raise DataError(
            f"this result is gone: results are deleted {limits.keep_minutes} minutes after their last use; choose the "
            "file again and run it anew"
        ) from None


def _path(address: gr.HTML, key: str) -> Path:
    return Path(address.GRADIO_CACHE, key, "result.json")


def _lasting(address: gr.HTML, output: Component, value: Any) -> Any:
    """Returns a value with its file, if there is one, where gradio itself puts it once it is shown."""
    if isinstance(output, gr.DownloadButton) and isinstance(value, dict):
        return value | {"value": _lasting(address, output, value["value"])}
    return save_file_to_cache(value, address.GRADIO_CACHE) if isinstance(output, gr.DownloadButton) and value else value
