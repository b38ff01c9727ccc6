"""SMILE as metrics of lighteval: `metrics=smile_metrics()` in a task's configuration."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from ..optional_packages import what_is_missing
from ..rows.checked_rows import Row, check_rows
from ..scoring.scorer import SmileScorer
from .shared_batches import scored_once

try:
    import numpy as np
    from lighteval.metrics.metrics_sample import SampleLevelComputation
    from lighteval.metrics.utils.metric_utils import SampleLevelMetric
    from lighteval.models.model_output import ModelResponse
    from lighteval.tasks.requests import Doc, SamplingMethod
except ImportError as error:
    raise ImportError(what_is_missing("lighteval", __name__, "lighteval", error)) from error

_LOGGER = logging.getLogger(__name__)


def smile_metrics(setting: str = "default", **options: Any) -> list[SampleLevelMetric]:
    """Returns the metrics `smile` (0 to 1) and `smile_accuracy` (1 if SMILE is above the threshold, otherwise 0).

    All answers of a task are scored in one call. An answer is compared with the document's gold choices. The question
    is `specific["question"]` of the document, if it exists.

    `setting` and `options` are those of `SmileScorer`.
    """
    scores_of = scored_once(SmileScorer(setting, **options), _LOGGER)
    return [
        _lighteval_metric("smile", lambda rows: scores_of(rows).smile.tolist()),
        _lighteval_metric("smile_accuracy", lambda rows: scores_of(rows).correct.astype(float).tolist()),
    ]


class _RowScores(SampleLevelComputation):
    def __init__(self, score: Callable[[tuple[Row, ...]], list[float]]) -> None:
        self.score = score

    def compute(self, docs: Sequence[Doc], responses: Sequence[ModelResponse]) -> list[float]:
        """Returns the value of each document's answer."""
        texts = [response.final_text for response in responses]
        answers = [text[0] if len(text) == 1 else text for text in texts]
        references = [doc.get_golds() if doc.choices else [] for doc in docs]
        questions = [(doc.specific or {}).get("question") for doc in docs]
        names = [f"document {doc.id} of {doc.task_name}" for doc in docs]
        return self.score(tuple(check_rows(answers, references, questions, names=names)))


def _lighteval_metric(name: str, score: Callable[[tuple[Row, ...]], list[float]]) -> SampleLevelMetric:
    return SampleLevelMetric(
        metric_name=name,
        higher_is_better=True,
        category=SamplingMethod.GENERATIVE,
        sample_level_fn=_RowScores(score),
        corpus_level_fn=np.mean,
        batched_compute=True,
    )
