"""The files of the equivalence head, which come with the package and are checked by hash."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..disk.hashes import file_sha256
from ..errors import ModelError

# The low-rank changes of the encoder's weights in peft's format, and everything else that was learned.
ADAPTER, ADAPTER_CONFIG, LEARNED = "adapter_model.safetensors", "adapter_config.json", "learned.json"

# Written by `python -m training.equivalence`, which prints these.
_SHA256 = {
    ADAPTER: "8e8c52586359c2c3e3bec7cef12f76a565d03a028104b35f52ffd260eae8be34",
    ADAPTER_CONFIG: "25e218f4fe37d32d9e219aa38739da1431d0cbf0c2a6fd57c1e94b371094abc7",
    LEARNED: "f7044763096119d7099ec8ef3afd3eb4827df7fddc9d509347d70a786298e093",
}

FOLDER = Path(__file__).parent / "weights"


@dataclass(frozen=True)
class Joint:
    """A logistic model of the features and the head's logit.

    Attributes:
        intercept: Intercept of the model's logit.
        weights: Weights by feature name, and the weight of `head_logit`.
    """

    intercept: float
    weights: Mapping[str, float]


@dataclass(frozen=True)
class Learned:
    """Everything learned besides the changes of the encoder's weights.

    Attributes:
        layer: (d,) weights of the layer that turns the mean of the token vectors into the head's logit.
        layer_bias: Bias of that layer.
        joint: The joint models with questions (True) and without (False).
        pearson: Mean Pearson correlation with people on held-out questions, with questions (True) and without (False).
        questions: Keys of the training questions; see `smile.learned.features.question_key`.
    """

    layer: tuple[float, ...]
    layer_bias: float
    joint: dict[bool, Joint]
    pearson: dict[bool, float]
    questions: frozenset[str]


def find_head() -> tuple[Path, str]:
    """Returns the folder of the head's files and the head's name in signatures, after a check of the files.

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
                f"{path} is not the file of this version's equivalence head (SHA-256 {found}, expected {expected}): "
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
        layer=tuple(content["layer"]),
        layer_bias=content["layer_bias"],
        joint={
            with_questions: Joint(**content["joint"][name]) for with_questions, name in ((True, "q"), (False, "no_q"))
        },
        pearson={True: content["pearson"]["q"], False: content["pearson"]["no_q"]},
        questions=frozenset(content["questions"]),
    )
