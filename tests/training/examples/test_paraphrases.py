"""Lines of one use are not seen by another."""

import random

from training.examples.paraphrases import Use, lines_for, paraphrase


def test_what_measures_is_not_learned() -> None:
    chance = random.Random(0)  # noqa: S311 (no secret)
    drawn = {pair.question for pair in (paraphrase(chance) for _ in range(3000))}
    of_use = {use: {(line[0][0], line[1][0]) for line in lines_for(use)} for use in Use}
    assert sum(map(len, of_use.values())) == len(set().union(*of_use.values()))
    assert drawn <= {question for question, _ in of_use[Use.LEARNING]}
