import tracemalloc
from collections.abc import Sequence

import pytest

from smile.rows.checked_rows import Row, check_rows
from smile.scoring.plan import Comparisons, compare


def compared(predictions: Sequence[str], references: Sequence[object], normalization: str = "smile") -> Comparisons:
    return compare(check_rows(predictions, references), normalization, "en")


def ngrams_of_pair(comparisons: Comparisons, pair: int) -> list[str]:
    start, end = comparisons.ngram_start[pair : pair + 2]
    return [comparisons.strings[i] for i in comparisons.ngram[start:end]]


def test_of_a_row_with_references_word_for_word_only_these_are_compared_without_ngrams() -> None:
    comparisons = compared(["It was the cats.", "It was the cats."], [["a dog", "the cat", "cats"], "a dog"])
    assert comparisons.pairs["reference_index"].tolist() == [1, 2, 0]
    assert comparisons.is_exact.tolist() == [True, True, False]
    assert ngrams_of_pair(comparisons, 0) == []
    assert ngrams_of_pair(comparisons, 2) == ["it be", "be the", "the cat"]


def test_a_reference_that_is_denied_word_for_word_leaves_the_others_to_compare() -> None:
    comparisons = compared(["It was not a cat."], [["a dog", "a cat"]])
    assert comparisons.pairs["reference_index"].tolist() == [0, 1]
    assert comparisons.pairs["is_other_value"].tolist() == [True, True]


def test_sentences_are_compared_raw_and_keywords_normalised() -> None:
    comparisons = compared(["The Cats!"], ["Two Dogs?"])
    [prediction], [target], [keyword] = (
        comparisons.pairs["prediction"],
        comparisons.pairs["target"],
        comparisons.pairs["keyword"],
    )
    assert [comparisons.strings[i] for i in (prediction, target, keyword)] == ["The Cats!", "Two Dogs?", "2 dog"]


def test_the_synthetic_answer_stands_for_its_reference_in_the_sentence_only() -> None:
    row = Row("a bird", ("Cats", "Dogs"), ("It is a cat.", None))
    comparisons = compare([row], "smile", "en")
    assert [comparisons.strings[i] for i in comparisons.pairs["target"]] == ["It is a cat.", "Dogs"]
    assert [comparisons.strings[i] for i in comparisons.pairs["keyword"]] == ["cat", "dog"]


def test_ngrams_without_the_references_numbers_are_marked() -> None:
    comparisons = compared(["2 July or 4 August"], ["4 July"])
    assert ngrams_of_pair(comparisons, 0) == ["2 july", "july or", "or 4", "4 august"]
    assert comparisons.lacks_number.tolist() == [True, True, False, False]


@pytest.mark.usefixtures("wordnet")
def test_the_papers_form_does_not_watch_numbers() -> None:
    comparisons = compared(["2 July"], ["4 July"], "paper")
    assert comparisons.lacks_number.tolist() == [False]


@pytest.mark.parametrize("n_words", [500, 3000])
def test_a_long_reference_does_not_multiply_a_long_prediction(n_words: int) -> None:
    rows = check_rows([" ".join(f"w{i}" for i in range(6000))], [" ".join(f"v{i}" for i in range(n_words))])
    tracemalloc.start()
    try:
        comparisons = compare(rows, "smile", "en")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert comparisons.pairs["is_cut"].tolist() == [True]
    assert peak < 10e6


@pytest.mark.parametrize(
    ("references", "most_words"),
    [
        (["v"], 128),
        ([" ".join(f"v{i}" for i in range(20))], 240),
        ([" ".join(f"v{i}" for i in range(n)) for n in range(1, 9)], 256),
        ([f"v{i}" for i in range(16)], 32),
    ],
    ids=["one word", "many words", "many lengths", "many references"],
)
def test_the_ngrams_of_a_row_have_so_many_words_in_all(references: list[str], most_words: int) -> None:
    comparisons = compared([" ".join(f"w{i}" for i in range(1000))], [references])
    ngrams = {comparisons.strings[i] for i in comparisons.ngram}
    assert most_words / 2 < sum(len(ngram.split()) for ngram in ngrams) <= most_words
    assert comparisons.pairs["is_cut"].all()


@pytest.mark.parametrize(("n_words", "most"), [(64, 40), (65, 16)], ids=["short", "long"])
def test_of_many_references_those_are_compared_that_share_most_words(n_words: int, most: int) -> None:
    prediction = " ".join(f"w{i}" for i in range(n_words))
    others, nearest = [f"v{i}" for i in range(30)], [f"w{i} v{i}" for i in range(20)]
    pairs = compared([prediction, prediction], [others + nearest, nearest[:most]]).pairs
    is_compared = ~pairs["is_left_out"]
    assert is_compared[:50].tolist() == [i < most - 20 for i in range(30)] + [i < most for i in range(20)]
    assert is_compared[50:].all()
