"""The back end OpenVINO: torch exports an encoder once, and the export runs on a CPU without torch.

The folder of an export has OpenVINO's files, `tokenizer.json`, `probes.npy` (torch's vectors of some texts) and
`manifest.json`. Whenever it is opened, its files are checked by hash and its vectors against torch's.
"""

import gc
import json
import os
import shutil
import sys
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..aliases import IntArray, VectorArray
from ..disk.atomic_writes import new_folder, remove_unfinished
from ..disk.cache_folder import cache_folder, making
from ..disk.hashes import file_sha256
from ..errors import ModelError, SmileError, first_line
from .batches import Tokenized, embed_texts, tokens_per_batch
from .model_files import FoundModel
from .torch_backend import TorchBackend, load_torch

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# The largest difference of a vector's number, or of a cosine, from torch's.
LARGEST_DIFFERENCE = 1e-5

# Short and long texts, many scripts, hard cases for tokenizers, several of one length, and one over any limit.
PROBES = (
    *"a b c d 1 7 A É".split(),
    "paris",
    "25 %",
    "It is in Paris.",
    "The capital of France is Paris, on the Seine; not Lyon.",
    "who wrote the opera carmen Georges Bizet",
    "  white\tspace \n around  ",
    "东京是日本的首都",
    "Столица Франции — Париж",
    "عاصمة فرنسا باريس",
    "naïve cafés, 1.234,5 €, C++ & 🙂",
    "x" * 300,
    " ".join(f"the {number} mice ran over the old bridge" for number in range(12)),
    "a sentence of some words that goes on and on and on, " * 1000,
)

_PACKAGE = "openvino"
_FORMAT = 2
_MODEL, _MANIFEST, _TOKENIZER, _PROBES = "model.xml", "manifest.json", "tokenizer.json", "probes.npy"
# Larger values mean "no limit": tokenizers without one report a number of thirty digits.
_NO_LIMIT = 1_000_000
_TEXTS_AT_A_TIME = 4096


def is_installed() -> bool:
    """Returns whether OpenVINO is installed; does not import it."""
    try:
        return bool(version(_PACKAGE))
    except PackageNotFoundError:
        return False


@dataclass(frozen=True)
class OpenVinoBackend:
    """An export that is open: `run` turns (b, l) token ids into (b, d) vectors of unit length."""

    dimensions: int
    prompt: str
    tokenizer: "Tokenizer"
    run: Callable[[IntArray], VectorArray]
    takes_prompts: bool
    name = "openvino"

    @property
    def tokens_per_batch(self) -> int:
        """The number of tokens in one batch that suits a CPU."""
        return tokens_per_batch("cpu")

    def tokenize(self, texts: Sequence[str]) -> Tokenized:
        """Returns the tokens of texts."""
        return _tokens(self.tokenizer, self.prompt, texts)

    def embed(self, features: Mapping[str, Any]) -> VectorArray:
        """Returns the (b, d) vectors of unit length of texts of one length."""
        return self.run(features["input_ids"])


def open_openvino(found: FoundModel, prompt: str | None, n_threads: int) -> OpenVinoBackend:
    """Opens an exported encoder; exports it first if the export is missing or damaged.

    Raises:
        ModelError: The model cannot be exported, or its vectors differ from torch's.
    """
    made_by = [version(name) for name in ("torch", "transformers", "sentence-transformers", _PACKAGE)]
    digest = sha256(repr([_FORMAT, PROBES, found.identity, *made_by]).encode()).hexdigest()[:12]
    folder = cache_folder() / "encoders" / f"{Path(found.path).name}-{found.identity}-openvino-{digest}"
    backend = _open(folder, found, n_threads, os.getpid())
    if prompt is None:
        return backend
    if prompt and not backend.takes_prompts:
        raise ModelError(
            f"{found.path!r} leaves the tokens of its prompt out of its vectors, which backend='openvino' does not "
            "support: use backend='torch'"
        )
    return replace(backend, prompt=prompt)


# The process is part of the key: a forked process must open the export again, because a fork copies no threads.
@lru_cache(maxsize=2)
def _open(folder: Path, found: FoundModel, n_threads: int, pid: int) -> OpenVinoBackend:
    try:
        opened = _open_folder(folder, n_threads)
        if opened is None:
            with making(folder):
                # Another process may have made it in the meantime.
                opened = _open_folder(folder, n_threads) or _export(folder, found, n_threads)
    except SmileError:
        raise
    except OSError as error:
        raise ModelError(
            f"the folder of the exported encoder, {folder}, cannot be used ({first_line(error)}): set SMILE_CACHE to a "
            "writable folder, or use backend='torch'"
        ) from error
    except Exception as error:
        raise ModelError(
            f"backend='openvino' cannot run {found.path!r} ({type(error).__name__}: {first_line(error)}): use "
            "backend='torch'"
        ) from error
    return opened


