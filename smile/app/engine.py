"""The scorers behind the app: loaded in the background, shared by all visitors, who take turns at the encoder."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from ..batches import OnProgress
from ..encoders import Encoded, Encoder, SentenceEncoder, backend_of
from ..errors import ModelError, SmileError, UsageError
from ..meta_evaluation.metrics import Encoders
from ..scorer import SmileScorer
from ..settings import NAMED_SETTINGS, STATIC_VECTORS, Settings, check_share
from .limits import REMEDY, Limits

_LOG = logging.getLogger(__name__)

# What is encoded in one turn, for a fraction of a second, after which others have theirs.
_TEXTS_IN_A_TURN = 128
_CHARACTERS_IN_A_TURN = 10_000

# The setting of the embedded encoder, which SAS takes.
_EMBEDDED = "default"

LOADING, READY, FAILED = "loading", "ready", "failed"


class StoppedError(SmileError):
    """A visitor has cancelled, or a run has taken too long."""


class Engine:
    """The encoders of the settings offered, and scorers that share them.

    Args:
        limits: Which settings are offered, and how long a run may take.
        make_encoder: Makes a setting's encoder.

    Attributes:
        state: `loading`, `ready` or `failed`, of the first setting's model.
    """

    def __init__(self, limits: Limits, make_encoder: Callable[[Settings], Encoder] = SentenceEncoder) -> None:
        """Loads nothing."""
        self.state = LOADING
        self._limits = limits
        self._is_done = threading.Event()
        turns = _Turns()
        self._encoders = {
            name: _TurnTakingEncoder(make_encoder(NAMED_SETTINGS[name]), turns) for name in limits.settings
        }
        self._embedded = self._encoders.get(_EMBEDDED) or _TurnTakingEncoder(
            make_encoder(NAMED_SETTINGS[_EMBEDDED]), turns
        )

    def start(self) -> None:
        """Begins to load the first setting's model in the background."""
        threading.Thread(target=self._load, name="model loader", daemon=True).start()

    def scorer(self, setting: str, semantic_weight: float, threshold: float) -> SmileScorer:
        """Returns a setting's scorer with another weight and threshold, once the first model has been loaded.

        Raises:
            UsageError: The setting is not offered, or a number is out of range.
            ModelError: The model could not be loaded, or still is not.
        """
        if setting not in self._encoders:
            raise UsageError(f"the setting {setting!r} is not offered here: choose one of {', '.join(self._encoders)}")
        settings = replace(
            NAMED_SETTINGS[setting],
            semantic_weight=check_share("semantic_weight", semantic_weight),
            threshold=check_share("threshold", threshold),
        )
        if not self._is_done.wait(self._limits.seconds):
            raise ModelError("the model is still loading: try again in a minute")
        if self.state == FAILED:
            raise ModelError("the model could not be loaded: whoever runs this app finds the reason in its log")
        return SmileScorer(settings, encoder=self._encoders[setting])

    def first_scorer(self) -> SmileScorer:
        """Returns the first setting's scorer as it is; its model may still have to be loaded."""
        first = self._limits.settings[0]
        return SmileScorer(first, encoder=self._encoders[first])

    def encoders(self, setting: str) -> Encoders:
        """Returns the encoders of a setting's SMILE and of SAS.

        Args:
            setting: One that is offered.
        """
        return Encoders(smile=self._encoders[setting], sas=self._embedded)

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
                raise StoppedError("Cancelled: start again, or choose other files.")
            if time.monotonic() > end:
                raise StoppedError(f"this took more than {self._limits.seconds} seconds: give fewer rows, or {REMEDY}")
            if on_progress is not None:
                on_progress(done, total)

        return watched

    def _load(self) -> None:
        try:
            self.first_scorer().warm_up()
            self.state = READY
        except Exception:
            self.state = FAILED
            _LOG.exception("the model cannot be loaded")
        finally:
            self._is_done.set()
        self._distil()

    def _distil(self) -> None:
        # So that no visitor waits for it; without, the first one does.
        for name in self._limits.settings:
            if self.state == READY and NAMED_SETTINGS[name].vectors == STATIC_VECTORS:
                try:
                    SmileScorer(name, encoder=self._encoders[name]).warm_up()
                except SmileError:
                    _LOG.exception("the static vectors of the setting %r cannot be had", name)


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

    @property
    def backend(self) -> str | None:
        return backend_of(self._encoder)

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        blocks: list[tuple[list[int], Encoded]] = []
        done = 0
        for block in _blocks([len(text) for text in texts]):
            with self._turns.turn():
                blocks.append((block, self._encoder.encode([texts[i] for i in block])))
            done += len(block)
            if on_progress is not None:
                on_progress(done, len(texts))
        order = np.argsort([i for block, _ in blocks for i in block])
        return Encoded(
            np.concatenate([encoded.embeddings for _, encoded in blocks])[order],
            np.concatenate([encoded.is_truncated for _, encoded in blocks])[order],
        )


def _blocks(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yields the positions of texts, those of like length together as the encoder wants them, turn by turn."""
    block: list[int] = []
    n_characters = 0
    for i in np.argsort(lengths, kind="stable").tolist():
        if block and (len(block) == _TEXTS_IN_A_TURN or n_characters + lengths[i] > _CHARACTERS_IN_A_TURN):
            yield block
            block, n_characters = [], 0
        block.append(i)
        n_characters += lengths[i]
    if block:
        yield block
