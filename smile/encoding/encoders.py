"""Sentence encoders, which are loaded on the first use."""

import os
from collections import Counter
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
from .unknown_tokens import UnknownTokens, tokenizer_of_model, unknown_tokens


@dataclass(frozen=True)
class Encoded:
    """The embeddings of n texts.

    Attributes:
        embeddings: (n, d) float32, one vector of unit length per text.
        is_truncated: (n,) whether the text was longer than the encoder reads.
        n_known: By source, how many texts it knew, so that they were not encoded; empty without sources.
    """

    embeddings: npt.NDArray[np.float32]
    is_truncated: npt.NDArray[np.bool_]
    n_known: Mapping[str, int] = field(default_factory=dict)

    @property
    def n_strings(self) -> Counter[str]:
        """How many texts were encoded (`n_encoded`) and how many each source knew (`n_from_` and its name)."""
        known = {f"n_from_{source}": n for source, n in self.n_known.items()}
        return Counter(n_encoded=len(self.embeddings) - sum(known.values()), **known)


class Encoder(Protocol):
    """What the scorer needs from an encoder; it takes any object of this shape."""

    @property
    def signature(self) -> str:
        """The encoder's part of a result's signature."""
        ...

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Encodes distinct texts; calls `on_progress` with how many are done and how many there are."""
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
        """Pickles the encoder as it was before the first use, so that it is small."""
        return type(self), (self._settings, self._find_other)

    @property
    def backend(self) -> str | None:
        """The back end that computed the vectors; None before the first use."""
        return None if self._backend is None else self._backend.name

    @property
    def signature(self) -> str:
        """The model, the revision or hash of its files, and the settings that change its vectors."""
        settings = self._settings
        parts = [self._find().signature]
        numbers = signature_of_numbers(settings)
        if numbers is not None:
            parts.append(numbers)
        if settings.prompt is not None:
            parts.append(f"prompt={settings.prompt!r}")
        return "+".join(parts)

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Encodes texts in batches of equal length, so that no time goes into padding.

        Raises:
            ModelError: The model cannot be loaded, or the back end asked for cannot run it.
            UsageError: The device does not work here, or the back end is not installed.
        """
        return Encoded(*embed_texts(self.load(), texts, self._settings.batch_size, on_progress))

    def load(self) -> Backend:
        """Loads the model and returns its back end; raises as `encode` does."""
        if self._backend is None or self._pid != os.getpid():
            self._backend, self._pid = open_backend(self._find(), self._settings), os.getpid()
        return self._backend

    def unknown_tokens(self, texts: Sequence[str]) -> dict[str, UnknownTokens]:
        """Returns the unknown pieces of those texts that have some; loads the tokenizer alone, and only if needed."""
        return unknown_tokens(texts, lambda: tokenizer_of_model(self._find().path, self._find().revision))

    def _find(self) -> FoundModel:
        if self._found is None:
            settings, find = self._settings, self._find_other
            self._found = find_model(settings.model, settings.revision) if find is None else find()
        return self._found


def load_encoder(encoder: object) -> None:
    """Loads what an encoder would otherwise load on its first use, if it has a method `load`."""
    load: Callable[[], object] | None = getattr(encoder, "load", None)
    if load is not None:
        load()


def backend_of(encoder: object) -> str | None:
    """Returns the back end that computed an encoder's vectors; None before the first use, or if it has no back end."""
    backend: str | None = getattr(encoder, "backend", None)
    return backend
