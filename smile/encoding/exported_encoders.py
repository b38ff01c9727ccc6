"""Exports: an encoder written once by torch, kept on disk and checked, for a back end that runs it without torch.

The folder of an export holds the library's files, `tokenizer.json`, `probes.npy` (torch's vectors of some texts) and
`manifest.json`. Each time it is opened, its files are checked by hash and its vectors against torch's.
"""

import json
import os
import shutil
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..aliases import IntArray, VectorArray
from ..disk.atomic_writes import new_folder, remove_unfinished
from ..disk.cache_folder import cache_folder
from ..disk.file_locks import making
from ..disk.hashes import file_sha256
from ..errors import ModelError, SmileError, first_line
from .batches import Tokenized, embed_texts, tokens_per_batch
from .model_files import FoundModel
from .runtimes import Run, Runtime
from .torch_backend import TorchBackend, load_torch

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# How far a number of a vector, or a cosine, may be from torch's.
LARGEST_DIFFERENCE = 1e-5
# The lowest cosine with torch's vector for number formats that round: below it, something else is wrong.
LEAST_COSINE = {"bfloat16": 0.9, "int8": 0.5}

# Short and long texts, many scripts, what tokenizers get wrong, several of one length, and one over any limit.
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

_FORMAT = 1
_MANIFEST, _TOKENIZER, _PROBES = "manifest.json", "tokenizer.json", "probes.npy"
# Larger values mean "no limit": tokenizers without one report a number of thirty digits.
_NO_LIMIT = 1_000_000
_TEXTS_AT_A_TIME = 4096


@dataclass(frozen=True)
class ExportedBackend:
    """An exported encoder that is open.

    Attributes:
        prompt: Text put before every text.
        tokenizer: Cuts texts off at the encoder's limit.
        run: Turns (b, l) token ids into (b, d) vectors of unit length.
    """

    name: str
    dimensions: int
    prompt: str
    tokenizer: "Tokenizer"
    run: Run

    @property
    def tokens_per_batch(self) -> int:
        """How many tokens suit a CPU in one batch."""
        return tokens_per_batch("cpu")

    def tokenize(self, texts: Sequence[str]) -> Tokenized:
        """Returns the tokens of texts."""
        ids: list[IntArray] = []
        lengths = np.zeros(len(texts), dtype=np.int64)
        is_truncated = np.zeros(len(texts), dtype=np.bool_)
        for first in range(0, len(texts), _TEXTS_AT_A_TIME):
            chunk = [self.prompt + text for text in texts[first : first + _TEXTS_AT_A_TIME]]
            for i, encoding in enumerate(self.tokenizer.encode_batch_fast(chunk), first):
                ids.append(np.array(encoding.ids, dtype=np.int64))
                lengths[i] = len(ids[-1])
                is_truncated[i] = bool(encoding.overflowing)
        return Tokenized({"input_ids": np.concatenate(ids)}, np.cumsum(lengths) - lengths, lengths, is_truncated)

    def embed(self, features: Mapping[str, Any]) -> VectorArray:
        """Returns the (b, d) vectors of unit length of texts of one length."""
        return self.run(features["input_ids"])


def open_exported(
    runtime: Runtime, found: FoundModel, dtype: str, prompt: str | None, n_threads: int
) -> ExportedBackend:
    """Opens an exported encoder, after exporting it if its export is missing or damaged.

    Raises:
        ModelError: The model cannot be exported, or its vectors differ from torch's.
    """
    folder = cache_folder() / "encoders" / _key(runtime, found, dtype)
    export, run = _open(folder, runtime, found, dtype, n_threads, os.getpid())
    if prompt and not export.takes_prompts:
        raise ModelError(
            f"{found.path!r} leaves its prompt out of its vectors, which backend={runtime.name!r} cannot do: use "
            "backend='torch'"
        )
    return ExportedBackend(
        runtime.name, export.probes.shape[1], export.prompt if prompt is None else prompt, export.tokenizer, run
    )


@dataclass(frozen=True)
class _Export:
    """The parts of an export that no library needs.

    Attributes:
        prompt: The model's own default.
        takes_prompts: Whether a prompt only has to be put before each text.
        probes: (n, d) torch's vectors of `PROBES`.
    """

    tokenizer: "Tokenizer"
    prompt: str
    takes_prompts: bool
    probes: VectorArray


# The process is part of the key: a forked process opens the export again, as a fork copies no threads of the library.
@lru_cache(maxsize=2)
def _open(
    folder: Path, runtime: Runtime, found: FoundModel, dtype: str, n_threads: int, pid: int
) -> tuple[_Export, Run]:
    try:
        opened = _open_folder(folder, runtime, dtype, n_threads)
        if opened is None:
            with making(folder):
                # Another process may have made it in the meantime.
                opened = _open_folder(folder, runtime, dtype, n_threads)
                if opened is None:
                    shutil.rmtree(folder, ignore_errors=True)  # a damaged one
                    remove_unfinished(folder)
                    _export(folder, runtime, found, dtype, n_threads)
                    opened = _open_folder(folder, runtime, dtype, n_threads)
                    if opened is None:
                        raise OSError("it is not as it was just written")
    except SmileError:
        raise
    except OSError as error:
        raise ModelError(
            f"{folder}, the folder of the exported encoder, cannot be used ({first_line(error)}): set SMILE_CACHE to a "
            "folder that can be written to, or use backend='torch'"
        ) from error
    except Exception as error:
        raise ModelError(
            f"backend={runtime.name!r} cannot run {found.path!r} ({type(error).__name__}: {first_line(error)}): use "
            "backend='torch'"
        ) from error
    return opened


