"""SMILE for tasks of lm-evaluation-harness: `process_results` and aggregations for a task's YAML.

`!function smile.integrations.lm_eval.process_results` uses the columns `references` and `question` and the setting
`default`. For other columns or settings, use `TaskMetric` in the task's utils.py.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

# Absolute imports, because lm-eval loads this file outside of its package if the task is beside a folder `smile`.
from smile.errors import DataError
from smile.integrations.shared_batches import scored_once
from smile.rows.checked_rows import check_rows
from smile.scoring.results import Scores
from smile.scoring.scorer import SmileScorer
from smile.settings.named_settings import Settings

# A child of lm-eval's logger, so that its messages are shown.
_LOGGER = logging.getLogger("lm_eval.smile")


class TaskMetric:
    """The functions for the YAML of a generative task; all answers of a task are scored in one call.

    Args:
        setting: See `SmileScorer`.
        references: The document's column with the correct answer, or a list of correct answers.
        question: The document's column with the question, or None.
        **options: See `SmileScorer`.
    """

    def __init__(
        self,
        setting: str | Settings = "default",
        *,
        references: str = "references",
        question: str | None = "question",
        **options: Any,
    ) -> None:
        self._references, self._question = references, question
        self._scores = scored_once(SmileScorer(setting, **options), _LOGGER)

    def process_results(self, doc: Mapping[str, Any], results: Sequence[Any]) -> dict[str, dict[str, Any]]:
        """Returns the document's checked row for each aggregation; lm-eval calls it once for each document.

        Args:
            doc: The document.
            results: The model's answer, after the task's filters, as the only entry.
        """
        name = f"document {doc['id']!r}" if "id" in doc else "a document"
        for column in (self._references, self._question):
            if column is not None and column not in doc:
                raise DataError(
                    f"{name} has no column {column!r}, only {', '.join(doc)}: name the columns with TaskMetric("
                    "references=, question=)"
                )
        answer = results[0] if len(results) == 1 else list(results)
        question = None if self._question is None else [doc[self._question]]
        [row] = check_rows([answer], [doc[self._references]], question, names=[name])
        item = {"prediction": row.prediction, "references": list(row.references), "question": row.question}
        return {"smile": item, "smile_accuracy": item}

    def smile(self, items: Sequence[Mapping[str, Any]]) -> float:
        """Returns the mean SMILE of a task's rows."""
        return float(self._of(items).smile.mean())

    def accuracy(self, items: Sequence[Mapping[str, Any]]) -> float:
        """Returns the share of a task's rows with SMILE above the threshold."""
        return float(self._of(items).correct.mean())

    def _of(self, items: Sequence[Mapping[str, Any]]) -> Scores:
        columns = zip(*((item["prediction"], item["references"], item["question"]) for item in items), strict=True)
        return self._scores(tuple(check_rows(*columns)))


_default = TaskMetric()
process_results, smile, accuracy = _default.process_results, _default.smile, _default.accuracy
