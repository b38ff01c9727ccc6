"""The judges on a real OpenAI-compatible server (llama.cpp), on transformers, and on a server with scripted faults.

Whatever a server sends, a row is judged by a verdict or counted as failed.
"""

import math
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from smile.errors import JudgeWarning, ModelError, UsageError
from smile.judges.ask import AnswerStore
from smile.judges.chat_models.budget import Budget
from smile.judges.chat_models.chat import ChatAnswer, ChatRequest
from smile.judges.chat_models.judge_settings import judge_settings
from smile.judges.chat_models.providers import find_provider
from smile.judges.rubric_scorer import RubricScorer
from smile.judges.synthesis import first_synthesis_prompt, second_synthesis_prompt, synthetic_answers
from smile.result_types import JudgeSummary
from smile.rows.checked_rows import check_rows
from tests.support.cases import cases
from tests.support.kills import kill_at_every_write
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


def test_top_logprobs_are_five_by_default(scripted: Scripted) -> None:
    """Yes and No are the sixth and seventh of the tokens, so that the metric's five do not hold them."""
    likeliest = {"Maybe": -0.5, "Well": -2.0, "It": -2.5, "The": -3.0, "So": -3.5, "Yes": -4.0, "No": -5.0}

    def reply(body: dict[str, Any]) -> tuple[int, Any]:
        return 200, completion(**dict(list(likeliest.items())[: body["top_logprobs"]]))

    scripted.reply = reply
    results = []
    for options in ({}, {"top_logprobs": 7}, {"top_logprobs": 50}):
        results.append(scripted.judge(cache=False, **options).score(**row("a")).summary())
    five, seven, everything = results
    assert [body["top_logprobs"] for body in scripted.bodies] == [5, 7, 20]
    assert (five["L3Score"], five["n_no_verdict"]) == (0.0, 1)
    assert seven["L3Score"] == everything["L3Score"] == pytest.approx(math.exp(-4) / (math.exp(-4) + math.exp(-5)))
    cuts = [result["signature"].partition("top_logprobs:")[2].partition("|")[0] for result in results]
    assert cuts == ["5", "7", "50"]


def test_nothing_is_asked_twice(scripted: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMILE_CACHE", str(tmp_path))
    scripted.reply = lambda body: (200, completion(Yes=-0.1 - len(str(body)) / 1e4, No=-3.0))
    first, second = scripted.judge().score(**many(20)), scripted.judge().score(**many(25))
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
    first = scripted.judge(concurrency=8, max_retries=1).score(**many(200)).summary()
    assert first["n_scored"] + first["n_failed"] == 200
    assert first["n_requests"] == len(scripted.bodies)
    assert 0 < first["n_failed"] < 100
    scripted.reply = lambda _: (200, completion(Yes=-0.1))
    second = scripted.judge().score(**many(200)).summary()
    assert (second["n_scored"], second["n_requests"]) == (200, first["n_failed"])


def test_a_failed_call_is_never_a_score(scripted: Scripted) -> None:
    scripted.judge().score(**many(1))
    scripted.reply = lambda _: (500, {})
    with pytest.raises(ModelError):
        scripted.judge(on_error="raise").score(**many(3))
    scores = scripted.judge(concurrency=1).score(**many(3))
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
    scorer = scripted.judge("morqa", language)
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


ROW = {"predictions": ["a"], "references": ["b"], "questions": ["Who?"]}


@pytest.mark.parametrize("logarithm", [math.nan, math.inf, -math.inf, 0.5, 1e4, 1e308])
def test_impossible_log_probabilities_fail_and_are_not_kept(
    scripted: Scripted, tmp_path: Path, logarithm: float
) -> None:
    scripted.reply = lambda _: (200, completion(Yes=logarithm, No=-2.0))
    scorer = scripted.judge(cache=tmp_path / "kept")
    for _ in range(2):
        result = scorer.score(**ROW).summary()
        assert (result["n_scored"], result["n_no_verdict"], result["n_failed"]) == (0, 0, 1)
        assert "log-probabilities are not those of a distribution" in result["failures"][0]
        assert math.isnan(result["L3Score"])
    scripted.reply = lambda _: (200, completion(Yes=-0.1, No=-3.0))
    assert scorer.score(**ROW).summary()["n_scored"] == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
# Completions of which one part is anything.
SPOILED: list[Callable[[Any], Any]] = [
    lambda part: part,
    lambda part: {"choices": part},
    lambda part: {"choices": [part]},
    lambda part: {"choices": [{"message": part}]},
    lambda part: {"choices": [{"message": {"content": part}, "logprobs": part}]},
    lambda part: completion(Yes=-0.1) | {"choices": [{"message": {}, "logprobs": {"content": part}}]},
    lambda part: {"choices": [{"message": {"content": "1", "reasoning": part}, "logprobs": None}]},
]
BODIES = st.binary(max_size=40) | st.builds(lambda spoil, part: spoil(part), st.sampled_from(SPOILED), JSON)


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(BODIES, min_size=50, max_size=50))
@pytest.mark.parametrize("rubric", [None, "three_step"])
def test_any_body_is_a_failure(scripted: Scripted, rubric: str | None, bodies: list[Any]) -> None:
    """500 of them; the first request gets a verdict, so that the others may get anything."""
    good = completion(Yes=-0.1, No=-3.0)
    good["choices"][0]["message"]["content"] = "Yes" if rubric is None else '{"score": 1}'
    replies = iter([good, *bodies])
    scripted.reply = lambda _: (200, next(replies))
    columns = {"predictions": list(map(str, range(51))), "references": ["b"] * 51, "questions": ["Who?"] * 51}
    result = scripted.judge(rubric, concurrency=8, cache=False).score(**columns).summary()
    assert (result["n_scored"], result["n_failed"]) == (1, 50)


