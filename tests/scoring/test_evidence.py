"""What evidence says of an answer; `cases.tsv` has the verdicts."""

from dataclasses import replace
from typing import Any

import pytest

from smile import SmileScorer
from smile.scoring.evidence import WordsFound, verdict_reason


@pytest.mark.parametrize(
    ("answer", "reference", "expected"),
    [
        ("It holds more than fifty guests.", "fewer than 50", "Says more than fifty instead of fewer than 50"),
        ("over 30", "20", "Says over 30 instead of 20"),
        ("(under 36 inches)", "at least a yard", "Says under 36 inches instead of at least a yard"),
        ("late 1980s", "early 1980s", "Says late 1980s instead of early 1980s"),
        ("late 1980s", "1920s", "Says late 1980s instead of 1920s"),
        ("a quarter of an hour", "45 minutes", "Says “a quarter of an hour” instead of 45 minutes"),
        ("seven euros fifty", "€7.50", "Same thing, written differently: seven euros fifty = €7.50"),
        ("2.5 km", "2500 metres", "Same thing, written differently: 2.5 km = 2500 metres"),
        ("26.2 miles", "42.195 km", "About the same: 26.2 miles ≈ 42.195 km"),
        ("3.14", "3.14159", "About the same: 3.14 ≈ 3.14159"),
        ("Mathew Perry", "Matthew Perry", "Same thing, misspelled: Mathew Perry for Matthew Perry"),
    ],
)
def test_evidence_says_what_differs(answer: str, reference: str, expected: str) -> None:
    assert SmileScorer("fast").score([answer], [reference]).evidence == [expected]


def scored(**given: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = dict.fromkeys(("not_attempted", "rule", "evidence", "answer_marker", "matched_ngram"), "")
    return (
        nothing
        | {"verdict": "", "correct": False, "is_other_value": False, "equivalence": 0.5, "asserted": 1.0}
        | given
    )


ONE_OF_TWO = WordsFound(n_key_words=2, n_missing=1, words_missing=("Ulm",))
NONE = WordsFound(n_key_words=1, n_missing=1, words_missing=("Ulm",))
WHOLE = WordsFound(n_key_words=1, has_reference=True, is_verbatim=True, phrase="Ulm")


@pytest.mark.parametrize(
    ("given", "found", "expected"),
    [
        ({}, NONE, "Says Bonn instead of Ulm"),
        ({"equivalence": 0.28}, NONE, "Says Bonn instead of Ulm"),
        ({"equivalence": 0.54}, ONE_OF_TWO, "Contains 1 of the 2 key words; missing: Ulm"),
        (
            {"answer_marker": "conclusion"},
            ONE_OF_TWO,
            "Contains 1 of the 2 key words in its final answer; missing: Ulm",
        ),
        (
            {},
            WordsFound(n_key_words=8, n_missing=7, words_missing=tuple("abcdefg")),
            "Contains 1 of the 8 key words; missing: a, b, c, d, e and 2 more",
        ),
        (
            {"equivalence": 0.01},
            WordsFound(n_key_words=1),
            "Contains every key word of the correct answer in another wording, but the model judges that the meanings "
            "differ",
        ),
        ({"equivalence": 0.9, "correct": True}, NONE, "The model judges that the meanings match"),
        ({"correct": True}, replace(NONE, phrase="Ulma"), "Has Ulma, which is close to the correct answer"),
        ({"correct": True}, WHOLE, "Contains the correct answer: Ulm"),
        ({}, WHOLE, "Contains the correct answer: Ulm, but the score is below the threshold"),
        ({"asserted": 0.02}, WHOLE, "The model judges that it mentions Ulm without giving it as the answer"),
        (
            {"equivalence": 0.1, "rule": "quantity", "evidence": "Same thing: 1 m = 100 cm"},
            NONE,
            "Same thing: 1 m = 100 cm, but the model judges that the meanings differ",
        ),
    ],
)
def test_reasons_name_what_differs(given: dict[str, Any], found: WordsFound, expected: str) -> None:
    assert verdict_reason(scored(**given), found, "Bonn.", "Ulm") == expected


def test_a_long_answer_is_not_quoted() -> None:
    reason = verdict_reason(scored(), NONE, "It is " + "very " * 20 + "old.", "Ulm")
    assert reason == "Doesn't mention Ulm"


@pytest.mark.parametrize(
    ("given", "cause"),
    [
        ({"doubt_reason": "refusal", "correct": True}, "it also contains a refusal"),
        (
            {"doubt_reason": "word order", "correct": True},
            "the same words in a different order may mean something else",
        ),
        (
            {"doubt_reason": "reader", "equivalence": 0.9},
            "the score is below the threshold, but the trained model judges that the meanings match",
        ),
        (
            {"rule": "quantity", "evidence": "Same thing: 1 m = 100 cm", "asserted": 0.3, "correct": True},
            "the trained model doubts that it gives this value as the answer",
        ),
        (
            {"doubt_reason": "names others"},
            "it names something else too, and the score of 0.66 is close to the threshold",
        ),
        ({}, "the score of 0.66 is close to the threshold"),
    ],
)
def test_reason_of_unsure_verdict_names_the_cause(given: dict[str, Any], cause: str) -> None:
    scores = scored(**{"verdict": "unsure", "doubt_reason": "", "smile": 0.66} | given)
    assert verdict_reason(scores, NONE, "Bonn", "Ulm").endswith(f". Please check: {cause}")
    assert "Please check" not in verdict_reason(scores | {"verdict": "incorrect"}, NONE, "Bonn", "Ulm")
