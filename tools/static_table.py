"""Writes the table of static vectors that is part of the package: `python -m tools.static_table MODEL [FOLDER]`.

MODEL is a folder with the public model all-MiniLM-L6-v2, as for `tools.encoder_weights`: the shipped table was made
from its float32 weights. model2vec distils it in one thread (a minute), so that the same libraries give the same bytes
on one kind of processor. The SHA-256 of the files are printed; smile/encoding/static/word_table.py names them.
"""

import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from safetensors.numpy import save
from threadpoolctl import threadpool_limits

from smile.encoding.model_files import FoundModel, find_model
from smile.encoding.static.word_table import FOLDER, TOKENIZER, VECTORS
from smile.encoding.torch_backend import load_torch_backend
from smile.encoding.unknown_tokens import id_of_unknown_token
from smile.settings.named_settings import named_settings

_DIMENSIONS = 256
_SIF = 1e-4
_LARGEST = 127


def distil(found: FoundModel, folder: Path) -> dict[str, str]:
    """Writes the table of an encoder with mean pooling into a folder; returns the SHA-256 of its files by name."""
    # Imported after the limit of threads, as it was for the shipped table: the last bits depend on it.
    from model2vec.distill import distill_from_model

    model = load_torch_backend(found, named_settings(device="cpu")).model
    transformer: Any = model[0].auto_model
    # A name that model2vec does not look up on the Hub.
    transformer.name_or_path = transformer.config._name_or_path = str(folder)
    static = distill_from_model(
        model=transformer,
        tokenizer=model.tokenizer,
        pooling="mean",
        pca_dims=_DIMENSIONS,
        sif_coefficient=_SIF,
        quantize_to="float32",
        device="cpu",
    )
    weights = np.ones(len(static.embedding)) if static.weights is None else static.weights
    static.tokenizer.no_padding()
    static.tokenizer.no_truncation()
    vectors = (static.embedding * weights[:, None]).astype(np.float32)
    # Each number is rounded to 1/127 of the vector's largest.
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    steps = np.where(largest > 0, largest / _LARGEST, 1).astype(np.float32)
    arrays: dict[str, npt.NDArray[Any]] = {
        # The file takes the bytes as they lie in memory.
        "numbers": np.ascontiguousarray(np.rint(vectors / steps), dtype=np.int8),
        "steps": steps[:, 0],
        "unknown_id": np.array([id_of_unknown_token(static.tokenizer)]),
    }
    files = {VECTORS: save(arrays), TOKENIZER: static.tokenizer.to_str(pretty=False).encode()}
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return {name: sha256(content).hexdigest() for name, content in files.items()}


def main(model: str, folder: Path) -> None:
    """Writes the table of a model into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    with threadpool_limits(1):
        digests = distil(find_model(model, None), folder)
    for name, digest in digests.items():
        print(f"{digest}  {folder / name}")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else FOLDER)
