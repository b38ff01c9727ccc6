"""The judges on a real OpenAI-compatible server (llama.cpp), on transformers, and on a server with scripted faults."""

import math
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from smile.errors import ModelError
from smile.judges.chat_models.judge_settings import judge_settings
from smile.judges.l3_scorer import L3Scorer
from smile.judges.rubric_scorer import RubricScorer
from smile.judges.synthesis import first_synthesis_prompt, second_synthesis_prompt, synthetic_answers
from smile.result_types import JudgeSummary
from tests.support.result_checks import faults_of
from tests.support.scripted_server import KEY, Scripted, completion

COLUMNS = {
    "predictions": ["Paris", "Marlowe wrote it.", "8"],
    "references": ["Paris", "Shakespeare", ["eight", "8"]],
    "questions": ["What is the capital of France?", "Who wrote Hamlet?", "How many legs has a spider?"],
}


def many(n: int) -> dict[str, list[str]]:
    return {
        "predictions": [f"It is {2 * i}." for i in range(n)],
        "references": [f"{2 * i}" for i in range(n)],
        "questions": [f"What is {i} and {i}?" for i in range(n)],
    }


def row(prediction: str, reference: Any = "b", times: int = 1) -> dict[str, Any]:
    return {"predictions": [prediction] * times, "references": [reference] * times, "questions": ["q"] * times}


def scripted_judge(scripted: Scripted, **options: Any) -> L3Scorer:
    options = {"api_key": KEY, "base_url": scripted.base_url, "max_retries": 0} | options
    return L3Scorer("openai", "gpt-4o-mini", **options)


def test_top_logprobs_are_five_by_default(scripted: Scripted) -> None:
    """Yes and No are the sixth and seventh of the tokens, so that the metric's five do not hold them."""
    likeliest = {"Maybe": -0.5, "Well": -2.0, "It": -2.5, "The": -3.0, "So": -3.5, "Yes": -4.0, "No": -5.0}

    def reply(body: dict[str, Any]) -> tuple[int, Any]:
        return 200, completion(**dict(list(likeliest.items())[: body["top_logprobs"]]))

    scripted.reply = reply
    results = []
    for options in ({}, {"top_logprobs": 7}, {"top_logprobs": 50}):
        results.append(scripted_judge(scripted, cache=False, **options).score(**row("a")).summary())
    five, seven, everything = results
    assert [body["top_logprobs"] for body in scripted.bodies] == [5, 7, 20]
    assert (five["L3Score"], five["n_no_verdict"]) == (0.0, 1)
    assert seven["L3Score"] == everything["L3Score"] == pytest.approx(math.exp(-4) / (math.exp(-4) + math.exp(-5)))
    cuts = [result["signature"].partition("top_logprobs:")[2].partition("|")[0] for result in results]
    assert cuts == ["5", "7", "50"]


