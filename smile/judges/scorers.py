"""The judges, rows in and scores out: L3Score reads a first token (SPIQA, arXiv 2407.09413), the other a verdict."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..aliases import OnProgress
from ..checks import is_blank
from ..errors import DataError, ModelError, UsageError
from ..rows.checked_rows import Row, check_rows
from ..scoring.signature import join_pairs, reference_count
from ..version import __version__
from .ask import Asked, ask_once
from .chat_models.chat import ChatAnswer, ChatFailure, ChatModel, ChatRequest, Outcome
from .chat_models.providers import LOCAL, check_first_token
from .judge_cache import AnswerStore
from .judge_results import FAILED, NO_VERDICT, SCORED, JudgeScores
from .judge_settings import JudgeSettings, judge_settings, make_model, store_path
from .rubrics import MOST_VERDICT_TOKENS, Grade, find_rubric, read_verdict, rubric_prompt
from .suspicion import is_suspicious
from .yes_no import is_verdict, yes_no_prompt, yes_probability


class L3Scorer:
    """L3Score: the probability of Yes against No in a judge's first token.

    Several references are judged one by one, and the best counts.

    Args:
        provider: `local`, or a name in `smile.judges.chat_models.providers.PROVIDERS`.
        model: What the provider calls it; of `local` a Hub id or folder.
        top_logprobs: Read only so many of the likeliest tokens; None reads all that the provider gives, of a local
            model the whole vocabulary.
        **options: Any other of `smile.judges.judge_settings.JUDGE_OPTIONS`.

    Raises:
        UsageError: An option is wrong, or the model returns no log-probabilities.
    """

    def __init__(
        self, provider: str | None = None, model: str | None = None, top_logprobs: int | None = None, **options: Any
    ) -> None:
        """Checks the options; loads and sends nothing."""
        self.settings = judge_settings(provider, model, **options)
        if self.settings.provider != LOCAL and self.settings.base_url is None:
            check_first_token(self.settings.provider, self.settings.model)
        if top_logprobs is not None and (
            isinstance(top_logprobs, bool) or not isinstance(top_logprobs, int) or top_logprobs < 1
        ):
            raise UsageError(f"top_logprobs must be a whole number over 0, got {top_logprobs!r}")
        self._top_logprobs = top_logprobs
        self._model = make_model(self.settings, is_verdict)

    def warm_up(self) -> None:
        """Loads a local model, which scoring would otherwise do on first use.

        Raises:
            ModelError: It cannot be had.
        """
        _ = self._model.identity

    def score(
        self, questions: Any, predictions: Any, references: Any, on_progress: OnProgress | None = None
    ) -> JudgeScores:
        """Scores columns of any kind that `check_rows` takes.

        Raises:
            DataError: A row is not what it should be, or has no question.
            ModelError: The judge cannot be had, or a row failed and `on_error` is `raise`.
        """
        return self.score_rows(check_rows(predictions, references, questions, needs_questions=True), on_progress)

    def score_rows(self, rows: Sequence[Row], on_progress: OnProgress | None = None) -> JudgeScores:
        """Scores rows checked with `needs_questions`; see `score`."""
        asked_rows = [i for i, row in enumerate(rows) if not is_blank(row.prediction)]
        pairs = [(i, j) for i in asked_rows for j in range(len(rows[i].references))]
        requests = [
            ChatRequest(
                yes_no_prompt(_question(rows[i]), rows[i].references[j], rows[i].prediction),
                max_tokens=1,
                wants_tokens=True,
                top_logprobs=self._top_logprobs,
            )
            for i, j in pairs
        ]
        asked = _ask(self._model, self.settings, requests, [i for i, _ in pairs], on_progress)
        columns = _Columns.of(rows)
        best = np.zeros(len(rows), dtype=np.int64)
        has_verdict = np.zeros(len(rows), dtype=np.bool_)
        for (i, j), outcome in zip(pairs, asked.outcomes, strict=True):
            if isinstance(outcome, ChatFailure):
                columns.fail(i, outcome.reason)
                continue
            probability = yes_probability(outcome.tokens)
            has_verdict[i] |= probability is not None
            # A failed reference might have been the best one: its row stays failed.
            if (probability or 0.0) > columns.score[i]:
                columns.score[i], best[i] = probability, j
        for i in asked_rows:
            if not has_verdict[i] and columns.outcome[i] == SCORED:
                columns.outcome[i] = NO_VERDICT
        cut = "all" if self._top_logprobs is None else str(self._top_logprobs)
        pinned = {"prompt": _short_hash(yes_no_prompt("", "", "")), "top_logprobs": cut}
        return columns.scores(
            "L3Score", None, best, asked, self._model, _signature("l3score", rows, self._model, pinned)
        )


class RubricScorer:
    """A judge that writes a verdict by a rubric: three steps (0, 0.5, 1), 0 to 5 with yes or no, or one's own.

    All references of a row go into one prompt; a row may have none.

    Args:
        provider: `local`, or a name in `smile.judges.chat_models.providers.PROVIDERS`.
        model: What the provider calls it; of `local` a Hub id or folder.
        rubric: `three_step`, `zero_to_five`, or the path of a template (`smile.judges.rubrics.read_template`).
        language: `en` or `zh`, of the rubric.
        **options: Any other of `smile.judges.judge_settings.JUDGE_OPTIONS`.

    Raises:
        UsageError: An option or the template is wrong.
    """

    def __init__(
        self,
        provider: str | None = None,
        model: str | None = None,
        rubric: Any = "three_step",
        language: str = "en",
        **options: Any,
    ) -> None:
        """Checks the options and reads the template; loads and sends nothing."""
        self.settings = judge_settings(provider, model, **options)
        self.rubric = find_rubric(rubric, language)
        self._model = make_model(self.settings, lambda _: False)

    def warm_up(self) -> None:
        """Loads a local model; see `L3Scorer.warm_up`.

        Raises:
            ModelError: It cannot be had.
        """
        _ = self._model.identity

    def score(
        self, questions: Any, predictions: Any, references: Any = None, on_progress: OnProgress | None = None
    ) -> JudgeScores:
        """Scores columns of any kind that `check_rows` takes; see `L3Scorer.score`.

        Raises:
            DataError: A row is not what it should be, or has no question.
            ModelError: The judge cannot be had, or a row failed and `on_error` is `raise`.
        """
        return self.score_rows(
            check_rows(predictions, references, questions, needs_references=False, needs_questions=True), on_progress
        )

    def score_rows(self, rows: Sequence[Row], on_progress: OnProgress | None = None) -> JudgeScores:
        """Scores rows checked with `needs_questions`; see `score`."""
        rubric = self.rubric
        asked_rows = [i for i, row in enumerate(rows) if not is_blank(row.prediction)]
        requests = [
            ChatRequest(
                rubric_prompt(rubric, _question(rows[i]), rows[i].references, rows[i].prediction),
                max_tokens=MOST_VERDICT_TOKENS,
                schema=rubric.schema,
            )
            for i in asked_rows
        ]

        def check(answer: ChatAnswer) -> Outcome:
            verdict = read_verdict(rubric, answer.text)
            return answer if isinstance(verdict, Grade) else ChatFailure(verdict)

        asked = _ask(self._model, self.settings, requests, asked_rows, on_progress, check)
        columns = _Columns.of(rows)
        correct: list[bool | None] = [False if is_blank(row.prediction) else None for row in rows]
        for i, outcome in zip(asked_rows, asked.outcomes, strict=True):
            verdict = outcome.reason if isinstance(outcome, ChatFailure) else read_verdict(rubric, outcome.text)
            if isinstance(verdict, Grade):
                columns.score[i], correct[i] = verdict.score, verdict.is_correct
            else:
                columns.fail(i, verdict)
        pinned = {"rubric": f"{rubric.name}@{_short_hash(rubric.template)}"}
        return columns.scores(
            "rubric",
            correct if rubric.has_yes_no else None,
            None,
            asked,
            self._model,
            _signature("rubric_judge", rows, self._model, pinned),
        )


@dataclass(frozen=True)
class _Columns:
    """The per-row results while they are filled in; a row is scored 0 until something else is known."""

    score: "np.ndarray[Any, np.dtype[np.float64]]"
    outcome: list[str]
    error: list[str]
    is_empty: "np.ndarray[Any, np.dtype[np.bool_]]"
    is_suspicious: "np.ndarray[Any, np.dtype[np.bool_]]"

    @classmethod
    def of(cls, rows: Sequence[Row]) -> "_Columns":
        return cls(
            score=np.zeros(len(rows)),
            outcome=[SCORED] * len(rows),
            error=[""] * len(rows),
            is_empty=np.array([is_blank(row.prediction) for row in rows], dtype=np.bool_),
            is_suspicious=np.array([is_suspicious(row.prediction) for row in rows], dtype=np.bool_),
        )

    def fail(self, row: int, reason: str) -> None:
        self.score[row], self.outcome[row], self.error[row] = np.nan, FAILED, reason

    def scores(
        self,
        name: str,
        correct: list[bool | None] | None,
        best: "np.ndarray[Any, np.dtype[np.int64]] | None",
        asked: Asked,
        model: ChatModel,
        signature: str,
    ) -> JudgeScores:
        return JudgeScores(
            name=name,
            score=self.score,
            outcome=self.outcome,
            error=self.error,
            correct=correct,
            best_reference=best,
            is_empty=self.is_empty,
            is_suspicious=self.is_suspicious,
            asked=asked,
            price=model.price,
            signature=signature,
        )


def _question(row: Row) -> str:
    if row.question is None:
        raise DataError("a row has no question: check the rows with needs_questions=True")
    return row.question


def _ask(
    model: ChatModel,
    settings: JudgeSettings,
    requests: Sequence[ChatRequest],
    row_of_request: Sequence[int],
    on_progress: OnProgress | None,
    check: Callable[[ChatAnswer], Outcome] | None = None,
) -> Asked:
    def stop(position: int, reason: str) -> None:
        raise ModelError(f"row {row_of_request[position]}: the judge failed ({reason})")

    store = AnswerStore(store_path(settings))
    try:
        return ask_once(
            model,
            requests,
            store,
            check=check,
            on_failure=stop if settings.on_error == "raise" else None,
            on_progress=on_progress,
        )
    finally:
        store.close()


def _signature(metric: str, rows: Sequence[Row], model: ChatModel, pinned: dict[str, str]) -> str:
    pairs = {"metric": metric, "nrefs": reference_count(rows)}
    return join_pairs(pairs | model.identity | pinned | {"version": __version__})


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:8]