@cases
def test_a_reply_unlike_its_likeliest_token_fails(
    scripted: Scripted, text: str, tokens: dict[str, float], is_failed: bool
) -> None:
    reply = completion(**tokens)
    reply["choices"][0]["message"]["content"] = text
    scripted.reply = lambda _: (200, reply)
    assert scripted.judge().score(**ROW).items()["outcome"] == ["failed" if is_failed else "scored"]


@pytest.mark.parametrize("cache", [True, False])
def test_another_model_is_reported_once(scripted: Scripted, tmp_path: Path, cache: bool) -> None:
    columns = {"predictions": ["a", "b"], "references": ["c", "d"], "questions": ["Who?"] * 2}
    scripted.reply = lambda _: (200, completion(Yes=-0.1) | {"model": "gpt-4o-mini-2024-07-18"})
    scripted.judge().score(**columns)
    scripted.reply = lambda _: (200, completion(Yes=-0.1) | {"model": "gpt-3.5-turbo"})
    scorer = scripted.judge(cache=tmp_path / "kept" if cache else False)
    for _ in range(2):
        with pytest.warns(JudgeWarning, match=r"the model 'gpt-4o-mini', but replies name 'gpt-3.5-turbo'") as found:
            scorer.score(**columns)
        assert len(found) == 1


