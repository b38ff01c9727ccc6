"""Answers with people's labels: no question is in two folds, and what cannot be learned from is refused."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from smile import DataError
from tests.support.command_line import write_jsonl
from training.labelled_answers import N_FOLDS, LabelledAnswers, read_answers

NAMES = "Paris Rome Oslo Bergen Lyon Milan Kyoto Quito Lima Turin Delft Siena".split()


def records(n_questions: int) -> list[dict[str, Any]]:
    """Answers of two systems to the questions of two data sets, which share some in another spelling."""
    chance = random.Random(0)  # noqa: S311
    rows = []
    for number in range(n_questions):
        right = f"{chance.choice(NAMES)} {number}"
        for dataset, question in (("NQ", f"where is place {number}"), ("TQ", f"Where  is PLACE {number} ")):
            if dataset == "TQ" and number % 3:
                question = f"What stands at place {number}?"
            for system in ("GPT-3.5", "GPT-4"):
                is_right = chance.random() < 0.6
                answer = f"It is in {right}." if is_right else f"I think it is {chance.choice(NAMES)}."
                rows.append(
                    {
                        "dataset": dataset,
                        "system": system,
                        "question": question,
                        "references": [right, f"near {right}"],
                        "prediction": answer,
                        "human": is_right,
                    }
                )
    return rows


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> LabelledAnswers:
    return read_answers(write_jsonl(tmp_path_factory.mktemp("answers") / "data.jsonl", records(90)))


class TestFolds:
    def test_no_question_is_in_two(self, answers: LabelledAnswers) -> None:
        assert len(set(zip(answers.keys, answers.fold.tolist(), strict=True))) == len(set(answers.keys))
        assert set(Counter(answers.fold.tolist())) == set(range(N_FOLDS))

    def test_fold_depends_on_the_question_alone(self, answers: LabelledAnswers, tmp_path: Path) -> None:
        rows = records(90)
        random.Random(1).shuffle(rows)  # noqa: S311
        some = read_answers(write_jsonl(tmp_path / "some.jsonl", rows[:100]))
        fold = dict(zip(answers.keys, answers.fold.tolist(), strict=True))
        assert some.fold.tolist() == [fold[key] for key in some.keys]

    def test_what_cannot_be_learned_from_is_refused(self, tmp_path: Path) -> None:
        rows = records(3)
        for row in rows:
            del row["question"]
        with pytest.raises(DataError, match="row 0 has no question"):
            read_answers(write_jsonl(tmp_path / "a.jsonl", rows))
        rows = records(3)
        with pytest.raises(DataError, match="the labels are not between 0 and 1"):
            read_answers(write_jsonl(tmp_path / "b.jsonl", [{**row, "human": 3} for row in rows]))
