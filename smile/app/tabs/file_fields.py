"""How a visitor gives a file: sent, as sample data, or pasted as a table."""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import gradio as gr

from ...errors import DataError
from ..limits import Limits
from ..pieces.html import in_place
from ..replies import told
from ..upload_checks import ENDINGS, check_name_and_size
from ..uploads import upload_field

# Beside app.py, in the checkout and in a Space; an installed package comes without them.
_ASSETS = Path(__file__).parents[3] / "assets"
SAMPLE = (_ASSETS / "sample_qa.jsonl",)
SAMPLE_OF_SYSTEMS = tuple(_ASSETS / "compare" / f"{name}.jsonl" for name in ("small", "medium", "large"))


def file_field(
    limits: Limits,
    label: str,
    about: str,
    samples: Sequence[Path],
    *,
    several: bool = False,
    copy: Callable[[Path, str], str] = shutil.copy,
) -> tuple[gr.File, gr.HTML]:
    """Adds a field for files, a button that fills it with sample data, a field to paste a table, and a note.

    Args:
        limits: How much a visitor may send.
        label: What the field is for.
        about: The note, as HTML. Why a file is refused stands in its place.
        samples: The files of sample data; there is no button where they are missing.
        several: Whether several files may be sent.
        copy: Copies a file of sample data into a folder and returns the path.

    Returns:
        The field, and the note.
    """
    file = upload_field(label, several=several)
    private: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}
    if all(path.is_file() for path in samples):
        gr.Button("Try with sample data", size="sm").click(
            partial(_copies, samples, several, copy), None, file, **private
        )
    with gr.Accordion("Or paste a table", open=False):
        pasted = gr.Textbox(
            label="Table",
            info="Copied from a spreadsheet, its header too; or CSV, or JSON lines.",
            placeholder="question\treference\tprediction",
            lines=4,
            max_lines=10,
        )
        gr.Button("Use this table", size="sm").click(told(partial(_written, several)), pasted, file, **private)
    # gradio would say it in a passing message, titled "Error".
    most = limits.megabytes * 1024 * 1024
    note = gr.HTML(about, js_on_load=f"smile.refuseFiles(element, trigger, {json.dumps(ENDINGS)}, {most})")

    def refuse(event: gr.EventData) -> str:
        check_name_and_size(str(event.name), int(event.size), limits)
        return about

    note.select(in_place(refuse), None, note, **private)
    return file, note


def table_name(text: str) -> str:
    r"""Returns the name of the file that a pasted table becomes.

    >>> table_name("question\tprediction\n"), table_name('{"prediction": "a"}'), table_name('[{"prediction": "a"}]')
    ('pasted.csv', 'pasted.jsonl', 'pasted.json')
    """
    ending = {"{": "jsonl", "[": "json"}.get(text.lstrip()[:1], "csv")
    return f"pasted.{ending}"


def _copies(samples: Sequence[Path], several: bool, copy: Callable[[Path, str], str]) -> Iterator[Any]:
    # gradio takes files from the folder of temporary files wherever the app was started.
    with tempfile.TemporaryDirectory() as folder:
        copies = [copy(path, folder) for path in samples]
        yield copies if several else copies[0]


def _written(several: bool, text: str) -> Iterator[Any]:
    if not text.strip():
        raise DataError("paste a table first")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, table_name(text))
        path.write_bytes(text.encode("utf-8", "replace"))
        yield [str(path)] if several else str(path)
