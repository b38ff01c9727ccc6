"""Replies that are no verdict: whatever a server sends, a row is judged by a verdict or counted as failed."""

import math
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from smile import L3Scorer, RubricScorer
from smile.errors import JudgeWarning
from tests.support.cases import cases
from tests.support.scripted_server import KEY, Scripted, completion

ROW = {"predictions": ["a"], "references": ["b"], "questions": ["Who?"]}


def judge_of(scripted: Scripted, rubric: str | None = None, **options: Any) -> L3Scorer | RubricScorer:
    options = {"api_key": KEY, "base_url": scripted.base_url, "max_retries": 0, "cache": False} | options
    if rubric is None:
        return L3Scorer("openai", "gpt-4o-mini", **options)
    return RubricScorer("openai", "gpt-4o-mini", rubric, **options)


NO_DISTRIBUTION = [math.nan, math.inf, -math.inf, 0.5, 1e4, 1e308]


@pytest.mark.parametrize("logarithm", NO_DISTRIBUTION)
def test_impossible_log_probabilities_fail_and_are_not_kept(
    scripted: Scripted, tmp_path: Path, logarithm: float
) -> None:
    scripted.reply = lambda _: (200, completion(Yes=logarithm, No=-2.0))
    scorer = judge_of(scripted, cache=tmp_path / "kept")
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
    result = judge_of(scripted, rubric, concurrency=8).score(**columns).summary()
    assert (result["n_scored"], result["n_failed"]) == (1, 50)


@cases
def test_a_reply_unlike_its_likeliest_token_fails(
    scripted: Scripted, text: str, tokens: dict[str, float], is_failed: bool
) -> None:
    reply = completion(**tokens)
    reply["choices"][0]["message"]["content"] = text
    scripted.reply = lambda _: (200, reply)
    assert judge_of(scripted).score(**ROW).items()["outcome"] == ["failed" if is_failed else "scored"]


@pytest.mark.parametrize("cache", [True, False])
def test_another_model_is_reported_once(scripted: Scripted, tmp_path: Path, cache: bool) -> None:
    columns = {"predictions": ["a", "b"], "references": ["c", "d"], "questions": ["Who?"] * 2}
    scripted.reply = lambda _: (200, completion(Yes=-0.1) | {"model": "gpt-4o-mini-2024-07-18"})
    judge_of(scripted).score(**columns)
    scripted.reply = lambda _: (200, completion(Yes=-0.1) | {"model": "gpt-3.5-turbo"})
    scorer = judge_of(scripted, cache=tmp_path / "kept" if cache else False)
    for _ in range(2):
        with pytest.warns(JudgeWarning, match=r"the model 'gpt-4o-mini', but replies name 'gpt-3.5-turbo'") as found:
            scorer.score(**columns)
        assert len(found) == 1


def test_cached_reply_without_verdict_is_asked_again(scripted: Scripted, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    judge_of(scripted, cache=path).score(**ROW)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE answers SET answer = replace(answer, '-0.1', '10000.0')")
    result = judge_of(scripted, cache=path).score(**ROW).summary()
    assert (result["n_scored"], result["n_requests"], result["n_from_cache"]) == (1, 1, 0)