def test_cached_reply_without_verdict_is_asked_again(scripted: Scripted, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    scripted.judge(cache=path).score(**ROW)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE answers SET answer = replace(answer, '-0.1', '10000.0')")
    result = scripted.judge(cache=path).score(**ROW).summary()
    assert (result["n_scored"], result["n_requests"], result["n_from_cache"]) == (1, 1, 0)


# Every request that is sent counts in the budget, whatever comes back.
ROWS = check_rows([f"{i:03}" for i in range(100)], ["Rome"] * 100, ["What is the capital of Italy?"] * 100)
PRICE = (100.0, 200.0)


def priced(body: dict[str, Any], sent: int = 100, generated: int = 10) -> dict[str, Any]:
    return body | {"usage": {"prompt_tokens": sent, "completion_tokens": generated}}


USABLE = priced(completion(Yes=-0.1))
UNUSABLE = {
    "list": priced({"choices": [{"message": {"content": [{"text": "Yes"}]}}]}),
    "no choices": priced({"choices": []}),
    "no log-probabilities": priced(completion()),
    "filtered": priced({"choices": [{"finish_reason": "content_filter", "message": {"content": "Yes"}}]}),
}


@pytest.mark.parametrize("body", UNUSABLE.values(), ids=UNUSABLE.keys())
def test_unusable_replies_count_in_requests_and_cost(
    scripted: Scripted, monkeypatch: pytest.MonkeyPatch, body: dict[str, Any]
) -> None:
    monkeypatch.setattr("smile.judges.chat_models.api_model._FIRST_WAIT", 0.01)
    replies = iter([USABLE])
    scripted.reply = lambda _: (200, next(replies, body))
    result = scripted.judge(price=PRICE).score_rows(ROWS, budget=Budget(PRICE, most_requests=10)).aggregates()
    assert len(scripted.bodies) == result["n_requests"] == 10
    assert (result["prompt_tokens"], result["completion_tokens"]) == (1000, 100)
    assert result["cost"] == pytest.approx(0.12)
    assert (result["n_scored"], result["n_failed"]) == (1, 99)
    assert "not asked, because the budget could be exceeded" in result["failures"][-2]


@pytest.mark.parametrize("text", ["It is Rome.", "罗马是意大利的首都", "ローマはイタリアの首都です", "Рим", "روما"])
@pytest.mark.parametrize("concurrency", [1, 8])
def test_dollars_of_reported_usage_stay_within_limit(scripted: Scripted, text: str, concurrency: int) -> None:
    """The server counts three tokens a character, more than any estimate, and generates more than asked."""

    def reply(body: dict[str, Any]) -> tuple[int, Any]:
        n_characters = len(body["messages"][0]["content"])
        return 200, priced(completion(Yes=-0.1), 3 * n_characters, 5)

    scripted.reply = reply
    rows = check_rows([f"{text} {i:03}" for i in range(60)], ["Rome"] * 60, [text] * 60)
    result = scripted.judge(price=PRICE, concurrency=concurrency).score_rows(
        rows, budget=Budget(PRICE, most_dollars=1.0)
    )
    found = result.aggregates()
    assert len(scripted.bodies) == found["n_requests"] == found["n_scored"]
    assert 0.8 < found["cost"] <= 1


def test_requests_in_flight_never_exceed_the_limits() -> None:
    request = ChatRequest("x" * 400, 10)  # 100 tokens
    for limits, most in (({"most_requests": 7}, 7), ({"most_dollars": 0.06}, 5), ({"most_dollars": 0.0}, 0)):
        budget = Budget(PRICE, **limits)

        def ask(budget: Budget = budget) -> None:
            if budget.start(request):
                budget.end(request, (100, 10))

        threads = [threading.Thread(target=ask) for _ in range(40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (budget.n_requests, budget.tokens) == (most, (100 * most, 10 * most))


def test_keys_come_from_the_argument_or_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_API_KEY", "SMILE_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY"):
        find_provider("openai").key(None)
    monkeypatch.setenv("SMILE_API_KEY", "of-any")
    assert find_provider("openai").key(None) == "of-any"
    monkeypatch.setenv("OPENAI_API_KEY", "of-openai")
    assert find_provider("openai").key(None) == "of-openai"
    assert find_provider("openai").key("given") == "given"
    monkeypatch.delenv("SMILE_API_KEY")
    assert find_provider("deepseek").key("given") == "given"
    assert find_provider("vllm").key(None) == "none"
    with pytest.raises(UsageError, match="DEEPSEEK_API_KEY"):
        find_provider("deepseek").key(None)  # the key of one provider is not sent to another


ANSWER = ChatAnswer("Yes", (("Yes", -0.25), (" no", -1.5)), 12, 1)
IDENTITY = {"provider": "openai", "endpoint": "https://x/v1", "model": "m"}
REQUEST = ChatRequest("prompt", max_tokens=1, wants_tokens=True)


def test_key_has_everything_that_decides_a_reply() -> None:
    others: list[dict[str, Any]] = [{"prompt": "prompt "}, {"max_tokens": 2}, {"wants_tokens": False}]
    others += [{"top_logprobs": 5}, {"schema": {"type": "object"}}, {"system": "system"}]
    identities = [{"model": "n"}, {"endpoint": "https://y/v1"}, {"provider": "xai"}]
    keys = {replace(REQUEST, **other).key(IDENTITY) for other in others}
    keys |= {REQUEST.key(IDENTITY | other) for other in identities} | {REQUEST.key(IDENTITY)}
    assert len(keys) == len(others) + len(identities) + 1
    assert REQUEST.key(dict(reversed(IDENTITY.items()))) in keys


def test_a_kill_at_any_write_loses_no_reply(tmp_path: Path) -> None:
    path, reported = tmp_path / "judge.sqlite", tmp_path / "reported"

    def answer() -> None:
        store = AnswerStore(path)
        for i in range(4):
            store.put(str(i), replace(ANSWER, prompt_tokens=i))
            reported.write_text("." * (i + 1))
        store.close()

    for _ in kill_at_every_write(answer):
        n = len(reported.read_text()) if reported.exists() else 0
        found = [AnswerStore(path).get(str(i)) for i in range(n)] if n else []
        assert found == [replace(ANSWER, prompt_tokens=i) for i in range(n)]
    assert AnswerStore(path).get("3") == replace(ANSWER, prompt_tokens=3)


def test_a_damaged_record_is_never_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "judge.sqlite"
    AnswerStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO answers VALUES ('k', '{\"text\": 1')")
    connection.commit()
    connection.close()
    with pytest.raises(ModelError, match="cannot be used"):
        AnswerStore(path).get("k")
