"""The tab Label a few: a visitor judges some answers, and sees how many of all are right, with an interval."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component

from ...errors import SmileError
from ...people.labelled_files import LABEL
from ..pieces.fields import chosen_setting, drawn_field, setting_choice
from ..requests.rows_to_label import choose_to_label, estimate_so_far
from ..uploads import SeenFile
from .file_tab import SAMPLE, FileTab, column_fields

_USUALLY = 50
_MEANING = (
    "<p>How many of the answers are correct? You need not judge them all: judge a random sample, and SMILE's scores "
    "of the others make the estimate tighter.</p>"
)


class LabelAFew(FileTab):
    """The tab Label a few."""

    name, button, progress = "label", "Choose answers", "choosing"
    about = (
        f"Questions, right answers and a system's answers. Labels in a column '{LABEL}' count as labels of rows drawn "
        "at random. Up to {rows} rows and {megabytes} MB. Your labels stay in this browser."
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
        """Adds the fields of the run; returns them by name."""
        info = "Drawn at random; all of a smaller file."
        n = gr.Number(_USUALLY, label="Answers to judge", minimum=1, precision=0, info=info)
        with gr.Accordion("Columns and setting", open=False):
            with gr.Row():
                columns = column_fields()
            setting = setting_choice(self.limits)
        return {"n": n} | columns | {"setting": setting}

    def known(self, seen: SeenFile) -> dict[str, Any]:
        """Returns the number of answers, no more than the file has, and the choices of columns."""
        n = min(_USUALLY, seen.n_rows) if seen.n_rows else _USUALLY
        return {"n": gr.update(value=n)} | super().known(seen)

    def results(self) -> list[Component]:
        """Adds the field in which a visitor labels."""

        def estimate(sent: Any) -> dict[str, str]:
            """The page calls this after each label; an error comes back as text, as the page shows it."""
            try:
                return {"html": estimate_so_far(self.limits, sent)}
            except SmileError as error:
                return {"error": str(error)}

        style = Path(__file__).parents[1].joinpath("labelling.css").read_text(encoding="utf-8")
        return [drawn_field("labelling", "labelling", css_template=style, server_functions=[estimate])]

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Scores the file and chooses answers."""
        sent, n = self.sent(given), int(given["n"] or 0)
        for step in choose_to_label(self.engine, cancelled, sent, chosen_setting(given), n):
            yield step if isinstance(step, str) else (step,)
