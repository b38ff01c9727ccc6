from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from smile import L3Scorer
from smile.errors import ModelError
from smile.judges.chat_models.api_model import ApiModel
from smile.judges.chat_models.budget import Budget
from smile.judges.chat_models.chat import ChatAnswer, ChatFailure, ChatRequest
from smile.judges.chat_models.judge_settings import judge_settings
from smile.judges.chat_models.local_model import LocalModel
from smile.judges.l3_scorer import l3_yes_probability
from tests.support import llama_server, smollm
from tests.support.tiny_judge import TEMPLATE

PROMPTS = ["Yes or No?", "Is Paris the capital of France? Answer Yes or No.", "no", "x" * 40]


def model(folder: Path, **options: Any) -> LocalModel:
    return LocalModel(judge_settings("local", str(folder), **options))


def ask(judge: LocalModel | ApiModel, requests: list[ChatRequest]) -> list[Any]:
    outcomes: dict[int, Any] = {}
    judge.ask(requests, outcomes.__setitem__, Budget())
    return [outcomes[i] for i in range(len(requests))]


def first_tokens(prompts: list[str], top: int = 10**6) -> list[ChatRequest]:
    return [ChatRequest(prompt, max_tokens=1, wants_tokens=True, top_logprobs=top) for prompt in prompts]


def save_with(judge: Path, template: str | None, folder: Path) -> Any:
    """Saves the model with a chat template of its own and returns its tokenizer."""
    AutoModelForCausalLM.from_pretrained(judge).save_pretrained(folder)
    tokenizer = AutoTokenizer.from_pretrained(judge)
    tokenizer.chat_template = template
    tokenizer.save_pretrained(folder)
    return tokenizer


def test_tokens_cover_the_whole_vocabulary(tiny_judge: Path) -> None:
    """As transformers alone gives them, one prompt at a time."""
    tokenizer = AutoTokenizer.from_pretrained(tiny_judge)
    network = AutoModelForCausalLM.from_pretrained(tiny_judge, dtype=torch.float32).eval()

    def plain(prompt: str) -> list[tuple[str, float]]:
        ids = tokenizer(f"<|user|>{prompt}<|end|><|assistant|>", return_tensors="pt", add_special_tokens=False)
        with torch.inference_mode():
            row = torch.log_softmax(network(ids["input_ids"]).logits[0, -1].float(), dim=-1)
        return [(tokenizer.decode([i]), float(value)) for i, value in enumerate(row)]

    outcomes = ask(model(tiny_judge), first_tokens(PROMPTS))
    for prompt, outcome in zip(PROMPTS, outcomes, strict=True):
        assert isinstance(outcome, ChatAnswer)
        expected, found = (
            {token: value for token, value in each if token.strip().lower() in ("yes", "no")}
            for each in (plain(prompt), outcome.tokens)
        )
        assert found == pytest.approx(expected, abs=1e-4)
        assert {"Yes", "No", "yes", "no"} <= set(expected)
        assert outcome.completion_tokens == 1


@pytest.mark.parametrize(
    ("template", "read"),
    [
        (TEMPLATE, "<|user|>Be a doctor.<|end|><|user|>no<|end|><|assistant|>"),
        # As Llama 3's, which writes today's date unless it is told one.
        (
            "{%- if not date_string is defined %}{%- set date_string = strftime_now('%d %b %Y') %}{%- endif %}"
            "{{ date_string }}" + TEMPLATE,
            "26 Jul 2024<|user|>Be a doctor.<|end|><|user|>no<|end|><|assistant|>",
        ),
        # As Gemma's, which knows no system.
        (
            "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}" + TEMPLATE,
            "<|user|>Be a doctor.\n\nno<|end|><|assistant|>",
        ),
    ],
)
def test_a_system_message_is_read_by_every_template(tiny_judge: Path, tmp_path: Path, template: str, read: str) -> None:
    tokenizer = save_with(tiny_judge, template, tmp_path)
    request = ChatRequest("no", max_tokens=1, wants_tokens=True, system="Be a doctor.")
    [outcome] = ask(model(tmp_path), [request])
    assert isinstance(outcome, ChatAnswer)
    assert outcome.prompt_tokens == len(tokenizer(read, add_special_tokens=False)["input_ids"])


