"""What the cases that are hard for a metric of words promise their readers."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import read_items

HARD = (
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
LONG = {
    "long conclusions": 36,
    "reasoning": 20,
    "hedges and denials": 15,
    "lists in Markdown": 12,
    "tables": 8,
    "partial lists": 8,
    "finer and coarser answers": 13,
    "names, numbers and dates": 11,
    "other words and explanations": 12,
}


def read(repository: Path, name: str) -> list[dict[str, Any]]:
    return read_items(repository / "assets" / f"{name}.jsonl")


@pytest.mark.parametrize(
    ("name", "field", "of_group"), [("hard_qa", "category", dict.fromkeys(HARD, 9)), ("long_qa", "kind", LONG)]
)
def test_each_half_has_every_group_half_right_and_half_wrong(
    repository: Path, name: str, field: str, of_group: dict[str, int]
) -> None:
    cases = read(repository, name)
    counts = Counter((case["split"], case[field], case["human"]) for case in cases)
    assert counts == {
        (half, group, label): n
        for half in ("rules", "held out")
        for group, n in of_group.items()
        for label in (True, False)
    }


@pytest.mark.parametrize("name", ["hard_qa", "long_qa", "attempts", "rag_refusals"])
def test_no_case_stands_twice(repository: Path, name: str) -> None:
    cases = read(repository, name)
    assert len({case["id"] for case in cases}) == len(cases)
    assert len({(case["question"], *case["references"], case["prediction"]) for case in cases}) == len(cases)


def test_every_question_has_a_right_and_a_wrong_long_answer_in_one_half(repository: Path) -> None:
    of_question: dict[str, list[tuple[str, bool]]] = {}
    for case in read(repository, "long_qa"):
        of_question.setdefault(case["question"], []).append((case["split"], case["human"]))
    assert all(
        len({half for half, _ in each}) == 1 and {label for _, label in each} == {True, False}
        for each in of_question.values()
    )


def test_each_half_has_sixty_refusals_and_sixty_hedges(repository: Path) -> None:
    counts = Counter((case["split"], case["attempted"]) for case in read(repository, "attempts"))
    assert counts == {(half, attempted): 60 for half in ("rules", "held out") for attempted in (True, False)}
