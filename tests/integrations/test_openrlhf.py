"""SMILE as a reward in OpenRLHF itself; `make test-integrations TOOLS=openrlhf` runs this where it is installed."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("openrlhf")

from openrlhf.utils.agent import SingleTurnAgentExecutor
from transformers import AutoTokenizer

from tests.docs.test_readme import NEEDS_TRAINERS, TEXTS, blocks
from tests.support.tiny_model import make_chat_model

_, FILE = blocks(TEXTS[NEEDS_TRAINERS], "py")


class SaysThis:
    """An engine that answers with the same tokens, as vLLM's returns them."""

    def __init__(self, token_ids: list[int]) -> None:
        self.token_ids = token_ids

    async def generate(self, *_: Any, **__: Any) -> Any:
        return SimpleNamespace(outputs=[SimpleNamespace(token_ids=self.token_ids, finish_reason="stop", logprobs=None)])


@pytest.mark.parametrize(
    ("answer", "reward", "not_attempted"),
    [("the answer is oslo<eos>", 1.0, 0.0), ("maybe rome<eos>", 0.0, 0.0), ("<eos>", 0.0, 1.0), ("oslo", 1.0, 0.0)],
)
def test_an_answer_has_its_reward_and_its_log(tmp_path: Path, answer: str, reward: float, not_attempted: float) -> None:
    (tmp_path / "smile_reward.py").write_text(FILE, encoding="utf-8")
    tokenizer = AutoTokenizer.from_pretrained(make_chat_model(tmp_path / "model"))
    prompt = "<user> the answer is <assistant>"
    parameters = SimpleNamespace(max_tokens=8, logprobs=None)
    engine = SaysThis(tokenizer(answer, add_special_tokens=False)["input_ids"])
    executor = SingleTurnAgentExecutor(str(tmp_path / "smile_reward.py"))
    response = asyncio.run(executor.execute(prompt, "Oslo", parameters, 64, tokenizer, engine))
    numbers = [response["reward"], response["extra_logs"]["accuracy"], response["extra_logs"]["not_attempted"]]
    assert [number.tolist() for number in numbers] == [[reward], [reward], [not_attempted]]
    assert response["scores"].tolist() == [pytest.approx(reward, abs=0.5)]
