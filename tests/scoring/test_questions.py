"""The question before both texts of the semantic part: when it stands there, and what a result says of it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from smile import DataError, SmileScorer, named_settings
from smile.files.row_files import open_rows
from smile.rows.checked_rows import check_rows
from smile.runs.chunked_files import score_files_in_chunks
from tests.support.tiny_encoder import TinyEncoder, TinyReader

PREDICTIONS = ["It is Paris.", "no", "", "Rome or Milan"]
REFERENCES = ["Paris", "no", "Oslo", ["Milan", "Rome"]]
QUESTIONS = ["What is the capital of France?", "Is there a bowl?", "And of Norway?", "Where does he live?"]


def score(questions: Any = None, setting: str = "default", **options: Any) -> Any:
    scorer = SmileScorer(named_settings(setting, **options), encoder=TinyEncoder())
    return scorer.score(PREDICTIONS, REFERENCES, questions)


def test_question_precedes_both_texts() -> None:
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


@pytest.mark.parametrize("missing", [None, "", " \n"])
def test_each_row_is_scored_with_its_own_question(missing: str | None) -> None:
    found, asked, without = score([*QUESTIONS[:3], missing]), score(QUESTIONS), score()
    assert found.smile.tolist() == pytest.approx([*asked.smile.tolist()[:3], without.smile[3]], abs=1e-6)
    assert found.smile[3] != pytest.approx(asked.smile[3], abs=0.01)
    assert found.signature == asked.signature.replace("|q:both|", "|q:some|") != without.signature


TEXTS = st.sampled_from(["Paris", "in Paris", "Rome or Milan", "3", "no", "the old town of Oslo"])
MIXED = st.lists(
    st.tuples(st.one_of(st.just(""), TEXTS), st.lists(TEXTS, min_size=1, max_size=3), st.none() | TEXTS | st.just(" ")),
    min_size=2,
    max_size=8,
)


@pytest.mark.filterwarnings("ignore::smile.errors.LearnedWarning")
@pytest.mark.parametrize("setting", ["default", "learned"])
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cells=MIXED, size=st.integers(1, 4))
def test_score_does_not_depend_on_batch_or_chunk(
    local_model: Path, tmp_path_factory: pytest.TempPathFactory, setting: str, cells: list[Any], size: int
) -> None:
    if setting == "default":
        scorer = SmileScorer(encoder=TinyEncoder())
    else:
        scorer = SmileScorer(
            replace(named_settings("learned"), model=str(local_model), device="cpu"), reader=TinyReader()
        )
    rows = check_rows(*zip(*cells, strict=True))
    together = scorer.score_rows(rows)
    alone = [scorer.score_rows([row]).smile[0] for row in rows]
    backwards = scorer.score_rows(rows[::-1]).smile[::-1]
    path = tmp_path_factory.mktemp("mixed") / "data.jsonl"
    names = ("prediction", "references", "question")
    path.write_text("".join(json.dumps(dict(zip(names, cell, strict=True))) + "\n" for cell in cells))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("smile.runs.chunked_files.rows_per_checkpoint", lambda settings: size)
        with score_files_in_chunks([open_rows(path)], scorer, None, 0) as scored:
            chunked = scored.scores
    for other in (alone, backwards.tolist(), chunked.smile.tolist()):
        assert other == pytest.approx(together.smile.tolist(), abs=1e-6)
    assert (chunked.signature, chunked.n_without_question) == (together.signature, together.n_without_question)


def test_questions_can_be_asked_for() -> None:
    assert score(QUESTIONS, use_questions=True).signature == score(QUESTIONS).signature
    with pytest.raises(DataError, match=r"row 1: there is no question, .* \(2 of 4 rows have none\): add them"):
        score(["Where?", None, "", "Who?"], use_questions=True)
