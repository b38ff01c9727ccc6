"""L3Score: rows in, scores out; the score is read off the judge's first token (SPIQA, arXiv 2407.09413)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..aliases import OnProgress
from ..errors import UsageError
from ..rows.checked_rows import Row, check_rows
from .chat_models.chat import ChatFailure, ChatRequest
from .chat_models.providers import LOCAL, check_first_token
from .judge import Judge, RowOutcomes, question_of, short_hash
from .judge_results import NO_VERDICT, SCORED, JudgeScores
from .judge_settings import judge_settings
from .yes_no import TOP_LOGPROBS, is_verdict, yes_no_prompt, yes_probability


class L3Scorer(Judge):
    """L3Score: the probability of Yes against No in a judge's first token.

    Several references are judged one by one, and the best counts.

    Args:
        provider: `local`, or a name in `smile.judges.chat_models.providers.PROVIDERS`.
        model: The provider's name for it; with `local` a Hub id or folder.
        top_logprobs: How many of the likeliest tokens to read. The metric reads five: where neither Yes nor No is among
            them, the score is 0. None reads all that the provider returns, with a local model the whole vocabulary.
        **options: Any other of `smile.judges.judge_settings.JUDGE_OPTIONS`.

    Raises:
        UsageError: An option is wrong, or the model returns no log-probabilities.
    """

    def __init__(
        self,
        provider: str | None = None,
        model: str | None = None,
        top_logprobs: int | None = TOP_LOGPROBS,
        **options: Any,
    ) -> None:
        """Checks the options; loads and sends nothing."""
        settings = judge_settings(provider, model, **options)
        if settings.provider != LOCAL and settings.base_url is None:
            check_first_token(settings.provider, settings.model)
        if top_logprobs is not None and (
            isinstance(top_logprobs, bool) or not isinstance(top_logprobs, int) or top_logprobs < 1
        ):
            raise UsageError(f"top_logprobs must be a whole number over 0, got {top_logprobs!r}")
        self._top_logprobs = top_logprobs
        super().__init__(settings, is_verdict)

    def score(
        self, *, predictions: Any, references: Any, questions: Any, on_progress: OnProgress | None = None
    ) -> JudgeScores:
        """Scores columns of any kind that `check_rows` takes, given by name.

        Raises:
            DataError: A cell is wrong, or a row has no question.
            ModelError: The judge cannot be loaded, or a row failed and `on_error` is `raise`.
        """
        return self.score_rows(check_rows(predictions, references, questions, needs_questions=True), on_progress)

    def score_rows(self, rows: Sequence[Row], on_progress: OnProgress | None = None) -> JudgeScores:
        """Scores rows checked with `needs_questions`; see `score`."""
        outcomes = RowOutcomes.of(rows)
        asked_rows = np.flatnonzero(~outcomes.is_empty).tolist()
        pairs = [(i, j) for i in asked_rows for j in range(len(rows[i].references))]
        requests = [
            ChatRequest(
                yes_no_prompt(question_of(rows[i]), rows[i].references[j], rows[i].prediction),
                max_tokens=1,
                wants_tokens=True,
                top_logprobs=self._top_logprobs,
            )
            for i, j in pairs
        ]
        asked = self._ask(requests, [i for i, _ in pairs], on_progress)
        best = np.zeros(len(rows), dtype=np.int64)
        has_verdict = np.zeros(len(rows), dtype=np.bool_)
        for (i, j), answer in zip(pairs, asked.outcomes, strict=True):
            if isinstance(answer, ChatFailure):
                outcomes.fail(i, answer.reason)
                continue
            probability = yes_probability(answer.tokens)
            has_verdict[i] |= probability is not None
            # A failed reference might have been the best one: its row stays failed.
            if (probability or 0.0) > outcomes.score[i]:
                outcomes.score[i], best[i] = probability, j
        for i in asked_rows:
            if not has_verdict[i] and outcomes.outcome[i] == SCORED:
                outcomes.outcome[i] = NO_VERDICT
        cut = "all" if self._top_logprobs is None else str(self._top_logprobs)
        pinned = {"prompt": short_hash(yes_no_prompt("", "", "")), "top_logprobs": cut}
        return JudgeScores(
            name="L3Score",
            correct=None,
            best_reference=best,
            asked=asked,
            price=self._model.price,
            signature=self._signature("l3score", rows, pinned),
            **vars(outcomes),
        )
