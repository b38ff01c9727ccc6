"""Paraphrases: enough lines, answers that differ, and lines of each use apart."""

import random

from training.examples.paraphrases import Use, kept_paraphrases, lines_for, paraphrase


def test_each_line_has_right_and_wrong_answers_that_differ() -> None:
    lines = [line for use in Use for line in lines_for(use)]
    assert len(lines) >= 530
    for [_], [reference], right, wrong in lines:
        answers = [reference, *right, *wrong]
        assert min(len(right), len(wrong)) >= 2
        assert all(answers)
        assert len({text.lower().rstrip(".") for text in answers}) == len(answers)


def test_nothing_kept_is_learned() -> None:
    chance = random.Random(0)  # noqa: S311 (no secret)
    drawn = {pair.question for pair in (paraphrase(chance) for _ in range(3000))}
    of_use = {use: {(line[0][0], line[1][0]) for line in lines_for(use)} for use in Use}
    assert sum(map(len, of_use.values())) == len(set().union(*of_use.values()))
    assert drawn <= {question for question, _ in of_use[Use.LEARNING]}
    assert len({pair.reference for pair in kept_paraphrases(Use.MEASURING)}) >= 35
