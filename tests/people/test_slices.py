"""Slices of the rows, found in the texts alone, and how reliable a metric is on them."""

import numpy as np
import pytest
from scipy.stats import hypergeom

from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.labels import LabelledRows, check_labelled
from smile.people.slices import Slice, SliceAccuracy, compare_slices, find_slices, largest_disagreements
from smile.reporting.agreement_report import least_reliable_slice
from smile.rows.checked_rows import check_rows


def positions(
    name: str, answers: list[str], references: object = None, questions: object = None, **options: object
) -> list[int]:
    rows = check_rows(answers, ["right"] * len(answers) if references is None else references, questions)
    found = {each.name: each.is_in for each in find_slices(rows, **options)}
    return np.flatnonzero(found[name]).tolist()


def names(answers: list[str]) -> list[str]:
    return [
        f"{each.name} {int(each.is_in.sum())}"
        for each in find_slices(check_rows(answers, ["right"] * len(answers)))
        if each.name.startswith("answers of")
    ]


class TestLength:
    def test_parted_at_the_quartiles(self) -> None:
        answers = [" ".join(["word"] * n) for n in range(1, 9)]
        # The quartiles of 1 to 8 are 2.75, 4.5 and 6.25.
        spans = ("up to 2", "3 to 4", "5 to 6", "over 6")
        assert names(answers) == [f"answers of {span} words 2" for span in spans]

    def test_empty_answers_are_apart(self) -> None:
        assert names(["", "one", " \u200b"]) == ["answers of any length 1"]
        assert names(["", ""]) == []
        assert positions("empty answers", ["", "one", " \u200b"]) == [0, 2]


def test_references() -> None:
    references = [["a"], ["a", "b"], list("abcde"), list("abcdef")]
    for name, at in (("one reference", [0]), ("2 to 5 references", [1, 2]), ("over 5 references", [3])):
        assert positions(f"rows with {name}", ["x"] * 4, references) == at


def test_numbers_in_all_references() -> None:
    references = ["1887", "twenty-five", ["1887", "the year of the tower"], ["12", "a dozen or 12"], "Paris"]
    assert positions("references that are numbers", ["x"] * 5, references) == [0, 1, 3]


def test_negation() -> None:
    answers = ["It is not Lyon", "a notable knot", "Never"]
    assert positions("answers with a negation", answers) == [0, 2]
    assert positions("answers with a negation", ["kein Fluss", "Paris"], language="de") == [0]
    references = ["never made", ["never made", "cancelled"], ["not made", "never made"]]
    assert positions("references with a negation", ["x"] * 3, references) == [0, 2]


def test_yes_or_no() -> None:
    questions = ["Is it in Paris?", "Is it in Paris or in Lyon?", "Where is it?", None, "What?", "Isn't it in Paris?"]
    questions.append("它在巴黎吗?")
    references = ["x", "x", "x", "Yes.", ["no", "never"], "x", "x"]
    assert positions("yes/no questions", ["a"] * 7, references, questions) == [0, 3, 5, 6]


def sample(scores: object, is_right: object, question: object = None) -> LabelledRows:
    return AgreementScorer().sample(np.array(scores), check_labelled(is_right, question))


def compared(rows: LabelledRows, **slices: object) -> list[SliceAccuracy]:
    """Compares slices, each given by the positions of its rows."""
    every = [Slice(name, np.isin(np.arange(len(rows)), list(at))) for name, at in slices.items()]  # type: ignore[call-overload]
    return compare_slices(rows, every, 0.5, 0.95)


def test_a_table_worked_by_hand() -> None:
    #            right      right  wrong  miss   false
    rows = sample([0.9, 0.8, 0.1, 0.2, 0.7], [1, 1, 0, 1, 0])
    [last] = compared(rows, last_three=[2, 3, 4], none=[], everything=range(5))
    assert (last.name, last.n, last.accuracy, last.accuracy_elsewhere) == ("last_three", 3, 1 / 3, 1.0)
    assert (last.false_positives, last.false_negatives) == (1, 1)
    # Expected are 1.8 right of three. As far off are 1 (both errors among the three: 3 of 10 choices) and 3 (1 of 10).
    assert last.p_value == pytest.approx(0.4, abs=0.03)
    assert last.finding is None
    assert least_reliable_slice([last], "F1").startswith("On no slice")


def test_p_values_are_those_of_the_exact_test() -> None:
    # Of 60 rows 12 are wrong, 8 of them among the 20 of the slice.
    is_wrong = np.isin(np.arange(60), [*range(8), *range(20, 24)])
    [found] = compared(sample(np.where(is_wrong, 0.1, 0.9), np.ones(60)), first=range(20))
    wrong = hypergeom(60, 12, 20)
    exact = wrong.cdf(0) + wrong.sf(7)  # as far from 4 on either side
    assert found.p_value == pytest.approx(exact, abs=0.006)
    assert found.finding == "worse"


def test_a_slice_that_is_worse_is_named() -> None:
    scores, is_right = np.full(400, 0.9), np.ones(400)
    scores[:60] = 0.1
    is_right[300:310] = 0
    first, second = compared(sample(scores, is_right), short=range(200, 400), long=range(100))
    assert [(each.name, each.finding) for each in (first, second)] == [("long", "worse"), ("short", "better")]
    assert least_reliable_slice([first, second], "F1") == (
        "F1 is least reliable on long: 40% of its verdicts match human labels there, 97% elsewhere. Of 100 answers it "
        "accepts 0 incorrect ones and rejects 60 correct ones."
    )
    # Two tests: the smaller p-value counts twice.
    assert first.adjusted_p_value == pytest.approx(2 * first.p_value)


def test_questions_stay_together() -> None:
    # Ten questions of twenty answers each, all right or all wrong: ten cases, not two hundred.
    question = np.repeat(np.arange(10), 20)
    rows = sample(np.where(np.isin(question, [0, 1, 5]), 0.1, 0.9), np.ones(200), question)
    assert compared(rows, first_five=range(100))[0].p_value == pytest.approx(1.0)
    assert compared(sample(rows.score, np.ones(200)), first_five=range(100))[0].p_value < 0.01


def test_labels_that_do_not_say_what_is_right() -> None:
    assert compared(sample([0.9, 0.1], [5, 5]), first=[0]) == []


@pytest.mark.parametrize(
    ("most", "false_positives", "false_negatives"), [(0, [], []), (2, [1, 0], [4, 3]), (9, [1, 0, 2], [4, 3, 5])]
)
def test_largest_disagreements(most: int, false_positives: list[int], false_negatives: list[int]) -> None:
    rows = sample([0.9, 0.95, 0.6, 0.2, 0.0, 0.5, 0.1], [0, 0, 0, 1, 1, 1, 0])
    assert largest_disagreements(rows, 0.5, most) == (false_positives, false_negatives)
