"""The cascade: SMILE scores all rows, and a judge decides those where SMILE is least certain."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from ..checks import check_share
from ..errors import Option, UsageError
from ..judges.ask import AskedRequests, first_failures
from ..judges.base_judge import SCORED, Judge, JudgeScores
from ..judges.chat_models.budget import Budget
from ..result_types import CascadeItems, CascadePlanSummary, CascadeSummary, Decider, PlannedRequests, VerdictName
from ..rows.checked_rows import Row, check_rows
from ..rows.row_scores import RowScores, Signature
from ..scoring.reasons import judge_reason
from ..scoring.results import Scores
from ..scoring.scorer import SmileScorer
from ..scoring.verdicts import verdict_counts, verdicts
from ..shared_types import BoolArray, IntArray, OnProgress

SMILE: Decider = "smile"
JUDGE: Decider = "judge"

# The default share of the rows that the judge is asked about.
SHARE = 0.2

# How the scorer's limit is given.
LIMITS = ("share", "most_requests", "most_dollars")

# The judge accepts an answer over this score.
_ACCEPTED = 0.5


@dataclass(frozen=True)
class CascadePlan:
    """The requests to the judge, before anything is sent.

    Attributes:
        rows: n rows.
        scores: Their scores.
        asked: (k,) positions of the rows that the judge decides, the most doubtful first.
        expected: The requests for them, with tokens and cost; tokens are estimated.
    """

    rows: Sequence[Row]
    scores: Scores
    asked: IntArray
    expected: PlannedRequests

    def to_dict(self) -> CascadePlanSummary:
        """Returns the plan as plain values."""
        return {
            "n": len(self.rows),
            "n_asked": len(self.asked),
            **self.expected,
            "smile_accuracy": float(self.scores.correct.mean()),
            "signature": self.scores.signature,
        }


@dataclass(frozen=True)
class CascadeScores(RowScores[CascadeItems, CascadeSummary]):
    """The verdicts on n rows.

    Attributes:
        correct: (n,) the judge's verdict where it gave one, SMILE's elsewhere.
        is_judged: (n,) whether the judge gave it.
        plan: The scores, and which rows the judge was asked about.
        judged: The judge's verdicts on those rows, in their order; None where none was asked.
    """

    correct: BoolArray
    is_judged: BoolArray
    plan: CascadePlan
    judged: JudgeScores | None
    is_empty: BoolArray
    run_signature: Signature

    def verdict(self) -> list[VerdictName]:
        """Returns n strings: the judge's verdict where it gave one, SMILE's elsewhere."""
        judged = verdicts(self.correct, np.zeros(len(self)))
        found: list[VerdictName] = np.where(self.is_judged, judged, self.plan.scores.verdict).tolist()
        return found

    def items(self) -> CascadeItems:
        """Returns the per-item results; see `RowScores`."""
        judge: list[float | None] = [None] * len(self)
        if self.judged is not None:
            for position, verdict in zip(self.plan.asked.tolist(), self.judged.verdicts, strict=True):
                judge[position] = verdict.score if verdict.outcome == SCORED else None
        decided = zip(self.is_judged.tolist(), self.correct.tolist(), self.plan.scores.items()["reason"], strict=True)
        return {
            "correct": self.correct.tolist(),
            "verdict": self.verdict(),
            "decided_by": [JUDGE if judged else SMILE for judged in self.is_judged.tolist()],
            "smile": self.plan.scores.smile.tolist(),
            "judge": judge,
            "doubt": self.plan.scores.doubt.tolist(),
            "reason": [judge_reason(is_correct=right) if judged else why for judged, right, why in decided],
        }

    def aggregates(self) -> CascadeSummary:
        """Returns the aggregate result: accuracies, counts, cost, and the judge's failures by row."""
        verdicts = [] if self.judged is None else self.judged.verdicts
        # A verdict that does not parse is a failure, never a no.
        failures = [
            f"row {position}: {verdict.error or 'no Yes or No among the likeliest tokens'}"
            for position, verdict in zip(self.plan.asked[: len(verdicts)].tolist(), verdicts, strict=True)
            if verdict.outcome != SCORED
        ]
        asked = AskedRequests() if self.judged is None else self.judged.asked
        price = (0.0, 0.0) if self.judged is None else self.judged.price
        found = {
            "accuracy": float(self.correct.mean()),
            "smile_accuracy": float(self.plan.scores.correct.mean()),
            "n": len(self),
            **verdict_counts(self.verdict()),
            "n_asked": len(self.plan.asked),
            "n_judge_failed": len(failures),
            "n_overturned": int((self.correct != self.plan.scores.correct).sum()),
            "n_empty_predictions": int(self.is_empty.sum()),
            "n_not_attempted": sum(map(bool, self.plan.scores.not_attempted)),
            **asked.counts(price),
            "failures": first_failures(failures),
            "signature": self.signature,
        }
        return cast(CascadeSummary, found)


