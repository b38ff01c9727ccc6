import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.scoring.keywords import content_match, easy_match, lacks_numbers, ngrams
from smile.text.view import View

WORDS = st.lists(st.sampled_from("abc"), min_size=1, max_size=12).map(tuple)


@given(WORDS, st.integers(1, 14))
def test_ngrams_are_the_distinct_windows_in_order(prediction: tuple[str, ...], n: int) -> None:
    windows = []
    for start in range(max(1, len(prediction) - n + 1)):
        window = " ".join(prediction[start : start + n])
        if window not in windows:
            windows.append(window)
    assert ngrams(prediction, n) == windows


# Counted by hand: distinct words of the reference that the prediction holds, over all distinct words of the reference.
@pytest.mark.parametrize(
    ("prediction", "reference", "expected"),
    [
        ("paris", "paris", 1.0),
        ("it is in paris", "paris", 1.0),
        ("london", "paris", 0.0),
        ("paris in france", "paris texas", 0.5),
        ("the capital of france", "the city of light", 0.5),
        ("the", "the the paris", 0.5),
        ("paris paris", "paris", 1.0),
        ("a b c", "c b a", 1.0),
        ("a", "a b c", 1 / 3),
    ],
)
def test_easy_match(prediction: str, reference: str, expected: float) -> None:
    assert easy_match(set(prediction.split()), tuple(dict.fromkeys(reference.split()))) == expected


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [
        ("july 4", "july 4", False),
        ("july 2", "july 4", True),
        ("july", "july 4", True),
        ("july 4 1776", "july 4", False),
        ("july 4", "july", False),
        ("july", "july", False),
        ("4 5", "5 6", True),
        ("-5", "5", True),
    ],
)
def test_ngram_needs_every_number_of_the_reference(candidate: str, reference: str, expected: bool) -> None:
    assert lacks_numbers([candidate], View(reference).numbers) == [expected]


# By hand: a word of content weighs 1, a function word or one of the question a quarter; shared function words alone
# count a tenth at most; "the" is nothing of "the who", whose name is a function word.
@pytest.mark.parametrize(
    ("prediction", "reference", "question", "expected"),
    [
        ("in the kitchen", "in the garden", "", 0.1),
        ("garden", "in the garden", "", 1 / 1.5),
        ("the red car", "the blue car", "which car", 0.5 / 1.5),
        ("the red car", "the blue car", "", 1.25 / 2.25),
        ("the", "the who", "", 0.1),
        ("who", "the who", "", 0.5),
        ("blue", "red", "", 0.0),
        ("the blue car", "the blue car", "the car", 1.0),
    ],
)
def test_content_match_weighs_words(prediction: str, reference: str, question: str, expected: float) -> None:
    found = content_match(frozenset(prediction.split()), View(reference).different, lambda: frozenset(question.split()))
    assert found == pytest.approx(expected)


def test_in_a_long_reference_every_word_counts_alike() -> None:
    reference = (*(f"w{i}" for i in range(20)), "the")
    found = content_match(
        frozenset(reference[:10]), View(" ".join(reference)).different, lambda: frozenset(reference[:5])
    )
    assert found == easy_match(set(reference[:10]), reference) == 10 / 21
