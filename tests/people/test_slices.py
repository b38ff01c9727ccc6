"""Kinds of rows, found in the texts alone."""

import numpy as np

from smile.people.slices import find_slices
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
        if each.kind == "answer length"
    ]


class TestLength:
    def test_parted_at_the_quartiles(self) -> None:
        answers = [" ".join(["word"] * n) for n in range(1, 9)]
        # The quartiles of 1 to 8 are 2.75, 4.5 and 6.25.
        spans = ("up to 2", "3 to 4", "5 to 6", "over 6")
        assert names(answers) == [f"answers of {span} words 2" for span in spans]

    def test_equal_quartiles_make_fewer(self) -> None:
        assert names(["one"] * 7 + ["one two three"]) == ["answers of one word 7", "answers of over one word 1"]
        assert names(["one"] * 3) == ["answers of any length 3"]
        assert names(["a b", "a b", "a b c"]) == ["answers of up to 2 words 2", "answers of over 2 words 1"]

    def test_empty_answers_are_apart(self) -> None:
        assert names(["", "one", " \u200b"]) == ["answers of any length 1"]
        assert names(["", ""]) == []
        assert positions("empty answers", ["", "one", " \u200b"]) == [0, 2]

    def test_chinese_by_character(self) -> None:
        assert names(["东京", "东京", "东京塔在日本"])[0] == "answers of up to 2 words 2"


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


def test_answers_that_attempt_nothing() -> None:
    answers = ["I don't know.", "I don't know. But I think it is Paris.", "Paris", "Solution:", ""]
    assert positions("answers that attempt nothing", answers) == [0, 3, 4]


def test_yes_or_no() -> None:
    questions = ["Is it in Paris?", "Is it in Paris or in Lyon?", "Where is it?", None, "What?", "Isn't it in Paris?"]
    questions.append("它在巴黎吗?")
    references = ["x", "x", "x", "Yes.", ["no", "never"], "x", "x"]
    assert positions("yes/no questions", ["a"] * 7, references, questions) == [0, 3, 5, 6]


def test_cut_off_texts_where_the_metric_tells() -> None:
    assert positions("texts that are cut off", ["a", "b"], is_truncated=np.array([False, True])) == [1]
    assert "texts that are cut off" not in {each.name for each in find_slices(check_rows(["a"], ["a"]))}
