"""The pairs made of answers and of passages."""

import json
import random
from pathlib import Path

from training.examples.human_labels import of_passages

CHANCE = random.Random(0)  # noqa: S311 (no secret)


def test_passage_gives_two_sentences(tmp_path: Path) -> None:
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
