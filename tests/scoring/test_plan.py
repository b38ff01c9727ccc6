import tracemalloc
from collections.abc import Sequence

import pytest

from smile.rows.checked_rows import check_rows
from smile.scoring.plan import MOST_REFERENCES, Comparisons, plan_comparisons


def compared(predictions: Sequence[str], references: Sequence[object], normalization: str = "smile") -> Comparisons:
    return plan_comparisons(check_rows(predictions, references), normalization, "en")


def ngrams_of_pair(comparisons: Comparisons, pair: int) -> list[str]:
    start, end = comparisons.ngram_start[pair : pair + 2]
    return [comparisons.strings[i] for i in comparisons.ngram[start:end]]


def test_verbatim_reference_needs_no_ngrams() -> None:
    comparisons = compared(["It was the cats."], [["the cat", "cats", "a dog"]])
    assert comparisons.pairs["reference_index"].tolist() == [2, 1, 0]
    assert comparisons.is_exact.tolist() == [False, True, True]
    assert ngrams_of_pair(comparisons, 0) == ["it be", "be the", "the cat"]
    assert ngrams_of_pair(comparisons, 1) == []


def test_other_references_are_skipped_where_the_answer_is_one() -> None:
    rows = check_rows(["It was the cats.", "The cats."], [["the cat", "cats", "a dog"]] * 2)
    pairs = plan_comparisons(rows, "smile", "en", weighs_words=True).pairs
    assert pairs["reference_index"][pairs["row"] == 0].tolist() == [2, 1, 0]
    assert pairs["reference_index"][pairs["row"] == 1].tolist() == [0]


def test_a_denial_concerns_the_denied_reference_only() -> None:
    comparisons = compared(["It was not a cat."], [["a dog", "a cat"]])
    assert comparisons.pairs["reference_index"].tolist() == [1, 0]
    assert comparisons.pairs["is_other_value"].tolist() == [True, False]


def test_ngrams_without_the_references_numbers_are_marked() -> None:
    comparisons = compared(["2 July or 4 August"], ["4 July"])
    assert ngrams_of_pair(comparisons, 0) == ["2 july", "july or", "or 4", "4 august"]
    assert comparisons.lacks_number.tolist() == [True, True, False, False]


@pytest.mark.usefixtures("wordnet")
def test_the_papers_form_does_not_watch_numbers() -> None:
    comparisons = compared(["2 July"], ["4 July"], "paper")
    assert comparisons.lacks_number.tolist() == [False]


@pytest.mark.parametrize("n_words", [500, 3000])
def test_long_texts_do_not_multiply(n_words: int) -> None:
    rows = check_rows([" ".join(f"w{i}" for i in range(6000))], [" ".join(f"v{i}" for i in range(n_words))])
    tracemalloc.start()
    try:
        comparisons = plan_comparisons(rows, "smile", "en")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert comparisons.pairs["is_cut"].tolist() == [True]
    assert peak < 10e6


@pytest.mark.parametrize(
    ("references", "most_words"),
    [(["v"], 128), ([" ".join(f"v{i}" for i in range(20))], 240)],
    ids=["one word", "many words"],
)
def test_ngram_words_of_a_reference_are_limited(references: list[str], most_words: int) -> None:
    comparisons = compared([" ".join(f"w{i}" for i in range(1000))], [references])
    ngrams = {comparisons.strings[i] for i in comparisons.ngram}
    assert most_words / 2 < sum(len(ngram.split()) for ngram in ngrams) <= most_words
    assert comparisons.pairs["is_cut"].all()


def test_nearest_of_too_many_references_are_compared() -> None:
    far, near = [f"v{i}" for i in range(MOST_REFERENCES)], ["w2 v", "w1 v"]
    rows = check_rows(["w1 w2"] * 4, [far + near, near + far[::-1], far + far, far])
    pairs = plan_comparisons(rows, "smile", "en").pairs
    chosen = [{rows[i].references[k] for k in pairs["reference_index"][pairs["row"] == i]} for i in range(4)]
    assert chosen[0] == chosen[1] > set(near)
    assert list(map(len, chosen)) == [MOST_REFERENCES] * 4
    assert [pairs["is_cut"][pairs["row"] == i].all() for i in range(4)] == [True, True, False, False]
