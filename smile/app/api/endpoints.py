"""The endpoints: they translate arguments into requests, and results into JSON data and files."""

import inspect
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ...errors import UsageError
from ...files.row_columns import COLUMN_NAMES
from ...files.writing import without_nan
from ...people.labelled_files import LabelOptions
from ...people.labels import LABEL_AGGREGATIONS
from ...reporting.calibration_report import calibration_warnings
from ...rows.checked_rows import Row, check_rows
from ...scoring.scorer import SmileScorer
from ..engine import ChosenSetting, Engine
from ..limits import CONFIDENCE_LEVEL
from ..requests.compared_systems import compare_files, system_names
from ..requests.measured_agreement import calibrate_to_labels, measure_agreement
from ..requests.scored_file import score_file
from ..requests.typed_answers import TypedAnswers, score_answers
from ..sent_files import LabelledFile, SentFile, SystemFiles
from ..tabs.agree_with_people import write_agreement, write_settings
from ..uploads import delete_uploads

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])

# The same words for the same argument everywhere.
_SHARED = {
    "predictions": "The answers to score.",
    "file": (
        "A CSV, TSV, JSONL, JSON or Parquet file, or a log of Inspect (.eval), uploaded; addresses are not fetched. It "
        "is deleted after use."
    ),
    "prediction_column": "Column of the answers; empty for `prediction` or `pred`.",
    "reference_column": "Column of the right answers; empty for `reference`, `references` or `answer`.",
    "question_column": "Column of the questions; empty for `question`.",
    "id_column": "Column of the ids; empty for `id`.",
    "synthetic_answer_column": "Column of synthetic answers; empty for `synthetic_answer` or `syn_ans`.",
    "label_columns": "Columns of people's labels, one for each person; an empty list for `human`.",
    "label_threshold": "An answer with a label above it is right, as text; empty takes 0.5 for labels of 0 to 1.",
    "label_aggregation": f"How several people's labels become one: {' or '.join(LABEL_AGGREGATIONS)}.",
    "semantic_weight": (
        "Weight of the semantic score against the lexical one, 0 to 1; 0.3 by default. The setting `learned` has none."
    ),
    "threshold": "An answer counts as correct above it, 0 to 1; the setting's own by default.",
    "answer": (
        "What of an output is its answer: auto (the final answer), whole, or a regular expression, the first group of "
        "its last match; the setting's own by default."
    ),
    "setting": "Named setting; empty for the first one offered.",
}


def documented(**own: str) -> Callable[[Endpoint], Endpoint]:
    """Adds the section `Args` to an endpoint's docstring, each on one line, because gradio reads no further."""

    def add(endpoint: Endpoint) -> Endpoint:
        names = [name for name in inspect.signature(endpoint).parameters if name != "self"]
        lines = [f"    {name}: {own[name] if name in own else _SHARED[name]}" for name in names]
        endpoint.__doc__ = "\n".join([inspect.cleandoc(str(endpoint.__doc__)), "", "Args:", *lines])
        return endpoint

    return add


