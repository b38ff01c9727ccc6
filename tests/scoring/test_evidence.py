"""What evidence says of an answer; `cases.tsv` has the verdicts."""

import pytest

from smile import SmileScorer


@pytest.mark.parametrize(
    ("answer", "reference", "expected"),
    [
        ("It holds more than fifty guests.", "fewer than 50", "Says more than 50 instead of fewer than 50"),
        ("over 30", "20", "Says 30 instead of 20"),
        ("(under 36 inches)", "at least a yard", "Says under 36 inches instead of at least a yard"),
        ("late 1980s", "early 1980s", "Says late 1980s instead of early 1980s"),
        ("late 1980s", "1920s", "Says 1980s instead of 1920s"),
    ],
)
def test_evidence_says_what_differs(answer: str, reference: str, expected: str) -> None:
    assert SmileScorer("fast").score([answer], [reference]).evidence == [expected]
