"""The documented API: what `gradio_client` calls, and the tools that agents find over MCP. Docstrings are its pages."""

import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component
from gradio.events import api as add_endpoint

from ..errors import UsageError
from ..files.row_columns import COLUMN_NAMES
from ..files.writing import without_nan
from ..people.annotators import COMBINATIONS
from ..rows.checked_rows import Row, check_rows
from ..scoring.scorer import SmileScorer
from .engine import Engine
from .limits import Limits
from .replies import told
from .tabs.agree_with_people import (
    CHOSEN,
    ask,
    plain_result,
    run_agreement,
    run_calibration,
    write_agreement,
    write_settings,
)
from .tabs.compare_systems import run_comparison
from .tabs.score_a_file import CONFIDENCE_LEVEL, run_file
from .tabs.try_it import score_answers as score
from .uploads import upload_field


def build(engine: Engine, limits: Limits) -> None:
    """Adds the endpoints to the app."""

    def score_answers(
        answers: list[str],
        references: list[str],
        question: str = "",
        semantic_weight: float | None = None,
        threshold: float | None = None,
        setting: str = limits.settings[0],
    ) -> dict[str, Any]:
        """Says how right answers to one question are, given one or more right answers (references).

        Returns per answer `smile` (0 to 1), its parts `semantic`, `lexical`, `easy_match` and `keyword_similarity`,
        `rating` (0 to 5), `correct` (smile over the threshold), `best_reference` (index) and `matched_ngram`, and the
        `signature` of the settings; compare scores of equal signatures only. Of the setting `learned`, `smile` is the
        probability that a person calls the answer right, and `equivalence` what its head alone says.

        Args:
            answers: The answers to score.
            references: Right answers; the one that fits an answer best counts.
            question: What was asked; it stands before both texts of the semantic part. Leave it out to do without.
            semantic_weight: Weight of the semantic score against the lexical one, 0 to 1; 0.3 if left out. The
                setting `learned` has none.
            threshold: An answer counts as correct above it, 0 to 1; the setting's own if left out.
            setting: Named setting.
        """
        rows, scores, _, scorer = score(
            engine, limits, question, references, answers, setting, semantic_weight, threshold
        )
        return {"items": scores.items(), "signature": scores.signature} | _warnings(scorer, rows)

    def score_rows(
        predictions: list[str],
        references: list[list[str]],
        questions: list[str] | None = None,
        semantic_weight: float | None = None,
        threshold: float | None = None,
        setting: str = limits.settings[0],
    ) -> dict[str, Any]:
        """Scores many answers, each to a question of its own, and sums them up with confidence intervals.

        Returns the means `smile`, `semantic`, `lexical`, `accuracy` (share of answers over the threshold), with 95 %
        intervals where there are two rows or more, counts, the `signature`, and `items` with a list for each score.

        Args:
            predictions: The answers to score.
            references: For each answer a list of right answers; the one that fits best counts.
            questions: For each answer what was asked; used where every answer has one.
            semantic_weight: Weight of the semantic score against the lexical one, 0 to 1; 0.3 if left out. The
                setting `learned` has none.
            threshold: An answer counts as correct above it, 0 to 1; the setting's own if left out.
            setting: Named setting.
        """
        rows = check_rows(predictions, references, questions)
        limits.check_count("rows", len(rows), limits.rows)
        limits.check_rows(rows, [f"row {i}" for i in range(len(rows))])
        scorer = engine.scorer(setting, semantic_weight, threshold)
        scores = scorer.score_rows(rows, engine.watch(lambda: False))
        return scores.summary(CONFIDENCE_LEVEL if len(rows) > 1 else None, per_item=True) | _warnings(scorer, rows)

    def score_file(
        file: str,
        prediction_column: str,
        reference_column: str,
        question_column: str,
        id_column: str,
        synthetic_answer_column: str,
        semantic_weight: float | None = None,
        threshold: float | None = None,
        setting: str = limits.settings[0],
    ) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Scores a CSV, TSV, JSONL, JSON or Parquet file; returns the summary and the scored rows in three formats.

        Args:
            file: The file, uploaded; addresses are not fetched. It is deleted once it is scored.
            prediction_column: If not `prediction` or `pred`; empty otherwise, as for the columns below.
            reference_column: If not `reference`, `references` or `answer`.
            question_column: If not `question`.
            id_column: If not `id`.
            synthetic_answer_column: If not `synthetic_answer` or `syn_ans`.
            semantic_weight: Weight of the semantic score against the lexical one, 0 to 1; 0.3 if left out. The
                setting `learned` has none.
            threshold: An answer counts as correct above it, 0 to 1; the setting's own if left out.
            setting: Named setting.
        """
        columns = (prediction_column, reference_column, question_column, id_column, synthetic_answer_column)
        for step in run_file(engine, limits, threading.Event(), file, *columns, setting, semantic_weight, threshold):
            if not isinstance(step, str):
                file_rows, scores, scorer, paths = step
                summary = scores.summary(CONFIDENCE_LEVEL if len(scores) > 1 else None)
                yield summary | _warnings(scorer, file_rows.rows), paths

    def compare_systems(
        files: list[str],
        names: str,
        system_column: str,
        prediction_column: str,
        reference_column: str,
        question_column: str,
        id_column: str,
        synthetic_answer_column: str,
        semantic_weight: float | None = None,
        threshold: float | None = None,
        setting: str = limits.settings[0],
    ) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Ranks systems by SMILE on the same questions; returns ranks, intervals and differences, and files of them.

        The files are the scored rows in three formats, the result as JSON, and a figure as PNG.

        Args:
            files: CSV, TSV, JSONL, JSON or Parquet files, uploaded, deleted afterwards: one for each system, or a
                single one with a column that names the system.
            names: Of several files the systems' names, one a line; empty takes the files' names.
            system_column: Of a single file, if not `system`.
            prediction_column: If not `prediction` or `pred`; empty otherwise, as for the columns below.
            reference_column: If not `reference`, `references` or `answer`.
            question_column: If not `question`.
            id_column: If not `id`.
            synthetic_answer_column: If not `synthetic_answer` or `syn_ans`.
            semantic_weight: Weight of the semantic score against the lexical one, 0 to 1; 0.3 if left out. The
                setting `learned` has none.
            threshold: An answer counts as correct above it, 0 to 1; the setting's own if left out.
            setting: Named setting.
        """
        columns = (prediction_column, reference_column, question_column, id_column, synthetic_answer_column)
        for step in run_comparison(
            engine,
            limits,
            threading.Event(),
            files,
            names,
            system_column,
            *columns,
            setting,
            semantic_weight,
            threshold,
        ):
            if not isinstance(step, str):
                yield without_nan(step.result), step.files

    def agree_with_people(
        file: str,
        metrics: list[str],
        label_columns: list[str],
        group_columns: list[str],
        prediction_column: str,
        reference_column: str,
        question_column: str,
        system_column: str,
        threshold: float | None = None,
        label_threshold: str = "",
        annotators: str = COMBINATIONS[0],
        setting: str = limits.settings[0],
    ) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Measures how far metrics agree with people; returns statistics, intervals, and where the first fails.

        The files are a report (one HTML page with all tables and figures) and the result as JSON.

        Args:
            file: A CSV, TSV, JSONL, JSON or Parquet file, uploaded, deleted afterwards.
            metrics: Which of smile, semantic, lexical, easy_match, keyword_similarity, sas, f1, exact_match, bleu_1 and
                bleu_4; the others are held against the first of these.
            label_columns: Columns of labels, one for each person; `human` if none is named.
            group_columns: Columns for a table of each.
            prediction_column: If not `prediction` or `pred`; empty otherwise, as for the columns below.
            reference_column: If not `reference`, `references` or `answer`.
            question_column: If not `question`.
            system_column: If not `system`.
            threshold: A score above it calls the answer right; that of the setting if left out.
            label_threshold: A label above it calls the answer right, as text; empty takes 0.5 for labels of 0 to 1.
            annotators: Several people's labels as one: mean or majority.
            setting: Named setting.
        """
        columns = (prediction_column, reference_column, question_column, system_column)
        asked = ask(label_columns, group_columns, *columns, threshold, _number(label_threshold), annotators, setting)
        for step in run_agreement(engine, limits, threading.Event(), file, asked, metrics, with_calibration=False):
            if not isinstance(step, str):
                with tempfile.TemporaryDirectory() as folder:
                    yield plain_result(step[0]), write_agreement(Path(folder), step[0])

    def calibrate(
        file: str,
        label_columns: list[str],
        prediction_column: str,
        reference_column: str,
        question_column: str,
        label_threshold: str,
        annotators: str,
        setting: str,
    ) -> Iterator[tuple[dict[str, Any], str]]:
        """Fits weight and threshold to people's labels; returns the gain on held-out answers and a settings file.

        Heed the warnings: they say where a gain may be chance. The file serves `SmileScorer(settings=...)` and
        `smile score --settings`.

        Args:
            file: A CSV, TSV, JSONL, JSON or Parquet file, uploaded, deleted afterwards.
            label_columns: Columns of labels, one for each person; `human` if none is named.
            prediction_column: If not `prediction` or `pred`; empty otherwise, as for the columns below.
            reference_column: If not `reference`, `references` or `answer`.
            question_column: If not `question`.
            label_threshold: A label above it calls the answer right, as text; empty takes 0.5 for labels of 0 to 1.
            annotators: Several people's labels as one: mean or majority.
            setting: Named setting.
        """
        columns = (prediction_column, reference_column, question_column, "")
        asked = ask(label_columns, [], *columns, None, _number(label_threshold), annotators, setting)
        for step in run_calibration(engine, limits, threading.Event(), file, asked):
            if not isinstance(step, str):
                with tempfile.TemporaryDirectory() as folder:
                    yield without_nan(step.result.summary()), write_settings(Path(folder), step)

    scoring: dict[str, Any] = {"concurrency_id": "scoring", "concurrency_limit": limits.at_a_time}
    for endpoint in (score_answers, score_rows):
        add_endpoint(told(endpoint), api_name=endpoint.__name__, **scoring)
    # A file needs fields, though none to be seen: an endpoint without them would take any path of this machine.
    with gr.Row(visible=False):
        fields = [upload_field("file"), *_columns(), *_settings(limits)]
        results = [gr.JSON(label="summary"), gr.File(label="scores", file_count="multiple")]
        gr.Button().click(told(score_file), fields, results, api_name="score_file", **scoring)
        fields = [
            upload_field("files", several=True),
            _text("names"),
            _text("system_column"),
            *_columns(),
            *_settings(limits),
        ]
        results = [gr.JSON(label="comparison"), gr.File(label="downloads", file_count="multiple")]
        gr.Button().click(told(compare_systems), fields, results, api_name="compare_systems", **scoring)

        labels = _texts("label_columns")
        given = [_text(f"{name}_column") for name in ("prediction", "reference", "question", "system")]
        label_threshold = _text("label_threshold")
        annotators = _text("annotators", COMBINATIONS[0])
        setting = _text("setting", limits.settings[0])
        fields = [
            upload_field("file"),
            gr.JSON(list(CHOSEN), label="metrics"),
            labels,
            _texts("group_columns"),
            *given,
            gr.Number(label="threshold"),
            label_threshold,
            annotators,
            setting,
        ]
        results = [gr.JSON(label="agreement"), gr.File(label="downloads", file_count="multiple")]
        gr.Button().click(told(agree_with_people), fields, results, api_name="agree_with_people", **scoring)
        fields = [upload_field("file"), labels, *given[:3], label_threshold, annotators, setting]
        results = [gr.JSON(label="calibration"), gr.File(label="settings")]
        gr.Button().click(told(calibrate), fields, results, api_name="calibrate", **scoring)


def _warnings(scorer: SmileScorer, rows: Sequence[Row]) -> dict[str, list[str]]:
    cautions = scorer.cautions(rows)
    return {"warnings": cautions} if cautions else {}


def _number(text: str) -> float | None:
    try:
        return float(text) if text.strip() else None
    except ValueError as error:
        raise UsageError(f"label_threshold must be a number or empty, got {text!r}") from error


def _text(label: str, value: str = "") -> gr.Textbox:
    return gr.Textbox(value, label=label)


def _texts(label: str) -> gr.JSON:
    return gr.JSON([], label=label)


def _columns() -> list[gr.Textbox]:
    return [_text(f"{role}_column") for role in COLUMN_NAMES]


def _settings(limits: Limits) -> list[Component]:
    return [
        gr.Number(label="semantic_weight"),
        gr.Number(label="threshold"),
        gr.Textbox(limits.settings[0], label="setting"),
    ]
