"""Examples written by hand for this project, of three forms.

- `meanings.jsonl`, `short_meanings.jsonl`: questions with correct answers in other words than the reference's, and
  incorrect ones in its words.
- `long_answers.jsonl`: answers that name several things and conclude one of them, or none.
- `batches/`: answers to judge, each batch by another writer on another field.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from smile.learned.reader_texts import mask_mentions, meaning_text, mention_text

from ..fine_tuning import Example

_FOLDER = Path(__file__).parent / "written"
BATCHES = _FOLDER / "batches"
# The reader learns nothing from these batches.
MEASURED_BATCHES = ("04_video", "08_history", "12_closed_world")

_MEANINGS = ("meanings", "short_meanings")
_PLACES = 10
# The reader learns from seven of ten lines of the other files.
_LEARNED_PLACES = range(7)


@cache
def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _learned(name: str) -> list[dict[str, Any]]:
    lines = _lines(_FOLDER / f"{name}.jsonl")
    return [line for place, line in enumerate(lines) if place % _PLACES in _LEARNED_PLACES]


def meanings() -> Iterator[Example]:
    """Yields every answer with its reference, and with a correct answer in the reference's place."""
    for name in _MEANINGS:
        for line in _learned(name):
            for reference in (line["reference"], line["right"][0]):
                for predictions, target in ((line["right"], 1.0), (line["wrong"], 0.0)):
                    for prediction in predictions:
                        if prediction != reference:
                            yield Example(meaning_text(line["question"], reference, prediction), target, "meanings")


def long_answers() -> Iterator[Example]:
    """Yields every answer beside each thing that it names, and with the thing masked."""
    for line in _learned("long_answers"):
        for names, target in ((line["concluded"], 1.0), (line["others"], 0.0)):
            for name in names:
                yield Example(meaning_text(line["question"], name, line["answer"]), target, "long answers")
                text = mask_mentions(line["answer"], name)
                if text is not None:
                    yield Example(mention_text(line["question"], text), target, "long answers, mentions")


def batches() -> Iterator[Example]:
    """Yields the answers of every batch that is not kept for measuring."""
    for path in sorted(BATCHES.glob("*.jsonl")):
        if path.stem not in MEASURED_BATCHES:
            for line in _lines(path):
                text = meaning_text(line["question"], line["references"][0], line["prediction"])
                yield Example(text, float(line["correct"]), "batches")
