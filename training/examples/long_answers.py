"""Long answers, written by hand, that name several things and conclude one of them, or none."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from smile.learned.texts import mask_mentions, mention_text

from ..fine_tuning import Example
from .made_examples import BANKS, Pair
from .paraphrases import Use

_SOURCE = "long answers"


@dataclass(frozen=True)
class LongAnswer:
    """An answer that names several things of a kind.

    Attributes:
        question: The question.
        text: The answer.
        concluded: The words by which it names what it concludes; none where it concludes nothing.
        others: The words by which it names other things of the kind.
    """

    question: str
    text: str
    concluded: tuple[str, ...]
    others: tuple[str, ...]


@cache
def long_answers(use: Use) -> list[LongAnswer]:
    """Returns the answers of one use."""
    lines = (BANKS / "long_answers.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for place, line in enumerate(lines) if place % 10 in use.value]
    return [LongAnswer(row["question"], row["answer"], tuple(row["concluded"]), tuple(row["others"])) for row in rows]


def long_mentions(use: Use) -> list[Example]:
    """Returns the answers with each thing that they name masked, under their question."""
    texts = ((answer.question, mask_mentions(answer.text, name), target) for answer, name, target in _named(use))
    return [
        Example(mention_text(question, text), target, _SOURCE) for question, text, target in texts if text is not None
    ]


def long_commitments(use: Use) -> list[Pair]:
    """Returns the answers beside each thing that they name."""
    source = f"{_SOURCE}, meanings"
    return [Pair(answer.question, name, answer.text, target, source) for answer, name, target in _named(use)]


def _named(use: Use) -> Iterator[tuple[LongAnswer, str, float]]:
    """Yields each answer with each thing that it names, and 1.0 for what it concludes."""
    for answer in long_answers(use):
        for names, target in ((answer.concluded, 1.0), (answer.others, 0.0)):
            yield from ((answer, name, target) for name in names)
