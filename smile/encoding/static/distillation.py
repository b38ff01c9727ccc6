"""Tables of static vectors, distilled from sentence encoders and kept on disk.

Each token of the encoder's vocabulary is encoded alone, the vectors are reduced to their principal components, and
frequent tokens get a lower weight (model2vec: Tulkens and van Dongen, 2024; SIF weights: Arora et al., 2017).
"""

import copy
import json
import shutil
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from ...checks import how_to_install
from ...disk.atomic_writes import new_folder
from ...disk.cache_folder import cache_folder
from ...disk.file_locks import making
from ...errors import ModelError, StoreWarning, first_line
from ..model_files import FoundModel
from ..torch_backend import load_torch
from .word_table import DIMENSIONS, RECIPE, WordTable, read_table, write_table

_SIF = 1e-4

_MANIFEST = "manifest.json"
_POOLING = {"mean": "mean", "cls": "first", "lasttoken": "last"}


def distilled_table(found: FoundModel, device: str | None) -> WordTable:
    """Returns the table of an encoder from disk, or makes it, which takes half a minute.

    Raises:
        ModelError: The encoder cannot be loaded or distilled, or model2vec is not installed.
    """
    name = f"{found.signature}+{RECIPE}"
    folder = cache_folder() / "static" / name.replace("/", "--")
    if folder.is_dir():
        try:
            return _read(folder)
        except (OSError, ValueError, KeyError, TypeError) as error:
            warnings.warn(
                f"the static vectors in {folder} are damaged ({first_line(error)}): they are made again",
                StoreWarning,
                stacklevel=2,
            )
            shutil.rmtree(folder, ignore_errors=True)
    try:
        with making(folder):
            # Another process may have made it in the meantime.
            if not folder.is_dir():
                with new_folder(folder, or_existing=True) as temporary:
                    manifest = distil(found, device, temporary)
                    (temporary / _MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    except OSError as error:
        raise ModelError(
            f"the static vectors cannot be kept in {folder.parent} ({error.strerror or error}): make room, or name "
            "another folder in SMILE_CACHE"
        ) from error
    return _read(folder)


def distil(found: FoundModel, device: str | None, folder: Path) -> dict[str, str]:
    """Writes the table of an encoder into a folder and returns the SHA-256 of its files by name.

    Raises:
        ModelError: The encoder cannot be loaded or distilled, or model2vec is not installed.
    """
    try:
        from model2vec.distill import distill_from_model
    except ImportError as error:
        raise ModelError(
            f"static vectors of another encoder are distilled with model2vec, which is not installed: "
            f"{how_to_install('distill')}, or use the setting 'default'"
        ) from error
    model = load_torch(found, device, "float32", None).model
    pooling = _pooling(model)
    # A copy, since model2vec changes the table of tokens; with a name that it does not look up on the Hub.
    transformer: Any = copy.deepcopy(model[0].auto_model)
    transformer.name_or_path = transformer.config._name_or_path = str(folder)
    static = distill_from_model(
        model=transformer,
        tokenizer=model.tokenizer,
        pooling=pooling,
        pca_dims=DIMENSIONS,
        sif_coefficient=_SIF,
        quantize_to="float32",
        device=str(model.device),
    )
    weights = np.ones(len(static.embedding)) if static.weights is None else static.weights
    static.tokenizer.no_padding()
    static.tokenizer.no_truncation()
    return write_table(folder, (static.embedding * weights[:, None]).astype(np.float32), static.tokenizer)


def _pooling(model: Any) -> str:
    kinds = [type(module).__name__ for module in model]
    pooling = getattr(model[1], "pooling_mode", None) if len(kinds) > 1 else None
    if kinds[:2] != ["Transformer", "Pooling"] or set(kinds[2:]) - {"Normalize"} or pooling not in _POOLING:
        raise ModelError(
            f"static vectors cannot be distilled from a model of {', '.join(kinds)}"
            f"{f' (pooling {pooling!r})' if pooling else ''}: choose a transformer that pools its tokens by "
            f"{', '.join(_POOLING)}, or use the setting 'default'"
        )
    return _POOLING[pooling]


def _read(folder: Path) -> WordTable:
    return read_table(folder, json.loads((folder / _MANIFEST).read_text(encoding="utf-8")))
