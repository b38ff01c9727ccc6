"""The back end torch, which runs any sentence-transformers model on any device."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..caches import cached
from ..constants import Dtype
from ..optional_packages import check_installed
from ..settings.named_settings import Settings
from ..shared_types import IntArray, VectorArray
from .batches import Tokenized, tokens_per_batch
from .model_files import FoundModel
from .torch_tools import errors_of_torch_loading, torch_load_options

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

# Texts tokenized at a time.
_TEXTS_AT_A_TIME = 256


@dataclass(frozen=True)
class TorchBackend:
    """A loaded sentence-transformers model."""

    model: "SentenceTransformer"
    prompt: str | None = None
    name = "torch"

    @property
    def dimensions(self) -> int:
        """The length of its vectors."""
        return self.model.get_embedding_dimension() or 0

    @property
    def tokens_per_batch(self) -> int:
        """The number of tokens in one batch that suits its device."""
        return tokens_per_batch(str(self.model.device))

    def tokenize(self, texts: Sequence[str]) -> Tokenized:
        """Returns the tokens of texts."""
        flat: dict[str, list[IntArray]] = {}
        lengths = np.zeros(len(texts), dtype=np.int64)
        shared: dict[str, Any] = {}
        # Texts of similar length go together, because padding costs time here although it is dropped.
        order = np.argsort([len(text) for text in texts], kind="stable")
        for first in range(0, len(texts), _TEXTS_AT_A_TIME):
            chunk = order[first : first + _TEXTS_AT_A_TIME]
            features = self.model.preprocess([texts[i] for i in chunk], prompt=self.prompt or None)
            mask = features["attention_mask"].bool()
            lengths[chunk] = mask.sum(dim=1).numpy()
            shared = {}
            for name, value in features.items():
                if getattr(value, "shape", None) == mask.shape:
                    flat.setdefault(name, []).append(value[mask].numpy())
                else:
                    shared[name] = value
        is_truncated = np.zeros(len(texts), dtype=np.bool_)
        limit = self.model.get_max_seq_length()
        tokenizer: Any = self.model.tokenizer
        for i in np.flatnonzero(lengths >= limit).tolist() if limit is not None else ():
            whole = tokenizer((self.prompt or "") + texts[i], truncation=False, verbose=False)["input_ids"]
            is_truncated[i] = len(whole) > limit
        start = np.zeros(len(texts), dtype=np.int64)
        start[order] = np.cumsum(lengths[order]) - lengths[order]
        return Tokenized(
            {name: np.concatenate(parts) for name, parts in flat.items()}, start, lengths, is_truncated, shared
        )

    def embed(self, features: Mapping[str, Any]) -> VectorArray:
        """Returns the (b, d) vectors of unit length of texts of one length."""
        import torch

        # Not model.encode, which would tokenize again: a twelfth of the time for short texts.
        with torch.inference_mode():
            tensors = {
                name: torch.from_numpy(value).to(self.model.device) if isinstance(value, np.ndarray) else value
                for name, value in features.items()
            }
            vectors = self.model(tensors)["sentence_embedding"]
            unit: VectorArray = torch.nn.functional.normalize(vectors.float(), dim=1).cpu().numpy()
        return unit


def load_torch_backend(found: FoundModel, settings: Settings) -> TorchBackend:
    """Loads a model; the last two stay loaded."""
    check_installed("sentence_transformers", f"the encoder {found.name} by torch", "torch")
    model, prompt = _load_backend(found, settings.device, settings.dtype), settings.prompt
    if prompt is None and model.default_prompt_name is not None:
        prompt = model.prompts[model.default_prompt_name]
    return TorchBackend(model, prompt)


@cached(2)
def _load_backend(found: FoundModel, device: str | None, dtype: Dtype) -> "SentenceTransformer":
    from sentence_transformers import SentenceTransformer

    with errors_of_torch_loading(found.path, found.revision):
        model: SentenceTransformer = SentenceTransformer(
            found.path, revision=found.revision, **torch_load_options(device, dtype)
        )
        return (model if found.adaptation is None else found.adaptation.in_torch(model)).eval()
