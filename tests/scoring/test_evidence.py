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
    ],
)
def test_evidence_says_what_differs(answer: str, reference: str, expected: str) -> None:
    assert SmileScorer("fast").score([answer], [reference]).evidence == [expected]
