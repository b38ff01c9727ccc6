"""The documented API: what `gradio_client` calls, and the tools that agents find over MCP. Docstrings are its pages."""

import threading
from collections.abc import Iterator
from typing import Any

import gradio as gr
from gradio.events import api as add_endpoint

from ..files.reading import COLUMN_NAMES
from ..rows import check_rows
from ..settings import NAMED_SETTINGS
from .engine import Engine
from .limits import Limits
from .replies import told
from .score_file import CONFIDENCE_LEVEL, run_file
from .try_it import score_answers as score
from .uploads import upload_field

_DEFAULT = NAMED_SETTINGS["default"]


def build(engine: Engine, limits: Limits) -> None:
    """Adds the endpoints to the app."""

    def score_answers(
        answers: list[str],
        references: list[str],
        question: str = "",
        semantic_weight: float = 0.3,
        threshold: float = 0.67,
        setting: str = limits.settings[0],
    ) -> dict[str, Any]:
        """Says how right answers to one question are, given one or more right answers (references).

        Returns per answer `smile` (0 to 1), its parts `semantic`, `lexical`, `easy_match` and `keyword_similarity`,
        `rating` (0 to 5), `correct` (smile over the threshold), `best_reference` (index) and `matched_ngram`, and the
        `signature` of the settings; compare scores of equal signatures only.

        Args:
            answers: The answers to score.
            references: Right answers; the one that fits an answer best counts.
            question: What was asked; not scored.
            semantic_weight: Weight of the semantic score against the lexical one, 0 to 1.
            threshold: An answer counts as correct above it, 0 to 1.
            setting: Named setting.
        """
        _, scores, _, _ = score(engine, limits, question, references, answers, setting, semantic_weight, threshold)
        return {"items": scores.items(), "signature": scores.signature}

    def score_rows(
        predictions: list[str],
        references: list[list[str]],
        questions: list[str] | None = None,
        semantic_weight: float = 0.3,
        threshold: float = 0.67,
        setting: str = limits.settings[0],
    ) -> dict[str, Any]:
        """Scores many answers, each to a question of its own, and sums them up with confidence intervals.

        Returns the means `smile`, `semantic`, `lexical`, `accuracy` (share of answers over the threshold), with 95 %
        intervals where there are two rows or more, counts, the `signature`, and `items` with a list for each score.

        Args:
            predictions: The answers to score.
            references: For each answer a list of right answers; the one that fits best counts.
            questions: For each answer what was asked; not scored.
            semantic_weight: Weight of the semantic score against the lexical one, 0 to 1.
            threshold: An answer counts as correct above it, 0 to 1.
            setting: Named setting.
        """
        rows = check_rows(predictions, references, questions)
        limits.check_count("rows", len(rows), limits.rows)
        limits.check_rows(rows, [f"row {i}" for i in range(len(rows))])
        scorer = engine.scorer(setting, semantic_weight, threshold)
        scores = scorer.score_rows(rows, engine.watch(lambda: False))
        return scores.summary(CONFIDENCE_LEVEL if len(rows) > 1 else None, per_item=True)

    def score_file(
        file: str,
        prediction_column: str,
        reference_column: str,
        question_column: str,
        id_column: str,
        synthetic_answer_column: str,
        semantic_weight: float,
        threshold: float,
        setting: str,
    ) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Scores a CSV, TSV, JSONL, JSON or Parquet file; returns the summary and the scored rows in three formats.

        Args:
            file: The file, uploaded; addresses are not fetched. It is deleted once it is scored.
            prediction_column: If not `prediction` or `pred`; empty otherwise, as for the columns below.
            reference_column: If not `reference`, `references` or `answer`.
            question_column: If not `question`.
            id_column: If not `id`.
            synthetic_answer_column: If not `synthetic_answer` or `syn_ans`.
            semantic_weight: Weight of the semantic score against the lexical one, 0 to 1.
            threshold: An answer counts as correct above it, 0 to 1.
            setting: Named setting.
        """
        columns = (prediction_column, reference_column, question_column, id_column, synthetic_answer_column)
        for step in run_file(engine, limits, threading.Event(), file, *columns, setting, semantic_weight, threshold):
            if not isinstance(step, str):
                _, scores, _, paths = step
                yield scores.summary(CONFIDENCE_LEVEL if len(scores) > 1 else None), paths

    scoring: dict[str, Any] = {"concurrency_id": "scoring", "concurrency_limit": limits.at_a_time}
    for endpoint in (score_answers, score_rows):
        add_endpoint(told(endpoint), api_name=endpoint.__name__, **scoring)
    # A file needs fields, though none to be seen: an endpoint without them would take any path of this machine.
    with gr.Row(visible=False):
        columns = [gr.Textbox("", label=f"{role}_column") for role in COLUMN_NAMES]
        fields = [
            upload_field("file"),
            *columns,
            gr.Number(_DEFAULT.semantic_weight, label="semantic_weight"),
            gr.Number(_DEFAULT.threshold, label="threshold"),
            gr.Textbox(limits.settings[0], label="setting"),
        ]
        results = [gr.JSON(label="summary"), gr.File(label="scores", file_count="multiple")]
        gr.Button().click(told(score_file), fields, results, api_name="score_file", **scoring)