def test_nothing_is_asked_twice(scripted: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMILE_CACHE", str(tmp_path))
    scripted.reply = lambda body: (200, completion(Yes=-0.1 - len(str(body)) / 1e4, No=-3.0))
    first, second = scripted_judge(scripted).score(**many(20)), scripted_judge(scripted).score(**many(25))
    assert (first.summary()["n_requests"], first.summary()["prompt_tokens"]) == (20, 140)
    assert faults_of(first.summary(per_item=True), JudgeSummary) == []
    assert [second.summary()[name] for name in ("n_requests", "n_from_cache", "prompt_tokens")] == [5, 20, 35]
    assert second.score[:20].tolist() == first.score.tolist()
    assert len({str(body["messages"]) for body in scripted.bodies}) == len(scripted.bodies) == 25
    kept = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert kept
    assert not any(KEY.encode() in file.read_bytes() for file in kept)


def test_faults_of_any_kind_lose_no_row(scripted: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the replies are refused, cut or useless; a second run asks only for what failed."""
    monkeypatch.setattr("smile.judges.chat_models.api_model._FIRST_WAIT", 0.01)
    faults = [(429, {}, {"Retry-After": "0.01"}), (500, {}), (200, b"{"), (200, completion())]
    n_replies, lock = 0, Lock()

    def reply(_: dict[str, Any]) -> tuple[Any, ...]:
        nonlocal n_replies
        with lock:
            n_replies += 1
            return faults[n_replies // 2 % 4] if n_replies % 2 == 0 else (200, completion(Yes=-0.1))

    scripted.reply = reply
    first = scripted_judge(scripted, concurrency=8, max_retries=1).score(**many(200)).summary()
    assert first["n_scored"] + first["n_failed"] == 200
    assert first["n_requests"] == len(scripted.bodies)
    assert 0 < first["n_failed"] < 100
    scripted.reply = lambda _: (200, completion(Yes=-0.1))
    second = scripted_judge(scripted).score(**many(200)).summary()
    assert (second["n_scored"], second["n_requests"]) == (200, first["n_failed"])


def test_a_failed_call_is_never_a_score(scripted: Scripted) -> None:
    scripted_judge(scripted).score(**many(1))
    scripted.reply = lambda _: (500, {})
    with pytest.raises(ModelError):
        scripted_judge(scripted, on_error="raise").score(**many(3))
    scores = scripted_judge(scripted, concurrency=1).score(**many(3))
    result = scores.summary(per_item=True)
    assert (result["n_scored"], result["n_failed"], result["n_from_cache"]) == (1, 2, 1)
    assert [math.isnan(score) for score in result["items"]["L3Score"]] == [False, True, True]
    assert result["L3Score"] == scores.score[0]
    assert [failure[:6] for failure in result["failures"]] == ["row 1:", "row 2:"]


@pytest.mark.parametrize("rubric", ["three_step", "zero_to_five"])
def test_schema_makes_a_server_give_verdicts(llama_server: str, rubric: str) -> None:
    scorer = RubricScorer("llama.cpp", "tiny", rubric, base_url=llama_server, cache=False)
    result = scorer.score(**COLUMNS | {"references": [[], "Shakespeare", ["eight", "8"]]}).summary(per_item=True)
    # The model may write any grade that the schema allows, and so also "no" beside the score 5.
    failures = [failure for failure in result["failures"] if "score contradicts its yes or no" in failure]
    assert (result["n_failed"], result["n_scored"]) == (len(failures), 3 - len(failures))
    scores = [score for score in result["items"]["rubric"] if not math.isnan(score)]
    assert len(scores) == result["n_scored"]
    assert all(score in scorer.rubric.scores for score in scores)
    assert ("accuracy" in result) == (rubric == "zero_to_five")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_morqa_sends_system_message_and_reads_rating(language: str, scripted: Scripted) -> None:
    rating = {"en": "### **Rating: 0.5**\nIt leaves out the treatment.", "zh": "评分：0.5\n解释: 不完整"}[language]
    scripted.reply = lambda _: (200, {"choices": [{"message": {"content": rating}}]})
    options = {"api_key": KEY, "base_url": scripted.base_url, "cache": False}
    scorer = RubricScorer("openai", "gpt-4o", "morqa", language, **options)
    result = scorer.score(predictions=["a", "b"], references=[["r", "s"], []], questions=["q", "q"]).summary()
    assert (result["rubric"], result["n_scored"], result["n_failed"]) == (0.5, 2, 0)
    assert "accuracy" not in result
    assert f"|rubric:morqa.{language}@" in result["signature"]
    for body in scripted.bodies:
        assert [message["role"] for message in body["messages"]] == ["system", "user"]
        assert body["messages"][0]["content"] == scorer.rubric.system
        assert "response_format" not in body


PAIRS = [("What is the capital of France?", "Paris"), ("Is there a bowl?", "no"), ("most runs ever scored", "18")]


def says(text: str) -> tuple[int, Any]:
    return 200, {"choices": [{"message": {"content": text}}], "usage": {"prompt_tokens": 7, "completion_tokens": 5}}


def test_answer_without_reference_is_asked_then_replaced(scripted: Scripted) -> None:
    replies = {
        first_synthesis_prompt(*PAIRS[0]): says('Sentence: "Paris is the capital of France."'),
        first_synthesis_prompt(*PAIRS[1]): says("The table is empty."),
        second_synthesis_prompt(*PAIRS[1], "The table is empty."): says("No, the table is empty."),
        first_synthesis_prompt(*PAIRS[2]): says("Many runs were scored."),
        second_synthesis_prompt(*PAIRS[2], "Many runs were scored."): says(""),
    }
    scripted.reply = lambda body: replies.get(body["messages"][0]["content"], (500, {}))
    options = {"api_key": KEY, "base_url": scripted.base_url, "max_retries": 0, "concurrency": 1}
    found = synthetic_answers(PAIRS, judge_settings("openai", "gpt-4o-mini", **options))
    written = ["Paris is the capital of France.", "No, the table is empty.", "most runs ever scored 18"]
    assert found.answers == written
    kinds = {"n_generated": 1, "n_regenerated": 1, "n_by_template": 1, "n_failed": 0, "failures": []}
    spent = {"cost": None, "prompt_tokens": 35, "completion_tokens": 25, "n_requests": 5, "n_from_cache": 0}
    assert found.counts == kinds | spent