def _key(runtime: Runtime, found: FoundModel, dtype: str) -> str:
    """Returns the name of an export's folder: model and back end, and a digest of all that affects the export."""
    made_by = [version(name) for name in ("torch", "transformers", "sentence-transformers", *runtime.packages)]
    rounded = "int8" if dtype == "int8" else "float32"
    parts = [_FORMAT, PROBES, found.identity, runtime.name, rounded, *made_by]
    name = Path(found.path).name
    return f"{name}-{found.identity}-{runtime.name}-{rounded}-{sha256(repr(parts).encode()).hexdigest()[:12]}"


def _open_folder(folder: Path, runtime: Runtime, dtype: str, n_threads: int) -> tuple[_Export, Run] | None:
    """Opens an export; returns None if it is missing or damaged."""
    export = _read(folder)
    if export is None:
        return None
    run = runtime.open_model(folder, dtype, n_threads)
    backend = ExportedBackend(runtime.name, export.probes.shape[1], export.prompt, export.tokenizer, run)
    _check(backend, export.probes, dtype)
    return export, run


def _read(folder: Path) -> _Export | None:
    """Checks all files of an export and reads those of no library; returns None if one is missing or damaged."""
    from tokenizers import Tokenizer

    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        for name, digest in manifest["files"].items():
            if file_sha256(folder / name) != digest:
                return None
        tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
        return _Export(tokenizer, manifest["prompt"], manifest["takes_prompts"], np.load(folder / _PROBES))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _check(backend: ExportedBackend, expected: VectorArray, dtype: str) -> None:
    """Checks the vectors of the probes against torch's."""
    vectors, _ = embed_texts(backend, PROBES)
    if dtype == "float32":
        difference = max(
            float(np.abs(vectors - expected).max()), float(np.abs(vectors @ vectors.T - expected @ expected.T).max())
        )
        if not difference <= LARGEST_DIFFERENCE:  # nor NaN
            raise ModelError(
                f"backend={backend.name!r} differs from torch by {difference:.1g} in a vector or a cosine, more than "
                f"{LARGEST_DIFFERENCE:g}: use backend='torch'"
            )
        return
    cosine = float((vectors * expected).sum(axis=1).min())
    if not cosine >= LEAST_COSINE[dtype]:
        raise ModelError(
            f"backend={backend.name!r} gives a vector in {dtype} whose cosine with torch's is {cosine:.2f}, less than "
            f"{LEAST_COSINE[dtype]:g}: use dtype='float32'"
        )


def _export(folder: Path, runtime: Runtime, found: FoundModel, dtype: str, n_threads: int) -> None:
    """Exports a model into a new folder, which appears whole and checked, or not at all."""
    torch_backend = load_torch(found, "cpu", "float32", None)
    with new_folder(folder, or_existing=True) as temporary:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _write(temporary, runtime, torch_backend, dtype)
        _open_folder(temporary, runtime, dtype, n_threads)


def _write(folder: Path, runtime: Runtime, backend: TorchBackend, dtype: str) -> None:
    import torch

    model = backend.model
    tokenizer, limit = _tokenizer(backend)
    batch, length = torch.export.Dim("batch", min=1), torch.export.Dim("length", min=1, max=limit)
    example = torch.from_numpy(np.array([tokenizer.encode(PROBES[0]).ids] * 3, dtype=np.int64))
    with torch.no_grad():
        program = torch.export.export(
            _unit_vectors(model), (example,), dynamic_shapes={"input_ids": {0: batch, 1: length}}
        )
    runtime.write(program, folder, dtype)
    tokenizer.save(str(folder / _TOKENIZER))
    np.save(folder / _PROBES, embed_texts(backend, PROBES)[0])
    manifest = {
        "prompt": backend.prompt or "",
        "takes_prompts": all(getattr(module, "include_prompt", True) for module in model),
        "files": {path.name: file_sha256(path) for path in sorted(folder.iterdir())},
    }
    (folder / _MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def _tokenizer(backend: TorchBackend) -> "tuple[Tokenizer, int | None]":
    """Returns a model's tokenizer for use without transformers, and its limit."""
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
    ours = ExportedBackend("", 0, backend.prompt or "", tokenizer, lambda ids: np.empty(0, np.float32)).tokenize(PROBES)
    theirs = backend.tokenize(PROBES)
    for i in range(len(PROBES)):
        one = np.array([i])
        if not (
            np.array_equal(ours.features(one)["input_ids"], theirs.features(one)["input_ids"])
            and ours.is_truncated[i] == theirs.is_truncated[i]
        ):
            raise ModelError(
                f"its tokenizer reads {PROBES[i][:20]!r} differently without transformers: use backend='torch'"
            )
    return tokenizer, limit


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
