"""The tab Score a file: its rows scored, summed up, drawn and listed; a click on a row explains its score."""

import html
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gradio as gr

from ...errors import DataError, SmileError
from ...files.row_columns import COLUMN_NAMES
from ...people.labelled_files import LABEL
from ...reporting.pages.report_html import report_html
from ..engine import ChosenSetting, Engine
from ..exports import ENDINGS as EXPORT_ENDINGS
from ..hub import fetch_dataset
from ..limits import Limits
from ..pieces.answer_cards import answer_card
from ..pieces.column_fields import NO_COLUMN, chosen_column, chosen_columns, column_field, columns_note, upload_note
from ..pieces.html import problem
from ..pieces.setting_fields import given_weight, setting_fields
from ..replies import told, words_of
from ..requests.scored_file import ScoredFile, file_report, score_file
from ..requests.typed_answers import closeness_of
from ..running import connect
from ..uploads import REQUIRED_ROLES, ROLE_LABELS, upload_columns
from .file_fields import SAMPLE, file_field

_HERE = Path(__file__).parents[1]
# The help text of a column that a file may lack.
_OPTIONAL = "column, if there is one"

_NUMBERS = ("smile", "semantic", "lexical", "easy_match", "keyword_similarity", "equivalence", "asserted")


def build(engine: Engine, limits: Limits) -> None:
    """Adds the tab's content to the page."""
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            if limits.hub_datasets:
                with gr.Row():
                    dataset = gr.Textbox(label="Dataset of the Hub", placeholder="owner/name", scale=3)
                    split = gr.Textbox("test", label="Split", scale=1)
                fetch = gr.Button("Fetch", size="sm")
            file, about = file_field(limits, "A file", _about(limits), SAMPLE)
        with gr.Column(scale=6):
            with gr.Row():
                columns = [
                    column_field([], ROLE_LABELS[role], "column" if role in REQUIRED_ROLES else _OPTIONAL)
                    for role in COLUMN_NAMES
                ]
                label = column_field([], "People's verdicts", _OPTIONAL)
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
    file.change(told(partial(_look, limits)), file, [about, *columns, label], show_progress="hidden", **private)
    if limits.hub_datasets:
        fetch.click(told(partial(_fetch, limits)), [dataset, split], file, **private)

    def steps(cancelled: threading.Event, file: str | None, *choices: Any) -> Iterator[str | tuple[Any, ...]]:
        *columns, label, setting, weight, threshold = choices
        chosen = ChosenSetting(setting, given_weight(setting, weight), threshold)
        named = chosen_columns(columns)
        for step in score_file(engine, limits, cancelled, file, named, chosen, chosen_column(label)):
            if isinstance(step, str):
                yield step
            else:
                yield report_html(file_report(step)), gr.Row(visible=True), _explored(step), *step.downloads, ""

    inputs = [file, *columns, label, setting, weight, threshold]
    connect(button, cancel, progress, steps, inputs, [summary, downloads_row, explorer, *downloads, card], limits)

    def show_item(event: gr.EventData) -> str:
        return _item_card(engine, limits, event.item)

    explorer.select(told(show_item), None, card, show_progress="hidden", **private)


def _fetch(limits: Limits, dataset: str, split: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        path, is_whole = fetch_dataset(limits, dataset, split, Path(folder))
        if not is_whole:
            gr.Warning(f"This dataset has more rows: only the first {limits.rows:,} are scored here.")
        yield str(path)


def _look(limits: Limits, file: str | None) -> tuple[Any, ...]:
    nothing = [gr.Dropdown([], value=None)] * (len(COLUMN_NAMES) + 1)
    if file is None:
        return _about(limits), *nothing
    try:
        names, known = upload_columns(file, limits)
    except SmileError as error:
        return problem(*words_of(error)), *nothing
    fields = [
        gr.Dropdown(
            names if role in REQUIRED_ROLES else [NO_COLUMN, *names],
            value=name or (None if role in REQUIRED_ROLES else NO_COLUMN),
        )
        for role, name in known.items()
    ]
    missing = [ROLE_LABELS[role].lower() for role in REQUIRED_ROLES if known[role] is None]
    has_label = LABEL in names and LABEL not in known.values()
    labels = gr.Dropdown([NO_COLUMN, *names], value=LABEL if has_label else NO_COLUMN)
    return columns_note(f"{len(names)} columns", missing, "Score the file"), *fields, labels


def _about(limits: Limits) -> str:
    return upload_note(limits, f"Up to {limits.rows:,} rows and {limits.megabytes} MB.")


def _explored(scored: ScoredFile) -> dict[str, Any]:
    """Returns what the explorer draws: a list for each column."""
    rows, settings = scored.file_rows.rows, scored.scorer.settings
    return {
        "threshold": settings.threshold,
        "setting": settings.name,
        "id": ["" if each is None else str(each) for each in scored.file_rows.ids],
        "question": [row.question or "" for row in rows],
        "references": [list(row.references) for row in rows],
        "prediction": [row.prediction for row in rows],
        "is_truncated": scored.scores.is_truncated.tolist(),
        "is_unread": scored.scores.is_unread.tolist(),
        "people": scored.verdicts,
    } | scored.scores.items()


def _item_card(engine: Engine, limits: Limits, item: dict[str, Any]) -> str:
    """Returns the card of one item; all of it comes from the visitor's page, so every value gets its type."""
    answer, references = str(item["prediction"]), [str(each) for each in item["references"]]
    if max(map(len, (answer, *references))) > limits.characters:
        raise DataError("this text is too long to be explained")
    scores: dict[str, Any] = {name: float(item[name]) for name in _NUMBERS if name in item}
    scores |= {
        "rating": int(item["rating"]),
        "correct": bool(item["correct"]),
        "best_reference": int(item["best_reference"]),
        **{name: str(item[name]) for name in ("matched_ngram", "evidence", "value_match")},
    }
    scorer = engine.wait_for_scorer(ChosenSetting(str(item["setting"]), threshold=float(item["threshold"])))
    card = answer_card(
        answer,
        references,
        scores,
        scorer.settings,
        is_truncated=bool(item["is_truncated"]),
        is_unread=bool(item["is_unread"]),
        closeness=closeness_of(scorer, answer, references[scores["best_reference"]]),
    )
    about = f"{item['id']}: {item['question']}" if item["question"] else str(item["id"])
    return (
        f'<div class="smile-results" role="status"><p class="smile-summary" dir="auto">{html.escape(about)}</p>'
        f"{card}"
        '<button type="button" class="smile-save" data-back>Back to the list</button></div>'
    )
