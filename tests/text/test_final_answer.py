"""The cases of `final_answer_cases.tsv` through the scorer, and the promises that hold for all outputs."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile import SmileScorer, UsageError
from smile.text.final_answer import final_answer
from tests.support.cases import read_cases

_CASES = read_cases(Path(__file__).parent / "final_answer_cases.tsv")
_MARKS = [
    *(
        "<think>",
        "</think>",
        "<answer>",
        "</answer>",
        "\\boxed{",
        "}",
        "{",
        "$",
        "\\frac",
        "#### ",
        "\n",
        "|",
        "**",
        "`",
    ),
    *("Final answer:", "Answer: ", "The answer is ", "So ", ". ", '{"answer": ', "[", "Paris", "but", "I", " ", '"'),
]


@pytest.fixture(scope="module")
def read() -> list[tuple[str, str]]:
    scores = SmileScorer("fast").score([case[0] for case in _CASES], ["Paris"] * len(_CASES))
    return list(zip(scores.answer_read, scores.answer_marker, strict=True))


@pytest.mark.parametrize("place", range(len(_CASES)), ids=[case[0][:60] for case in _CASES])
def test_cases(place: int, read: list[tuple[str, str]]) -> None:
    _, text, marker, *_ = [*_CASES[place], ""]
    assert read[place] == ("" if text == "-" else text, marker)


@pytest.mark.parametrize("output", ["<think>It is Paris", "\n<reasoning>\nIt is Paris.", "Well.\n<think>It is Paris"])
def test_thinking_that_never_ends_is_no_answer(output: str) -> None:
    scores = SmileScorer("fast").score([output], ["Paris"])
    assert scores.summary()["notes"]["unfinished"] == 1
    assert (scores.smile[0], scores.not_attempted) == (0, ["unfinished"])


def test_all_of_an_output_or_what_a_pattern_matches() -> None:
    output = "<think>Rome</think> City: Rome. City: Paris."
    assert SmileScorer("fast", answer="whole").score([output], ["Paris"]).answer_read == [""]
    found = SmileScorer("fast", answer=r"City: (\w+)").score([output, "Paris"], ["Paris", "Paris"])
    assert (found.answer_read, found.answer_marker) == (["Paris", ""], ["pattern", ""])
    assert SmileScorer("fast", answer=r"\w+(?=\.$)").score([output], ["Paris"]).answer_read == ["Paris"]


@pytest.mark.parametrize("answer", ["(", "", "[a", 3])
def test_a_pattern_that_is_none_is_refused(answer: object) -> None:
    with pytest.raises(UsageError, match="give auto, whole or a regular expression"):
        SmileScorer("fast", answer=answer)


@given(st.lists(st.sampled_from(_MARKS) | st.text(max_size=6), max_size=30).map("".join))
def test_any_output_is_read(output: str) -> None:
    found = final_answer(output)
    assert found.marker or found.text == output
    assert not (found.is_unfinished and found.text)


def test_references_are_read_as_outputs_are() -> None:
    references = ["12 / 4 = 3\n#### 3", "Therefore, the final answer is 3.", "答案：3", "At first 2. So it was 3."]
    scores = SmileScorer("fast").score(["3", *references[1:]], references)
    assert scores.correct.all()
    assert scores.smile[1:].tolist() == pytest.approx([1, 1, 1])
