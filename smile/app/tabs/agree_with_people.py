"""The tab Agree with people: how far metrics say what people say, where they fail, and weight and threshold to fit."""

import json
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import gradio as gr

from ...aliases import OnProgress
from ...disk.hashes import file_sha256
from ...errors import DataError, UsageError
from ...files.writing import without_nan
from ...people.agreement.agreement_scorer import AgreementScorer
from ...people.agreement.metrics import METRICS
from ...people.agreement.side_by_side import SideBySide, measure_metrics
from ...people.annotators import COMBINATIONS
from ...people.calibration.calibrator import CalibrationResult
from ...people.calibration.calibrator import calibrate as calibrate_rows
from ...people.labelled_files import LABEL, LabelOptions, RowsAndLabels
from ...settings.named_settings import NAMED_SETTINGS, named_settings
from ..engine import Engine, StoppedError
from ..limits import Limits
from ..pieces.agreement_cards import agreement_cards, calibration_cards, not_calibrated, trust_cards
from ..pieces.html import note
from ..pieces.setting_fields import follow_setting, setting_choice
from ..replies import told
from ..running import connect, run
from ..uploads import ENDINGS, delete_upload, read_labelled_upload, upload_columns, upload_field

CONFIDENCE_LEVEL = 0.95
# Those that are quick on long texts too.
OFFERED = (
    "smile",
    "semantic",
    "lexical",
    "easy_match",
    "keyword_similarity",
    "sas",
    "f1",
    "exact_match",
    "bleu_1",
    "bleu_4",
)
CHOSEN = ("smile", "sas", "f1", "exact_match", "bleu_4")
_USUAL = "(its usual name)"


@dataclass(frozen=True)
class Question:
    """What a visitor wants to know.

    Attributes:
        columns: The labels' and groups' columns.
        row_columns: For each role the name of its column, None where it has its usual name.
        label_threshold: A label above it calls the answer right; None takes 0.5 for labels of 0 to 1.
        annotators: How several people's labels become one.
        threshold: A score above it calls the answer right; None takes that of the setting.
        setting: SMILE's.
    """

    columns: LabelOptions
    row_columns: Mapping[str, str | None]
    label_threshold: float | None
    annotators: str
    threshold: float | None
    setting: str

    def scorer(self) -> AgreementScorer:
        """Returns what measures agreement.

        Raises:
            UsageError: The setting is unknown, or an option is out of range.
        """
        own = named_settings(self.setting).threshold
        return AgreementScorer(
            threshold=own if self.threshold is None else self.threshold,
            label_threshold=self.label_threshold,
            annotators=self.annotators,
            confidence_level=CONFIDENCE_LEVEL,
        )


@dataclass(frozen=True)
class Agreement:
    """What was measured.

    Attributes:
        labelled: The rows.
        found: Metrics and people.
        pictures: By the figure's name its address, which holds it.
        page: The report, a whole HTML page.
        cautions: What to know before trusting SMILE's scores.
    """

    labelled: RowsAndLabels
    found: SideBySide
    pictures: dict[str, str]
    page: str
    cautions: list[str]


@dataclass(frozen=True)
class Calibrated:
    """What was fitted.

    Attributes:
        result: Weight, threshold, and what they gain.
        curve: The address of the figure, which holds it.
        settings_file: The content of the file from which runs take the settings.
    """

    result: CalibrationResult
    curve: str
    settings_file: str


