"""What L3Score's judge and the rubric's have in common: whom they ask, and how a row's result is filled in."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..aliases import OnProgress
from ..checks import is_blank
from ..errors import DataError, ModelError
from ..rows.checked_rows import Row
from ..scoring.signature import join_pairs, reference_count
from ..version import __version__
from .ask import Asked, ask_once
from .chat_models.chat import ChatAnswer, ChatRequest, Outcome
from .judge_cache import AnswerStore
from .judge_results import FAILED, SCORED
from .judge_settings import JudgeSettings, make_model, store_path
from .suspicion import is_suspicious


class Judge:
    """A chat model that is asked about rows.

    Args:
        settings: Which model to ask, and how.
        keeps: Says of a token's text whether a local model should report its log-probability.

    Raises:
        UsageError: The address or the key is missing.
    """

    def __init__(self, settings: JudgeSettings, keeps: Callable[[str], bool]) -> None:
        """Loads and sends nothing."""
        self.settings = settings
        self._model = make_model(settings, keeps)

    def warm_up(self) -> None:
        """Loads a local model, which scoring would otherwise do on first use.

        Raises:
            ModelError: It cannot be loaded.
        """
        _ = self._model.identity

    def _ask(
        self,
        requests: Sequence[ChatRequest],
        row_of_request: Sequence[int],
        on_progress: OnProgress | None,
        check: Callable[[ChatAnswer], Outcome] | None = None,
    ) -> Asked:
        """Asks what the cache does not know; see `ask_once`."""

        def stop(position: int, reason: str) -> None:
            raise ModelError(f"row {row_of_request[position]}: the judge failed ({reason})")

        store = AnswerStore(store_path(self.settings))
        try:
            return ask_once(
                self._model,
                requests,
                store,
                check=check,
                on_failure=stop if self.settings.on_error == "raise" else None,
                on_progress=on_progress,
            )
        finally:
            store.close()

    def _signature(self, metric: str, rows: Sequence[Row], pinned: Mapping[str, str]) -> str:
        pairs = {"metric": metric, "nrefs": reference_count(rows)}
        return join_pairs({**pairs, **self._model.identity, **pinned, "version": __version__})


@dataclass(frozen=True)
class RowOutcomes:
    """The results of n rows while they are filled in, named as in `JudgeScores`; a score is 0 until it is known.

    Attributes:
        score: (n,) NaN where the judge failed.
        outcome: n of `scored`, `no_verdict`, `failed`.
        error: n reasons of failure, "" without one.
        is_empty: (n,) whether the prediction is empty.
        is_suspicious: (n,) whether the prediction speaks to the judge.
    """

    score: npt.NDArray[np.float64]
    outcome: list[str]
    error: list[str]
    is_empty: npt.NDArray[np.bool_]
    is_suspicious: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> "RowOutcomes":
        """Returns the results of rows before any is judged."""
        return cls(
            score=np.zeros(len(rows)),
            outcome=[SCORED] * len(rows),
            error=[""] * len(rows),
            is_empty=np.array([is_blank(row.prediction) for row in rows], dtype=np.bool_),
            is_suspicious=np.array([is_suspicious(row.prediction) for row in rows], dtype=np.bool_),
        )

    def fail(self, row: int, reason: str) -> None:
        """Marks a row as failed."""
        self.score[row], self.outcome[row], self.error[row] = np.nan, FAILED, reason


def question_of(row: Row) -> str:
    """Returns a row's question.

    Raises:
        DataError: It has none.
    """
    if row.question is None:
        raise DataError("a row has no question: check the rows with needs_questions=True")
    return row.question


def short_hash(text: str) -> str:
    """Returns eight hexadecimal digits of a text's SHA-256."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:8]
