"""One verdict for every output: correct, incorrect or unsure, from the doubt."""

import numpy as np
import pytest

from smile import SmileScorer
from smile.scoring.verdicts import UNSURE, UNSURE_ABOVE, VERDICTS, doubt


@pytest.mark.parametrize("threshold", [0.0, 0.67, 1.0])
def test_doubt_is_a_share_raised_by_reasons(threshold: float) -> None:
    smile, reasons = np.linspace(0, 1, 101), ["" if i % 3 else "names others" for i in range(101)]
    found = doubt(smile, threshold, reasons, np.arange(101) % 6 > 0)
    assert found.min() == 0
    assert 0.9 < found.max() <= 1
    assert (found[3::6] >= 0.7).all()
    assert (found[::6] == 0).all()


def test_verdicts_follow_doubt_and_leave_correct() -> None:
    answers = ["It is Paris.", "Lyon", "stone cold heart", "I don't know. It is Paris.", "a red cap"]
    references = ["Paris", "Paris", "cold heart stone", "Paris", "a red hat"]
    scores = SmileScorer("fast").score(answers, references)
    assert scores.verdict == ["correct", "incorrect", "unsure", "unsure", "unsure"]
    assert scores.correct.tolist()[:4] == [True, False, True, True]
    assert [each == UNSURE for each in scores.verdict] == (scores.doubt > UNSURE_ABOVE).tolist()
    found = scores.aggregates()
    counts = found["n_correct"], found["n"] - found["n_correct"] - found["n_unsure"], found["n_unsure"]
    assert counts == tuple(map(scores.verdict.count, VERDICTS)) == (1, 1, 3)
    assert repr(scores).splitlines()[0].endswith("1 correct, 1 incorrect, 3 unsure")
    assert [reason.partition(" Please check: ")[2] for reason in scores.items()["reason"]] == [
        "",
        "",
        "the same words in a different order may mean something else",
        "it also contains a refusal",
        f"the score of {scores.smile[4]:.2f} is close to the threshold",
    ]


def test_expected_refusal_is_certain() -> None:
    scores = SmileScorer("fast").score(["I cannot answer that."], ["unanswerable"], ["What did she say?"])
    assert scores.verdict == ["correct"]


def test_answer_naming_others_is_uncertain_but_not_unsure() -> None:
    scores = SmileScorer("fast").score(["Bell or Gray"], ["Bell"], ["Who invented the telephone?"])
    assert (scores.doubt_reason, scores.doubt[0] >= UNSURE_ABOVE, scores.verdict) == (
        ["names others"],
        True,
        ["correct"],
    )
