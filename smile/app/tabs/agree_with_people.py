"""The tab Agree with people: how far metrics agree with people, where they fail, and SMILE calibrated to the labels."""

import json
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gradio as gr

from ...errors import SmileError
from ...people.agreement.metrics import METRICS
from ...people.labelled_files import LABEL, LabelOptions
from ...people.labels import LABEL_AGGREGATIONS
from ...settings.named_settings import NAMED_SETTINGS
from ..engine import ChosenSetting, Engine
from ..limits import Limits
from ..pieces.agreement_cards import agreement_cards, calibration_cards, not_calibrated, trust_cards
from ..pieces.column_fields import (
    chosen_column,
    column_field,
    columns_note,
    upload_note,
    usual_column_fields,
    usual_columns,
)
from ..pieces.html import SAVES_PICTURES, problem
from ..pieces.setting_fields import follow_setting, setting_choice
from ..replies import told, words_of
from ..requests.measured_agreement import (
    CHOSEN,
    OFFERED,
    Agreement,
    Calibration,
    LabelledFile,
    measure_agreement,
)
from ..running import connect
from ..uploads import upload_columns
from .file_fields import SAMPLE, file_field

_COLUMNS = ("Answers", "Right answers", "Questions", "Systems")


def build(engine: Engine, limits: Limits) -> None:
    """Adds the tab's content to the page."""
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            file, about = file_field(limits, "A labelled file", _about(limits), SAMPLE)
        with gr.Column(scale=6):
            labels, groups, *options = _fields()
            columns, rules = _columns_and_settings(limits)
            with gr.Row():
                button = gr.Button("Measure agreement", variant="primary")
                cancel = gr.Button("Cancel", interactive=False)
    progress = gr.HTML(elem_id="agreeing")
    outputs = _results()
    file.change(
        told(partial(_look, limits)),
        file,
        [about, labels, groups, *columns],
        show_progress="hidden",
        api_visibility="private",
    )

    def steps(
        cancelled: threading.Event,
        path: str | None,
        labels: list[str],
        groups: list[str],
        metrics: list[str],
        with_calibration: bool,
        *choices: Any,
    ) -> Iterator[str | tuple[Any, ...]]:
        *columns, threshold, label_threshold, label_aggregation, setting = choices
        prediction, reference, question, system = map(chosen_column, columns)
        file = LabelledFile(
            path,
            LabelOptions(labels, question, system, groups),
            {"prediction": prediction, "reference": reference},
            label_threshold,
            label_aggregation,
        )
        chosen = ChosenSetting(setting, threshold=threshold)
        for step in measure_agreement(engine, limits, cancelled, file, metrics, chosen, with_calibration):
            if isinstance(step, str):
                yield step
            else:
                with tempfile.TemporaryDirectory() as folder:
                    yield _shown(Path(folder), *step)

    inputs = [file, labels, groups, *options, *columns, *rules]
    connect(button, cancel, progress, steps, inputs, outputs, limits)


def write_agreement(folder: Path, measured: Agreement) -> list[str]:
    """Writes the report and the result; returns their paths."""
    page, result = folder / "agreement.html", folder / "agreement.json"
    page.write_text(measured.page, encoding="utf-8")
    result.write_text(json.dumps(measured.plain(), ensure_ascii=False, indent=2), encoding="utf-8")
    return [str(page), str(result)]


def write_settings(folder: Path, calibration: Calibration) -> str:
    """Writes the settings file; returns its path."""
    path = folder / "settings.json"
    path.write_text(calibration.settings_file, encoding="utf-8")
    return str(path)


def _fields() -> list[Any]:
    with gr.Row():
        labels = column_field(
            [], "People's labels", "column, or several for several people", multiselect=True, min_width=200
        )
        groups = column_field([], "Groups", "columns, for a table of each", multiselect=True, min_width=200)
    metrics = gr.CheckboxGroup(
        [(METRICS[name], name) for name in OFFERED],
        value=list(CHOSEN),
        label="Metrics",
        info="Each is compared with the first.",
    )
    calibrated = gr.Checkbox(
        False, label="Calibrate too", info="Fits SMILE's weight and threshold to the labels; takes longer."
    )
    return [labels, groups, metrics, calibrated]


def _columns_and_settings(limits: Limits) -> tuple[list[gr.Dropdown], list[Any]]:
    with gr.Accordion("Columns and settings", open=False):
        with gr.Row():
            columns = usual_column_fields(_COLUMNS)
        with gr.Row():
            threshold = gr.Number(
                NAMED_SETTINGS[limits.settings[0]].threshold, label="Threshold", info="A score above it is right."
            )
            label_threshold = gr.Number(
                None, label="Label threshold", info="A label above it is right; 0.5 for labels of 0 to 1."
            )
            label_aggregation = gr.Dropdown(
                list(LABEL_AGGREGATIONS), value=LABEL_AGGREGATIONS[0], label="Several labels", info="combined by"
            )
        setting = setting_choice(limits)
        follow_setting(setting, threshold)
    return columns, [threshold, label_threshold, label_aggregation, setting]


def _results() -> list[Any]:
    with gr.Row(visible=False) as downloads_row:
        downloads = [
            gr.DownloadButton(label, size="sm")
            for label in ("Download the report (HTML)", "Download the result (JSON)")
        ]
    cards = [
        gr.HTML(elem_id=name, apply_default_css=False, js_on_load=SAVES_PICTURES)
        for name in ("agreement", "trust", "calibration")
    ]
    settings = gr.DownloadButton("Download the settings file", size="sm", visible=False)
    return [downloads_row, *downloads, *cards, settings]


def _shown(folder: Path, agreement: Agreement, calibration: Calibration | str | None) -> tuple[Any, ...]:
    file = agreement.labelled.file
    settings = None
    calibrated = ""
    if isinstance(calibration, Calibration):
        settings = None if calibration.result.is_worse else write_settings(folder, calibration)
        calibrated = calibration_cards(calibration.result, calibration.curve)
    elif calibration is not None:
        calibrated = not_calibrated(calibration)
    return (
        gr.Row(visible=True),
        *write_agreement(folder, agreement),
        agreement_cards(agreement.found, agreement.pictures, agreement.cautions),
        trust_cards(agreement.found, file.rows, file.ids),
        calibrated,
        gr.DownloadButton(value=settings, visible=settings is not None),
    )


def _look(limits: Limits, file: str | None) -> tuple[Any, ...]:
    empty = [*[gr.Dropdown([], value=[])] * 2, *[usual_columns([])] * len(_COLUMNS)]
    if file is None:
        return _about(limits), *empty
    try:
        names, known = upload_columns(file, limits)
    except SmileError as error:
        return problem(*words_of(error)), *empty
    missing = [what for role, what in (("prediction", "answers"), ("reference", "right answers")) if not known[role]]
    if LABEL not in names:
        missing.append("labels")
    return (
        columns_note(f"{len(names)} columns", missing, "Measure agreement"),
        gr.Dropdown(names, value=[LABEL] if LABEL in names else []),
        gr.Dropdown(names, value=[]),
        *[usual_columns(names)] * len(_COLUMNS),
    )


def _about(limits: Limits) -> str:
    return upload_note(
        limits,
        "Answers with people's labels: numbers, or true and false. "
        f"Up to {limits.rows:,} rows and {limits.megabytes} MB.",
    )
