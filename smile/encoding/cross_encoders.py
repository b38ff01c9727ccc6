"""Cross-encoders: models that read two texts together and score them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..caches import cached
from ..constants import EMBEDDED_MODEL, Dtype
from ..errors import ModelError, SmileError, UsageError
from ..optional_packages import check_installed
from ..settings.named_settings import Settings
from ..shared_types import BoolArray, FloatArray, IntArray, OnProgress
from ..statistics.distributions import expit
from .batches import batches_by_length, tokens_per_batch
from .model_files import check_no_revision, error_of_model_files, identity_of_model_files, short_model_name
from .torch_tools import errors_of_torch_loading, torch_load_options
from .unknown_tokens import UnknownTokens, tokenizer_with_unknown_token, unknown_tokens

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

# Pairs tokenized at a time.
_PAIRS_AT_A_TIME = 256

_OTHERWISE = "leave the model out to use the embedded bi-encoder, which needs no download"


@dataclass(frozen=True)
class PairScores:
    """A cross-encoder's (n,) scores of n pairs, 0 to 1, and (n,) whether the pair was longer than the model reads."""

    score: FloatArray
    is_truncated: BoolArray


def is_cross_encoder(model: str, revision: str | None = None) -> bool:
    """Returns whether a model is a cross-encoder, by `architectures` in its configuration.

    A folder without a config.json is not a cross-encoder.
    """
    if model == EMBEDDED_MODEL:
        return False
    try:
        config = _config_of_cross_encoder(model, revision)
        architectures = config.get("architectures") or []
        return any(str(name).endswith("ForSequenceClassification") for name in architectures)
    except SmileError:
        raise
    except Exception as error:
        raise error_of_model_files(model, revision, error, _OTHERWISE) from error


def _config_of_cross_encoder(model: str, revision: str | None) -> dict[str, Any]:
    check_no_revision(model, revision)
    if Path(model).is_dir():
        path = Path(model) / "config.json"
        return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}
    check_installed("transformers", f"the model {model!r}", "torch")
    # Not AutoConfig, which refuses unknown model types. No code of the model is run.
    from transformers import PretrainedConfig

    return dict(PretrainedConfig.get_config_dict(model, revision=revision)[0])


class PairEncoder:
    """A sentence-transformers cross-encoder with one label. Nothing is loaded before the first use.

    The scores are 0 to 1: a model that does not end in a sigmoid gets one. A pair's score never depends on other pairs.
    """

    def __init__(self, settings: Settings) -> None:
        if settings.backend not in ("auto", "torch"):
            raise UsageError(
                f"{settings.model!r} is a cross-encoder, which needs torch: leave out the back end {settings.backend}"
            )
        self._settings = settings

    backend = "torch"

    @property
    def signature(self) -> str:
        """The model, the revision or hash of its files, its dtype and its activation."""
        loaded = self._load()
        parts = [f"{short_model_name(self._settings.model)}@{loaded.identity}"]
        if self._settings.dtype != "float32":
            parts.append(self._settings.dtype)
        parts.append(loaded.activation.lower() if loaded.is_bounded else f"{loaded.activation.lower()}+sigmoid")
        return "+".join(parts)

    def score(self, pairs: Sequence[tuple[str, str]], on_progress: OnProgress | None = None) -> PairScores:
        """Scores distinct pairs; calls `on_progress` with the numbers of pairs done and of all pairs."""
        loaded = self._load()
        lengths = _cross_encoder_token_counts(loaded.model, pairs)
        limit = loaded.model.max_seq_length
        lengths_read = lengths if limit is None else np.minimum(lengths, limit)
        outputs = np.zeros(len(pairs), dtype=np.float64)
        done = 0
        for batch in batches_by_length(
            lengths_read, tokens_per_batch(str(loaded.model.device)), self._settings.batch_size
        ):
            outputs[batch] = loaded.model.predict(
                [list(pairs[i]) for i in batch], batch_size=len(batch), show_progress_bar=False
            )
            done += len(batch)
            if on_progress is not None:
                on_progress(done, len(pairs))
        is_truncated = np.zeros(len(pairs), dtype=np.bool_) if limit is None else lengths > limit
        return PairScores(outputs if loaded.is_bounded else expit(outputs), is_truncated)

    def unknown_tokens(self, texts: Sequence[str]) -> dict[str, UnknownTokens]:
        """Returns the unknown pieces of those texts that have some."""
        return unknown_tokens(
            texts, lambda: tokenizer_with_unknown_token(self._settings.model, self._settings.revision)
        )

    def _load(self) -> "_LoadedCrossEncoder":
        settings = self._settings
        return _load_cross_encoder(settings.model, settings.revision, settings.device, settings.dtype)


@dataclass(frozen=True)
class _LoadedCrossEncoder:
    model: "CrossEncoder"
    identity: str
    activation: str
    is_bounded: bool


@cached(2)
def _load_cross_encoder(model: str, revision: str | None, device: str | None, dtype: Dtype) -> _LoadedCrossEncoder:
    check_installed("sentence_transformers", f"the cross-encoder {model!r}", "torch")
    import torch
    from sentence_transformers import CrossEncoder

    with errors_of_torch_loading(model, revision, _OTHERWISE):
        loaded = CrossEncoder(model, revision=revision, **torch_load_options(device, dtype))
    if loaded.num_labels != 1:
        raise ModelError(
            f"the model {model!r} gives {loaded.num_labels} scores per pair, not 1: it is a classifier (for example of "
            f"entailment), not a measure of similarity; choose a cross-encoder with one label, or {_OTHERWISE}"
        )
    identity = identity_of_model_files(model, getattr(loaded.config, "_commit_hash", None) or revision)
    activation = loaded.activation_fn
    return _LoadedCrossEncoder(
        loaded.eval(), identity, type(activation).__name__, isinstance(activation, torch.nn.Sigmoid)
    )


def _cross_encoder_token_counts(model: "CrossEncoder", pairs: Sequence[tuple[str, str]]) -> IntArray:
    """Returns the (n,) numbers of tokens of the pairs, with special ones, before truncation."""
    tokenizer: Any = model.tokenizer
    counts = np.zeros(len(pairs), dtype=np.int64)
    for start in range(0, len(pairs), _PAIRS_AT_A_TIME):
        left, right = map(list, zip(*pairs[start : start + _PAIRS_AT_A_TIME], strict=True))
        tokens = tokenizer(
            left, right, truncation=False, return_attention_mask=False, return_token_type_ids=False, verbose=False
        )
        counts[start : start + len(left)] = [len(ids) for ids in tokens["input_ids"]]
    return counts
