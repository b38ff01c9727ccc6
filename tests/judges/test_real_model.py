"""Judges and synthetic answers of a real chat model, by transformers and by llama.cpp with the same weights."""

from pathlib import Path
from typing import Any

import pytest

from smile import L3Scorer
from smile.judges.chat_models.api_model import ApiModel
from smile.judges.chat_models.budget import Budget
from smile.judges.chat_models.chat import ChatAnswer, ChatRequest
from smile.judges.chat_models.judge_settings import judge_settings
from smile.judges.chat_models.local_model import LocalModel

pytestmark = pytest.mark.slow

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


def test_l3score_is_equal_locally_and_served(ways: list[dict[str, Any]]) -> None:
    here, served = (L3Scorer(**way, top_logprobs=20).score(**COLUMNS) for way in ways)
    assert served.score == pytest.approx(here.score, abs=1e-2)
    assert here.items()["outcome"] == served.items()["outcome"] == ["scored"] * 4
    assert len(set(here.score.round(3))) == 4
    alone = L3Scorer(**ways[0], top_logprobs=20)
    first, second = (alone.score(**{name: [cells[i]] for name, cells in COLUMNS.items()}).score[0] for i in (0, 1))
    assert [first, second] == pytest.approx(here.score[:2], abs=1e-4)


def test_chat_template_and_turn_end_are_the_models(ways: list[dict[str, Any]]) -> None:
    requests = [
        ChatRequest("What is the capital of France?", 24),
        ChatRequest("Name a colour.", 24, system="Be brief."),
    ]
    here, served = (asked(way, *requests) for way in ways)
    assert [each.text for each in here] == [each.text for each in served]
    assert [each.prompt_tokens for each in here] == [each.prompt_tokens for each in served]
    assert here[0].text == "The capital of France is Paris."
    assert here[0].completion_tokens < 24
