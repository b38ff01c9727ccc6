"""The tab Compare systems: which of several answers better, by how much, and whether that may be chance."""

import json
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import gradio as gr

from ...aliases import OnProgress
from ...files.row_columns import COLUMN_NAMES
from ...files.systems import SYSTEM, AnswersByQuestion, pair_systems
from ...files.writing import without_nan
from ...runs.system_comparison import compare_systems
from ...scoring.results import Scores
from ...settings.named_settings import Settings
from ...statistics.system_ranking import draws_needed
from ..engine import Engine
from ..exports import ENDINGS as EXPORT_ENDINGS
from ..exports import write_exports
from ..limits import Limits
from ..pieces.comparison_cards import comparison_cards, question_cards
from ..pieces.html import note, picture
from ..pieces.setting_fields import given_weight, setting_fields
from ..replies import told
from ..running import connect, run
from ..uploads import (
    ENDINGS,
    ROLE_LABELS,
    delete_uploads,
    read_systems_upload,
    shared_columns,
    upload_field,
)

CONFIDENCE_LEVEL = 0.95
_USUAL = "(its usual name)"
_DOWNLOADS = (*(ending[1:].upper() for ending in EXPORT_ENDINGS), "comparison (JSON)", "figure (PNG)")


@dataclass(frozen=True)
class Comparison:
    """What was found.

    Attributes:
        paired: The rows.
        scores: Theirs.
        settings: Those of the run.
        result: What `compare_systems` returns, `paired_by`, and `warnings` where there are any.
        picture: The address of the figure, which holds it.
        files: To download: the scored rows, the result, the figure.
    """

    paired: AnswersByQuestion
    scores: Scores
    settings: Settings
    result: dict[str, Any]
    picture: str
    files: list[str]


def build(engine: Engine, limits: Limits) -> None:
    """Adds the tab's content to the page."""
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            files = upload_field(f"Files: {', '.join(ENDINGS)}", several=True)
            about = gr.HTML(_about(limits))
        with gr.Column(scale=6):
            with gr.Row():
                names = gr.Textbox(
                    label="Names of the systems",
                    info="One a line, in the order of the files; empty takes the files' names.",
                    lines=2,
                    max_lines=8,
                    min_width=240,
                )
                system_column = gr.Dropdown(
                    [], label="Systems", info="column, of one file with all of them", min_width=140, visible=False
                )
            with gr.Accordion("Columns and settings", open=False):
                with gr.Row():
                    columns = [
                        gr.Dropdown([_USUAL], value=_USUAL, label=label, info="column", min_width=140)
                        for label in ROLE_LABELS.values()
                    ]
                setting, weight, threshold = setting_fields(limits)
            with gr.Row():
                button = gr.Button("Compare", variant="primary")
                cancel = gr.Button("Cancel", interactive=False)
    progress = gr.HTML(elem_id="comparing")
    found = gr.HTML(elem_id="comparison", apply_default_css=False)
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

    def steps(cancelled: threading.Event, *inputs: Any) -> Iterator[str | tuple[Any, ...]]:
        *given, setting, weight, threshold = inputs
        for step in run_comparison(
            engine, limits, cancelled, *given, setting, given_weight(setting, weight), threshold
        ):
            if isinstance(step, str):
                yield step
            else:
                yield (
                    comparison_cards(step.result, step.settings.threshold, CONFIDENCE_LEVEL)
                    + picture(
                        step.picture, "Each system's mean, and how far it is behind the best and the next better one"
                    ),
                    gr.Row(visible=True),
                    *step.files,
                    question_cards(step.paired, step.scores),
                    None,
                )

    inputs = [files, names, system_column, *columns, setting, weight, threshold]
    connect(button, cancel, progress, steps, inputs, [found, downloads_row, *downloads, questions, files], limits)


