"""Which answers attempt nothing."""

import json
from pathlib import Path
from statistics import fmean

import pytest

from smile.text.attempts import not_attempted
from smile.text.clauses import has_negation
from smile.text.refusals import is_refusal
from tests.support.cases import read_cases

_CASES = read_cases(Path(__file__).parent / "attempts.tsv")
_SIGNS = read_cases(Path(__file__).parent / "signs.tsv")
_FLEMING = "Who discovered penicillin?"


@pytest.mark.parametrize(("language", "question", "references", "answer", "reason"), _CASES)
def test_cases(language: str, question: str, references: str, answer: str, reason: str) -> None:
    assert not_attempted(answer, question or _FLEMING, references.split("; "), language) == reason


@pytest.mark.parametrize(("sign", "language", "text", "has_it"), _SIGNS)
def test_signs(sign: str, language: str, text: str, has_it: str) -> None:
    assert (has_negation(text, language) if sign == "denies" else is_refusal(text)) == (has_it == "yes")


def _shares(repository: Path, name: str, half: str) -> tuple[float, float]:
    """The shares of refusals and of attempts that are told rightly."""
    found: dict[bool, list[bool]] = {False: [], True: []}
    for case in map(json.loads, (repository / "assets" / name).read_text("utf-8").splitlines()):
        if case["split"] == half:
            reason = not_attempted(case["prediction"], case["question"], case["references"])
            found[case["attempted"]].append((not reason) == case["attempted"])
    return fmean(found[False]), fmean(found[True])


@pytest.mark.parametrize("half", ["rules", "held out"])
def test_refusals_and_hedges(repository: Path, half: str) -> None:
    refusals, attempts = _shares(repository, "attempts.jsonl", half)
    assert refusals >= 0.95
    assert attempts >= 0.95


@pytest.mark.parametrize("half", ["rules", "held out"])
def test_refusals_with_reasons(repository: Path, half: str) -> None:
    refusals, attempts = _shares(repository, "rag_refusals.jsonl", half)
    assert refusals >= 0.8
    assert attempts >= 0.97
