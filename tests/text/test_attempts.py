"""Which answers attempt nothing."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from smile.text import attempts
from smile.text.attempts import not_attempted

FLEMING = "Who discovered penicillin?"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "empty"),
        (" \u200b", "empty"),
        (".", "no words"),
        (":", "no words"),
        ("...", "no words"),
        ("**", "no words"),
        ("$", "no words"),
        ("Solution", "empty claim"),
        ("Thought process:", "empty claim"),
        ("The answer is:", "empty claim"),
        ("Correct.", "empty claim"),
        ("Let's solve this problem step by step.", "empty claim"),
        ("**Final answer:**", "empty claim"),
        ("解", "empty claim"),
        ("Respuesta", "empty claim"),
        ("who discovered penicillin", "question repeated"),
        ("Question: Who discovered penicillin? Answer:", "question repeated"),
        ("Who discovered the penicillin?? Who discovered penicillin?", "question repeated"),
        ("I can't tell you whether it was Alexander Fleming.", "refusal"),
        ("Fleming or Florey, but I can't say which.", "refusal"),
        ("Penicillin was discovered by", "unfinished"),
        ("I am not sure, maybe Alexander Fleming?", ""),
        ("I think it's Howard Florey but I'm not sure.", ""),
        ("I don't know for certain, but probably Fleming", ""),
        ("Who discovered penicillin? Alexander Fleming", ""),
        ("The answer is Fleming", ""),
        ("It is hard to say anyone other than Alexander Fleming.", ""),
        ("It is hard to say who it was.", "refusal"),
        ("😀", ""),
        ("∞", ""),
        ("7", ""),
    ],
)
def test_reasons(answer: str, reason: str) -> None:
    assert not_attempted(answer, FLEMING, ["Alexander Fleming"]) == reason


@pytest.mark.parametrize(
    ("answer", "references"),
    [
        ("unknown", ["unknown"]),
        ("None.", ["none"]),
        ("I have no comment", ["I have no comment"]),
        (".", ["."]),
        ("Correct", ["correct"]),
        ("Correct.", ["yes"]),
        ("The answer is: A", ["A"]),
        ("Answer: a", ["B"]),
        ("I don't know.", ["Nobody knows"]),
        ("Who knows?", ["It is unknown who wrote it", "Anonymous"]),
        ("Sorry, I can't answer that.", ["I do not know"]),
        ("who discovered penicillin", ["Who discovered penicillin?"]),
    ],
)
def test_an_answer_that_is_the_reference_is_an_attempt(answer: str, references: Sequence[str]) -> None:
    assert not_attempted(answer, FLEMING, references) == ""


@pytest.mark.parametrize("answer", ["I don't know.", "Maybe, I can't say.", "Not sure if it is true.", "No idea"])
def test_a_refusal_is_no_yes_or_no(answer: str) -> None:
    assert not_attempted(answer, "Was it Fleming?", ["no", "No, it was not"]) == "refusal"


@pytest.mark.parametrize(
    ("language", "refusal", "hedge"),
    [
        ("de", "Das kann ich nicht sagen.", "Ich weiß es nicht, vielleicht Fleming?"),
        ("es", "No lo sé.", "No lo sé, pero creo que Fleming."),
        ("fr", "Je ne sais pas.", "Je ne sais pas, peut-être Fleming."),
        ("zh", "我不知道。", "我不知道,可能是弗莱明。"),
    ],
)
def test_languages(language: str, refusal: str, hedge: str) -> None:
    assert not_attempted(refusal, None, ["Fleming"], language) == "refusal"
    assert not_attempted(hedge, None, ["Fleming"], language) == ""


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
