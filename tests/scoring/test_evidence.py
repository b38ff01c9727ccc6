"""What evidence says of an answer; `cases.tsv` has the verdicts."""

import pytest

from smile import SmileScorer


@pytest.mark.parametrize(
    ("answer", "reference", "expected"),
    [
        ("It holds more than fifty guests.", "fewer than 50", "more than 50, not fewer than 50"),
        ("over 30", "20", "30, not 20"),
        ("(under 36 inches)", "at least a yard", "under 36 inches, not at least a yard"),
        ("late 1980s", "early 1980s", "late 1980s, not early 1980s"),
        ("late 1980s", "1920s", "1980s, not 1920s"),
        ("Kenya, Chad or the Sudan, one of these.", "Chad", "names 3 candidates: Kenya; Chad; the Sudan"),
        ("red, blue, the Sun, DIY", "blue", "names 4 candidates: red; blue; the Sun; DIY"),
        ("Oslo, Rome and Bonn; it has to be one of these, I know.", "Rome", "names 3 candidates: Oslo; Rome; Bonn"),
        ("Either red, blue or yellow", "blue", "names 3 candidates: red; blue; yellow"),
        ("It could be Paris. It could also be Lyon.", "Paris", "names 2 candidates: Paris; Lyon"),
        # What is right stands in a clause, which is no candidate.
        (
            "The left one has the look of a parasol, the middle one could be a blusher, the right one a panther cap or "
            "a grey amanita. I won't say that any of these is safe.",
            "parasol",
            "names several candidates",
        ),
    ],
)
def test_evidence_says_what_differs_and_only_candidates(answer: str, reference: str, expected: str) -> None:
    assert SmileScorer("fast").score([answer], [reference]).evidence == [expected]
