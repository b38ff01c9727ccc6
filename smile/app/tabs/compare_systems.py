"""The tab Compare systems: which of several answers better, by how much, and whether chance explains it."""

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gradio as gr

from ...errors import SmileError
from ...files.systems import SYSTEM
from ...reporting.comparison_report import comparison_report, questions_report
from ...reporting.pages.report_html import report_html
from ..engine import ChosenSetting, Engine
from ..exports import ENDINGS as EXPORT_ENDINGS
from ..limits import CONFIDENCE_LEVEL, Limits
from ..pieces.column_fields import (
    chosen_columns,
    column_field,
    columns_note,
    upload_note,
    usual_column_fields,
    usual_columns,
)
from ..pieces.html import SAVES_PICTURES, note, problem
from ..pieces.setting_fields import given_weight, setting_fields
from ..replies import told, words_of
from ..requests.compared_systems import SystemFiles, compare_files, system_names
from ..running import connect
from ..uploads import ROLE_LABELS, shared_columns
from .file_fields import SAMPLE_OF_SYSTEMS, file_field

_DOWNLOADS = (*(ending[1:].upper() for ending in EXPORT_ENDINGS), "comparison (JSON)", "figure (PNG)")


def build(engine: Engine, limits: Limits) -> None:
    """Adds the tab's content to the page."""
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            files, about = file_field(limits, "Files", _about(limits), SAMPLE_OF_SYSTEMS, several=True)
        with gr.Column(scale=6):
            with gr.Row():
                names = gr.Textbox(
                    label="Names of the systems",
                    info="One per line, in the order of the files; empty for the files' names.",
                    lines=2,
                    max_lines=8,
                    min_width=240,
                )
                system_column = column_field([], "Systems", "column, in one file of all systems", visible=False)
            with gr.Accordion("Columns and settings", open=False):
                with gr.Row():
                    columns = usual_column_fields(list(ROLE_LABELS.values()))
                setting, weight, threshold = setting_fields(limits)
            with gr.Row():
                button = gr.Button("Compare", variant="primary")
                cancel = gr.Button("Cancel", interactive=False)
    progress = gr.HTML(elem_id="comparing")
    found = gr.HTML(elem_id="comparison", apply_default_css=False, js_on_load=SAVES_PICTURES)
    with gr.Row(visible=False) as downloads_row:
        downloads = [gr.DownloadButton(f"Download {what}", size="sm") for what in _DOWNLOADS]
    questions = gr.HTML(elem_id="questions", apply_default_css=False)

    files.change(
        told(partial(_look, limits)),
        files,
        [about, names, system_column, *columns],
        show_progress="hidden",
        api_visibility="private",
    )

    def steps(
        cancelled: threading.Event, files: list[str] | None, names: str, system_column: str | None, *choices: Any
    ) -> Iterator[str | tuple[Any, ...]]:
        *columns, setting, weight, threshold = choices
        sent = SystemFiles(files, system_names(names), system_column or None, chosen_columns(columns))
        chosen = ChosenSetting(setting, given_weight(setting, weight), threshold)
        for step in compare_files(engine, limits, cancelled, sent, chosen):
            if isinstance(step, str):
                yield step
            else:
                report = comparison_report(step.result, step.settings.threshold, CONFIDENCE_LEVEL)
                yield (
                    report_html(report, {"comparison": step.picture}),
                    gr.Row(visible=True),
                    *step.downloads,
                    report_html(questions_report(step.paired, step.scores)),
                )

    inputs = [files, names, system_column, *columns, setting, weight, threshold]
    connect(button, cancel, progress, steps, inputs, [found, downloads_row, *downloads, questions], limits)


def _look(limits: Limits, files: list[str] | None) -> tuple[Any, ...]:
    empty = (gr.Textbox("", visible=True), gr.Dropdown([], visible=False), *[usual_columns([])] * len(ROLE_LABELS))
    if not files:
        return _about(limits), *empty
    try:
        shared, missing = shared_columns(files, limits)
    except SmileError as error:
        return problem(*words_of(error)), *empty
    is_one = len(files) == 1
    by_name = SYSTEM if SYSTEM in shared else None
    found = "One file" if is_one else f"{len(files)} files"
    if is_one and by_name is None and not missing:
        message = note(f"{found}: choose the column that names the system, or add another file.")
    else:
        message = columns_note(found, [ROLE_LABELS[role].lower() for role in missing], "Compare")
    return (
        message,
        gr.Textbox("" if is_one else "\n".join(Path(file).stem for file in files), visible=not is_one),
        gr.Dropdown(shared, value=by_name, visible=is_one),
        *[usual_columns(shared)] * len(ROLE_LABELS),
    )


def _about(limits: Limits) -> str:
    return upload_note(
        limits,
        "A file for each system, or one file with a column that names the system. Rows pair up by id, by question or "
        f"by position. Up to {limits.systems} systems, {limits.rows:,} rows in all and {limits.megabytes} MB a file.",
    )
