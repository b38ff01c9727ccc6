"""SMILE as a metric of DeepEval: `metrics=[SmileMetric()]`."""

import asyncio
from typing import Any

from ..optional_packages import what_is_missing
from ..rows.checked_rows import check_rows
from ..scoring.scorer import SmileScorer
from .shared_batches import SharedBatches

try:
    from deepeval.metrics import BaseMetric
    from deepeval.test_case import LLMTestCase
except ImportError as error:
    raise ImportError(what_is_missing("deepeval", __name__, "deepeval", error)) from error


class SmileMetric(BaseMetric):
    """Scores `actual_output` against `expected_output`, with `input` as the question.

    DeepEval measures one test case at a time. Cases that arrive while others are being scored are scored together. A
    case succeeds if its SMILE is above the threshold. `score_breakdown` has the sub-scores, `reason` the signature.

    Args:
        setting: See `SmileScorer`.
        options: Options of the setting; see `SmileScorer`. `{"use_questions": False}` ignores the input.
        batches: The batches that the copies of this metric share. DeepEval copies the metric for each case, from the
            attributes with the names of its arguments.
    """

    def __init__(
        self, setting: str = "default", options: dict[str, Any] | None = None, batches: SharedBatches | None = None
    ) -> None:
        self.setting, self.options = setting, options
        scorer = SmileScorer(setting, **(options or {}))
        self.batches = batches or SharedBatches(scorer)
        self.threshold = scorer.settings.threshold

    def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """Returns the SMILE of a test case, 0 to 1, and stores the other results as attributes."""
        name = "a test case" if test_case.name is None else f"test case {test_case.name!r}"
        [row] = check_rows([test_case.actual_output], [test_case.expected_output], [test_case.input], names=[name])
        [item] = self.batches.score([row])
        score = float(item.pop("smile"))
        self.score, self.success, self.reason = score, item.pop("correct"), item.pop("signature")
        self.score_breakdown = item
        return score

    async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """Does the same as `measure`, in a thread."""
        return await asyncio.to_thread(self.measure, test_case)

    def is_successful(self) -> bool:
        """Returns whether SMILE was above the threshold."""
        return self.error is None and bool(self.success)

    @property
    def __name__(self) -> str:
        return "SMILE"
