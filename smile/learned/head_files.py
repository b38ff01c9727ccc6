"""The files of the equivalence head, which come with the package: found, and checked by hash."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import ModelError

# The low-rank changes of the encoder's weights, in the format of peft, and all that was learned beside them.
ADAPTER, ADAPTER_CONFIG, LEARNED = "adapter_model.safetensors", "adapter_config.json", "learned.json"

# Written by `python -m training.equivalence`, which prints these.
_SHA256 = {
    ADAPTER: "8e8c52586359c2c3e3bec7cef12f76a565d03a028104b35f52ffd260eae8be34",
    ADAPTER_CONFIG: "25e218f4fe37d32d9e219aa38739da1431d0cbf0c2a6fd57c1e94b371094abc7",
    LEARNED: "2f78664f12914e670b388971f40743f9d0fc040de0477f2c6fb9fcd59c5b19dc",
}

FOLDER = Path(__file__).parent / "weights"


@dataclass(frozen=True)
class Joint:
    """A logistic model of the features and the head's verdict.

    Attributes:
        intercept: Of its logit.
        weights: By name of the feature, or `head_logit`.
    """

    intercept: float
    weights: Mapping[str, float]


@dataclass(frozen=True)
class Learned:
    """What was learned beside the changes of the encoder's weights.

    Attributes:
        layer: (d,) weights of the layer over the mean of the tokens' vectors, whose output is the head's logit.
        layer_bias: Its bias.
        joint: By whether questions are read, what joins the head's verdict and the features.
        pearson: By whether questions are read, the mean Pearson correlation with people that was measured on questions
            held out.
        questions: Keys of the questions that were learned from; see `smile.learned.features.question_key`.
    """

    layer: tuple[float, ...]
    layer_bias: float
    joint: dict[bool, Joint]
    pearson: dict[bool, float]
    questions: frozenset[str]


def find_head() -> tuple[Path, str]:
    """Returns the folder of the head's files and what its signature calls it, its files checked.

    Raises:
        ModelError: They are not here, or not those that belong to this version.
    """
    for name, expected in _SHA256.items():
        file = FOLDER / name
        found = sha256(file.read_bytes()).hexdigest() if file.is_file() else "no such file"
        if found != expected:
            raise ModelError(
                f"{file} is not the file of this version's equivalence head (SHA-256 {found}, expected "
                f"{expected}): install smile-metric anew, or use the setting 'default'"
            )
    return FOLDER, sha256("".join(_SHA256.values()).encode()).hexdigest()[:8]


@lru_cache(maxsize=1)
def read_learned(path: Path) -> Learned:
    """Reads what was learned beside the changes of the encoder's weights from the file `LEARNED`."""
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