@dataclass(frozen=True)
class Endpoints:
    """The endpoints of one app; those called without a setting take the first that is offered."""

    engine: Engine

    @documented(
        references="Right answers; the one that fits a prediction best counts.",
        question="The question that was asked; it stands before both texts of the semantic part. May be left out.",
    )
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
        """Scores how right answers to one question are, given one or more right answers (references).

        Returns per answer `smile` (0 to 1), its parts `semantic`, `lexical`, `easy_match` and `keyword_similarity`,
        `rating` (0 to 5), `correct` (smile over the threshold: rating 4 or 5), `best_reference` (index),
        `matched_ngram`, and, where a rule compared values, its name `rule`, the values `evidence` and `value_match`
        (`same` or `other`). Compare scores of equal `signature` only. With the setting `learned`, `smile` is the
        probability that a person calls the answer right, and `equivalence` is what its trained model reads, and
        `asserted` whether the answer asserts what it mentions.
        """
        _check_lists(predictions=predictions, references=references)
        chosen = self._setting(setting, semantic_weight, threshold, answer)
        scored = score_answers(self.engine, TypedAnswers(question, references, predictions), chosen)
        result = {"items": scored.scores.items(), "signature": scored.scores.signature}
        return result | _warnings(scored.scorer, scored.rows)

    @documented(
        references="For each answer a list of right answers; the one that fits best counts.",
        questions="For each answer its question, or nothing for those without one.",
    )
    def score_rows(
        self,
        predictions: list[str],
        references: list[list[str]],
        questions: list[str] | None = None,
        semantic_weight: float | None = None,
        threshold: float | None = None,
        setting: str = "",
        answer: str = "",
    ) -> dict[str, Any]:
        """Scores many answers, each to its own question, and sums them up with confidence intervals.

        Returns the means `smile`, `semantic`, `lexical`, `accuracy` (share of answers over the threshold), with 95 %
        intervals for two rows or more, counts, the `signature`, and `items` with a list for each score.
        """
        _check_lists(predictions=predictions, references=references, questions=questions)
        rows = check_rows(predictions, references, questions)
        self.engine.limits.check_count("rows", len(rows), self.engine.limits.rows)
        self.engine.limits.check_rows(rows, [f"row {i}" for i in range(len(rows))])
        scorer = self.engine.wait_for_scorer(self._setting(setting, semantic_weight, threshold, answer))
        scores = scorer.score_rows(rows, self.engine.watch(lambda: False))
        return scores.summary(CONFIDENCE_LEVEL if len(rows) > 1 else None, per_item=True) | _warnings(scorer, rows)

    @documented()
    def score_file(
        self,
        file: str,
        prediction_column: str,
        reference_column: str,
        question_column: str,
        id_column: str,
        synthetic_answer_column: str,
        semantic_weight: float | None = None,
        threshold: float | None = None,
        setting: str = "",
        answer: str = "",
    ) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Scores the rows of a file; returns the summary and files.

        The files are the scored rows in three formats, and the report as a page (HTML).
        """
        columns = _columns(prediction_column, reference_column, question_column, id_column, synthetic_answer_column)
        chosen = self._setting(setting, semantic_weight, threshold, answer)
        for step in score_file(self.engine, threading.Event(), SentFile(file, columns), chosen):
            if not isinstance(step, str):
                summary = step.scores.summary(CONFIDENCE_LEVEL if len(step.scores) > 1 else None)
                delete_uploads([file])
                yield summary | _warnings(step.scorer, step.file_rows.rows), step.downloads

    @documented(
        files=(
            "CSV, TSV, JSONL, JSON or Parquet files or logs of Inspect (.eval), uploaded and deleted after use: one "
            "for each system, or a single one with a column that names the system."
        ),
        names="Names of the systems of several files, one per line; empty for the files' names.",
        system_column="Column that names the system in a single file; empty for `system`.",
    )
    def compare_systems(
        self,
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
        setting: str = "",
        answer: str = "",
    ) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Ranks systems by SMILE on the same questions; returns ranks, intervals and differences, and files of them.

        The files are the scored rows in three formats, the report as a page (HTML), the result as JSON, and a figure.
        """
        columns = _columns(prediction_column, reference_column, question_column, id_column, synthetic_answer_column)
        sent = SystemFiles(files, system_names(names), system_column or None, columns)
        chosen = self._setting(setting, semantic_weight, threshold, answer)
        for step in compare_files(self.engine, threading.Event(), sent, chosen):
            if not isinstance(step, str):
                delete_uploads(files)
                yield without_nan(step.found.to_dict()), step.downloads

    @documented(
        metrics=(
            "Some of smile, semantic, lexical, easy_match, keyword_similarity, sas, f1, exact_match, bleu_1 and "
            "bleu_4; the others are compared with the first of these."
        ),
        group_columns="Columns for a table of each.",
        system_column="Column that names the system; empty for `system`.",
        threshold="A score above it calls the answer right; the setting's own by default.",
    )
    def agree_with_people(
        self,
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
        label_aggregation: str = LABEL_AGGREGATIONS[0],
        setting: str = "",
    ) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Measures how far metrics agree with people; returns statistics, intervals, and where the first fails.

        The files are a report (one HTML page with all tables and figures) and the result as JSON.
        """
        _check_lists(metrics=metrics, label_columns=label_columns, group_columns=group_columns)
        labelled = LabelledFile(
            file,
            LabelOptions(label_columns, question_column or None, system_column or None, group_columns),
            _columns(prediction_column, reference_column, question_column),
            _number(label_threshold),
            label_aggregation,
        )
        chosen = self._setting(setting, threshold=threshold)
        for step in measure_agreement(
            self.engine, threading.Event(), labelled, metrics, chosen, with_calibration=False
        ):
            if not isinstance(step, str):
                delete_uploads([file])
                with tempfile.TemporaryDirectory() as folder:
                    yield step[0].result, write_agreement(Path(folder), step[0])

    @documented()
    def calibrate(
        self,
        file: str,
        label_columns: list[str],
        prediction_column: str,
        reference_column: str,
        question_column: str,
        label_threshold: str,
        label_aggregation: str,
        setting: str,
    ) -> Iterator[tuple[dict[str, Any], str]]:
        """Fits weight and threshold to people's labels; returns the gain on held-out answers and a settings file.

        Heed the warnings: they say where a gain may be chance. The file serves `smile score --config FILE` and
        `SmileScorer(config=FILE)`.
        """
        _check_lists(label_columns=label_columns)
        labelled = LabelledFile(
            file,
            LabelOptions(label_columns, question_column or None),
            _columns(prediction_column, reference_column, question_column),
            _number(label_threshold),
            label_aggregation,
        )
        for step in calibrate_to_labels(self.engine, threading.Event(), labelled, self._setting(setting)):
            if not isinstance(step, str):
                delete_uploads([file])
                with tempfile.TemporaryDirectory() as folder:
                    yield (
                        without_nan(step.result.summary(calibration_warnings(step.result))),
                        write_settings(Path(folder), step),
                    )

    def _setting(
        self, name: str, semantic_weight: float | None = None, threshold: float | None = None, answer: str = ""
    ) -> ChosenSetting:
        return ChosenSetting(name or self.engine.limits.settings[0], semantic_weight, threshold, answer)


def _check_lists(**given: Any) -> None:
    """Checks that no list is a string, whose letters would count one by one."""
    for name, value in given.items():
        if isinstance(value, str):
            raise UsageError(f"{name} is a string, expected a list: put it into brackets, [{value[:40]!r}]")


def _columns(*names: str) -> dict[str, str | None]:
    return {role: name or None for role, name in zip(COLUMN_NAMES, names, strict=False)}


def _warnings(scorer: SmileScorer, rows: Sequence[Row]) -> dict[str, list[str]]:
    cautions = scorer.stages.warnings(rows)
    return {"warnings": cautions} if cautions else {}


def _number(text: str) -> float | None:
    try:
        return float(text) if text.strip() else None
    except ValueError as error:
        raise UsageError(f"label_threshold must be a number or empty, got {text!r}") from error
