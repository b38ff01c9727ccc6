"""Right answers in other words than the reference's and wrong ones in its words, from written banks.

The reader learns from most lines of the banks. It has not seen the others, which are kept to fit and to measure on.
"""

import json
import random
from collections.abc import Iterator
from enum import Enum
from functools import cache

from .made_examples import BANKS, Pair, read_bank

# The reader learns from all of the first bank.
_BANKS = (
    "paraphrases",
    "paraphrases_actions",
    "paraphrases_causes",
    "paraphrases_facts",
    "paraphrases_things",
)
_SOURCE = "changed/paraphrase"


class Use(Enum):
    """What lines are used for, with their places among ten lines."""

    LEARNING = frozenset(range(7))
    FITTING = frozenset((7, 8))
    MEASURING = frozenset((9,))


@cache
def lines_for(use: Use) -> list[list[list[str]]]:
    """Returns lines of question, reference, right answers and wrong answers."""
    first, *others = (read_bank(name) for name in _BANKS)
    rows = map(json.loads, (BANKS / "meanings.jsonl").read_text("utf-8").splitlines())
    others.append([[[row["question"]], [row["reference"]], row["right"], row["wrong"]] for row in rows])
    later = [line for bank in others for line in bank]
    chosen = [line for place, line in enumerate(later) if place % 10 in use.value]
    return first + chosen if use is Use.LEARNING else chosen


def paraphrase(chance: random.Random) -> Pair:
    """Returns a pair from the lines to learn from."""
    [question], [reference], right, wrong = chance.choice(lines_for(Use.LEARNING))
    if chance.random() < 0.5:
        texts = [reference, *right]
        reference, prediction = chance.sample(texts, 2) if chance.random() < 0.5 else (reference, chance.choice(right))
        return Pair(question, reference, prediction, 1.0, _SOURCE)
    if chance.random() < 0.3:
        return Pair(question, chance.choice(right), chance.choice(wrong), 0.0, _SOURCE)
    return Pair(question, reference, chance.choice(wrong), 0.0, _SOURCE)


def kept_paraphrases(use: Use) -> Iterator[Pair]:
    """Yields every answer of some lines with the reference."""
    for [question], [reference], right, wrong in lines_for(use):
        for target, predictions in ((1.0, right), (0.0, wrong)):
            for prediction in predictions:
                yield Pair(question, reference, prediction, target, "meanings")
