"""The result of a judge's run: outcomes per item, and aggregates and costs computed from them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..rows.row_scores import RowScores
from .ask import Asked
from .chat_models.prices import Price, cost

SCORED, NO_VERDICT, FAILED = "scored", "no_verdict", "failed"
_MOST_FAILURES_NAMED = 20


@dataclass(frozen=True)
class JudgeScores(RowScores):
    """The outcomes of n rows, in the order of the rows.

    Attributes:
        name: The name of the score in results.
        score: (n,) NaN where the judge failed.
        outcome: n of `scored`, `no_verdict`, `failed`.
        error: n reasons of failure, "" without one.
        correct: n of True, False or None, where the judge was asked for yes or no; else None.
        best_reference: (n,) index of the reference with the best score; None if all go into one prompt.
        is_empty: (n,) whether the prediction is empty, which scores 0 without asking.
        is_suspicious: (n,) whether the prediction speaks to the judge.
        asked: The requests, their answers and tokens.
        price: None if unknown.
        signature: Everything that decides the scores.
    """

    name: str
    score: npt.NDArray[np.float64]
    outcome: list[str]
    error: list[str]
    correct: list[bool | None] | None
    best_reference: npt.NDArray[np.int64] | None
    is_empty: npt.NDArray[np.bool_]
    is_suspicious: npt.NDArray[np.bool_]
    asked: Asked
    price: Price | None
    signature: str

    def items(self) -> dict[str, list[Any]]:
        """Returns the per-item results; see `RowScores`."""
        items: dict[str, list[Any]] = {self.name: self.score.tolist()}
        if self.correct is not None:
            items["correct"] = list(self.correct)
        items |= {"outcome": list(self.outcome), "error": list(self.error), "suspicious": self.is_suspicious.tolist()}
        if self.best_reference is not None:
            items["best_reference"] = self.best_reference.tolist()
        return items

    def aggregates(self) -> dict[str, Any]:
        """Returns the aggregate result: means over the rows that did not fail, counts, tokens, dollars."""
        is_there = ~np.isnan(self.score)
        result: dict[str, Any] = {self.name: float(self.score[is_there].mean()) if is_there.any() else float("nan")}
        if self.correct is not None:
            given = [correct for correct in self.correct if correct is not None]
            result["accuracy"] = float(np.mean(given)) if given else float("nan")
        return result | {
            "Cost": cost(self.price, self.asked.prompt_tokens, self.asked.completion_tokens),
            "prompt_tokens": self.asked.prompt_tokens,
            "completion_tokens": self.asked.completion_tokens,
            "n": len(self),
            "n_scored": self.outcome.count(SCORED),
            "n_no_verdict": self.outcome.count(NO_VERDICT),
            "n_failed": self.outcome.count(FAILED),
            "n_empty_predictions": int(self.is_empty.sum()),
            "n_suspicious": int(self.is_suspicious.sum()),
            "n_asked": self.asked.n_asked,
            "n_from_cache": self.asked.n_stored,
            "failures": self.failures(),
            "signature": self.signature,
        }

    def failures(self) -> list[str]:
        """Returns the first twenty rows that failed, with the reasons."""
        failed = [f"row {i}: {error}" for i, error in enumerate(self.error) if error]
        if len(failed) > _MOST_FAILURES_NAMED:
            return [*failed[:_MOST_FAILURES_NAMED], f"and {len(failed) - _MOST_FAILURES_NAMED} more"]
        return failed
