"""The public API for `gradio_client` and for agents over MCP.

The docstrings of the endpoints are its documentation; gradio reads one line for each argument.
"""

import inspect
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import gradio as gr
from gradio.components import Component
from gradio.events import api as add_endpoint

from ..errors import UsageError
from ..files.row_columns import COLUMN_NAMES
from ..files.writing import without_nan
from ..rows.checked_rows import Row
from ..scoring.scorer import SmileScorer
from .engine import AUTO, ChosenSetting, Engine
from .page_messages import with_errors_shown
from .requests.scored_file import score_file
from .requests.typed_answers import score_typed_answers
from .uploads import SentFile, upload_field


def add_endpoints(engine: Engine) -> None:
    """Adds the endpoints to the app that is being built."""
    endpoints, settings = Endpoints(engine), ("", *engine.limits.settings)
    scoring: dict[str, Any] = {"concurrency_id": "scoring", "concurrency_limit": engine.limits.at_a_time}
    answers = with_errors_shown(endpoints.score_answers)
    # The schema lists the settings.
    answers.__annotations__ = endpoints.score_answers.__annotations__ | {"setting": Literal[settings]}
    add_endpoint(answers, api_name="score_answers", **scoring)

    def field(parameter: inspect.Parameter) -> Component:
        name = parameter.name
        if name == "file":
            return upload_field(name)
        if name == "setting":
            return gr.Dropdown(list(settings), value="", label=name)
        return gr.Number(label=name) if parameter.annotation == float | None else gr.Textbox("", label=name)

    # A file needs hidden fields: an endpoint without them would take any path of this machine.
    with gr.Row(visible=False):
        fields = [field(each) for each in inspect.signature(endpoints.score_file).parameters.values()]
        results = [gr.JSON(label="summary"), gr.File(label="scores", file_count="multiple")]
        gr.Button().click(with_errors_shown(endpoints.score_file), fields, results, api_name="score_file", **scoring)


@dataclass(frozen=True)
class Endpoints:
    """The endpoints of one app. Without a setting, they choose one for the rows."""

    engine: Engine

    def score_answers(
        self,
        predictions: list[str],
        references: list[str],
        question: str = "",
        semantic_weight: float | None = None,
        threshold: float | None = None,
        setting: str = "",
        answer: str = "",
    ) -> dict[str, Any]:
        """Scores how correct answers to one question are, given one or more reference answers.

        Returns `items` with a list for each score: `smile` (0 to 1), its parts `semantic`, `lexical`, `easy_match` and
        `keyword_similarity`, `rating` (0 to 5), `correct` (smile over the threshold: rating 4 or 5), `best_reference`
        (index), `matched_ngram`, the `rule` that compared values, if one did, and the `reason` for the verdict. Compare
        scores of equal `signature` only. With the setting `learned`, `smile` is the probability that a person accepts
        the answer; `equivalence` and `asserted` are its model's readings of the meaning.

        Args:
            predictions: The answers to score.
            references: Reference answers; the one that fits a prediction best counts.
            question: The question that was asked. May be left out.
            semantic_weight: Weight of the semantic score, 0 to 1; 0.3 by default. The setting `learned` has none.
            threshold: An answer counts as correct above it, 0 to 1; the setting's own by default.
            setting: Named setting; empty for `learned` if at least half of the rows have a question, else `default`.
            answer: Which part of an output to score: auto (the final answer), whole, or a regular expression.
        """
        for name, value in (("predictions", predictions), ("references", references)):
            if isinstance(value, str):  # its letters would count one by one
                raise UsageError(f"{name} is a string, expected a list: put it into brackets, [{value[:40]!r}]")
        chosen = self._setting(setting, semantic_weight, threshold, answer)
        scored = score_typed_answers(self.engine, question, references, predictions, chosen)
        result = {"items": scored.scores.items(), "signature": scored.scores.signature}
        return result | _api_warnings(scored.scorer, scored.rows)

    def score_file(
        self,
        file: str,
        prediction_column: str,
        reference_column: str,
        question_column: str,
        id_column: str,
        synthetic_answer_column: str,
        system_column: str,
        semantic_weight: float | None = None,
        threshold: float | None = None,
        setting: str = "",
        answer: str = "",
    ) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Scores the rows of a file; returns the summary and files. Rows that cannot be read are skipped.

        The files are the scored rows in three formats, and the report as a page (HTML).

        Args:
            file: A CSV, TSV, JSONL, JSON or Parquet file, or a log of Inspect (.eval). It is deleted after use.
            prediction_column: Column of the answers; empty for `prediction` or `pred`.
            reference_column: Column of the reference answers; empty for `reference`, `references` or `answer`.
            question_column: Column of the questions; empty for `question`.
            id_column: Column of the ids; empty for `id`.
            synthetic_answer_column: Column of synthetic answers; empty for `synthetic_answer` or `syn_ans`.
            system_column: Column of systems, which are compared on the same questions; empty for no comparison.
            semantic_weight: Weight of the semantic score, 0 to 1; 0.3 by default. The setting `learned` has none.
            threshold: An answer counts as correct above it, 0 to 1; the setting's own by default.
            setting: Named setting; empty for `learned` if at least half of the rows have a question, else `default`.
            answer: Which part of an output to score: auto (the final answer), whole, or a regular expression.
        """
        names = (prediction_column, reference_column, question_column, id_column, synthetic_answer_column)
        columns = {role: name or None for role, name in zip(COLUMN_NAMES, names, strict=True)}
        chosen = self._setting(setting, semantic_weight, threshold, answer)
        for step in score_file(self.engine, threading.Event(), SentFile(file, columns, system=system_column), chosen):
            if not isinstance(step, str):
                summary = dict[str, Any](step.summary())
                Path(file).unlink(missing_ok=True)
                if step.compared is not None:
                    summary |= {"comparison": without_nan(step.compared.to_dict())}
                yield summary | _api_warnings(step.scorer, step.rows, step.upload.warnings), step.downloads

    def _setting(self, name: str, weight: float | None, threshold: float | None, answer: str) -> ChosenSetting:
        return ChosenSetting(name or AUTO, weight, threshold, answer)


def _api_warnings(scorer: SmileScorer, rows: Sequence[Row], left_out: Sequence[str] = ()) -> dict[str, list[str]]:
    cautions = [*left_out, *map(str, scorer.warnings(rows))]
    return {"warnings": cautions} if cautions else {}
