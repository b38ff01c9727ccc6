"""The tab Score a file: its rows scored, summed up, drawn and listed, each a click away from its verdict."""

import html
import tempfile
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import gradio as gr

from ...errors import DataError
from ...files.reading import FileRows
from ...files.row_columns import COLUMN_NAMES
from ...scoring.results import Scores
from ...scoring.scorer import SmileScorer
from ...settings.named_settings import NAMED_SETTINGS, Settings
from ..engine import Engine
from ..exports import ENDINGS as EXPORT_ENDINGS
from ..exports import write_exports
from ..hub import fetch_dataset
from ..limits import Limits
from ..pieces.answer_cards import Verdict, verdict_card
from ..pieces.explanation import explain, in_words
from ..pieces.html import note, warnings
from ..pieces.setting_fields import given_weight, setting_fields
from ..replies import told
from ..running import connect, run
from ..uploads import (
    ENDINGS,
    REQUIRED_ROLES,
    ROLE_LABELS,
    delete_upload,
    read_upload,
    upload_columns,
    upload_field,
)

_HERE = Path(__file__).parents[1]
CONFIDENCE_LEVEL = 0.95
_NONE = "(none)"


def build(engine: Engine, limits: Limits) -> None:
    """Adds the tab's content and its API to the page."""
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            if limits.hub_datasets:
                with gr.Row():
                    dataset = gr.Textbox(label="Dataset of the Hub", placeholder="owner/name", scale=3)
                    split = gr.Textbox("test", label="Split", scale=1)
                fetch = gr.Button("Fetch", size="sm")
            file = upload_field(f"A file: {', '.join(ENDINGS)}")
            about = gr.HTML(_about(limits))
        with gr.Column(scale=6):
            with gr.Row():
                columns = [
                    gr.Dropdown(
                        [],
                        label=ROLE_LABELS[role],
                        info="column" if role in REQUIRED_ROLES else "column, if there is one",
                        min_width=140,
                    )
                    for role in COLUMN_NAMES
                ]
            setting, weight, threshold = setting_fields(limits)
            with gr.Row():
                button = gr.Button("Score the file", variant="primary")
                cancel = gr.Button("Cancel", interactive=False)
    progress = gr.HTML(elem_id="progress")
    summary = gr.HTML(elem_id="summary")
    with gr.Row(visible=False) as downloads_row:
        downloads = [gr.DownloadButton(f"Download {ending[1:].upper()}", size="sm") for ending in EXPORT_ENDINGS]
    with gr.HTML(
        None,
        html_template=(_HERE / "explorer.html").read_text(encoding="utf-8"),
        js_on_load=(_HERE / "explorer.js").read_text(encoding="utf-8"),
        apply_default_css=False,
        elem_id="explorer",
    ) as explorer:
        card = gr.HTML(elem_id="item")

    private: dict[str, Any] = {"api_visibility": "private"}
    file.change(told(partial(_look, limits)), file, [about, *columns], show_progress="hidden", **private)
    if limits.hub_datasets:
        fetch.click(told(partial(_fetch, limits)), [dataset, split], file, **private)

    def steps(cancelled: threading.Event, *inputs: Any) -> Iterator[str | tuple[Any, ...]]:
        *given, setting, weight, threshold = inputs
        for step in run_file(engine, limits, cancelled, *given, setting, given_weight(setting, weight), threshold):
            if isinstance(step, str):
                yield step
            else:
                file_rows, scores, scorer, paths = step
                yield (
                    _summary(scores, scorer.settings, scorer.cautions(file_rows.rows)),
                    gr.Row(visible=True),
                    _explored(file_rows, scores, scorer.settings),
                    *paths,
                    None,
                )

    inputs = [file, *columns, setting, weight, threshold]
    connect(button, cancel, progress, steps, inputs, [summary, downloads_row, explorer, *downloads, file], limits)

    def show_item(event: gr.EventData) -> str:
        return _item_card(limits, event.item)

    explorer.select(told(show_item), None, card, show_progress="hidden", **private)


def run_file(
    engine: Engine, limits: Limits, cancelled: threading.Event, file: str | None, *inputs: Any
) -> Iterator[str | tuple[FileRows, Scores, SmileScorer, list[str]]]:
    """Scores a file, which is deleted then.

    Args:
        engine: The scorers.
        limits: What is taken here.
        cancelled: Ends the run once it is set.
        file: Where the file lies.
        *inputs: The name of each role's column, the setting, the weight and the threshold, None for the setting's own.

    Yields:
        How far the run is, as HTML; at last the rows, their scores, the scorer and the files to download, which are
        deleted when the iterator goes on.

    Raises:
        DataError: The file cannot be read, or is more than is taken here.
        StoppedError: The run was cancelled or has taken too long.
    """
    *names, setting, weight, threshold = inputs
    yield note("Reading the file")
    columns = {role: "" if name == _NONE else name or None for role, name in zip(COLUMN_NAMES, names, strict=True)}
    file_rows = read_upload(file, columns, limits)
    scorer = engine.scorer(setting, weight, threshold)
    scores = yield from run(engine, cancelled, partial(scorer.score_rows, file_rows.rows), "Scoring the file")
    with tempfile.TemporaryDirectory() as folder:
        paths = write_exports(Path(folder), file_rows, scores.items())
        delete_upload(file)
        yield file_rows, scores, scorer, paths


