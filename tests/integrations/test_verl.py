"""SMILE as a reward in verl itself; `make test-integrations TOOLS=verl` runs this where it is installed."""

import asyncio
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("verl")

import torch
from omegaconf import OmegaConf
from transformers import AutoTokenizer
from verl import DataProto
from verl.trainer.ppo.metric_utils import process_validation_metrics
from verl.trainer.ppo.reward import get_custom_reward_fn, load_reward_manager
from verl.workers.reward_manager.batch import BatchRewardManager

from smile import SmileScorer
from tests.docs.test_readme import NEEDS_TRAINERS, TEXTS, blocks
from tests.support.tiny_model import make_chat_model

_, FILE = blocks(TEXTS[NEEDS_TRAINERS], "py")

ANSWERS = ["the answer is oslo", "rome", "", "oslo"] * 8
TRUTHS = ["Oslo", ["Oslo", "Bergen"], {"target": "Oslo"}, {"target": np.array(["Bergen", "Oslo"])}] * 8
EXPECTED = [1.0, 0.0, 0.0, 1.0] * 8


@pytest.fixture
def tokenizer(tmp_path: Path) -> Any:
    return AutoTokenizer.from_pretrained(make_chat_model(tmp_path / "model"))


@pytest.fixture
def batch(tokenizer: Any) -> DataProto:
    """The answers as verl hands them to its reward managers."""
    read = tokenizer(ANSWERS, padding=True, return_tensors="pt", add_special_tokens=False)
    prompts = torch.full((len(ANSWERS), 2), tokenizer.unk_token_id)
    tensors = {
        "prompts": prompts,
        "responses": read["input_ids"],
        "attention_mask": torch.cat([torch.ones_like(prompts), read["attention_mask"]], dim=1),
    }
    others = {
        "data_source": np.array(["nq"] * len(ANSWERS), dtype=object),
        "reward_model": np.array([{"ground_truth": truth} for truth in TRUTHS], dtype=object),
        "extra_info": np.array([{"question": "What is the capital of Norway?"} for _ in ANSWERS], dtype=object),
    }
    return DataProto.from_dict(tensors=tensors, non_tensors=others)


@pytest.fixture
def config(tmp_path: Path) -> Any:
    (tmp_path / "smile_reward.py").write_text(FILE, encoding="utf-8")
    function = {"path": str(tmp_path / "smile_reward.py"), "name": "compute_score", "reward_kwargs": {}}
    return OmegaConf.create(
        {"reward": {"custom_reward_function": function, "reward_manager": {"source": "register", "name": "naive"}}}
    )


def test_the_manager_for_single_answers(
    tokenizer: Any, batch: DataProto, config: Any, calls: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    score_rows = SmileScorer.score_rows
    monkeypatch.setattr(SmileScorer, "score_rows", lambda *each: time.sleep(0.2) or score_rows(*each))

    async def run() -> list[dict[str, Any]]:
        manager = load_reward_manager(config, tokenizer)
        manager.loop = asyncio.get_running_loop()
        return await asyncio.gather(*(manager.run_single(batch[i : i + 1]) for i in range(len(batch))))

    rewards = asyncio.run(run())
    assert [reward["reward_score"] for reward in rewards] == EXPECTED
    assert sum(calls) == len(ANSWERS)
    assert len(calls) <= len(ANSWERS) / 2, "answers that arrive together are scored together"
    infos = {
        name: [reward["reward_extra_info"][name] for reward in rewards] for name in rewards[0]["reward_extra_info"]
    }
    assert infos["pred"][:4] == ["oslo", "rome", "", "oslo"]
    assert infos["marker"][:2] == ["the answer is", ""]
    assert infos["not_attempted"][:3] == ["", "", "empty"]
    metrics = process_validation_metrics(["nq"] * len(ANSWERS), ["one question"] * len(ANSWERS), infos)
    votes = metrics["nq"]["acc"]
    assert votes["mean@32"] == 0.5
    assert votes["maj@32/mean"] > 0.9, "most answers are Oslo"


def test_the_manager_for_batches(tokenizer: Any, batch: DataProto, config: Any, calls: list[int]) -> None:
    config.reward.custom_reward_function.name = "compute_scores"
    path = Path(config.reward.custom_reward_function.path)
    path.write_text(FILE.replace("compute_score = reward.verl", "compute_scores = reward.verl_batch"), encoding="utf-8")
    manager = BatchRewardManager(tokenizer, 0, get_custom_reward_fn(config))
    found = manager(batch, return_dict=True)
    assert found["reward_tensor"].sum(dim=1).tolist() == EXPECTED
    assert found["reward_extra_info"]["acc"] == EXPECTED
    assert calls == [len(ANSWERS)]
