"""The tab Agree with people: how far metrics agree with people, where they fail, and SMILE calibrated to the labels."""

import json
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component

from ...people.agreement.metrics import METRICS
from ...people.labelled_files import LABEL, LabelOptions
from ...people.labels import LABEL_AGGREGATIONS
from ...reporting.pages.report_html import report_html
from ...reporting.report import Line, Report
from ...settings.named_settings import NAMED_SETTINGS
from ..pieces.fields import (
    chosen_columns,
    chosen_setting,
    column_field,
    follow_setting,
    report_field,
    setting_choice,
    usual_column_fields,
    usual_columns,
)
from ..requests.measured_agreement import CHOSEN, OFFERED, Agreement, Calibration, measure_agreement
from ..sent_files import LabelledFile
from ..uploads import SeenFiles
from .file_tab import FileTab

_ROLES = ("prediction", "reference", "question", "system")


class AgreeWithPeople(FileTab):
    """The tab Agree with people."""

    name, label, button, progress = "agree", "A labelled file", "Measure agreement", "agreeing"
    about = "Answers with people's labels: numbers, or true and false. Up to {rows} rows and {megabytes} MB."

    def fields(self) -> dict[str, Component]:
        """Adds the fields of the run; returns them by name."""
        several: dict[str, Any] = {"multiselect": True, "min_width": 200}
        with gr.Row():
            labels = column_field([], "People's labels", "column, or several for several people", **several)
            groups = column_field([], "Groups", "columns, for a table of each", **several)
        metrics = gr.CheckboxGroup(
            [(METRICS[name], name) for name in OFFERED],
            value=list(CHOSEN),
            label="Metrics",
            info="Each is compared with the first.",
        )
        calibrated = gr.Checkbox(
            False, label="Calibrate too", info="Fits SMILE's weight and threshold to the labels; takes longer."
        )
        fields = {"labels": labels, "groups": groups, "metrics": metrics, "with_calibration": calibrated}
        with gr.Accordion("Columns and settings", open=False):
            with gr.Row():
                fields |= usual_column_fields(_ROLES)
            with gr.Row():
                own = NAMED_SETTINGS[self.limits.settings[0]].threshold
                threshold = gr.Number(own, label="Threshold", info="A score above it is right.")
                label_threshold = gr.Number(
                    None, label="Label threshold", info="A label above it is right; 0.5 for labels of 0 to 1."
                )
                label_aggregation = gr.Dropdown(
                    list(LABEL_AGGREGATIONS), value=LABEL_AGGREGATIONS[0], label="Several labels", info="combined by"
                )
            setting = setting_choice(self.limits)
            follow_setting(setting, threshold)
        rules = {"threshold": threshold, "label_threshold": label_threshold, "label_aggregation": label_aggregation}
        return fields | rules | {"setting": setting}

    def known(self, seen: SeenFiles) -> dict[str, Any]:
        """Returns the choices of labels, groups and columns."""
        return {
            "labels": gr.update(choices=[*seen.names], value=[LABEL] if LABEL in seen.names else []),
            "groups": gr.update(choices=[*seen.names], value=[]),
        } | usual_columns(_ROLES, seen)

    def missing(self, names: Sequence[str]) -> list[str]:
        """Returns whether a visitor has to choose the labels."""
        return [] if LABEL in names else ["labels"]

    def results(self) -> list[Component]:
        """Adds the downloads and the three results."""
        with gr.Row(visible=False) as row:
            whats = ("report (HTML)", "result (JSON)")
            downloads = [gr.DownloadButton(f"Download the {what}", size="sm") for what in whats]
        cards = [report_field(name) for name in ("agreement", "trust", "calibration")]
        return [row, *downloads, *cards, gr.DownloadButton("Download the settings file", size="sm", visible=False)]

    def sent(self, given: Mapping[str, Any]) -> LabelledFile:
        """Returns the file and its columns."""
        columns = chosen_columns(given, _ROLES)
        return LabelledFile(
            given["file"],
            LabelOptions(given["labels"], columns["question"], columns.pop("system"), given["groups"]),
            columns,
            given["label_threshold"],
            given["label_aggregation"],
            given["handling"],
        )

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Measures the agreement."""
        file = self.sent(given)
        chosen, calibrates = chosen_setting(given), given["with_calibration"]
        for step in measure_agreement(self.engine, cancelled, file, given["metrics"], chosen, calibrates):
            if isinstance(step, str):
                yield step
            else:
                with tempfile.TemporaryDirectory() as folder:
                    yield _shown(Path(folder), *step)


def write_agreement(folder: Path, measured: Agreement) -> list[str]:
    """Writes the report and the result; returns their paths."""
    page, result = folder / "agreement.html", folder / "agreement.json"
    page.write_text(measured.page, encoding="utf-8")
    result.write_text(json.dumps(measured.result, ensure_ascii=False, indent=2), encoding="utf-8")
    return [str(page), str(result)]


def write_settings(folder: Path, calibration: Calibration) -> str:
    """Writes the settings file; returns its path."""
    path = folder / "settings.json"
    path.write_text(calibration.settings_file, encoding="utf-8")
    return str(path)


def _shown(folder: Path, agreement: Agreement, calibration: Calibration | str | None) -> tuple[Any, ...]:
    settings = None
    calibrated = ""
    if isinstance(calibration, Calibration):
        settings = None if calibration.result.is_worse else write_settings(folder, calibration)
        calibrated = calibration.card
    elif calibration is not None:
        text = Line(f"Not calibrated: {calibration}", "warning")
        calibrated = report_html(Report("Calibration", [Report("Calibration", [text])]))
    return (
        gr.update(visible=True),
        *write_agreement(folder, agreement),
        *agreement.cards,
        calibrated,
        gr.update(value=settings, visible=settings is not None),
    )
