"""Sentence encoders, the choice of their back end, and cosines of their embeddings."""

import os
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

import numpy as np

from ..constants import PAPER_NORMALIZATION
from ..errors import BackendWarning, ModelError, UsageError
from ..optional_packages import is_installed
from ..result_types import StringCounts
from ..settings.named_settings import Settings
from ..shared_types import BoolArray, FloatArray, IntArray, OnProgress, VectorArray
from .batches import batches_by_length
from .embedded_backend import EmbeddedBackend, open_embedded
from .model_files import EMBEDDED_SIGNATURE, FoundModel, find_model
from .torch_backend import TorchBackend, load_torch_backend
from .torch_tools import is_device_cpu
from .unknown_tokens import UnknownTokens, tokenizer_with_unknown_token, unknown_tokens, unknown_tokens_of

Backend = EmbeddedBackend | TorchBackend

# Cosines at a time: their vectors fit into the processor's cache.
_PAIRS_AT_A_TIME = 512


@dataclass(frozen=True)
class Encoded:
    """The embeddings of n texts.

    Attributes:
        embeddings: (n, d) float32, one vector of unit length per text.
        is_truncated: (n,) whether the text was longer than the encoder reads.
        n_from_store: The number of texts found in a store instead of encoded; None without a store.
    """

    embeddings: VectorArray
    is_truncated: BoolArray
    n_from_store: int | None = None

    @property
    def n_strings(self) -> StringCounts:
        """The number of texts by source."""
        if self.n_from_store is None:
            return {"n_encoded": len(self.embeddings)}
        return {"n_encoded": len(self.embeddings) - self.n_from_store, "n_from_store": self.n_from_store}


def sum_of_strings(counts: Iterable[StringCounts]) -> StringCounts:
    """Returns the sum of numbers of strings.

    >>> sum_of_strings([{"n_encoded": 2}, {"n_encoded": 1, "n_from_store": 4}])
    {'n_encoded': 3, 'n_from_store': 4}
    """
    found = Counter[str](n_encoded=0)
    for each in counts:
        found.update(cast(dict[str, int], each))
    return cast(StringCounts, dict(found))


class Encoder(Protocol):
    """The interface of an encoder; the scorer takes any object that has it."""

    @property
    def signature(self) -> str:
        """The encoder's part of a result's signature."""
        ...

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Encodes distinct texts; calls `on_progress` with the numbers of texts done and of all texts."""
        ...


class SentenceEncoder:
    """A sentence-transformers model. Nothing is loaded before the first use.

    Args:
        settings: Model, revision, device, batch size, dtype, back end and prompt count.
        find: Finds another model than that of the settings; must be picklable.
    """

    def __init__(self, settings: Settings, find: Callable[[], FoundModel] | None = None) -> None:
        self._settings = settings
        self._find_other = find
        self._found: FoundModel | None = None
        self._backend: Backend | None = None
        self._pid = 0

    def __reduce__(self) -> tuple[type["SentenceEncoder"], tuple[Settings, Callable[[], FoundModel] | None]]:
        """Pickles the encoder without the loaded model."""
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
        if settings.dtype != "float32":  # in which the back ends agree
            parts.append(settings.dtype)
        if settings.prompt is not None:
            parts.append(f"prompt={settings.prompt!r}")
        return "+".join(parts)

    @property
    def is_embedded(self) -> bool:
        """Whether it is the embedded encoder; its options may differ."""
        return self._find().signature == EMBEDDED_SIGNATURE

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Encodes texts in batches of equal length, without padding."""
        return Encoded(*embed_in_batches(self.load(), texts, self._settings.batch_size, on_progress))

    def load(self) -> Backend:
        """Loads the model and returns its back end."""
        if self._backend is None or self._pid != os.getpid():
            self._backend, self._pid = open_encoder_backend(self._find(), self._settings), os.getpid()
        return self._backend

    def unknown_tokens(self, texts: Sequence[str]) -> dict[str, UnknownTokens]:
        """Returns the unknown pieces of texts that have some; loads only the tokenizer, and only if needed."""
        return unknown_tokens(texts, lambda: tokenizer_with_unknown_token(self._find().path, self._find().revision))

    def _find(self) -> FoundModel:
        if self._found is None:
            settings, find = self._settings, self._find_other
            extra = "paper" if settings.normalization == PAPER_NORMALIZATION else "torch"
            self._found = find_model(settings.model, settings.revision, extra) if find is None else find()
        return self._found


