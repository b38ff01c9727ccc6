"""Where an answer mentions a reference, and what is left of it behind the masks."""

import pytest

from smile.learned.mentions import masked


@pytest.mark.parametrize(
    ("prediction", "reference", "expected"),
    [
        ("It is Paris.", "Paris", "It is [MASK]"),
        ("PARIS; paris (Paris)!", "Paris", "[MASK]; [MASK] ([MASK])!"),
        ("Not in the United States.", "the United States", "Not in [MASK]"),
        ("I don't think it's the U.S.", "US", "I don't think it's the [MASK]"),
        ('The answer is "War and Peace".', "War and Peace", 'The answer is "[MASK]"'),
        ("**Paris**, not *Rome*", "Rome", "**Paris**, not *[MASK]*"),
        ("towns, not cities", "a city", "towns, not [MASK]"),
        ("It is not twenty five.", "25", "It is not [MASK]"),
        ("Not one thousand nine hundred eighty four, I think.", "1984", "Not [MASK], I think"),
        ("Twenty of the five", "25", None),
        ("Comparisons are odious.", "Paris", None),
        ("", "Paris", None),
        ("?!", "Paris", None),
    ],
)
def test_a_reference_word_for_word(prediction: str, reference: str, expected: str | None) -> None:
    assert masked(prediction, reference) == expected


@pytest.mark.parametrize(
    ("prediction", "reference", "question", "expected"),
    [
        ("It was not Kennedy.", "John F. Kennedy", None, "It was not [MASK]"),
        # The question's words and those that every text has mention nothing.
        ("The capital of France is far away.", "the capital Paris", "What is the capital of France?", None),
        ("It is one of the four.", "the House of Lords", None, None),
        # Less than a third of the reference.
        ("a lord", "Lord Alfred Tennyson the poet", None, None),
        # A reference of five words of its own is a statement, and some of its words are no mention of it.
        ("He drank no hemlock.", "He drank a cup of hemlock", None, "He [MASK] no [MASK]"),
        ("He drank no hemlock.", "He drank a cup of poison hemlock in Athens", None, None),
        ("He drank a cup of poison in Athens.", "a cup of poison in Athens", None, "He drank [MASK]"),
        ("Where do you live?", "He lives in the old town of Bergen now", "Who lives in the old town?", None),
    ],
)
def test_a_part_of_a_reference(prediction: str, reference: str, question: str | None, expected: str | None) -> None:
    assert masked(prediction, reference, question) == expected


@pytest.mark.parametrize(
    ("prediction", "evidence", "expected"),
    [
        ("It is 36 inches.", "36 inches = 1 yard", "It is [MASK]"),
        ("It is 36 INCHES.", "36 inches = 1 yard", "It is [MASK]"),
        ("It is 36 inches.", "another spelling of inch", None),
    ],
)
def test_the_value_of_a_reference(prediction: str, evidence: str, expected: str | None) -> None:
    assert masked(prediction, "1 yard", evidence=evidence) == expected


def test_a_mask_in_the_answer_is_no_mask() -> None:
    assert masked("[MASK] is Paris, not [MASK].", "Paris") == "[ MASK] is [MASK], not [ MASK]"
