"""The base class of the judges: requests for each row, and verdicts, counts and costs."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

import numpy as np

from ..checks import is_blank
from ..errors import DataError
from ..result_types import JudgeItems, JudgeName, JudgeOutcome, JudgeSummary, PlannedRequests
from ..rows.checked_rows import Row, check_rows
from ..rows.row_scores import RowScores, Signature
from ..scoring.signature import references_in_signature, signature_of_run
from ..shared_types import BoolArray, FloatArray, OnProgress
from .ask import AskedRequests, ask_once, first_failures, make_chat_model
from .chat_models.budget import Budget, cost_in_dollars, expected_tokens
from .chat_models.chat import ChatAnswer, ChatRequest, Outcome
from .chat_models.judge_settings import JudgeSettings
from .chat_models.providers import Price

SCORED: JudgeOutcome = "scored"
NO_VERDICT: JudgeOutcome = "no_verdict"
FAILED: JudgeOutcome = "failed"


@dataclass(frozen=True)
class Verdict:
    """A judge's verdict on one row."""

    score: float  # NaN if the judge failed
    outcome: JudgeOutcome = SCORED
    error: str = ""
    is_correct: bool | None = None  # None if the rubric has no yes or no, or the judge failed
    best_reference: int = 0

    @classmethod
    def failed(cls, reason: str) -> "Verdict":
        """Returns the verdict for a failed request."""
        return cls(float("nan"), FAILED, reason)


@dataclass(frozen=True)
class JudgeScores(RowScores[JudgeItems, JudgeSummary]):
    """The verdicts on n rows, in the order of the rows."""

    name: JudgeName
    verdicts: Sequence[Verdict]
    has_yes_no: bool
    has_best_reference: bool
    is_empty: BoolArray
    asked: AskedRequests
    price: Price | None
    run_signature: Signature

    @property
    def score(self) -> FloatArray:
        """(n,) scores, NaN where the judge failed."""
        return np.array([verdict.score for verdict in self.verdicts])

    def items(self) -> JudgeItems:
        """Returns the per-item results; see `RowScores`."""
        items = cast(JudgeItems, {self.name: self.score.tolist()})
        if self.has_yes_no:
            items["correct"] = [verdict.is_correct for verdict in self.verdicts]
        items["outcome"] = [verdict.outcome for verdict in self.verdicts]
        items["error"] = [verdict.error for verdict in self.verdicts]
        if self.has_best_reference:
            items["best_reference"] = [verdict.best_reference for verdict in self.verdicts]
        return items

    def aggregates(self) -> JudgeSummary:
        """Returns the aggregate result; see `RowScores`."""
        outcomes = [verdict.outcome for verdict in self.verdicts]
        failures = [f"row {i}: {verdict.error}" for i, verdict in enumerate(self.verdicts) if verdict.error]
        means: dict[str, float] = {self.name: _mean_of_verdicts(self.score[~np.isnan(self.score)])}
        if self.has_yes_no:
            means["accuracy"] = _mean_of_verdicts(
                [each.is_correct for each in self.verdicts if each.is_correct is not None]
            )
        found = {
            **means,
            **self.asked.counts(self.price),
            "n": len(self),
            "n_scored": outcomes.count(SCORED),
            "n_no_verdict": outcomes.count(NO_VERDICT),
            "n_failed": outcomes.count(FAILED),
            "n_empty_predictions": int(self.is_empty.sum()),
            "failures": first_failures(failures),
            "signature": self.signature,
        }
        return cast(JudgeSummary, found)


class Judge(ABC):
    """A chat model that judges rows."""

    # The name of the metric in the signature, and of its score in results.
    _metric: ClassVar[str]
    _score_name: ClassVar[JudgeName]
    needs_references: ClassVar[bool] = True

    def __init__(self, settings: JudgeSettings) -> None:
        self._settings = settings
        self._model = make_chat_model(settings)

    @property
    def price(self) -> Price | None:
        """US dollars per million tokens sent and generated; None if unknown."""
        return self._model.price

    def expected_cost(self, rows: Sequence[Row]) -> PlannedRequests:
        """Returns the expected cost of rows, without sending requests or looking up cached replies."""
        requests = [each for row in rows if not is_blank(row.prediction) for each in self._requests(row)]
        tokens = [expected_tokens(each) for each in requests]
        sent, generated = sum(each[0] for each in tokens), sum(each[1] for each in tokens)
        return {
            "n_requests": len(requests),
            "prompt_tokens": sent,
            "completion_tokens": generated,
            "cost": cost_in_dollars((sent, generated), self.price),
        }

    def warm_up(self) -> None:
        """Loads a local model, which is otherwise loaded on first use."""
        _ = self._model.identity

    def score(
        self, *, predictions: Any, references: Any = None, questions: Any, on_progress: OnProgress | None = None
    ) -> JudgeScores:
        """Scores columns in any form that `check_rows` accepts.

        Raises:
            DataError: A cell is wrong, or a row has no question.
            ModelError: The model cannot be loaded, or a row failed and `on_error` is `raise`.
        """
        rows = check_rows(
            predictions, references, questions, needs_references=self.needs_references, needs_questions=True
        )
        return self.score_rows(rows, on_progress)

    def score_rows(
        self, rows: Sequence[Row], on_progress: OnProgress | None = None, budget: Budget | None = None
    ) -> JudgeScores:
        """Scores checked rows; see `score`. A row whose requests would exceed the budget is counted as failed."""
        for i, row in enumerate(rows):
            if row.question is None:
                raise DataError("there is no question, which a judge needs: add one to every row", row=f"row {i}")
        is_empty = [is_blank(row.prediction) for row in rows]
        requests = [[] if empty else self._requests(row) for row, empty in zip(rows, is_empty, strict=True)]
        asked = ask_once(
            self._model,
            [request for of_row in requests for request in of_row],
            self._settings,
            [f"row {i}" for i, of_row in enumerate(requests) for _ in of_row],
            budget=budget or Budget(),
            check=self._check,
            on_progress=on_progress,
        )
        outcomes = iter(asked.outcomes)
        verdicts = [
            Verdict(0.0, is_correct=False) if empty else self._verdict([next(outcomes) for _ in of_row])
            for of_row, empty in zip(requests, is_empty, strict=True)
        ]
        n_references = references_in_signature(rows)
        parts = {"metric": self._metric, "nrefs": n_references, **self._model.identity, **self._pinned()}
        return JudgeScores(
            name=self._score_name,
            verdicts=verdicts,
            has_yes_no=self.has_yes_no,
            has_best_reference=self.needs_references,
            is_empty=np.array(is_empty, dtype=np.bool_),
            asked=asked,
            price=self._model.price,
            run_signature=signature_of_run(parts),
        )

    @property
    def has_yes_no(self) -> bool:
        """True if a verdict includes yes or no."""
        return False

    @abstractmethod
    def _requests(self, row: Row) -> list[ChatRequest]:
        """Returns the requests for a row."""

    @abstractmethod
    def _verdict(self, outcomes: Sequence[Outcome]) -> Verdict:
        """Returns the verdict on a row from the outcomes of its requests."""

    @abstractmethod
    def _pinned(self) -> dict[str, str]:
        """Returns the parts of the signature besides the model."""

    @abstractmethod
    def _check(self, answer: ChatAnswer) -> Outcome:
        """Returns the reply, or a failure if it holds no verdict; only checked replies are cached and scored."""


def short_prompt_hash(text: str) -> str:
    """Returns eight hexadecimal digits of a text's SHA-256."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:8]


def _mean_of_verdicts(values: Any) -> float:
    return float(np.mean(values)) if len(values) else float("nan")
