"""Where a metric is not to be trusted."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import hypergeom

from smile import UsageError
from smile.files.reading import FileRows
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.agreement.agreement_statistics import AgreementOptions
from smile.people.labels import LabelledRows, check_labelled
from smile.people.slice_analysis import analyse_slices, largest_disagreements
from smile.people.slices import Slice
from smile.reporting.slices_report import conclusion
from smile.rows.checked_rows import check_rows

OPTIONS = AgreementOptions(threshold=0.5, tie_margin=0.05, confidence_level=0.95)


def sample(scores: object, is_right: object, question: object = None) -> LabelledRows:
    return AgreementScorer().sample(np.array(scores), check_labelled(is_right, question))


def some(name: str, *chosen: int, n: int) -> Slice:
    is_in = np.zeros(n, dtype=np.bool_)
    is_in[list(chosen)] = True
    return Slice("kind", name, is_in)


def test_a_table_worked_by_hand() -> None:
    #            right      right  wrong  miss   false
    rows = sample([0.9, 0.8, 0.1, 0.2, 0.7], [1, 1, 0, 1, 0])
    slices = [some("the last three", 2, 3, 4, n=5), some("none", n=5), some("all", *range(5), n=5)]
    result = analyse_slices(rows, slices, OPTIONS)
    assert (result.n, result.n_questions, result.accuracy) == (5, 5, 0.6)
    assert (result.false_positives, result.false_negatives) == (1, 1)
    assert result.absent == ["none"]
    last, everything = result.slices
    assert last.name == "the last three"
    assert (last.n, last.share_right, last.accuracy) == (3, 1 / 3, 1 / 3)
    assert last.mean_score == pytest.approx(1.0 / 3)
    assert (last.accuracy_elsewhere, last.difference) == (1.0, pytest.approx(-2 / 3))
    assert (last.false_positives, last.false_negatives) == (1, 1)
    # Scores 0.1 0.2 0.7, labels 0 1 0.
    assert last.pearson == pytest.approx(np.corrcoef([0.1, 0.2, 0.7], [0, 1, 0])[0, 1])
    # Expected are 1.8 right of three. As far off are 1 (both errors among the three: 3 of 10 choices) and 3 (1 of 10).
    assert last.p_value == pytest.approx(0.4, abs=0.03)
    assert last.finding is None
    # There is nothing to compare all rows with.
    assert np.isnan(everything.difference)
    assert np.isnan(everything.p_value)
    assert str(everything.reasons["difference"]) == "there are no other rows"
    assert conclusion(result).startswith("There is no slice")


def test_p_values_are_those_of_the_exact_test() -> None:
    # Of 60 rows 12 are wrong, 8 of them among the 20 of the slice.
    n = 60
    is_wrong = np.zeros(n, dtype=np.bool_)
    is_wrong[[*range(8), *range(20, 24)]] = True
    rows = sample(np.where(is_wrong, 0.1, 0.9), np.ones(n))
    [found] = analyse_slices(rows, [some("first", *range(20), n=n)], OPTIONS).slices
    wrong = hypergeom(n, 12, 20)
    exact = wrong.cdf(0) + wrong.sf(7)  # as far from 4 on either side
    assert found.p_value == pytest.approx(exact, abs=0.006)
    assert found.finding == "worse"


def test_few_rows_prove_nothing() -> None:
    n = 200
    scores = np.full(n, 0.9)
    scores[[0, 100, 101, 102, 103, 104, 105, 106, 107, 108]] = 0.1
    rows = sample(scores, np.ones(n))
    lone, spotless = some("one error", 0, n=n), some("no error", *range(1, 22), n=n)
    found = {each.name: each for each in analyse_slices(rows, [lone, spotless], OPTIONS).slices}
    assert found["one error"].accuracy == 0.0
    assert found["one error"].p_value == pytest.approx(0.05, abs=0.02)
    assert found["one error"].finding is None
    assert found["no error"].finding is None
    assert np.isnan(found["one error"].accuracy_ci).all()
    assert str(found["one error"].reasons["accuracy_ci"]) == "it needs 20 questions, and there are 1"
    assert str(found["no error"].reasons["accuracy_ci"]) == "the metric is right on all of these rows"
    assert str(found["one error"].reasons["pearson"]) == "it needs 3 rows, and there are 1"


def test_a_slice_that_is_worse_is_named() -> None:
    n = 400
    scores = np.full(n, 0.9)
    scores[:60] = 0.1
    is_right = np.ones(n)
    is_right[300:310] = 0
    slices = [some("short answers", *range(200, 400), n=n), some("long answers", *range(100), n=n)]
    result = analyse_slices(sample(scores, is_right), slices, OPTIONS)
    first, second = result.slices
    assert [first.name, first.finding] == ["long answers", "worse"]
    assert [second.name, second.finding] == ["short answers", "better"]
    low, high = first.difference_ci
    assert first.difference == pytest.approx(0.4 - 290 / 300)
    assert low < first.difference < high < 0
    low, high = first.accuracy_ci
    assert 0.3 < low < 0.4 < high < 0.5
    assert conclusion(result) == (
        "Do not trust it on long answers: 40% of its verdicts are right there, 97% elsewhere. Of 100 answers it calls "
        "0 right that people call wrong, and 60 wrong that people call right."
    )
    # Two tests: the smaller p-value counts twice.
    assert first.adjusted_p_value == pytest.approx(2 * first.p_value)


def test_questions_stay_together() -> None:
    # Ten questions of twenty answers each, all right or all wrong: ten cases, not two hundred.
    question = np.repeat(np.arange(10), 20)
    rows = sample(np.where(np.isin(question, [0, 1, 5]), 0.1, 0.9), np.ones(200), question)
    slices = [some("first five", *range(100), n=200)]
    by_question = analyse_slices(rows, slices, OPTIONS).slices[0].p_value
    assert by_question == pytest.approx(1.0)
    apart = analyse_slices(sample(rows.score, np.ones(200)), slices, OPTIONS).slices[0].p_value
    assert apart < 0.01


def test_labels_that_do_not_say_what_is_right() -> None:
    rows = sample([0.9, 0.1], [1, 5])
    with pytest.raises(UsageError, match="give label_threshold"):
        analyse_slices(rows, [], OPTIONS)


@pytest.mark.parametrize(
    ("most", "false_positives", "false_negatives"), [(0, [], []), (2, [1, 0], [4, 3]), (9, [1, 0, 2], [4, 3, 5])]
)
def test_largest_disagreements(most: int, false_positives: list[int], false_negatives: list[int]) -> None:
    rows = sample([0.9, 0.95, 0.6, 0.2, 0.0, 0.5, 0.1], [0, 0, 0, 1, 1, 1, 0])
    references = [["far", "near"], *[["one"]] * 6]
    rows = replace(rows, file=FileRows(check_rows(["a"] * 7, references), list("abcdefg")))
    slices = [some("the first", 0, n=7)]
    found = largest_disagreements(
        rows, slices, 0.5, most, lambda some: np.array([row.references == ("near",) for row in some], dtype=float)
    )
    assert [each.row for each in found["false_positives"]] == false_positives
    assert [each.row for each in found["false_negatives"]] == false_negatives
    for each in found["false_positives"]:
        if each.row == 0:
            assert (each.id, each.references, each.slices) == ("a", ("near", "far"), ["the first"])
            assert each.to_dict()["reference"] == "near"
