"""The tab Check against people: a user judges some answers, and SMILE estimates how many of all are correct."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component

from ...errors import SmileError
from ...people.labelled_files import LABEL
from ..pieces.fields import drawn_field, number_field, setting_chosen_in_fields, typed_number
from ..requests.rows_to_label import USUALLY, choose_to_label, estimate_while_labelling
from .file_tab import SAMPLE, FileTab

_MEANING = (
    "<p>How many of the answers are correct? Judge a random sample. SMILE's scores of the others make the estimate "
    "tighter.</p>"
)


class LabelAFew(FileTab):
    """The tab Check against people."""

    name, button, progress = "label", "Choose answers", "choosing"
    about = (
        "Labels in the file count as labels of rows drawn at random. Up to {rows} rows and {megabytes} MB. Your "
        "labels stay in this browser."
    )

    def build(self) -> None:
        """Adds the tab's content to the page."""
        gr.HTML(_MEANING)
        super().build()

    def copy_sample(self, folder: str) -> str:
        """Copies sample data without the labels that it has already."""
        path = Path(folder) / SAMPLE.name
        rows = map(json.loads, SAMPLE.read_text(encoding="utf-8").splitlines())
        path.write_text("".join(json.dumps(row | {LABEL: None}) + "\n" for row in rows), encoding="utf-8")
        return str(path)

    def fields(self) -> dict[str, Component]:
        """Adds the number of answers to judge."""
        return {"n": number_field("Sample size (picked at random)", f"{USUALLY}, or all rows of a smaller file")}

    def results(self) -> list[Component]:
        """Adds the field in which a user labels."""

        def estimate(sent: Any) -> dict[str, str]:
            """Is called by the page after each label; returns an error as text."""
            try:
                return {"html": estimate_while_labelling(self.limits, sent)}
            except SmileError as error:
                return {"error": str(error)}

        style = Path(__file__).parents[1].joinpath("labelling.css").read_text(encoding="utf-8")
        return [drawn_field("labelling", "labelling", css_template=style, server_functions=[estimate])]

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Scores the file and chooses answers."""
        sent, n = self.sent(given), typed_number("the sample size", given["n"])
        for step in choose_to_label(self.engine, cancelled, sent, setting_chosen_in_fields(given), n):
            yield step if isinstance(step, str) else (step,)
