"""The scorers behind the app: loaded in the background and shared by all users, whose requests share the encoder."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ..constants import STATIC_VECTORS
from ..encoding.encoders import Encoded, Encoder, EncoderAround, SentenceEncoder
from ..errors import ModelError, StoppedError, UsageError
from ..learned.reader_files import reader_encoder
from ..rows.checked_rows import Row, has_question
from ..scoring.answer_reading import language_of_row
from ..scoring.other_languages import count_not_english
from ..scoring.scorer import SmileScorer
from ..settings.named_settings import NAMED_SETTINGS, Settings, named_settings
from ..shared_types import OnProgress
from .limits import REMEDY, Limits

_LOG = logging.getLogger(__name__)

# A turn encodes at most this many texts, in a fraction of a second; encoders read only the beginning of long ones.
_TEXTS_IN_A_TURN = 32


class TimeUpError(StoppedError):
    """The run took more time than is allowed."""


LOADING, READY, FAILED = "loading", "ready", "failed"
# The choice of a setting by the rows.
AUTO = "auto"


@dataclass(frozen=True)
class ChosenSetting:
    """A setting as a user chose it; its name may be `auto`. None and "" stand for the setting's own values."""

    name: str
    semantic_weight: float | None = None
    threshold: float | None = None
    answer: str | None = None


class Engine:
    """The encoders of the offered settings, and scorers that share them.

    Attributes:
        state: `loading`, `ready` or `failed`, of the first setting's model.
    """

    def __init__(
        self,
        limits: Limits,
        make_sentence_encoder: Callable[[Settings], Encoder] = SentenceEncoder,
        make_reader: Callable[[Settings], Encoder] = reader_encoder,
    ) -> None:
        """Loads nothing."""
        self.state = LOADING
        self.limits = limits
        self._is_done = threading.Event()
        # One thread encodes, in the order of the requests.
        turns = ThreadPoolExecutor(1, "encoder")
        # Settings with the same model share one encoder.
        by_model = {NAMED_SETTINGS[name].model: NAMED_SETTINGS[name] for name in limits.settings}
        encoders = {model: _TurnTakingEncoder(make_sentence_encoder(each), turns) for model, each in by_model.items()}
        self._encoders = {name: encoders[NAMED_SETTINGS[name].model] for name in limits.settings}
        self._readers = {
            name: _TurnTakingEncoder(make_reader(NAMED_SETTINGS[name]), turns)
            for name in limits.settings
            if NAMED_SETTINGS[name].is_learned
        }

    def start(self) -> None:
        """Starts to load the first setting's model in the background."""
        threading.Thread(target=self._load, name="model loader", daemon=True).start()

    def wait_for_scorer(self, chosen: ChosenSetting, rows: Sequence[Row] = ()) -> SmileScorer:
        """Waits until the first model is loaded, then returns a setting's scorer for some rows."""
        name = self._name_for(chosen, rows) if chosen.name == AUTO else chosen.name
        if name not in self._encoders:
            raise UsageError(f"the setting {name!r} is not offered here: choose one of {', '.join(self._encoders)}")
        settings = named_settings(
            name,
            semantic_weight=chosen.semantic_weight,
            threshold=chosen.threshold,
            answer=chosen.answer or None,
        )
        if not self._is_done.wait(self.limits.seconds):
            raise ModelError("the model is still loading: try again in a minute")
        if self.state == FAILED:
            raise ModelError("the model could not be loaded: the log of this app has the reason")
        return self._scorer(settings)

    def _name_for(self, chosen: ChosenSetting, rows: Sequence[Row]) -> str:
        """Returns the setting for all rows.

        It is `multilingual` if that is offered and most are not in English, or else `learned` if at least half have a
        question and no weight is set.
        """
        offered = self.limits.settings
        languages = [language_of_row(row, NAMED_SETTINGS["learned"]) for row in rows]
        if "multilingual" in offered and count_not_english(languages) * 2 > len(rows):
            return "multilingual"
        is_read = chosen.semantic_weight is None and sum(map(has_question, rows)) * 2 >= len(rows)
        suited = [name for name in offered if NAMED_SETTINGS[name].is_learned == is_read]
        return (suited or offered)[0]

    def watch(self, is_cancelled: Callable[[], bool], on_progress: OnProgress | None = None) -> OnProgress:
        """Returns the progress callback of a run, which also stops the run.

        The callback raises `StoppedError` when the run is cancelled, and `TimeUpError` when it takes too long.
        """
        end = time.monotonic() + self.limits.seconds

        def watched(done: int, total: int) -> None:
            if is_cancelled():
                raise StoppedError("Cancelled. Start again, or choose other files.")
            if time.monotonic() > end:
                raise TimeUpError(f"this took more than {self.limits.seconds} seconds: give fewer rows, or {REMEDY}")
            if on_progress is not None:
                on_progress(done, total)

        return watched

    def _load(self) -> None:
        try:
            scorer = self._scorer(NAMED_SETTINGS[self.limits.settings[0]])
            scorer.warm_up()
            # The first pass is slower than the others.
            scorer.encoder.encode(["warm up"])
            self.state = READY
        except Exception:
            self.state = FAILED
            _LOG.exception("the model could not be loaded")
        finally:
            self._is_done.set()
        self._load_others()

    def _scorer(self, settings: Settings) -> SmileScorer:
        # Sums of static vectors take no turns: they are quick, and made by many threads at once.
        encoder = None if settings.vectors == STATIC_VECTORS else self._encoders[settings.name]
        return SmileScorer(settings, encoder=encoder, reader=self._readers.get(settings.name))

    def _load_others(self) -> None:
        # Otherwise the first user to choose the setting would wait.
        for name in self.limits.settings[1:]:
            if self.state == READY:
                try:
                    self._scorer(NAMED_SETTINGS[name]).warm_up()
                except Exception:
                    _LOG.exception("the model of the setting %r could not be loaded", name)


class _TurnTakingEncoder(EncoderAround):
    """An encoder that many threads may call at once; a long run does not make a short one wait."""

    def __init__(self, encoder: Encoder, turns: ThreadPoolExecutor) -> None:
        super().__init__(encoder)
        self._turns = turns

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        if not texts:
            return self._encoder.encode(texts)
        # Texts of similar length stand together, as encoders like them.
        order = np.argsort([len(text) for text in texts], kind="stable")
        parts: list[Encoded] = []
        for start in range(0, len(texts), _TEXTS_IN_A_TURN):
            block = [texts[i] for i in order[start : start + _TEXTS_IN_A_TURN].tolist()]
            parts.append(self._turns.submit(self._encoder.encode, block).result())
            if on_progress is not None:
                on_progress(min(start + _TEXTS_IN_A_TURN, len(texts)), len(texts))
        place = np.argsort(order)
        return Encoded(
            np.concatenate([encoded.embeddings for encoded in parts])[place],
            np.concatenate([encoded.is_truncated for encoded in parts])[place],
        )
