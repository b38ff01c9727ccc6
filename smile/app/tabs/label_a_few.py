"""The tab Label a few: a visitor judges some answers, and sees how many of all are right, with an interval."""

import json
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component

from ...errors import SmileError
from ...files.row_columns import COLUMN_NAMES
from ...files.systems import SYSTEM
from ...people.labelled_files import LABEL
from ..pieces.fields import (
    chosen_column,
    chosen_columns,
    chosen_setting,
    column_field,
    drawn_field,
    optional_choice,
    setting_choice,
    usual_column_fields,
    usual_columns,
)
from ..requests.rows_to_label import choose_to_label, estimate_so_far
from ..sent_files import SentFile
from ..uploads import SeenFiles
from .file_tab import FileTab

_ROLES = tuple(COLUMN_NAMES)
_USUALLY = 50
_MEANING = (
    "<p>How many of the answers are correct? You need not judge them all: judge a random sample, and SMILE's scores "
    "of the others make the estimate tighter.</p>"
)


class LabelAFew(FileTab):
    """The tab Label a few."""

    name, label, button, progress = "label", "A file", "Choose answers", "choosing"
    about = (
        f"Questions, right answers and a system's answers. Labels in a column '{LABEL}' count as labels of rows drawn "
        "at random. Up to {rows} rows and {megabytes} MB. Your labels stay in this browser."
    )

    def build(self) -> None:
        """Adds the tab's content to the page."""
        gr.HTML(_MEANING)
        super().build()

    def copy_sample(self, sample: Path, folder: str) -> str:
        """Copies sample data without the labels that it has already."""
        path = Path(folder) / sample.name
        rows = map(json.loads, sample.read_text(encoding="utf-8").splitlines())
        path.write_text("".join(json.dumps(row | {LABEL: None}) + "\n" for row in rows), encoding="utf-8")
        return str(path)

    def fields(self) -> dict[str, Component]:
        """Adds the fields of the run; returns them by name."""
        info = "Drawn at random; all of a smaller file."
        n = gr.Number(_USUALLY, label="Answers to judge", minimum=1, precision=0, info=info)
        with gr.Accordion("Columns and setting", open=False):
            with gr.Row():
                columns = usual_column_fields(_ROLES)
                columns["system"] = column_field([], "Systems", "column, if there is one")
                columns["label"] = column_field([], "Labels", "column, if there is one")
            setting = setting_choice(self.limits)
        return {"n": n} | columns | {"setting": setting}

    def known(self, seen: SeenFiles) -> dict[str, Any]:
        """Returns the number of answers, no more than the file has, and the choices of columns."""
        n = gr.update(value=min([_USUALLY, *seen.n_rows]))
        optional = {"system": optional_choice(seen, SYSTEM), "label": optional_choice(seen, LABEL)}
        return {"n": n} | usual_columns(_ROLES, seen) | optional

    def found(self, seen: SeenFiles) -> str:
        """Returns the number of columns, and whether there are labels already."""
        return super().found(seen) + (", labels among them" if LABEL in seen.names else "")

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

    def sent(self, given: Mapping[str, Any]) -> SentFile:
        """Returns the file and its columns."""
        columns, label, system = chosen_columns(given, _ROLES), given["label"], given["system"]
        return SentFile(given["file"], columns, chosen_column(label), chosen_column(system), given["handling"])

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Scores the file and chooses answers."""
        sent, n = self.sent(given), int(given["n"] or 0)
        for step in choose_to_label(self.engine, cancelled, sent, chosen_setting(given), n):
            yield step if isinstance(step, str) else (step,)
