"""The scorers behind the app: loaded in the background, shared by all visitors, who take turns at the encoder."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..encoders import Encoded, Encoder, OnProgress, SentenceEncoder
from ..errors import ModelError, SmileError, UsageError
from ..scorer import SmileScorer
from ..settings import NAMED_SETTINGS
from .limits import REMEDY, Limits

_LOG = logging.getLogger(__name__)

# Texts encoded in one turn: a tenth of a second or so, after which others have theirs.
_TEXTS_IN_A_TURN = 128

LOADING, READY, FAILED = "loading", "ready", "failed"


class StoppedError(SmileError):
    """A visitor has cancelled, or a run has taken too long."""


class Engine:
    """One scorer for each setting offered.

    Args:
        limits: Which settings are offered, and how long a run may take.
        make_encoder: Makes a setting's encoder.

    Attributes:
        state: `loading`, `ready` or `failed`, of the first setting's model.
    """

    def __init__(self, limits: Limits, make_encoder: Callable[[Any], Encoder] = SentenceEncoder) -> None:
        """Loads nothing."""
        self.state = LOADING
        self._limits = limits
        self._is_done = threading.Event()
        turns = _Turns()
        self._scorers = {
            name: SmileScorer(
                NAMED_SETTINGS[name], encoder=_TurnTakingEncoder(make_encoder(NAMED_SETTINGS[name]), turns)
            )
            for name in limits.settings
        }

    def start(self) -> None:
        """Begins to load the first setting's model in the background."""
        threading.Thread(target=self._load, name="model loader", daemon=True).start()

    def scorer(self, setting: str) -> SmileScorer:
        """Returns a setting's scorer, once the first model has been loaded.

        Raises:
            UsageError: The setting is not offered.
            ModelError: The model could not be loaded, or still is not.
        """
        if setting not in self._scorers:
            raise UsageError(f"the setting {setting!r} is not offered here: choose one of {', '.join(self._scorers)}")
        if not self._is_done.wait(self._limits.seconds):
            raise ModelError("the model is still loading: try again in a minute")
        if self.state == FAILED:
            raise ModelError("the model could not be loaded: whoever runs this app finds the reason in its log")
        return self._scorers[setting]

    def watch(self, is_cancelled: Callable[[], bool], on_progress: OnProgress | None = None) -> OnProgress:
        """Returns what a run calls as it goes on, and what ends the run.

        Args:
            is_cancelled: Whether to end it.
            on_progress: What else to call.

        Raises:
            StoppedError: From what is returned: the run was cancelled or has taken too long.
        """
        end = time.monotonic() + self._limits.seconds

        def watched(done: int, total: int) -> None:
            if is_cancelled():
                raise StoppedError("Cancelled: nothing was scored.")
            if time.monotonic() > end:
                raise StoppedError(f"this took more than {self._limits.seconds} seconds: give fewer rows, or {REMEDY}")
            if on_progress is not None:
                on_progress(done, total)

        return watched

    def _load(self) -> None:
        try:
            self._scorers[self._limits.settings[0]].warm_up()
            self.state = READY
        except Exception:
            self.state = FAILED
            _LOG.exception("the model cannot be loaded")
        finally:
            self._is_done.set()


class _Turns:
    """A lock that is given to those who wait in the order they came."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()

    @contextmanager
    def turn(self) -> Iterator[None]:
        mine = threading.Event()
        with self._guard:
            self._waiting.append(mine)
            if self._waiting[0] is mine:
                mine.set()
        mine.wait()
        try:
            yield
        finally:
            with self._guard:
                self._waiting.popleft()
                if self._waiting:
                    self._waiting[0].set()


class _TurnTakingEncoder:
    """An encoder that many threads may ask at once, and in which a long run does not keep a short one waiting."""

    def __init__(self, encoder: Encoder, turns: _Turns) -> None:
        self._encoder = encoder
        self._turns = turns

    @property
    def signature(self) -> str:
        return self._encoder.signature

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        # Texts of like length together, as the encoder wants them.
        order = np.argsort([len(text) for text in texts], kind="stable")
        embeddings: Any = None
        is_truncated = np.zeros(len(texts), dtype=np.bool_)
        for start in range(0, max(1, len(texts)), _TEXTS_IN_A_TURN):
            some = order[start : start + _TEXTS_IN_A_TURN]
            with self._turns.turn():
                encoded = self._encoder.encode([texts[i] for i in some])
            if embeddings is None:
                embeddings = np.empty((len(texts), encoded.embeddings.shape[1]), dtype=np.float32)
            embeddings[some], is_truncated[some] = encoded.embeddings, encoded.is_truncated
            if on_progress is not None:
                on_progress(min(start + _TEXTS_IN_A_TURN, len(texts)), len(texts))
        return Encoded(embeddings, is_truncated)
