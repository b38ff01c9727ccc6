"""Long answers, written by hand, that name several things and conclude one of them, or none."""

import json
from dataclasses import dataclass
from functools import cache

from smile.learned.texts import masked, mention_text

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
    """Returns the answers with each thing that they name masked, under their question and without it."""
    found = []
    for answer in long_answers(use):
        for names, target in ((answer.concluded, 1.0), (answer.others, 0.0)):
            for name in names:
                text = masked(answer.text, name)
                if text is not None:
                    found += [Example(mention_text(answer.question, text), target, _SOURCE)]
    return found


def long_commitments(use: Use) -> list[Pair]:
    """Returns the answers beside each thing that they name."""
    return [
        Pair(answer.question, name, answer.text, target, f"{_SOURCE}, meanings")
        for answer in long_answers(use)
        for names, target in ((answer.concluded, 1.0), (answer.others, 0.0))
        for name in names
    ]
