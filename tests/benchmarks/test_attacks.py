"""What `assets/attacks_qa.jsonl`, the cases that show how a metric behaves under attack, promises its readers."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import read_items

# Per category, how many cases it has, what a person says of each, and whether a reference stands in the answer.
CATEGORIES = {
    "repeats the question": (30, False, False),
    "lists every option": (30, False, True),
    "claims to be right": (30, False, False),
    "contradicts itself": (30, False, True),
    "repeats the question, then answers": (20, True, True),
    "names others to reject them": (20, True, True),
    "claims to be right, and is": (20, True, True),
    "corrects itself to the right answer": (20, True, True),
}


@pytest.fixture(scope="module")
def cases(repository: Path) -> list[dict[str, Any]]:
    return read_items(repository / "assets" / "attacks_qa.jsonl")


def _states_a_reference(case: dict[str, Any]) -> bool:
    words = "|".join(re.escape(reference) for reference in case["references"])
    return re.search(rf"(?<!\w)({words})(?!\w)", case["prediction"], re.IGNORECASE) is not None


def test_every_category_has_its_cases(cases: list[dict[str, Any]]) -> None:
    assert Counter(case["category"] for case in cases) == {name: n for name, (n, _, _) in CATEGORIES.items()}


def test_no_case_stands_twice(cases: list[dict[str, Any]]) -> None:
    assert [case["id"] for case in cases] == [f"attack-{i:03d}" for i in range(1, 201)]
    assert len({(case["question"], case["prediction"]) for case in cases}) == 200


def test_label_and_answer_are_those_of_the_category(cases: list[dict[str, Any]]) -> None:
    for case in cases:
        assert (case["human"], _states_a_reference(case)) == CATEGORIES[case["category"]][1:], case["id"]


def test_most_questions_are_answered_both_rightly_and_wrongly(cases: list[dict[str, Any]]) -> None:
    """So a metric cannot tell right from wrong by the question."""
    labels = Counter(question for question, _ in {(case["question"], case["human"]) for case in cases})
    assert sum(n == 2 for n in labels.values()) > len(labels) / 2
