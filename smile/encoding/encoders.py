"""Sentence encoders: loaded on first use, and asked for each distinct string once."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..aliases import OnProgress
from ..settings.named_settings import Settings
from .backend_choice import open_backend, signature_of_numbers
from .batches import Backend, embed_texts
from .model_files import FoundModel, find_model


@dataclass(frozen=True)
class Encoded:
    """Texts as an encoder read them.

    Attributes:
        embeddings: (n, d) float32, one vector of unit length per text.
        is_truncated: (n,) whether the text went on beyond what the encoder reads.
        n_known: By source, how many of the texts were known to it and not encoded; none for what has no sources.
    """

    embeddings: npt.NDArray[np.float32]
    is_truncated: npt.NDArray[np.bool_]
    n_known: Mapping[str, int] = field(default_factory=dict)


class Encoder(Protocol):
    """What the scorer needs of an encoder; any object of this shape can be given to it."""

    @property
    def signature(self) -> str:
        """Which encoder this is, for the result's signature."""
        ...

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Encodes distinct texts; `on_progress` is called with how many are done and how many there are."""
        ...


class SentenceEncoder:
    """A sentence-transformers model. Nothing is loaded before the first use.

    Args:
        settings: Model, revision, device, batch size, dtype, back end and prompt are taken from it.
        find: Finds another model than that of the settings; a function that can be pickled.
    """

    def __init__(self, settings: Settings, find: Callable[[], FoundModel] | None = None) -> None:
        """Stores the settings."""
        self._settings = settings
        self._find_other = find
        self._found: FoundModel | None = None
        self._backend: Backend | None = None
        self._pid = 0

    def __reduce__(self) -> tuple[type["SentenceEncoder"], tuple[Settings, Callable[[], FoundModel] | None]]:
        """Pickles as it was before the first use: small, and the same whether or not it has been used."""
        return type(self), (self._settings, self._find_other)

    @property
    def backend(self) -> str | None:
        """Which back end has computed vectors; None before the first."""
        return None if self._backend is None else self._backend.name

    @property
    def signature(self) -> str:
        """Model, the revision or hash of its files, and what of the settings changes its vectors."""
        settings = self._settings
        parts = [self._find().signature]
        numbers = signature_of_numbers(settings)
        if numbers is not None:
            parts.append(numbers)
        if settings.prompt is not None:
            parts.append(f"prompt={settings.prompt!r}")
        return "+".join(parts)

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Encodes texts in batches of equal length, so that no pass is spent on padding.

        Raises:
            ModelError: The model cannot be had, or not by the back end asked for.
            UsageError: The device cannot be used, or the back end is not installed.
        """
        settings = self._settings
        if self._backend is None or self._pid != os.getpid():
            self._backend, self._pid = open_backend(self._find(), settings), os.getpid()
        return Encoded(*embed_texts(self._backend, texts, settings.batch_size, on_progress))

    def _find(self) -> FoundModel:
        if self._found is None:
            settings, find = self._settings, self._find_other
            self._found = find_model(settings.model, settings.revision) if find is None else find()
        return self._found


def backend_of(encoder: object) -> str | None:
    """Returns which back end has computed an encoder's vectors; None where none has, or where it has no such thing."""
    backend: str | None = getattr(encoder, "backend", None)
    return backend
