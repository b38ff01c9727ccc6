"""The files of the reader, which come with the package and are checked by hash."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..disk.hashes import file_sha256
from ..errors import ModelError
from .boosted_trees import BoostedTrees, Tree

# The encoder's layers with both readers, in half precision, and everything else that was learned.
WEIGHTS, LEARNED = "reader.safetensors", "learned.json"

# Written by `python -m training.reader`, which prints these.
_SHA256 = {
    WEIGHTS: "0e67fd15e5288e158f77337ef07db5383b43ffb1fb66984cf45ed53cac5017dd",
    LEARNED: "ac3fe08708f9e8e41c98d8ec4eb0e5ea22fb922f8125a564f36e198f48379ebf",
}

FOLDER = Path(__file__).parent / "weights"


@dataclass(frozen=True)
class Learned:
    """Everything learned besides the changes of the encoder's weights.

    Attributes:
        joint: The joint models with questions (True) and without (False), of the columns of
            `smile.learned.features.JOINED`.
        pearson: Mean Pearson correlation with people on held-out questions, with questions (True) and without (False).
        questions: Keys of the training questions; see `smile.learned.features.question_key`.
    """

    joint: dict[bool, BoostedTrees]
    pearson: dict[bool, float]
    questions: frozenset[str]


def find_reader() -> tuple[Path, str]:
    """Returns the folder of the reader's files and the reader's name in signatures, after a check of the files.

    Raises:
        ModelError: A file is missing, or belongs to another version.
    """
    for name, expected in _SHA256.items():
        path = FOLDER / name
        try:
            status = path.stat()
            found = _sha256_of(path, status.st_ino, status.st_mtime_ns, status.st_size)
        except FileNotFoundError:
            found = "no such file"
        if found != expected:
            raise ModelError(
                f"{path} is not the file of this version's reader (SHA-256 {found}, expected {expected}): "
                "install smile-metric again, or use the setting 'default'"
            )
    return FOLDER, sha256("".join(_SHA256.values()).encode()).hexdigest()[:8]


# The app asks at every click: each file is hashed again only after a change.
@lru_cache(maxsize=len(_SHA256))
def _sha256_of(path: Path, inode: int, modified: int, size: int) -> str:
    return file_sha256(path)


@lru_cache(maxsize=1)
def read_learned(path: Path) -> Learned:
    """Reads the file `LEARNED`."""
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return Learned(
        joint={
            with_questions: _joint(content["joint"][name]) for with_questions, name in ((True, "q"), (False, "no_q"))
        },
        pearson={True: content["pearson"]["q"], False: content["pearson"]["no_q"]},
        questions=frozenset(content["questions"]),
    )


def _joint(content: Mapping[str, Any]) -> BoostedTrees:
    return BoostedTrees(content["intercept"], [Tree(**tree) for tree in content["trees"]])
