"""References that say nothing, and random ones: each is scored, or refused with its row."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smile import DataError, SmileScorer
from smile.rows.checked_rows import Row, check_each_row
from smile.scoring.answers import MOST_CHARACTERS

PIECES = [r"\boxed{", r"\text{", r"\frac{", "}", r"\[", r"\]", "$", r"\,", r"\quad", "^{", "_", "\\", "{", " ", "not "]
PIECES += ["\u200b", "\u00a0", "\ufe0f", "\u3164", "\u0301", "\ud800", "\x00", "<think>", "|", "10^{3}", "yes", "A)"]
REFERENCES = st.lists(st.sampled_from(PIECES) | st.characters(), max_size=6).map("".join)


@pytest.mark.parametrize("reference", [r"\boxed{}", r"\text{}", r"\[ \]", r"$\,$", r"\quad", r"\boxed{\text{}}"])
@pytest.mark.parametrize("prediction", ["Paris", r"\boxed{}"])
def test_a_reference_of_empty_latex_is_empty(tiny_scorer: SmileScorer, reference: str, prediction: str) -> None:
    with pytest.raises(DataError, match=r"row 1: the reference is empty \('"):
        tiny_scorer.score(["a", prediction], ["b", reference])
    with pytest.raises(DataError, match=r"row 0: the reference 1 is empty \('"):
        tiny_scorer.score([prediction], [["b", reference]])


def test_reference_between_white_space_is_read(tiny_scorer: SmileScorer) -> None:
    margin = " " * MOST_CHARACTERS
    assert tiny_scorer.score(["Paris"], [f"{margin}Paris{margin}"]).correct.all()


@settings(max_examples=100)
@given(st.lists(REFERENCES, min_size=20, max_size=20), st.randoms(use_true_random=False))
def test_any_reference_is_scored_or_refused(references: list[str], chance: random.Random) -> None:
    """2,000 of them, among answers that have, deny and repeat the reference."""
    answers = [chance.choice(["Paris", text, f"It is not {text}", f"{text}? No, Paris."]) for text in references]
    questions = [chance.choice([None, "Who was it?", f"Was it {text}?"]) for text in references]
    checked = check_each_row(answers, references, questions)
    rows = [row for row in checked if isinstance(row, Row)]
    faults = [str(fault) for fault in checked if isinstance(fault, DataError)]
    assert all("the reference is empty" in fault for fault in faults)
    if rows:
        scores = SmileScorer("fast").score_rows(rows).smile
        assert ((scores >= 0) & (scores <= 1)).all()
