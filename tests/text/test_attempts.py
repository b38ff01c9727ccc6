"""Which answers attempt nothing."""

import json
from pathlib import Path

import pytest

from smile.text import refusal_grammar
from smile.text.attempts import not_attempted
from smile.text.refusals_and_negations import denies, is_refusal, word_list
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


def test_a_language_without_words_takes_those_of_english() -> None:
    assert [word_list(language) for language in ("zh", "de", "ko", "any")] == ["zh", "de", "en", "en"]


@pytest.mark.parametrize("half", ["rules", "held out"])
def test_refusals_and_hedges(repository: Path, half: str) -> None:
    lines = (repository / "assets" / "attempts.jsonl").read_text("utf-8").splitlines()
    found: dict[bool, list[bool]] = {True: [], False: []}
    for case in map(json.loads, lines):
        if case["split"] == half:
            reason = not_attempted(case["prediction"], case["question"], case["references"])
            found[case["attempted"]].append((not reason) == case["attempted"])
    assert all(sum(right) >= 0.95 * len(right) for right in found.values())


def test_a_refusal_has_a_word_that_refusals_need(repository: Path) -> None:
    lines = (repository / "assets" / "attempts.jsonl").read_text("utf-8").splitlines()
    for text in (json.loads(line)["prediction"] for line in lines):
        in_words = refusal_grammar.plain(text)
        if any(pattern.search(in_words) for _, pattern in refusal_grammar._refusals()):
            assert refusal_grammar.may_refuse(text), text