def run_comparison(
    engine: Engine,
    limits: Limits,
    cancelled: threading.Event,
    files: Sequence[str] | None,
    names: str,
    system_column: str | None,
    *inputs: Any,
) -> Iterator[str | Comparison]:
    """Compares systems by their files, which are deleted then.

    Args:
        engine: The scorers.
        limits: What is taken here.
        cancelled: Ends the run once it is set.
        files: Where the files lie: one for each system, or one with all.
        names: Of several files the systems' names, one a line; blank takes the files' names.
        system_column: Of one file with all systems, `system` where blank.
        *inputs: The name of each role's column, blank where it has its usual name; the setting, the weight and the
            threshold, None for the setting's own.

    Yields:
        How far the run is, as HTML; at last what was found, the files of which are deleted when the iterator goes on.

    Raises:
        DataError: The files cannot be read, do not pair up, or are more than is taken here.
        UsageError: There is one system only, or the names do not fit the files.
        StoppedError: The run was cancelled or has taken too long.
    """
    *given, setting, weight, threshold = inputs
    yield note("Reading the files")
    columns = {
        role: None if name in (_USUAL, "", None) else name for role, name in zip(COLUMN_NAMES, given, strict=True)
    }
    called = [name.strip() for name in names.splitlines()] if names.strip() else []
    systems = read_systems_upload(files, called, system_column or None, columns, limits)
    draws_needed(len(systems), CONFIDENCE_LEVEL)
    paired = pair_systems(systems)
    scorer = engine.scorer(setting, weight, threshold)

    def work(on_progress: OnProgress) -> tuple[Scores, dict[str, Any], str, bytes]:
        from ...reporting.comparison_figure import comparison_figure
        from ...reporting.pictures import png, png_address

        scores = scorer.score_rows(paired.rows, on_progress)
        result = {"paired_by": paired.paired_by} | compare_systems(scores, paired.systems, CONFIDENCE_LEVEL)
        cautions = scorer.cautions(paired.rows)
        result |= {"warnings": cautions} if cautions else {}
        drawn = png(comparison_figure(result, CONFIDENCE_LEVEL))
        return scores, result, png_address(drawn), drawn

    scores, result, address, drawn = yield from run(engine, cancelled, work, "Comparing")
    with tempfile.TemporaryDirectory() as folder:
        paths = write_exports(Path(folder), paired.file_rows(), {SYSTEM: paired.answered_by()} | scores.items())
        summary, figure = Path(folder, "comparison.json"), Path(folder, "comparison.png")
        summary.write_text(json.dumps(without_nan(result), ensure_ascii=False, indent=2), encoding="utf-8")
        figure.write_bytes(drawn)
        delete_uploads(files)
        yield Comparison(paired, scores, scorer.settings, result, address, [*paths, str(summary), str(figure)])


def _look(limits: Limits, files: list[str] | None) -> tuple[Any, ...]:
    if not files:
        unknown = gr.Dropdown([_USUAL], value=_USUAL)
        return (
            _about(limits),
            gr.Textbox("", visible=True),
            gr.Dropdown([], visible=False),
            *[unknown] * len(ROLE_LABELS),
        )
    there, missing = shared_columns(files, limits)
    fields = [gr.Dropdown([_USUAL, *there], value=_USUAL) for _ in ROLE_LABELS]
    is_one = len(files) == 1
    by_name = SYSTEM if SYSTEM in there else None
    message = "One file" if is_one else f"{len(files)} files"
    if missing:
        wanted = " and the ".join(ROLE_LABELS[role].lower() for role in missing)
        message += f". Say under Columns which one has the {wanted}."
    elif is_one and by_name is None:
        message += ": say which column names the system, or add another file."
    else:
        message += ", columns known by their names. Compare, or choose others."
    return (
        note(message),
        gr.Textbox("" if is_one else "\n".join(Path(file).stem for file in files), visible=not is_one),
        gr.Dropdown(there, value=by_name, visible=is_one),
        *fields,
    )


def _about(limits: Limits) -> str:
    return note(
        "A file for each system, or one with a column that names the system. Rows pair up by id, by question or by "
        f"position. Up to {limits.systems} systems, {limits.rows:,} rows in all and {limits.megabytes} MB a file. "
        f"Files are deleted once compared; those left alone, and the results, after {limits.keep_minutes} minutes."
    )
