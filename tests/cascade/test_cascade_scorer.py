import json
from pathlib import Path
from typing import Any

import pytest

from smile import CascadeScorer, SmileScorer
from smile.result_types import CascadePlanSummary, CascadeSummary
from smile.rows.checked_rows import check_rows
from tests.support.result_checks import faults_of
from tests.support.scripted_server import Scripted, completion

QUESTIONS = ["Where is the Louvre?", "What is the capital of Italy?", "Who wrote Emma?", "What is 2 + 2?"]
REFERENCES = ["Paris", "Rome", "Jane Austen", "4"]
# The second is near the threshold, the third is not; the last attempts nothing.
PREDICTIONS = ["Paris", "the city of Romulus", "Charles Dickens", "I don't know."]


def cascade_of(scripted: Scripted, tmp_path: Path, **limit: Any) -> CascadeScorer:
    return CascadeScorer(SmileScorer("fast"), scripted.judge(cache=tmp_path / "kept"), **limit)


def test_judge_decides_the_most_uncertain_rows(scripted: Scripted, tmp_path: Path) -> None:
    found = cascade_of(scripted, tmp_path, share=0.25).score(PREDICTIONS, REFERENCES, QUESTIONS)
    items, result = found.items(), found.summary()
    assert len(scripted.bodies) == 1
    assert "Romulus" in json.dumps(scripted.bodies)
    assert items["decided_by"] == ["smile", "judge", "smile", "smile"]
    assert items["correct"] == [True, True, False, False]
    assert items["judge"][1] == pytest.approx(0.917, abs=1e-3)
    assert items["judge"][0] is None
    assert items["doubt"][1] == max(items["doubt"])
    assert items["doubt"][3] == 0
    assert items["reason"] == [
        found.plan.scores[0].reason,
        "The judge calls the answer correct",
        *(found.plan.scores[i].reason for i in (2, 3)),
    ]
    assert (result["accuracy"], result["smile_accuracy"]) == (0.5, 0.25)
    assert (result["n_asked"], result["n_overturned"], result["n_judge_failed"]) == (1, 1, 0)
    assert faults_of(found.summary(per_item=True), CascadeSummary) == []
    assert faults_of(found.plan.to_dict(), CascadePlanSummary) == []
    assert "setting:fast" in result["signature"]
    assert "judge_model:gpt-4o-mini" in result["signature"]


def test_failed_call_keeps_smiles_verdict_until_asked_again(scripted: Scripted, tmp_path: Path) -> None:
    def reply(body: dict[str, Any]) -> tuple[int, Any]:
        return (500, {}) if "Romulus" in json.dumps(body) else (200, completion(No=-0.1, Yes=-3.0))

    scripted.reply = reply
    first = cascade_of(scripted, tmp_path, share=0.5).score(PREDICTIONS, REFERENCES, QUESTIONS).summary()
    assert (first["n_asked"], first["n_judge_failed"]) == (2, 1)
    assert first["failures"][0].startswith("row 1: ")
    scripted.bodies.clear()
    scripted.reply = lambda _: (200, completion(Yes=-0.1, No=-2.5))
    second = cascade_of(scripted, tmp_path, share=0.5).score(PREDICTIONS, REFERENCES, QUESTIONS).summary()
    assert len(scripted.bodies) == 1
    assert (second["n_judge_failed"], second["n_from_cache"]) == (0, 1)


def test_grades_above_half_are_correct(scripted: Scripted) -> None:
    scripted.reply = lambda _: (200, {"choices": [{"message": {"content": '{"score": 0.5}'}}]})
    found = CascadeScorer(SmileScorer("fast"), scripted.judge("three_step"), share=1.0).score(
        ["Paris"], ["Paris"], ["Where is it?"]
    )
    assert found.correct.tolist() == [False]
    assert found.is_judged.tolist() == [True]


@pytest.mark.parametrize(
    ("limit", "n_asked"),
    [({"most_requests": 2}, 2), ({"most_dollars": 0.0}, 0), ({"most_dollars": 1.0}, 4), ({"share": 0.0}, 0)],
)
def test_a_budget_is_never_exceeded(scripted: Scripted, limit: dict[str, float], n_asked: int) -> None:
    judge = scripted.judge(price=(1.0, 2.0))
    plan = CascadeScorer(SmileScorer("fast"), judge, **limit).plan(check_rows(PREDICTIONS, REFERENCES, QUESTIONS))
    assert len(plan.asked) == n_asked
    assert scripted.bodies == []
    assert plan.expected["cost"] is not None
    assert plan.expected["cost"] <= limit.get("most_dollars", 1)