def test_the_identity_follows_the_weights(tiny_judge: Path, tmp_path: Path) -> None:
    other = AutoModelForCausalLM.from_pretrained(tiny_judge)
    with torch.no_grad():
        other.lm_head.weight[0] += 1
    other.save_pretrained(tmp_path)
    AutoTokenizer.from_pretrained(tiny_judge).save_pretrained(tmp_path)
    here, there = model(tiny_judge).identity, model(tmp_path).identity
    assert here["revision"] != there["revision"]


@pytest.mark.parametrize(
    ("template", "reason"), [(None, "no chat template"), (TEMPLATE + "<think>\n", "thinks before it answers")]
)
def test_a_model_that_cannot_judge_is_refused(
    tiny_judge: Path, tmp_path: Path, template: str | None, reason: str
) -> None:
    save_with(tiny_judge, template, tmp_path)
    with pytest.raises(ModelError, match=reason):
        ask(model(tmp_path), first_tokens(["x"]))


def test_served_weights_give_the_same_replies(tiny_judge: Path, llama_server: str) -> None:
    """The same weights here and behind llama.cpp: their verdicts, and how they read the chat template."""
    served = ApiModel(judge_settings("llama.cpp", "tiny", base_url=llama_server))
    requests = [replace(each, system="Be brief.") for each in first_tokens(PROMPTS, 20)]
    for here, there in zip(*(ask(each, requests) for each in (model(tiny_judge), served)), strict=True):
        assert here.prompt_tokens == there.prompt_tokens
        assert l3_yes_probability(here.tokens) == pytest.approx(l3_yes_probability(there.tokens), abs=1e-3)


def test_a_prompt_that_is_too_long_fails_alone(tiny_judge: Path) -> None:
    outcomes = ask(model(tiny_judge), first_tokens(["long " * 3000, "no"]))
    assert isinstance(outcomes[0], ChatFailure)
    assert "2048" in outcomes[0].reason
    assert isinstance(outcomes[1], ChatAnswer)


# A real chat model, by transformers and by llama.cpp with the same weights.
COLUMNS: dict[str, Any] = {
    "predictions": ["Paris", "Marlowe wrote it.", "8"],
    "references": ["Paris", "Shakespeare", ["eight", "8"]],
    "questions": ["What is the capital of France?", "Who wrote Hamlet?", "How many legs has a spider?"],
}


@pytest.fixture(scope="module")
def ways(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[dict[str, Any]]]:
    """The options of a judge in this process, and of one behind llama.cpp's server."""
    if not (smollm.is_installed() and llama_server.is_installed()):
        pytest.skip(smollm.MISSING)
    folder, packed = smollm.make()
    with llama_server.serve(packed, tmp_path_factory.mktemp("server")) as address:
        here = {"provider": "local", "model": str(folder), "device": "cpu", "cache": False}
        yield [here, {"provider": "llama.cpp", "model": "smollm2", "base_url": address, "cache": False}]


@pytest.mark.slow
def test_l3score_is_equal_locally_and_served(ways: list[dict[str, Any]]) -> None:
    here, served = (L3Scorer(**way, top_logprobs=20).score(**COLUMNS) for way in ways)
    assert served.score == pytest.approx(here.score, abs=1e-2)
    assert here.items()["outcome"] == served.items()["outcome"] == ["scored"] * 3
    assert len(set(here.score.round(3))) == 3
    alone = L3Scorer(**ways[0], top_logprobs=20)
    first, second = (alone.score(**{name: [cells[i]] for name, cells in COLUMNS.items()}).score[0] for i in (0, 1))
    assert [first, second] == pytest.approx(here.score[:2], abs=1e-4)


@pytest.mark.slow
def test_chat_template_and_turn_end_are_the_models(ways: list[dict[str, Any]]) -> None:
    local, server = (judge_settings(**way) for way in ways)
    requests = [ChatRequest("What is the capital of France?", 24), ChatRequest("A colour?", 24, system="Be brief.")]
    here, served = (ask(model, requests) for model in (LocalModel(local), ApiModel(server)))
    assert [each.text for each in here] == [each.text for each in served]
    assert [each.prompt_tokens for each in here] == [each.prompt_tokens for each in served]
    assert here[0].text == "The capital of France is Paris."
    assert here[0].completion_tokens < 24
