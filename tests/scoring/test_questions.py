"""The question before both texts of the semantic part: when it stands there, and what a result says of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from smile import DataError, SmileScorer, UsageError, named_settings
from smile.files.reading import open_rows
from smile.runs.in_chunks import score_file
from tests.support.tiny_encoder import TinyEncoder

PREDICTIONS = ["It is Paris.", "no", "", "Rome or Milan"]
REFERENCES = ["Paris", "no", "Oslo", ["Milan", "Rome"]]
QUESTIONS = ["What is the capital of France?", "Is there a bowl?", "And of Norway?", "Where does he live?"]


def score(questions: Any = None, setting: str = "default", **options: Any) -> Any:
    scorer = SmileScorer(named_settings(setting, **options), encoder=TinyEncoder())
    return scorer.score(PREDICTIONS, REFERENCES, questions)


def test_the_question_stands_before_both_texts_of_the_semantic_part() -> None:
    found = score(QUESTIONS)
    joined = [f"{question} {prediction}" for question, prediction in zip(QUESTIONS, PREDICTIONS, strict=True)]
    best = ["Paris", "no", "Oslo", "Milan"]
    by_hand = SmileScorer(encoder=TinyEncoder(), semantic_weight=1.0).score(
        joined, [f"{question} {reference}" for question, reference in zip(QUESTIONS, best, strict=True)]
    )
    assert found.best_reference.tolist() == [0, 0, 0, 0]
    assert found.semantic.tolist()[:2] == pytest.approx(by_hand.semantic.tolist()[:2], abs=1e-6)
    assert found.semantic[3] == pytest.approx(by_hand.semantic[3], abs=1e-6)
    without = score()
    assert found.lexical.tolist() == without.lexical.tolist()
    assert found.semantic[0] != pytest.approx(without.semantic[0], abs=0.01)
    assert "|q:both|" in found.signature
    assert "|q:no|" in without.signature


def test_an_empty_prediction_scores_0_with_a_question_too() -> None:
    found = score(QUESTIONS)
    assert (found.smile[2], found.semantic[2], found.is_empty[2]) == (0, 0, True)


def test_a_synthetic_answer_stands_behind_the_question_too() -> None:
    scorer = SmileScorer(encoder=TinyEncoder(), semantic_weight=1.0)
    found = scorer.score(["It is Paris."], ["Paris"], ["Which?"], ["The capital is Paris."])
    by_hand = scorer.score(["Which? It is Paris."], ["Which? The capital is Paris."])
    assert found.semantic.tolist() == pytest.approx(by_hand.semantic.tolist(), abs=1e-6)


@pytest.mark.parametrize("missing", [None, "", " \n"])
def test_where_a_row_has_no_question_none_is_used(missing: str | None) -> None:
    found, without = score([*QUESTIONS[:3], missing]), score()
    assert found.items() == without.items()
    assert found.signature == without.signature


def test_questions_can_be_left_out() -> None:
    found, without = score(QUESTIONS, use_questions=False), score()
    assert (found.items(), found.signature) == (without.items(), without.signature)


def test_questions_can_be_asked_for() -> None:
    assert score(QUESTIONS, use_questions=True).signature == score(QUESTIONS).signature
    with pytest.raises(
        DataError, match=r"row 1: there is no question, .* \(2 of 4 rows have none\): give every row one"
    ):
        score(["Where?", None, "", "Who?"], use_questions=True)
    with pytest.raises(UsageError, match="use_questions must be True or False, got 'yes'"):
        score(QUESTIONS, use_questions="yes")


def test_only_default_uses_them_unasked() -> None:
    assert named_settings("default").use_questions is None
    for name in ("paper", "multilingual"):
        assert named_settings(name).use_questions is False
        assert named_settings(name, use_questions=True).use_questions is True


def test_a_question_that_leaves_no_room_for_the_answer_is_counted() -> None:
    scorer = SmileScorer(encoder=TinyEncoder(limit=100))
    assert scorer.score(["Paris"], ["Rome"], ["why " * 30]).summary()["n_truncated"] == 1
    assert scorer.score(["Paris"], ["Rome"]).summary()["n_truncated"] == 0


def test_all_chunks_of_a_file_use_questions_or_none_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smile.runs.in_chunks.CHUNK_ROWS", 2)
    for questions in (QUESTIONS, [*QUESTIONS[:3], ""]):
        path = tmp_path / "data.jsonl"
        cells = zip(PREDICTIONS, REFERENCES, questions, strict=True)
        path.write_text("".join(json.dumps({"pred": p, "answer": r, "question": q}) + "\n" for p, r, q in cells))
        with score_file(open_rows(path), SmileScorer(encoder=TinyEncoder()), None, 0) as scored:
            whole = score(questions)
            assert scored.scores.smile.tolist() == pytest.approx(whole.smile.tolist(), abs=1e-6)
            assert scored.scores.signature == whole.signature
