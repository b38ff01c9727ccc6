"""What `assets/hard_qa.jsonl`, the cases that are hard for a metric of words, promises its readers."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

CATEGORIES = (
    "numbers",
    "units",
    "money",
    "dates",
    "times",
    "abbreviations",
    "spellings",
    "names",
    "places and countries",
    "yes/no",
    "choices",
    "lists",
    "denials and take-backs",
    "paraphrases",
    "half right",
)


@pytest.fixture(scope="module")
def cases(repository: Path) -> list[dict[str, Any]]:
    lines = (repository / "assets" / "hard_qa.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_each_half_has_every_category_half_right_and_half_wrong(cases: list[dict[str, Any]]) -> None:
    assert len(cases) == 540
    counts = Counter((case["split"], case["category"], case["human"]) for case in cases)
    assert counts == {
        (half, name, label): 9 for half in ("rules", "held out") for name in CATEGORIES for label in (True, False)
    }


def test_no_case_stands_twice(cases: list[dict[str, Any]]) -> None:
    assert len({case["id"] for case in cases}) == len(cases)
    assert len({(case["question"], *case["references"], case["prediction"]) for case in cases}) == len(cases)
