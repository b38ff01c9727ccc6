"""Judges and synthetic answers of a real chat model, by transformers and by llama.cpp with the same weights."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smile import L3Scorer, RubricScorer
from smile.judges.chat_models.api_model import ApiModel
from smile.judges.chat_models.budget import Budget
from smile.judges.chat_models.chat import ChatAnswer, ChatRequest
from smile.judges.chat_models.judge_settings import judge_settings
from smile.judges.chat_models.local_model import LocalModel
from smile.judges.synthesis import states, synthesize
from smile.rows.checked_rows import check_rows
from tests.support.command_line import run_smile, write_jsonl

COLUMNS: dict[str, Any] = {
    "predictions": ["Paris", "Marlowe wrote it.", "8", "It is Lyon."],
    "references": ["Paris", "Shakespeare", ["eight", "8"], "Paris"],
    "questions": [
        "What is the capital of France?",
        "Who wrote Hamlet?",
        "How many legs has a spider?",
        "What is the capital of France?",
    ],
}


@pytest.fixture
def ways(real_judge: Path, real_server: str) -> list[dict[str, Any]]:
    """The options of a judge in this process, and of one behind the server."""
    here = {"provider": "local", "model": str(real_judge), "device": "cpu", "cache": False}
    return [here, {"provider": "llama.cpp", "model": "smollm2", "base_url": real_server, "cache": False}]


def asked(way: dict[str, Any], *requests: ChatRequest) -> list[ChatAnswer]:
    settings = judge_settings(**way)
    outcomes: dict[int, Any] = {}
    model = LocalModel(settings) if way["provider"] == "local" else ApiModel(settings)
    model.ask(requests, outcomes.__setitem__, Budget())
    assert all(isinstance(outcome, ChatAnswer) for outcome in outcomes.values())
    return [outcomes[i] for i in range(len(requests))]


def test_l3score_is_the_same_both_ways_and_in_any_batch(ways: list[dict[str, Any]]) -> None:
    here, served = (L3Scorer(**way, top_logprobs=20).score(**COLUMNS) for way in ways)
    assert served.score == pytest.approx(here.score, abs=1e-2)
    assert here.items()["outcome"] == served.items()["outcome"] == ["scored"] * 4
    assert len(set(here.score.round(3))) == 4
    alone = L3Scorer(**ways[0], top_logprobs=20)
    first, second = (alone.score(**{name: [cells[i]] for name, cells in COLUMNS.items()}).score[0] for i in (0, 1))
    assert [first, second] == pytest.approx(here.score[:2], abs=1e-4)


def test_a_missing_yes_or_no_has_what_is_left(ways: list[dict[str, Any]]) -> None:
    """With the likeliest token alone, the other verdict has the smaller of that probability and the rest."""
    row = {name: cells[:1] for name, cells in COLUMNS.items()}
    for way in ways:
        scorer = L3Scorer(**way, top_logprobs=1)
        [request] = scorer._requests(check_rows(row["predictions"], row["references"], row["questions"])[0])
        [answer] = asked(way, request)
        [(token, logarithm)] = answer.tokens
        assert token.strip() == "Yes"
        likeliest = float(np.exp(logarithm))
        expected = likeliest / (likeliest + min(likeliest, 1 - likeliest))
        assert scorer.score(**row).score[0] == pytest.approx(expected, abs=1e-2)


def test_the_chat_template_and_the_end_of_a_turn_are_those_of_the_model(ways: list[dict[str, Any]]) -> None:
    requests = [
        ChatRequest("What is the capital of France?", 24),
        ChatRequest("Name a colour.", 24, system="Be brief."),
    ]
    here, served = (asked(way, *requests) for way in ways)
    assert [each.text for each in here] == [each.text for each in served]
    assert [each.prompt_tokens for each in here] == [each.prompt_tokens for each in served]
    assert here[0].text == "The capital of France is Paris."
    assert here[0].completion_tokens < 24


def test_synthetic_answers_are_the_same_both_ways(ways: list[dict[str, Any]]) -> None:
    pairs = [("What is the capital of France?", "Paris"), ("Who wrote Hamlet?", "Shakespeare")]
    here, served = (synthesize(pairs, judge_settings(**way)) for way in ways)
    assert here.answers == served.answers
    assert here.kinds == served.kinds
    assert here.answers[0] == "The capital of France is Paris."
    assert all(states(answer, reference, "en") for answer, (_, reference) in zip(here.answers, pairs, strict=True))


def test_rubric_grades_are_read_or_counted(ways: list[dict[str, Any]]) -> None:
    """The server holds the model to JSON; alone it may write anything."""
    columns = {name: cells[:1] for name, cells in COLUMNS.items()}
    for way, least in zip(ways, (0, 1), strict=True):
        scorer = RubricScorer(rubric="three_step", **way)
        result = scorer.score(**columns).summary(per_item=True)
        assert result["n_scored"] + result["n_failed"] == 1
        assert result["n_scored"] >= least
        assert {score for score in result["items"]["rubric"] if score == score} <= set(scorer.rubric.scores)


def test_the_cascade_asks_it_about_the_least_certain_rows(real_server: str, tmp_path: Path) -> None:
    rows = [
        dict(zip(("prediction", "reference", "question"), row, strict=True))
        for row in zip(*COLUMNS.values(), strict=True)
    ]
    told = ["cascade", write_jsonl(tmp_path / "rows.jsonl", rows), "--setting", "fast", "--ask", "0.5"]
    told += [
        "--provider",
        "llama.cpp",
        "--model",
        "smollm2",
        "--base-url",
        real_server,
        "--set",
        "cache=false",
        "--json",
    ]
    result = json.loads(run_smile(*told).output)
    assert (result["n"], result["n_asked"], result["failures"]) == (4, 2, [])
