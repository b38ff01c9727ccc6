"""The files of the reader, which come with the package and are checked by hash, and the encoder made of them."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from ..caches import cached
from ..disk.hashes import check_file_hashes
from ..encoding.encoders import Encoder, SentenceEncoder
from ..encoding.model_files import FoundModel, find_embedded_model_files
from ..settings.named_settings import Settings
from ..shared_types import FloatArray
from .combiner import WordOrder
from .reader_without_torch import ReaderAdaptation

# The reader's name in signatures.
READER_NAME = "reader"

# The encoder's layers with both readers, in half precision, and everything else that was learned.
WEIGHTS, LEARNED = "reader.safetensors", "learned.json"

# `python -m training.fit_combiner` writes LEARNED, and prints its hash.
_SHA256 = {
    WEIGHTS: "bd31cdc20ba39119e0b6251823307925c86aa2d8998255ba18c61587c6966a0b",
    LEARNED: "77ee80c2b7add6fcd630047860cd785400d10131ad9062621cf9abbfb09e0d50",
}

FOLDER = Path(__file__).parent / "weights"


@dataclass(frozen=True)
class LearnedParameters:
    """Everything trained except the encoder's weights.

    Attributes:
        weights: (k + 1,) the combiner's weights of the k `smile.learned.combiner.INPUTS`, and the intercept.
        order: The table of neighbouring words.
        pearson: Mean Pearson correlation with human labels on held-out questions, with questions (True) and without.
        questions: Keys of the training questions; see `smile.learned.combiner.question_hash_for_combiner`.
    """

    weights: FloatArray
    order: WordOrder
    pearson: dict[bool, float]
    questions: frozenset[str]


def find_reader() -> tuple[Path, str]:
    """Returns the folder of the reader's files, after a check, and the reader's name in signatures."""
    check_file_hashes(
        FOLDER, _SHA256, "this version's reader", "install smile-metric again, or use the setting 'default'"
    )
    return FOLDER, sha256("".join(_SHA256.values()).encode()).hexdigest()[:8]


@cached(1)
def read_learned_parameters(path: Path) -> LearnedParameters:
    """Reads the file `LEARNED`."""
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return LearnedParameters(
        np.array([*content["weights"].values(), content["intercept"]]),
        WordOrder(content["words"], np.array(content["log_odds"])),
        {True: content["pearson"]["q"], False: content["pearson"]["no_q"]},
        frozenset(content["questions"]),
    )


def reader_encoder(settings: Settings) -> Encoder:
    """Returns the reader as an encoder of `texts_of_pairs`, with the device, dtype and back end of settings."""
    return SentenceEncoder(settings, find_reader_model)


def find_reader_model() -> FoundModel:
    """Returns the embedded encoder, which becomes the reader when it is loaded."""
    (folder, of_encoder), (weights, of_reader) = find_embedded_model_files(), find_reader()
    return FoundModel(READER_NAME, folder, None, f"{of_encoder}-{of_reader}", ReaderAdaptation(weights / WEIGHTS))
