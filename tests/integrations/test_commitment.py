"""What an answer commits itself to, as rewards read it."""

from pathlib import Path

import pytest

from smile.integrations.commitment import lack_of_commitment
from tests.support.cases import read_cases

_CITY = "Which city is it?"
CASES = read_cases(Path(__file__).with_name("commitment.tsv"))


@pytest.mark.parametrize(("answer", "reference", "question", "lacks"), CASES, ids=[each[0] for each in CASES])
def test_what_an_answer_lacks_is_named(answer: str, reference: str, question: str, lacks: str) -> None:
    assert lack_of_commitment(answer, [reference], question or None) == lacks
    if lacks == "candidates":
        assert lack_of_commitment(answer.lower(), [reference.lower()], question) == lacks


def test_several_requested_answers_are_no_candidates() -> None:
    found, question = "Peru, Chile, Brazil, Cuba", "Which countries speak Spanish?"
    assert lack_of_commitment(found, ["Peru", "Chile", "Cuba"], question) == ""
    assert lack_of_commitment(found, ["Peru"], question) == "candidates"


@pytest.mark.parametrize(
    "answer", ["", " ", "\n\n", "|", "?", "or", "Rome or", "\x00", "or " * 2_000, "Rome, " * 20_000]
)
def test_any_text_is_read(answer: str) -> None:
    assert lack_of_commitment(answer, ["Rome"], _CITY) in ("", "open choice", "repetition")
