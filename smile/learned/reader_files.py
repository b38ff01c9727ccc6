"""The files of the reader, which come with the package and are checked by hash, and the encoder made of them."""

import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..disk.hashes import check_files
from ..encoding.encoders import Encoder, SentenceEncoder
from ..encoding.model_files import FoundModel, find_embedded
from ..settings.named_settings import Settings
from .adaptation import ReaderAdaptation
from .combiner import BoostedTrees, Tree

# The reader's name in signatures.
READER_NAME = "reader"

# The encoder's layers with both readers, in half precision, and everything else that was learned.
WEIGHTS, LEARNED = "reader.safetensors", "learned.json"

# Written by `python -m training.fourth_phase`, which prints these.
_SHA256 = {
    WEIGHTS: "bd31cdc20ba39119e0b6251823307925c86aa2d8998255ba18c61587c6966a0b",
    LEARNED: "7c15352182774e815d49b78de055fc6f5c8c1aafadba3929e8708c208a3b2f9e",
}

FOLDER = Path(__file__).parent / "weights"


@dataclass(frozen=True)
class LearnedParameters:
    """Everything trained except the encoder's weights.

    Attributes:
        combiners: The trees for rows with questions (True) and without (False), over
            `smile.learned.combiner.INPUTS`.
        pearson: Mean Pearson correlation with human labels on held-out questions, with questions (True) and without.
        questions: Keys of the training questions; see `smile.learned.combiner.question_key`.
    """

    combiners: dict[bool, BoostedTrees]
    pearson: dict[bool, float]
    questions: frozenset[str]


def find_reader() -> tuple[Path, str]:
    """Returns the folder of the reader's files, after a check, and the reader's name in signatures."""
    check_files(FOLDER, _SHA256, "this version's reader", "install smile-metric again, or use the setting 'default'")
    return FOLDER, sha256("".join(_SHA256.values()).encode()).hexdigest()[:8]


@lru_cache(maxsize=1)
def read_learned(path: Path) -> LearnedParameters:
    """Reads the file `LEARNED`."""
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    joint = content["joint"]
    return LearnedParameters(
        {
            has_question: BoostedTrees(joint[name]["intercept"], [Tree(**tree) for tree in joint[name]["trees"]])
            for has_question, name in ((True, "q"), (False, "no_q"))
        },
        {True: content["pearson"]["q"], False: content["pearson"]["no_q"]},
        frozenset(content["questions"]),
    )


def reader_encoder(settings: Settings) -> Encoder:
    """Returns the reader as an encoder of `texts_of_pairs`, with the device, dtype and back end of settings."""
    return SentenceEncoder(settings, find_reader_model)


def find_reader_model() -> FoundModel:
    """Returns the embedded encoder, which becomes the reader when it is loaded."""
    (folder, of_encoder), (weights, of_reader) = find_embedded(), find_reader()
    return FoundModel(READER_NAME, folder, None, f"{of_encoder}-{of_reader}", ReaderAdaptation(weights / WEIGHTS))
