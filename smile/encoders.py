"""Sentence encoders: loaded on first use, and asked for each distinct string once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from .batches import Backend, OnProgress, embed_texts
from .model_files import FoundModel, find_model, short_name
from .settings import Settings
from .torch_backend import load_torch


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
        settings: Model, revision, device, batch size, dtype and prompt are taken from it.
    """

    def __init__(self, settings: Settings) -> None:
        """Stores the settings."""
        self._settings = settings
        self._found: FoundModel | None = None
        self._backend: Backend | None = None

    @property
    def signature(self) -> str:
        """Model, the revision or hash of its files, and what of the settings changes its vectors."""
        settings = self._settings
        parts = [f"{short_name(settings.model)}@{self._find().identity}"]
        if settings.dtype != "float32":
            parts.append(settings.dtype)
        if settings.prompt is not None:
            parts.append(f"prompt={settings.prompt!r}")
        return "+".join(parts)

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Encodes texts in batches of equal length, so that no pass is spent on padding.

        Raises:
            ModelError: The model cannot be had.
        """
        settings = self._settings
        if self._backend is None:
            self._backend = load_torch(self._find(), settings.device, settings.dtype, settings.prompt)
        return Encoded(*embed_texts(self._backend, texts, settings.batch_size, on_progress))

    def _find(self) -> FoundModel:
        if self._found is None:
            self._found = find_model(self._settings.model, self._settings.revision)
        return self._found
