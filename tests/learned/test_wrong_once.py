"""Answers that the setting `learned` once judged wrongly."""

from pathlib import Path

import pytest

from smile import SmileScorer
from tests.support.cases import read_cases

pytestmark = [pytest.mark.real_encoder, pytest.mark.filterwarnings("ignore::smile.errors.LearnedWarning")]

CASES = read_cases(Path(__file__).parent / "wrong_once.tsv")
CASES.append(["Who broke the Enigma code?", "Alan Turing", "(" * 5000 + "Paris" + ")" * 5000, "far"])


def test_cases() -> None:
    questions, references, answers, expected = map(list, zip(*CASES, strict=True))
    scores = SmileScorer("learned").score(answers, references, questions)
    found = zip(answers, expected, scores.smile.tolist(), scores.correct.tolist(), strict=True)
    wrong = [
        (answer, verdict, smile)
        for answer, verdict, smile, is_right in found
        if is_right != (verdict == "right") or (verdict == "far" and smile >= 0.2)
    ]
    assert wrong == []
