"""What an answer commits itself to, as rewards read it."""

import pytest

from smile.integrations.commitment import lack_of_commitment

_CITY = "Which city is it?"


@pytest.mark.parametrize(
    "answer",
    [
        "Paris\nRome\nOslo\nCairo\nLima",
        "- Paris\n- Rome\n- Oslo\n- Cairo",
        "1. Paris\n2. Rome\n3. Oslo\n4. Cairo",
        "A) Paris B) Rome C) Oslo D) Cairo",
        "(a) Paris (b) Rome (c) Oslo (d) Cairo",
        "| city |\n| --- |\n| Paris |\n| Rome |\n| Oslo |\n| Cairo |",
        '["Paris", "Rome", "Oslo", "Cairo", "Lima"]',
        "It is Paris. It is Rome. It is Oslo. It is Cairo.",
        "Paris; Rome; Oslo; Cairo; Lima",
        "Paris / Rome / Oslo / Cairo / Lima",
        "Paris, Rome, Oslo, Cairo and Lima",
        "Possible answers: Paris, Rome, Oslo, Cairo, Lima",
    ],
)
def test_lists_of_candidates_choose_none(answer: str) -> None:
    assert lack_of_commitment(answer, ["Rome"], _CITY) == "candidates"
    assert lack_of_commitment(answer.lower(), ["rome"], _CITY) == "candidates"


@pytest.mark.parametrize(
    "answer",
    [
        "Rome or Oslo",
        "It could be Rome or Oslo.",
        "Oslo/Rome",
        "Oslo, Rome or Cairo",
        "Maybe Rome, maybe Oslo.",
        "Rome? Oslo?",
        "It could be Rome. It might also be Oslo.",
        "Cairo, Oslo and Rome are all possible.",
    ],
)
def test_open_choices(answer: str) -> None:
    assert lack_of_commitment(answer, ["Rome"], _CITY) == "open choice"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("It is not Rome.", "denial"),
        ("It is Rome. It is not Rome.", "denial"),
        ("Rome? No, Oslo.", "denial"),
        ("Rome. I'm sorry, but I cannot answer this question.", "refusal"),
        ("I don't know whether it is Rome.", "denial"),
    ],
)
def test_what_is_taken_back(answer: str, reason: str) -> None:
    assert lack_of_commitment(answer, ["Rome"], _CITY) == reason


@pytest.mark.parametrize(
    ("answer", "reference", "question"),
    [
        ("Rome", "Rome", None),
        ("Rome, Rome, Rome, Rome, Rome, Rome", "Rome", _CITY),
        ("Rome, not Oslo or Cairo", "Rome", _CITY),
        ("Not Oslo or Cairo, but Rome.", "Rome", _CITY),
        ("Oslo, Cairo and Lima are bigger, but it's Rome.", "Rome", _CITY),
        ("Oslo, Rome or Cairo? Rome.", "Rome", _CITY),
        ("Rome, Lazio, Italy", "Rome", "Where is it?"),
        ("Rome lies in Lazio, on the Tiber, near the sea, and has seven hills.", "Rome", _CITY),
        (
            "| city | answer |\n| --- | --- |\n| Oslo | no |\n| Rome | **yes** |\n| Lima | no |\n| Bonn | no |",
            "Rome",
            _CITY,
        ),
        ("Ada, Bo, Cy, Di and Ed", "Ada, Bo, Cy, Di and Ed", "Who are they?"),
        ("Red, blue.", "red and blue", "Which colours does the flag have?"),
        ("Albert Einstein", "Einstein", "Who is it?"),
        ("It was Einstein, who died in Princeton.", "Einstein", "Who is it?"),
        ("July 20, 1969", "1969", "When was it?"),
        ("Istanbul? No, it's Ankara.", "Ankara", "What is the capital?"),
        ("No", "No", "Is it Rome?"),
        ("Paris", "Rome", _CITY),
    ],
)
def test_answers_that_commit_themselves(answer: str, reference: str, question: str | None) -> None:
    assert lack_of_commitment(answer, [reference], question) == ""


def test_many_right_ones_are_no_dump_where_several_are_asked_for() -> None:
    found, question = "Peru, Chile, Brazil, Cuba", "Which countries speak Spanish?"
    assert lack_of_commitment(found, ["Peru", "Chile", "Cuba"], question) == ""
    assert lack_of_commitment(found, ["Peru"], question) == "candidates"


@pytest.mark.parametrize(
    "answer", ["", " ", "\n\n", "|", "?", "or", "Rome or", "\x00", "or " * 2_000, "Rome, " * 20_000]
)
def test_any_text_is_read(answer: str) -> None:
    assert lack_of_commitment(answer, ["Rome"], _CITY) in ("", "open choice", "repetition")
