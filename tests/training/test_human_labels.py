"""The pairs made of answers and of passages."""

import json
import random
from pathlib import Path

from smile.rows.checked_rows import check_rows
from training.examples.human_labels import answer_pairs, of_passages

CHANCE = random.Random(0)  # noqa: S311 (no secret)


def test_an_answer_is_compared_with_a_correct_answer_of_another_system() -> None:
    rows = check_rows(["Rome, Italy", "It is Rome.", "Oslo", "42"], ["Rome"] * 3 + ["42"], ["Where?"] * 3 + ["What?"])
    pairs = list(answer_pairs(list(zip(rows, [True, True, False, True], strict=True)), CHANCE))
    answers = [(pair.text.split(" [SEP] ")[-2:], pair.target) for pair in pairs]
    assert answers[:2] == [(["It is Rome", "Rome, Italy"], 1.0), (["Rome, Italy", "It is Rome"], 1.0)]
    assert answers[2][0][1] == "Oslo"
    assert [target for _, target in answers] == [1, 1, 0]


def test_a_passage_gives_the_sentence_of_the_answer_and_of_another(tmp_path: Path) -> None:
    passage = "Anna was born in Oslo. She moved to Rome in 1990."
    rows = [
        {"passage": passage, "question": "Where was she born?", "answer": "Oslo", "start": 17},
        {"passage": passage, "question": "When did she move?", "answer": "1990", "start": 44},
    ]
    file = tmp_path / "passages.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    for example in of_passages(file, CHANCE):
        reference, answer = example.text.split(" [SEP] ")[-2:]
        assert ("Oslo" in reference) != ("1990" in reference)
        assert example.target == float(("Oslo" in reference) == ("Oslo" in answer))