def build(engine: Engine, limits: Limits) -> None:
    """Adds the tab's content to the page."""
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            file = upload_field(f"A labelled file: {', '.join(ENDINGS)}")
            about = gr.HTML(_about(limits))
        with gr.Column(scale=6):
            with gr.Row():
                labels = gr.Dropdown(
                    [],
                    label="Labels",
                    info="column; several for several people",
                    multiselect=True,
                    min_width=200,
                )
                groups = gr.Dropdown(
                    [], label="Groups", info="columns, for a table of each", multiselect=True, min_width=200
                )
            metrics = gr.CheckboxGroup(
                [(METRICS[name], name) for name in OFFERED],
                value=list(CHOSEN),
                label="Metrics",
                info="The first one chosen is the one that the others are held against.",
            )
            calibrated = gr.Checkbox(
                False,
                label="Calibrate too",
                info="Fits SMILE's weight and threshold to the labels; takes longer.",
            )
            with gr.Accordion("Columns and settings", open=False):
                with gr.Row():
                    columns = [
                        gr.Dropdown([_USUAL], value=_USUAL, label=label, info="column", min_width=140)
                        for label in ("Answers", "Right answers", "Questions", "Systems")
                    ]
                with gr.Row():
                    threshold = gr.Number(
                        NAMED_SETTINGS[limits.settings[0]].threshold,
                        label="Threshold",
                        info="A score above it is right.",
                    )
                    label_threshold = gr.Number(
                        None, label="Label threshold", info="A label above it is right; 0.5 for labels of 0 to 1."
                    )
                    annotators = gr.Dropdown(
                        list(COMBINATIONS), value=COMBINATIONS[0], label="Several labels", info="as one"
                    )
                setting = setting_choice(limits)
                follow_setting(setting, threshold)
            with gr.Row():
                button = gr.Button("Measure agreement", variant="primary")
                cancel = gr.Button("Cancel", interactive=False)
    progress = gr.HTML(elem_id="agreeing")
    with gr.Row(visible=False) as downloads_row:
        downloads = [
            gr.DownloadButton(label, size="sm")
            for label in ("Download the report (HTML)", "Download the result (JSON)")
        ]
    agreement = gr.HTML(elem_id="agreement", apply_default_css=False)
    trust = gr.HTML(elem_id="trust", apply_default_css=False)
    calibration = gr.HTML(elem_id="calibration", apply_default_css=False)
    settings_button = gr.DownloadButton("Download the settings file", size="sm", visible=False)

    file.change(
        told(partial(_look, limits)),
        file,
        [about, labels, groups, *columns],
        show_progress="hidden",
        api_visibility="private",
    )

    def steps(
        cancelled: threading.Event,
        file: str | None,
        labels: list[str],
        groups: list[str],
        metrics: list[str],
        with_calibration: bool,
        *inputs: Any,
    ) -> Iterator[str | tuple[Any, ...]]:
        prediction, reference, question, system, threshold, label_threshold, annotators, setting = inputs
        asked = ask(
            labels, groups, prediction, reference, question, system, threshold, label_threshold, annotators, setting
        )
        for step in run_agreement(engine, limits, cancelled, file, asked, metrics, with_calibration):
            if isinstance(step, str):
                yield step
                continue
            measured, fitted = step
            with tempfile.TemporaryDirectory() as folder:
                paths = write_agreement(Path(folder), measured)
                settings_path = None
                if isinstance(fitted, Calibrated):
                    settings_path = write_settings(Path(folder), fitted)
                    shown = calibration_cards(fitted.result, fitted.curve)
                else:
                    shown = "" if fitted is None else not_calibrated(fitted)
                yield (
                    gr.Row(visible=True),
                    *paths,
                    agreement_cards(measured.found, measured.pictures, measured.cautions),
                    trust_cards(measured.found, measured.labelled.file.rows, measured.labelled.file.ids),
                    shown,
                    gr.DownloadButton(value=settings_path, visible=settings_path is not None),
                    None,
                )

    inputs = [
        file,
        labels,
        groups,
        metrics,
        calibrated,
        *columns,
        threshold,
        label_threshold,
        annotators,
        setting,
    ]
    outputs = [downloads_row, *downloads, agreement, trust, calibration, settings_button, file]
    connect(button, cancel, progress, steps, inputs, outputs, limits)


def ask(
    labels: Sequence[str],
    groups: Sequence[str],
    prediction: str | None,
    reference: str | None,
    question: str | None,
    system: str | None,
    threshold: float | None,
    label_threshold: float | None,
    annotators: str,
    setting: str,
) -> Question:
    """Returns what a visitor wants to know; a column that is blank has its usual name."""

    def named(column: str | None) -> str | None:
        return None if column in (None, "", _USUAL) else column

    return Question(
        columns=LabelOptions(list(labels), named(question), named(system), list(groups)),
        row_columns={"prediction": named(prediction), "reference": named(reference)},
        label_threshold=label_threshold,
        annotators=annotators,
        threshold=threshold,
        setting=setting,
    )


