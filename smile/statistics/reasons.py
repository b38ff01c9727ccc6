"""Why a value is undefined or doubtful: a code with its numbers. `reasons.json` has the sentences."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_SENTENCES: Mapping[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))


class Reason(NamedTuple):
    """A code of `reasons.json`, and the values in its sentence.

    >>> str(Reason("few_rows", (3, 2)))
    'it needs 3 rows, and there are 2'
    """

    code: str
    values: tuple[object, ...] = ()

    def __str__(self) -> str:
        return _SENTENCES[self.code].format(*self.values)


def in_words(reasons: Mapping[str, Reason]) -> dict[str, str]:
    """Returns the sentences by name."""
    return {name: str(reason) for name, reason in reasons.items()}
