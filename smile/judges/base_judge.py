"""The base class of the judges: requests for each row, and verdicts, counts and costs."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, ClassVar, cast

import numpy as np

from ..checks import is_blank
from ..errors import DataError
from ..result_types import JudgeItems, JudgeName, JudgeOutcome, JudgeSummary, PlannedRequests
from ..rows.checked_rows import Row, check_rows
from ..rows.row_scores import RowScores, Signature
from ..scoring.signature import references_in_signature, signature_of_run
from ..scoring.verdicts import EVEN
from ..shared_types import BoolArray, FloatArray, OnProgress
from .ask import AskedRequests, ask_once, chat_model_to_ask, first_failures
from .chat_models.budget import Budget, cost_in_dollars, expected_tokens
from .chat_models.chat import ChatAnswer, ChatFailure, ChatRequest
from .chat_models.judge_settings import JudgeSettings
from .chat_models.providers import Price

SCORED: JudgeOutcome = "scored"
NO_VERDICT: JudgeOutcome = "no_verdict"
FAILED: JudgeOutcome = "failed"


@dataclass(frozen=True)
class Grade:
    """What a reply says about an answer."""

    score: float | None  # None if it gives no verdict
    is_correct: bool | None = None  # None if the judge asks for no yes or no


@dataclass(frozen=True)
class Verdict:
    """A judge's verdict on one row."""

    score: float  # NaN if the judge failed
    outcome: JudgeOutcome = SCORED
    error: str = ""
    is_correct: bool | None = None  # None if the rubric has no yes or no, or the judge failed
    best_reference: int = 0


@dataclass(frozen=True)
class JudgeScores(RowScores[JudgeItems, JudgeSummary]):
    """The verdicts on n rows, in the order of the rows."""

    name: JudgeName
    verdicts: Sequence[Verdict]
    has_yes_no: bool
    has_best_reference: bool
    is_empty: BoolArray
    asked: AskedRequests[Grade]
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
        means: dict[str, float] = {self.name: _mean_of_judge_verdicts(self.score[~np.isnan(self.score)])}
        if self.has_yes_no:
            means["accuracy"] = _mean_of_judge_verdicts(
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
    # Whether each reference is judged separately, so that every row needs one, and the best counts.
    judges_each_reference: ClassVar[bool] = True
    languages: ClassVar[Sequence[str]] = ("en",)
    # The least and the greatest score, and whether a verdict includes yes or no.
    scale: tuple[float, float] = 0, 1
    has_yes_no = False

    def __init__(self, settings: JudgeSettings) -> None:
        self._settings = settings
        self._model = chat_model_to_ask(settings)

    @property
    def price(self) -> Price | None:
        """US dollars per million tokens sent and generated; None if unknown."""
        return self._model.price

    def expected_cost(self, rows: Sequence[Row]) -> PlannedRequests:
        """Returns the expected cost of rows, without sending requests or looking up cached replies."""
        requests = [each for row in rows for group in self._requests_by_reference(row) for each in group]
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
            predictions, references, questions, needs_references=self.judges_each_reference, needs_questions=True
        )
        return self.score_rows(rows, on_progress)

    def score_rows(
        self, rows: Sequence[Row], on_progress: OnProgress | None = None, budget: Budget | None = None
    ) -> JudgeScores:
        """Scores checked rows; see `score`. A row whose requests would exceed the budget is counted as failed."""
        for i, row in enumerate(rows):
            if row.question is None:
                raise DataError("there is no question, which a judge needs: add one to every row", row=f"row {i}")
            if self.judges_each_reference and not row.references:
                raise DataError("there is no reference, which this judge needs: add one to every row", row=f"row {i}")
        requests = [self._requests_by_reference(row) for row in rows]
        named = [(f"row {i}", each) for i, groups in enumerate(requests) for group in groups for each in group]
        asked = ask_once(
            self._model,
            [request for _, request in named],
            self._settings,
            [name for name, _ in named],
            budget=budget or Budget(),
            read=self._read,
            on_progress=on_progress,
        )
        said = iter(asked.outcomes)
        verdicts = [self._verdict([[next(said) for _ in group] for group in groups]) for groups in requests]
        n_references = references_in_signature(rows)
        parts = {"metric": self._metric, "nrefs": n_references, **self._model.identity, **self._pinned()}
        return JudgeScores(
            name=self._score_name,
            verdicts=verdicts,
            has_yes_no=self.has_yes_no,
            has_best_reference=self.judges_each_reference,
            is_empty=np.array([not groups for groups in requests], dtype=np.bool_),
            asked=asked,
            price=self._model.price,
            run_signature=signature_of_run(parts),
        )

    def _requests_by_reference(self, row: Row) -> list[list[ChatRequest]]:
        """Returns the requests about each reference, or about all of them; none if the prediction is empty."""
        if is_blank(row.prediction):
            return []
        groups = [(each,) for each in row.references] if self.judges_each_reference else [row.references]
        return [self._requests(row.question or "", group, row.prediction) for group in groups]

    def _verdict(self, replies: Sequence[Sequence[Grade | ChatFailure]]) -> Verdict:
        """Returns the verdict on a row from the replies about each of its references."""
        grades = [[each for each in group if isinstance(each, Grade)] for group in replies]
        failures = [each.reason for group in replies for each in group if isinstance(each, ChatFailure)]
        if failures:
            # The failed reference could have had the highest score.
            return Verdict(float("nan"), FAILED, failures[0])
        if not grades:
            return Verdict(0.0, is_correct=False)
        outcome = SCORED if any(each.score is not None for group in grades for each in group) else NO_VERDICT
        scores = [fmean(each.score or 0.0 for each in group) for group in grades]
        best = scores.index(max(scores))
        is_correct = fmean(each.is_correct is True for each in grades[best]) > EVEN if self.has_yes_no else None
        return Verdict(scores[best], outcome, is_correct=is_correct, best_reference=best)

    @abstractmethod
    def _requests(self, question: str, references: Sequence[str], prediction: str) -> list[ChatRequest]:
        """Returns the requests about one reference or all; the mean score counts, and the majority of yes or no."""

    @abstractmethod
    def _read(self, answer: ChatAnswer) -> Grade | ChatFailure:
        """Returns what a reply says, or why it cannot be read; only replies that can be read are cached."""

    @abstractmethod
    def _pinned(self) -> dict[str, str]:
        """Returns the parts of the signature besides the model."""


def judge_prompt_hash(text: str) -> str:
    """Returns eight hexadecimal digits of a text's SHA-256."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:8]


def _mean_of_judge_verdicts(values: Any) -> float:
    return float(np.mean(values)) if len(values) else float("nan")