def _open_folder(folder: Path, n_threads: int) -> OpenVinoBackend | None:
    """Opens an export and checks its files and vectors; None if a file is missing or damaged."""
    from tokenizers import Tokenizer

    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        if any(file_sha256(folder / name) != digest for name, digest in manifest["files"].items()):
            return None
        tokenizer, probes = Tokenizer.from_file(str(folder / _TOKENIZER)), np.load(folder / _PROBES)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    run = _compile(folder / _MODEL, n_threads)
    backend = OpenVinoBackend(probes.shape[1], manifest["prompt"], tokenizer, run, manifest["takes_prompts"])
    vectors, _ = embed_texts(backend, PROBES)
    difference = max(
        float(np.abs(vectors - probes).max()), float(np.abs(vectors @ vectors.T - probes @ probes.T).max())
    )
    if not difference <= LARGEST_DIFFERENCE:  # nor NaN
        raise ModelError(
            f"vectors or cosines of backend='openvino' differ from those of torch by {difference:.1g}, more than "
            f"{LARGEST_DIFFERENCE:g}: use backend='torch'"
        )
    return backend


def _compile(file: Path, n_threads: int) -> Callable[[IntArray], VectorArray]:
    options = {
        "INFERENCE_PRECISION_HINT": "f32",
        "INFERENCE_NUM_THREADS": n_threads,
        "NUM_STREAMS": 1,
        # Otherwise several processes would be bound to the same cores.
        "ENABLE_CPU_PINNING": False,
    }
    request, lock = _openvino().Core().compile_model(file, "CPU", options).create_infer_request(), threading.Lock()

    def run(ids: IntArray) -> VectorArray:
        with lock:
            vectors: VectorArray = request.infer({0: ids})[0]
        return vectors

    return run


@cache
def _keep_what_a_fork_inherits() -> None:
    """In a forked process, deleting a model would wait forever for threads that the fork did not copy."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=gc.freeze)


def _openvino() -> Any:
    _keep_what_a_fork_inherits()
    # OpenVINO works without this package, which writes an id into the home folder and sends reports.
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino

    return openvino


def _export(folder: Path, found: FoundModel, n_threads: int) -> OpenVinoBackend:
    """Exports a model into a new folder, which appears complete and checked or not at all, and opens it."""
    shutil.rmtree(folder, ignore_errors=True)  # a damaged one
    remove_unfinished(folder)
    torch_backend = load_torch(found, "cpu", "float32", None)
    with new_folder(folder) as temporary:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _write(temporary, torch_backend)
        _open_folder(temporary, n_threads)
    opened = _open_folder(folder, n_threads)
    if opened is None:
        raise OSError("its files changed right after they were written")
    return opened


def _write(folder: Path, backend: TorchBackend) -> None:
    import torch

    model = backend.model
    tokenizer, limit = _tokenizer(backend)
    batch, length = torch.export.Dim("batch", min=1), torch.export.Dim("length", min=1, max=limit)
    example = torch.from_numpy(np.array([tokenizer.encode(PROBES[0]).ids] * 3, dtype=np.int64))
    with torch.no_grad():
        program = torch.export.export(
            _unit_vectors(model), (example,), dynamic_shapes={"input_ids": {0: batch, 1: length}}
        )
    openvino = _openvino()
    openvino.save_model(openvino.convert_model(program), folder / _MODEL, compress_to_fp16=False)
    tokenizer.save(str(folder / _TOKENIZER))
    np.save(folder / _PROBES, embed_texts(backend, PROBES)[0])
    manifest = {
        "prompt": backend.prompt or "",
        "takes_prompts": all(getattr(module, "include_prompt", True) for module in model),
        "files": {path.name: file_sha256(path) for path in sorted(folder.iterdir())},
    }
    (folder / _MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def _tokenizer(backend: TorchBackend) -> "tuple[Tokenizer, int | None]":
    """Returns a model's tokenizer without transformers, and its limit."""
    from tokenizers import Tokenizer

    inner: Any = getattr(backend.model.tokenizer, "backend_tokenizer", None)
    if inner is None:
        raise ModelError("the model has no fast tokenizer, which an export needs: use backend='torch'")
    tokenizer = Tokenizer.from_str(inner.to_str())
    tokenizer.no_padding()
    limit = backend.model.get_max_seq_length()
    if limit is None or limit >= _NO_LIMIT:
        limit = None
        tokenizer.no_truncation()
    else:
        tokenizer.enable_truncation(limit)
    return tokenizer, limit


def _tokens(tokenizer: "Tokenizer", prompt: str, texts: Sequence[str]) -> Tokenized:
    ids: list[IntArray] = []
    is_truncated = np.zeros(len(texts), dtype=np.bool_)
    for first in range(0, len(texts), _TEXTS_AT_A_TIME):
        block = [prompt + text for text in texts[first : first + _TEXTS_AT_A_TIME]]
        for i, encoding in enumerate(tokenizer.encode_batch_fast(block), first):
            ids.append(np.array(encoding.ids, dtype=np.int64))
            is_truncated[i] = bool(encoding.overflowing)
    lengths = np.array(list(map(len, ids)), dtype=np.int64)
    return Tokenized({"input_ids": np.concatenate(ids)}, np.cumsum(lengths) - lengths, lengths, is_truncated)


def _unit_vectors(model: Any) -> Any:
    """Returns the whole model as one module: token ids in, vectors of unit length out."""
    import torch

    class UnitVectors(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, input_ids: torch.Tensor) -> torch.Tensor:
            # All texts of a batch have one length, so the model needs no mask: it reads every token.
            return torch.nn.functional.normalize(self.model({"input_ids": input_ids})["sentence_embedding"], dim=1)

    return UnitVectors().eval()