def run_agreement(
    engine: Engine,
    limits: Limits,
    cancelled: threading.Event,
    file: str | None,
    asked: Question,
    metrics: Sequence[str],
    with_calibration: bool,
) -> Iterator[str | tuple[Agreement, Calibrated | str | None]]:
    """Measures metrics against a labelled file, which is deleted then.

    Args:
        engine: The encoders.
        limits: What is taken here.
        cancelled: Ends the run once it is set.
        file: Where the file lies.
        asked: What the visitor wants to know.
        metrics: Some of `OFFERED`.
        with_calibration: Whether to calibrate SMILE too.

    Yields:
        How far the run is, as HTML; at last what was measured and what was fitted: why it was not, None where nobody
        asked for it.

    Raises:
        DataError: The file cannot be read, or is more than is taken here.
        UsageError: A metric is not offered, or an option is out of range.
        StoppedError: The run was cancelled or has taken too long.
    """
    names = [name for name in OFFERED if name in metrics]
    unknown = [name for name in metrics if name not in OFFERED]
    if unknown:
        raise UsageError(f"the metric {unknown[0]!r} is not offered here: choose some of {', '.join(OFFERED)}")
    if not names:
        raise UsageError(f"no metric is chosen: choose some of {', '.join(OFFERED)}")
    scorer = asked.scorer()
    yield note("Reading the file")
    labelled = read_labelled_upload(file, asked.columns, asked.row_columns, limits)
    smile = engine.scorer(asked.setting)

    def measure(on_progress: OnProgress) -> Agreement:
        from ...reporting.agreement_figures import figures
        from ...reporting.agreement_page import html_report
        from ...reporting.pictures import png, png_address

        found = measure_metrics(labelled, names, scorer, smile.settings, on_progress, engine.scorers(smile))
        drawn = figures(found)
        pictures = {name: png_address(png(figure)) for name, figure in drawn.items()}
        cautions = smile.cautions(labelled.file.rows) if "smile" in names else []
        return Agreement(labelled, found, pictures, html_report(found, drawn, Path(str(file)).name), cautions)

    measured = yield from run(engine, cancelled, measure, "Measuring agreement")
    fitted: Calibrated | str | None = None
    if with_calibration:
        try:
            fitted = yield from _calibrated(engine, cancelled, str(file), asked, labelled, scorer)
        except StoppedError:
            raise
        except (DataError, UsageError) as error:
            fitted = str(error)
    delete_upload(file)
    yield measured, fitted


def run_calibration(
    engine: Engine, limits: Limits, cancelled: threading.Event, file: str | None, asked: Question
) -> Iterator[str | Calibrated]:
    """Fits SMILE's weight and threshold to a labelled file, which is deleted then; see `run_agreement`."""
    scorer = asked.scorer()
    yield note("Reading the file")
    labelled = read_labelled_upload(file, asked.columns, asked.row_columns, limits)
    fitted = yield from _calibrated(engine, cancelled, str(file), asked, labelled, scorer)
    delete_upload(file)
    yield fitted


def write_agreement(folder: Path, measured: Agreement) -> list[str]:
    """Writes the report and the result, and returns where."""
    page, result = folder / "agreement.html", folder / "agreement.json"
    page.write_text(measured.page, encoding="utf-8")
    result.write_text(json.dumps(plain_result(measured), ensure_ascii=False, indent=2), encoding="utf-8")
    return [str(page), str(result)]


def plain_result(measured: Agreement) -> dict[str, Any]:
    """Returns what was measured, as JSON knows it; with `warnings`, where there are any."""
    found, cautions = measured.found, measured.cautions
    warnings = {"warnings": cautions} if cautions else {}
    plain: dict[str, Any] = without_nan(found.result | {"trust": found.trust} | warnings)
    return plain


def write_settings(folder: Path, fitted: Calibrated) -> str:
    """Writes the settings file, and returns where."""
    path = folder / "settings.json"
    path.write_text(fitted.settings_file, encoding="utf-8")
    return str(path)


def _calibrated(
    engine: Engine,
    cancelled: threading.Event,
    file: str,
    asked: Question,
    labelled: RowsAndLabels,
    scorer: AgreementScorer,
) -> Any:
    digest = file_sha256(Path(file))
    smile = engine.scorer(asked.setting)

    def fit(on_progress: OnProgress) -> Calibrated:
        from ...reporting.calibration_figure import calibration_figure
        from ...reporting.pictures import png, png_address

        result = calibrate_rows(
            smile, labelled.file.rows, labelled.people, scorer, CONFIDENCE_LEVEL, on_progress=on_progress
        )
        return Calibrated(
            result, png_address(png(calibration_figure(result))), result.settings_file(Path(file).name, digest)
        )

    return (yield from run(engine, cancelled, fit, "Calibrating"))


def _look(limits: Limits, file: str | None) -> tuple[Any, ...]:
    if file is None:
        unknown = gr.Dropdown([_USUAL], value=_USUAL)
        nothing = gr.Dropdown([], value=[])
        return _about(limits), nothing, nothing, *[unknown] * 4
    names, known = upload_columns(file, limits)
    missing = [what for role, what in (("prediction", "answers"), ("reference", "right answers")) if not known[role]]
    message = f"{len(names)} columns"
    if LABEL not in names:
        missing.append("labels")
    message += (
        f". Say which one has the {' and the '.join(missing)}."
        if missing
        else ", known by their names. Measure agreement, or choose others."
    )
    return (
        note(message),
        gr.Dropdown(names, value=[LABEL] if LABEL in names else []),
        gr.Dropdown(names, value=[]),
        *[gr.Dropdown([_USUAL, *names], value=_USUAL)] * 4,
    )


def _about(limits: Limits) -> str:
    return note(
        "Answers with people's labels: numbers, or true and false. "
        f"Up to {limits.rows:,} rows and {limits.megabytes} MB. A file is deleted once it is measured; one left alone, "
        f"and the results, after {limits.keep_minutes} minutes."
    )