def embed_in_batches(
    backend: Backend, texts: Sequence[str], batch_size: int | None = None, on_progress: OnProgress | None = None
) -> tuple[VectorArray, BoolArray]:
    """Returns the (n, d) unit vectors of texts, and (n,) whether a text was longer than the encoder reads."""
    vectors = np.zeros((len(texts), backend.dimensions), dtype=np.float32)
    if not texts:
        return vectors, np.zeros(0, dtype=np.bool_)
    tokenized = backend.tokenize(texts)
    done = 0
    for batch in batches_by_length(tokenized.lengths, backend.tokens_per_batch, batch_size):
        vectors[batch] = backend.embed(tokenized.features(batch))
        done += len(batch)
        if on_progress is not None:
            on_progress(done, len(texts))
    return vectors, tokenized.is_truncated


def load_encoder(encoder: object) -> None:
    """Loads an encoder's model before its first use, if the encoder has a method `load`."""
    load: Callable[[], object] | None = getattr(encoder, "load", None)
    if load is not None:
        load()


def backend_of_encoder(encoder: object) -> str | None:
    """Returns the name of an encoder's back end; None before the first use, or if it has none."""
    backend: str | None = getattr(encoder, "backend", None)
    return backend


class EncoderAround:
    """The base of an encoder that delegates to another one."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    @property
    def signature(self) -> str:
        """The signature of the other encoder, whose vectors stay the same."""
        return self._encoder.signature

    @property
    def is_embedded(self) -> bool:
        """Whether the other encoder is the embedded one."""
        return getattr(self._encoder, "is_embedded", False)

    @property
    def backend(self) -> str | None:
        """The back end of the other encoder."""
        return backend_of_encoder(self._encoder)

    def unknown_tokens(self, texts: Sequence[str]) -> dict[str, UnknownTokens]:
        """Returns the result of the other encoder; see `SentenceEncoder`."""
        return unknown_tokens_of(self._encoder, texts)

    def load(self) -> None:
        """Loads the other encoder."""
        load_encoder(self._encoder)


def open_encoder_backend(found: FoundModel, settings: Settings) -> Backend:
    """Opens the back end of the settings.

    `auto` uses OpenVINO for the embedded encoder in float32 on a CPU. If OpenVINO is not installed, it uses torch, and
    numpy if torch is not installed either. If OpenVINO does not work, it also warns. Everything else needs torch.
    """
    wanted = settings.backend
    if wanted in ("openvino", "numpy"):
        if not found.is_embedded:
            raise UsageError(f"the back end {wanted} runs the embedded encoder only, not {found.name}: leave it out")
        if settings.device is not None and not is_device_cpu(settings.device):
            raise UsageError(
                f"the back end {wanted} runs on a CPU, not on the device {settings.device!r}: leave one of them out"
            )
        if not is_installed(wanted):
            raise UsageError(f"the back end {wanted} needs the package {wanted}: install it, or use numpy")
        return open_embedded(wanted, found, settings.prompt)
    is_plain = found.is_embedded and settings.dtype == "float32"
    if wanted == "torch" or not is_plain or not is_device_cpu(settings.device):
        return load_torch_backend(found, settings)
    if not is_installed("openvino"):
        return _without_openvino(found, settings)
    try:
        return open_embedded("openvino", found, settings.prompt)
    except ModelError as error:
        backend = _without_openvino(found, settings)
        warnings.warn(f"{backend.name} computes the vectors: {error} to skip the attempt", BackendWarning, stacklevel=2)
        return backend


def _without_openvino(found: FoundModel, settings: Settings) -> Backend:
    if is_installed("sentence_transformers"):
        return load_torch_backend(found, settings)
    return open_embedded("numpy", found, settings.prompt)


def cosine(left: VectorArray, right: VectorArray, left_row: IntArray, right_row: IntArray) -> FloatArray:
    """Returns the (P,) cosines, -1 to 1, of P pairs of rows of (n, d) and (m, d) unit vectors."""
    cosines = np.empty(len(left_row), dtype=np.float64)
    for start in range(0, len(left_row), _PAIRS_AT_A_TIME):
        block = slice(start, start + _PAIRS_AT_A_TIME)
        cosines[block] = np.einsum("ij,ij->i", left[left_row[block]], right[right_row[block]])
    return np.clip(cosines, -1.0, 1.0)
