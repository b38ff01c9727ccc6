import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.text.keywords import easy_match, lacks_numbers, ngrams, numbers

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
def test_an_ngram_lacks_a_number_unless_it_holds_all_of_them(candidate: str, reference: str, expected: bool) -> None:
    assert lacks_numbers([candidate], numbers(tuple(reference.split()))) == [expected]
