import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.scoring.keywords import easy_match, keyword_content_match, lacks_numbers, ngrams
from smile.scoring.score_formulas import keyword_similarity, rating_formula, smile_score
from smile.text.view import View
from tests.support.cases import cases


def array(*values: float) -> npt.NDArray[np.float64]:
    return np.array(values, dtype=np.float64)


# Three pairs by hand: the highest cosine of three n-grams, an exact hit without n-grams, nothing but negative cosines.
def test_keyword_similarity() -> None:
    similarity, position = keyword_similarity(
        array(0.2, 0.9, 0.4, -0.3, -0.1),
        np.zeros(5, dtype=bool),
        np.array([0, 3, 3, 5]),
        np.array([False, True, False]),
    )
    assert similarity.tolist() == [0.9, 1.0, 0.0]
    assert position.tolist() == [1, -1, 4]


# Equation 3 by hand: 0.3 * 0.8 + 0.7 * 0.4 = 0.52; harmonic 2 * 0.8 * 0.4 / 1.2 = 0.5333...
@cases
def test_smile_score(semantic: float, lexical: float, weight: float, aggregation: str, expected: float) -> None:
    assert smile_score(array(semantic), array(lexical), weight, aggregation).item() == pytest.approx(expected)


# The paper's six uniform bins, moved so that the fourth edge is the threshold; an edge belongs to the bin below it.
@pytest.mark.parametrize(
    ("smile", "expected"),
    [(0.0, 0), (0.1, 0), (0.3, 1), (0.6667, 3), (0.67, 3), (0.6700001, 4), (0.99, 5), (1.0, 5)]
    + [(edge, k) for k, edge in enumerate((0.1675, 0.335, 0.5025, 0.67, 0.835))]
    + [(edge + 1e-9, k + 1) for k, edge in enumerate((0.1675, 0.335, 0.5025, 0.67, 0.835))],
)
def test_rating(smile: float, expected: int) -> None:
    assert rating_formula(array(smile), 0.67).item() == expected


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
@cases
def test_easy_match(prediction: str, reference: str, expected: float) -> None:
    assert easy_match(set(prediction.split()), tuple(dict.fromkeys(reference.split()))) == expected


@cases
def test_ngram_needs_every_number_of_the_reference(candidate: str, reference: str, expected: bool) -> None:
    assert lacks_numbers([candidate], View(reference).numbers) == [expected]


# By hand: a word of content weighs 1, a function word or one of the question a quarter; shared function words alone
# count a tenth at most; "the" is nothing of "the who", whose name is a function word.
@cases
def test_content_match_weighs_words(prediction: str, reference: str, question: str, expected: float) -> None:
    found = keyword_content_match(
        frozenset(prediction.split()), View(reference).different, lambda: frozenset(question.split())
    )
    assert found == pytest.approx(expected)
