"""Audits of references: which questions are proposed, how they rank, and what a review does to the data set."""

from pathlib import Path
from typing import Any

import pytest

from smile import DataError, SmileScorer, UsageError
from smile.files.row_columns import RowColumns
from smile.runs.reference_audit import Proposal, apply_audit_review, find_wrong_references
from tests.support.cases import cases
from tests.support.command_line import read_items, write_jsonl

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


@cases
def test_no_proposal(why: str, answers: list[str]) -> None:
    assert audited("Sydney", *answers) == [], why


@cases
def test_kinds(reference: str, answer: str, question: str, kind: str) -> None:
    assert [each.kind for each in audited(reference, answer, answer, question=question)] == [kind]


@cases
def test_a_repeated_question_hides_no_other_value(reference: str, question: str, answers: list[str]) -> None:
    n, learned = len(answers), SmileScorer("learned")
    given = answers, [reference] * n, SYSTEMS[:n], [question] * n
    [found] = find_wrong_references(*given, scorer=learned).proposals
    assert found.proposed == "Peru"


class TestReview:
    ROWS = ({"id": "1", "question": "Capital?", "references": ["Sydney"], "prediction": "Canberra", "year": 1999},)

    def reviewed(self, tmp_path: Path, decision: str, ending: str = ".jsonl", **changes: Any) -> list[dict[str, Any]]:
        review = {"id": "1", "references": ["Sydney"], "proposed": "Canberra", "decision": decision} | changes
        path = write_jsonl(tmp_path / "data.jsonl", self.ROWS)
        before = path.read_bytes()
        apply_audit_review(path, write_jsonl(tmp_path / "r.jsonl", [review]), tmp_path / f"new{ending}", RowColumns())
        assert path.read_bytes() == before
        return read_items(tmp_path / f"new{ending}")

    @pytest.mark.parametrize("ending", [".jsonl", ".parquet"])
    @pytest.mark.parametrize(
        ("decision", "references"),
        [("accept", ["Sydney", "Canberra"]), (" Replace", ["Canberra"]), ("reject", ["Sydney"]), ("", ["Sydney"])],
    )
    def test_each_decision(self, decision: str, references: list[str], ending: str, tmp_path: Path) -> None:
        assert self.reviewed(tmp_path, decision, ending) == [dict(self.ROWS[0], references=references)]

    @cases
    def test_a_review_that_does_not_fit(self, changes: dict[str, Any], message: str, tmp_path: Path) -> None:
        with pytest.raises((DataError, UsageError), match=message):
            self.reviewed(tmp_path, changes.pop("decision", "accept"), **changes)
        assert not (tmp_path / "new.jsonl").exists()