class CascadeScorer:
    """Scores rows with SMILE and asks a judge about the most doubtful ones.

    Args:
        scorer: The scorer.
        judge: The judge; a score over 0.5 means correct.
        share: The share of the rows to ask about, 0 to 1.
        most_requests: The most requests, in place of a share. A judge of one reference at a time makes one for each.
        most_dollars: The most dollars, in place of a share; the judge's price must be known.

    Raises:
        UsageError: Not exactly one of the three limits is given, one is out of range, or the price is unknown.
    """

    def __init__(
        self,
        scorer: SmileScorer,
        judge: Judge,
        *,
        share: float | None = None,
        most_requests: int | None = None,
        most_dollars: float | None = None,
    ) -> None:
        values = (share, most_requests, most_dollars)
        given = [(name, value) for name, value in zip(LIMITS, values, strict=True) if value is not None]
        if len(given) != 1:
            names = " and ".join(name for name, _ in given) or f"none of {', '.join(LIMITS)}"
            raise UsageError(f"got {names}: give one of them")
        [(name, limit)] = given
        if name == "share":
            check_share(name, limit)
        elif isinstance(limit, bool) or not (math.isfinite(limit) and limit >= 0):
            raise UsageError(f"{name} must be a number of at least 0, got {limit!r}")
        if most_dollars is not None and judge.price is None:
            raise UsageError(
                "the price of the judge is not known, so dollars cannot be a limit: give {}", Option("price")
            )
        self.scorer, self.judge = scorer, judge
        self._limit = name, float(limit)

    def score(self, predictions: Any, references: Any, questions: Any) -> CascadeScores:
        """Scores columns of any kind that `check_rows` takes; every row needs a question.

        Raises:
            DataError: A row is invalid.
            ModelError: A model or its data cannot be loaded.
        """
        return self.ask(self.plan(check_rows(predictions, references, questions, needs_questions=True)))

    def plan(self, rows: Sequence[Row], on_progress: OnProgress | None = None) -> CascadePlan:
        """Scores rows and returns what the judge would be asked; sends nothing.

        Args:
            rows: n checked rows, each with a question.
            on_progress: Called with the number of strings encoded and the number of all strings.

        Raises:
            DataError: A row has no question.
            ModelError: A model or its data cannot be loaded.
        """
        scores = self.scorer.score_rows(rows, on_progress)
        order = np.argsort(-scores.doubt, kind="stable")
        asked = order[: self._n_asked(rows, scores, order)]
        return CascadePlan(rows, scores, asked, self.judge.expected_cost(_rows_for_cascade_judge(rows, scores, asked)))

    def ask(self, plan: CascadePlan, on_progress: OnProgress | None = None) -> CascadeScores:
        """Asks the judge what the plan says. A row on which it fails keeps SMILE's verdict.

        Every request that is sent counts towards the limit of requests or dollars, retries included. Dollars are those
        of the server's usage. A row whose requests could exceed the limit keeps SMILE's verdict.

        Raises:
            ModelError: The judge cannot be loaded or reached.
        """
        correct, is_judged = plan.scores.correct.copy(), np.zeros(len(plan.rows), dtype=np.bool_)
        judged = None
        name, limit = self._limit
        signature = plan.scores.run_signature | {name: f"{limit:g}"}
        if len(plan.asked):
            judged = self.judge.score_rows(
                _rows_for_cascade_judge(plan.rows, plan.scores, plan.asked), on_progress, self._budget()
            )
            for position, verdict in zip(plan.asked.tolist(), judged.verdicts, strict=True):
                if verdict.outcome == SCORED:
                    is_judged[position] = True
                    is_right = verdict.is_correct
                    correct[position] = verdict.score > _ACCEPTED if is_right is None else is_right
            signature |= {f"judge_{key}": value for key, value in judged.run_signature.parts}
        return CascadeScores(correct, is_judged, plan, judged, plan.scores.is_empty, signature)

    def _budget(self) -> Budget:
        name, limit = self._limit
        return Budget(self.judge.price, **({} if name == "share" else {name: limit}))

    def _n_asked(self, rows: Sequence[Row], scores: Scores, order: IntArray) -> int:
        name, limit = self._limit
        if name == "share":
            return min(len(order), math.floor(limit * len(rows) + 0.5))
        costs = [self.judge.expected_cost([row]) for row in _rows_for_cascade_judge(rows, scores, order)]
        spent = np.cumsum([each["n_requests"] if name == "most_requests" else each["cost"] or 0.0 for each in costs])
        return int(np.searchsorted(spent, limit, side="right"))


def _rows_for_cascade_judge(rows: Sequence[Row], scores: Scores, positions: IntArray) -> list[Row]:
    """Returns rows as the judge gets them: with the answer that SMILE read in place of the whole output."""
    return [replace(rows[i], prediction=scores.answer_read[i] or rows[i].prediction) for i in positions.tolist()]
