"""The cases of `final_answer_cases.tsv` through the scorer, and the promises that hold for all outputs."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile import SmileScorer, UsageError
from smile.text.final_answer import final_answer

_LINES = (Path(__file__).parent / "final_answer_cases.tsv").read_text("utf-8").splitlines()
_CASES = [line.replace("⏎", "\n").split("\t") for line in _LINES if not line.startswith("#")]
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
    assert scores.summary()["n_unfinished"] == 1
    assert (scores.smile[0], scores.not_attempted) == (0, ["unfinished"])


@pytest.mark.parametrize(
    ("reference", "output", "is_right"),
    [
        ("0.5", r"$\frac{1}{2}$", True),
        ("0.5", r"\boxed{\frac{1}{3}}", False),
        (r"\frac{1}{2}", "0.5", True),
        (r"$\frac{1}{2}$", r"\boxed{\dfrac{2}{4}}", True),
        ("12", r"\boxed{\dfrac{1}{2}}", False),
        ("3.5", r"$3\frac{1}{2}$", True),
        ("50 percent", r"50\%", True),
        ("1,000", "$10^{3}$", True),
        ("90 degrees", r"$90^\circ$", True),
        ("90 degrees", r"$60^\circ$", False),
        ("Paris", r"\boxed{\text{Paris}}", True),
        ("6.02e23", r"$6.02 \times 10^{23}$", True),
    ],
)
def test_latex_has_its_value(reference: str, output: str, is_right: bool) -> None:
    assert SmileScorer("fast").score([output], [reference]).correct[0] == is_right


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
