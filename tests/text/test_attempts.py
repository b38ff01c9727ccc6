"""Which answers attempt nothing."""

import json
from pathlib import Path

import pytest

from smile.text import attempts
from smile.text.attempts import not_attempted
from smile.text.refusals_and_negations import denies, is_refusal
from tests.support.cases import read_cases

_CASES = read_cases(Path(__file__).parent / "attempts.tsv")
_SIGNS = read_cases(Path(__file__).parent / "signs.tsv")
_FLEMING = "Who discovered penicillin?"


@pytest.mark.parametrize(("language", "question", "references", "answer", "reason"), _CASES)
def test_cases(language: str, question: str, references: str, answer: str, reason: str) -> None:
    assert not_attempted(answer, question or _FLEMING, references.split("; "), language) == reason


@pytest.mark.parametrize(("sign", "language", "text", "has_it"), _SIGNS)
def test_signs(sign: str, language: str, text: str, has_it: str) -> None:
    assert {"denies": denies, "refuses": is_refusal}[sign](text, language) == (has_it == "yes")


@pytest.mark.parametrize("half", ["rules", "held out"])
def test_refusals_and_hedges(repository: Path, half: str) -> None:
    lines = (repository / "assets" / "attempts.jsonl").read_text("utf-8").splitlines()
    found: dict[bool, list[bool]] = {True: [], False: []}
    for case in map(json.loads, lines):
        if case["split"] == half:
            reason = not_attempted(case["prediction"], case["question"], case["references"])
            found[case["attempted"]].append((not reason) == case["attempted"])
    assert all(sum(right) >= 0.95 * len(right) for right in found.values())


def test_an_expression_finds_no_text_without_its_words(repository: Path) -> None:
    lines = (repository / "assets" / "attempts.jsonl").read_text("utf-8").splitlines()
    for text in (json.loads(line)["prediction"] for line in lines):
        there = set(text.lower().replace(".", " ").replace(",", " ").replace("?", " ").split())
        assert [pattern.pattern for needed, pattern in attempts._withheld()[1] if pattern.search(text)] == [
            pattern.pattern for needed, pattern in attempts._withheld()[1] if there & needed and pattern.search(text)
        ]