def _fetch(limits: Limits, dataset: str, split: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        path, is_whole = fetch_dataset(limits, dataset, split, Path(folder))
        if not is_whole:
            gr.Warning(f"It has more rows: the first {limits.rows:,} are taken, the most that are scored here.")
        yield str(path)


def _look(limits: Limits, file: str | None) -> tuple[Any, ...]:
    if file is None:
        return _about(limits), *[gr.Dropdown([], value=None)] * len(COLUMN_NAMES)
    names, known = upload_columns(file, limits)
    fields = [
        gr.Dropdown(
            names if role in REQUIRED_ROLES else [_NONE, *names],
            value=name or (None if role in REQUIRED_ROLES else _NONE),
        )
        for role, name in known.items()
    ]
    missing = [ROLE_LABELS[role].lower() for role in REQUIRED_ROLES if known[role] is None]
    if missing:
        return note(f"{len(names)} columns. Say which one has the {' and the '.join(missing)}."), *fields
    return note(f"{len(names)} columns, known by their names. Score the file, or choose others."), *fields


def _about(limits: Limits) -> str:
    return note(
        f"Up to {limits.rows:,} rows and {limits.megabytes} MB. A file is deleted once it is scored; one left alone, "
        f"and the results, after {limits.keep_minutes} minutes."
    )


def _summary(scores: Scores, settings: Settings, cautions: Sequence[str]) -> str:
    level = CONFIDENCE_LEVEL if len(scores) > 1 else None
    summary = scores.summary(level)

    def figure(name: str, label: str) -> str:
        interval = ""
        if level is not None and f"{name}_ci" in summary:
            low, high = summary[f"{name}_ci"]
            interval = f"<small>{level:.0%} interval {low:.3f} to {high:.3f}</small>"
        return f"<div><dt>{label}</dt><dd>{summary[name]:.3f} {interval}</dd></div>"

    notes = [f"{summary['n']:,} {'row' if summary['n'] == 1 else 'rows'}"]
    if summary["n_empty_predictions"]:
        notes.append(f"{summary['n_empty_predictions']:,} empty answers, which score 0")
    if summary["n_truncated"]:
        notes.append(f"{summary['n_truncated']:,} with a text longer than can be read")
    return (
        '<section class="smile-figures" aria-label="Result"><dl>'
        + figure("smile", "SMILE")
        + figure("accuracy", f"Right (over {settings.threshold:g})")
        + figure("semantic", "Semantic")
        + figure("lexical", "Lexical")
        + (figure("equivalence", "Head") if "equivalence" in summary else "")
        + f"</dl>{warnings(cautions)}<p>{'; '.join(notes)}.</p>"
        + f'<p class="smile-signature"><span>Signature</span> <code>{html.escape(summary["signature"])}</code></p>'
        + "</section>"
    )


def _explored(file_rows: FileRows, scores: Scores, settings: Settings) -> dict[str, Any]:
    """Returns what the explorer draws: a list for each column."""
    rows = file_rows.rows
    return {
        "threshold": settings.threshold,
        "setting": settings.name,
        "id": ["" if each is None else str(each) for each in file_rows.ids],
        "question": [row.question or "" for row in rows],
        "references": [list(row.references) for row in rows],
        "prediction": [row.prediction for row in rows],
        "is_truncated": scores.is_truncated.tolist(),
    } | scores.items()


def _item_card(limits: Limits, item: dict[str, Any]) -> str:
    """Returns the verdict on one item, all of which comes from the visitor's page."""
    answer, references = str(item["prediction"]), [str(each) for each in item["references"]]
    if max(map(len, (answer, *references))) > limits.characters:
        raise DataError("this text is too long to be explained")
    settings = NAMED_SETTINGS[item["setting"]]
    explanation = explain(answer, references[item["best_reference"]], str(item["matched_ngram"]), settings)
    numbers = {name: float(item[name]) for name in ("smile", "semantic", "lexical", "easy_match", "keyword_similarity")}
    verdict = Verdict(
        answer=answer,
        reference=references[item["best_reference"]],
        n_references=len(references),
        rating=int(item["rating"]),
        is_correct=bool(item["correct"]),
        is_truncated=bool(item["is_truncated"]),
        explanation=explanation,
        sentence=in_words(explanation, numbers["semantic"], numbers["keyword_similarity"]),
        equivalence=float(item["equivalence"]) if "equivalence" in item else None,
        **numbers,
    )
    about = f"{item['id']}: {item['question']}" if item["question"] else str(item["id"])
    return (
        f'<div class="smile-results" role="status"><p class="smile-summary">{html.escape(about)}</p>'
        f"{verdict_card(verdict, float(item['threshold']))}</div>"
    )
