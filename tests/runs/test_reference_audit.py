"""Audits of references: which questions are proposed, how they rank, and what a review does to the data set."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smile import DataError, SmileScorer, UsageError
from smile.files.row_columns import RowColumns
from smile.rows.checked_rows import check_rows
from smile.runs.reference_audit import Proposal, apply_review, audit_rows, find_wrong_references
from tests.support.command_line import read_items, write_csv, write_jsonl

CAPITAL = "What is the capital of Australia?"
SYSTEMS = ("a", "b", "c", "d")


def audited(reference: Any, *answers: str, question: str = CAPITAL) -> list[Proposal]:
    n = len(answers)
    return list(find_wrong_references(answers, [reference] * n, SYSTEMS[:n], [question] * n).proposals)


def test_two_agreeing_systems_are_a_proposal() -> None:
    [found] = audited("Sydney", "Canberra", "The capital of Australia is Canberra.", "Melbourne", "Sydney")
    assert (found.proposed, found.agreeing, found.siding) == ("Canberra", ("a", "b"), ("d",))
    assert found.answers == dict(
        zip(SYSTEMS, ("Canberra", "The capital of Australia is Canberra.", "Melbourne", "Sydney"), strict=True)
    )


@pytest.mark.parametrize(
    "answers",
    [
        ("Canberra", "Melbourne", "Perth"),
        ("Canberra", "Canberra", "Sydney", "It is Sydney."),
        ("The capital of Australia is Perth.", "The capital of Australia is Melbourne."),
        ("It's hard to say for sure.", "It's hard to say for sure."),
        ("I don't know.", "I don't know.", ""),
        ("Sydney", "Sydney", "Sydney"),
    ],
    ids=["none agree", "as many side", "only the question is the same", "hedges", "refusals", "all correct"],
)
def test_no_proposal(answers: tuple[str, ...]) -> None:
    assert audited("Sydney", *answers) == []


@pytest.mark.parametrize(
    ("reference", "answer", "question", "kind"),
    [
        ("J K L", "JKL", "Which letters are on the key 5 of a phone?", "another format"),
        ("Al Pacino", "Robert De Niro", "Who plays the lead in Heat?", "another answer"),
        ("Tim Cook", "Ann Lee", "Who is the CEO of the company now?", "changed with time"),
        ("80", "90", "How many minutes has a football match?", "another answer"),
        ("6", "7", "How many days are there in a week?", "another answer"),
        ("6", "7", "How many seasons are there of the show?", "changed with time"),
        ("Tim Cook", "Ann Lee", "Who was the CEO in 2012, and is now the chair?", "another answer"),
    ],
)
def test_kinds(reference: str, answer: str, question: str, kind: str) -> None:
    assert [each.kind for each in audited(reference, answer, answer, question=question)] == [kind]


@pytest.mark.parametrize(
    ("reference", "question", "answers"),
    [
        ("Bolivia", "Where is Machu Picchu?", ("It is located in Peru", "Peru", "Machu Picchu is in Peru.")),
        ("Chile", "In which country is the city of Cusco?", ("The city of Cusco is in the country Peru.",) * 2),
    ],
)
def test_a_repeated_question_hides_no_other_value(reference: str, question: str, answers: tuple[str, ...]) -> None:
    n, learned = len(answers), SmileScorer("learned")
    given = answers, [reference] * n, SYSTEMS[:n], [question] * n
    [found] = find_wrong_references(*given, scorer=learned).proposals
    assert found.proposed == "Peru"


def test_more_and_less_similar_systems_rank_higher() -> None:
    """On 40 questions `a` and `b` err on the same ones, `c` on others: what `a` and `c` agree on is stronger."""
    right = [f"name{i}" for i in range(40)]
    by_system = {
        "a": [name if i % 2 else "none of it" for i, name in enumerate(right)],
        "b": [name if i % 2 else "whatever" for i, name in enumerate(right)],
        "c": [name if i % 3 else "no idea what" for i, name in enumerate(right)],
    }
    questions = [f"Which name has number {i}?" for i in range(40)]
    cases = {
        "Who is twin?": ("Rita", "Rita", "Max"),
        "Who is apart?": ("Rita", "Max", "Rita"),
        "Who is three?": ("Rita",) * 3,
    }
    rows = [
        (answer, reference, system, question)
        for n, system in enumerate(by_system)
        for answer, reference, question in [
            *zip(by_system[system], right, questions, strict=True),
            *((answers[n], "Ottokar", question) for question, answers in cases.items()),
        ]
    ]
    found = find_wrong_references(*zip(*rows, strict=True)).proposals
    assert [each.question for each in found] == ["Who is three?", "Who is apart?", "Who is twin?"]


def test_known_scores_are_not_made_again() -> None:
    rows = check_rows(["Canberra", "It is Canberra.", "Perth"], ["Sydney"] * 3, [CAPITAL] * 3)
    scorer = SmileScorer("fast")
    scores = scorer.score_rows(rows)
    given = [CAPITAL] * 3, list(SYSTEMS[:3]), scorer
    assert audit_rows(rows, *given, scores=scores) == audit_rows(rows, *given)
    # Answers that are known to be correct contradict nothing.
    correct = replace(scores, correct=np.ones(3, bool))
    assert not audit_rows(rows, *given, scores=correct).proposals


def test_rows_that_do_not_fit() -> None:
    with pytest.raises(UsageError, match="give questions or ids"):
        find_wrong_references(["x"], ["y"], ["a"])
    with pytest.raises(DataError, match=r"a answers the question .* twice"):
        find_wrong_references(["x", "x"], ["y", "y"], ["a", "a"], ["Who?", "Who?"])
    with pytest.raises(DataError, match="no question has answers of two systems"):
        find_wrong_references(["x", "x"], ["y", "y"], ["a", "b"], ["Who?", "Who?"], ids=[1, 2])
    with pytest.raises(DataError, match="has different references"):
        find_wrong_references(["x", "x"], ["y", "z"], ["a", "b"], ["Who?", "Who?"])


class TestReview:
    ROWS = ({"id": "1", "question": "Capital?", "references": ["Sydney"], "prediction": "Canberra", "year": 1999},)

    def reviewed(self, tmp_path: Path, decision: str, ending: str = ".jsonl", **changes: Any) -> list[dict[str, Any]]:
        review = {"id": "1", "references": ["Sydney"], "proposed": "Canberra", "decision": decision} | changes
        path = write_jsonl(tmp_path / "data.jsonl", self.ROWS)
        before = path.read_bytes()
        apply_review(path, write_jsonl(tmp_path / "r.jsonl", [review]), tmp_path / f"new{ending}", RowColumns())
        assert path.read_bytes() == before
        return read_items(tmp_path / f"new{ending}")

    @pytest.mark.parametrize("ending", [".jsonl", ".parquet"])
    @pytest.mark.parametrize(
        ("decision", "references"),
        [("accept", ["Sydney", "Canberra"]), (" Replace", ["Canberra"]), ("reject", ["Sydney"]), ("", ["Sydney"])],
    )
    def test_each_decision(self, decision: str, references: list[str], ending: str, tmp_path: Path) -> None:
        assert self.reviewed(tmp_path, decision, ending) == [dict(self.ROWS[0], references=references)]

    def test_the_proposal_may_be_corrected(self, tmp_path: Path) -> None:
        [row] = self.reviewed(tmp_path, "replace", proposed="Ngambri")
        assert row["references"] == ["Ngambri"]

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"decision": "yes"}, "r.jsonl, line 1: the decision.*accept, replace, reject"),
            ({"proposed": " "}, "there is no proposed answer to accept"),
            ({"id": "2"}, "does not have 1 of its questions with these references, such as '2'"),
            ({"references": ["Perth"]}, "does not have 1 of its questions with these references, such as '1'"),
        ],
    )
    def test_a_review_that_does_not_fit(self, changes: dict[str, Any], message: str, tmp_path: Path) -> None:
        with pytest.raises((DataError, UsageError), match=message):
            self.reviewed(tmp_path, changes.pop("decision", "accept"), **changes)
        assert not (tmp_path / "new.jsonl").exists()

    def test_a_csv_keeps_its_cells(self, tmp_path: Path) -> None:
        rows = [{"question": each, "answer": "Sydney|Perth", "prediction": "007"} for each in ("Capital?", "City?")]
        path = write_csv(tmp_path / "data.csv", rows)
        review = {"question": "Capital?", "references": json.dumps(["Sydney", "Perth"]), "proposed": "Canberra"}
        decided = write_csv(tmp_path / "r.csv", [review | {"decision": "accept"}])
        counts = apply_review(path, decided, tmp_path / "new.csv", RowColumns(reference_separator="|"))
        assert read_items(tmp_path / "new.csv") == [dict(rows[0], answer="Sydney | Perth | Canberra"), rows[1]]
        assert counts == {"accept": 1, "replace": 0, "reject": 0, "undecided": 0, "rows": 1}
