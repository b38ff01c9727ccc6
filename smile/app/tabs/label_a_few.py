"""The tab Label a few: a visitor judges some answers, and sees how many of all are right, with an interval."""

import json
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gradio as gr

from ...errors import SmileError
from ...people.labelled_files import LABEL, LabelOptions
from ..engine import ChosenSetting, Engine
from ..limits import Limits
from ..pieces.column_fields import (
    NO_COLUMN,
    USUAL_NAME,
    chosen_column,
    columns_note,
    upload_note,
    usual_column_fields,
    usual_columns,
)
from ..pieces.html import problem
from ..pieces.setting_fields import setting_choice
from ..replies import told, words_of
from ..requests.rows_to_label import choose_to_label, estimate_so_far
from ..running import connect
from ..uploads import upload_columns
from .file_fields import SAMPLE, file_field

_HERE = Path(__file__).parents[1]
_COLUMNS = ("Answers", "Right answers", "Questions", "Systems")
_USUALLY = 50
_MEANING = (
    "<p>How many of the answers are right? You need not judge them all: judge some that chance chooses, and SMILE's "
    "scores of the others make the most of your labels.</p>"
)


def build(engine: Engine, limits: Limits) -> None:
    """Adds the tab's content to the page."""
    gr.HTML(_MEANING)
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            file, about = file_field(limits, "A file", _about(limits), SAMPLE, copy=_without_labels)
        with gr.Column(scale=6):
            n = gr.Number(_USUALLY, label="Answers to judge", minimum=1, precision=0, info="Chance chooses them.")
            with gr.Accordion("Columns and setting", open=False):
                with gr.Row():
                    *columns, labels = usual_column_fields([*_COLUMNS, "Labels"])
                setting = setting_choice(limits)
            with gr.Row():
                button = gr.Button("Choose answers", variant="primary")
                cancel = gr.Button("Cancel", interactive=False)
    progress = gr.HTML(elem_id="choosing")

    def estimate(sent: Any) -> dict[str, Any]:
        """The page calls this after each label; an error comes back as text, as the page shows it."""
        try:
            return estimate_so_far(limits, sent)
        except SmileError as error:
            return {"error": str(error)}

    labelling = gr.HTML(
        None,
        html_template=(_HERE / "labelling.html").read_text(encoding="utf-8"),
        js_on_load=(_HERE / "labelling.js").read_text(encoding="utf-8"),
        css_template=(_HERE / "labelling.css").read_text(encoding="utf-8"),
        server_functions=[estimate],
        apply_default_css=False,
        elem_id="labelling",
    )
    private: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}
    file.change(told(partial(_look, limits)), file, [about, labels, *columns], **private)

    def steps(
        cancelled: threading.Event, path: str | None, n: float, labels: str | None, setting: str, *columns: str | None
    ) -> Iterator[str | tuple[Any, ...]]:
        prediction, reference, question, system = map(chosen_column, columns)
        named = chosen_column(labels)
        options = LabelOptions([named] if named else None, question, system)
        roles = {"prediction": prediction, "reference": reference, "question": question}
        chosen = ChosenSetting(setting)
        for step in choose_to_label(
            engine, limits, cancelled, path, options, roles, chosen, int(n or 0), with_labels=named != ""
        ):
            yield step if isinstance(step, str) else (step,)

    connect(button, cancel, progress, steps, [file, n, labels, setting, *columns], [labelling], limits)


def _without_labels(sample: Path, folder: str) -> str:
    """Copies sample data into a folder, without the labels that it has already; returns the path."""
    path = Path(folder) / sample.name
    rows = map(json.loads, sample.read_text(encoding="utf-8").splitlines())
    path.write_text("".join(json.dumps(row | {LABEL: None}) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def _look(limits: Limits, file: str | None) -> tuple[Any, ...]:
    nothing = gr.Dropdown([USUAL_NAME], value=USUAL_NAME), *[usual_columns([])] * len(_COLUMNS)
    if file is None:
        return _about(limits), *nothing
    try:
        names, known = upload_columns(file, limits)
    except SmileError as error:
        return problem(*words_of(error)), *nothing
    missing = [what for role, what in (("prediction", "answers"), ("reference", "right answers")) if not known[role]]
    labels = gr.Dropdown([USUAL_NAME, NO_COLUMN, *names], value=USUAL_NAME)
    found = f"{len(names)} columns" + (", labels among them" if LABEL in names else "")
    return columns_note(found, missing, "Choose answers"), labels, *[usual_columns(names)] * len(_COLUMNS)


def _about(limits: Limits) -> str:
    return upload_note(
        limits,
        f"Questions, right answers and a system's answers, and labels if there are some in a column '{LABEL}'. Up to "
        f"{limits.rows:,} rows and {limits.megabytes} MB. Your labels stay in this browser.",
    )
