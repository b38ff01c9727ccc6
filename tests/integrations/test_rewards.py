"""SMILE as a reward: in TRL itself, and called as trainers call; test_verl.py and others have those themselves."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import pandas as pd
import pytest
import torch
from datasets import Dataset

from smile import DataError, ModelError, SmileScorer, UsageError
from smile.integrations.commitment import lack_of_commitment
from smile.integrations.rewards import SmileReward
from smile.integrations.shared_batches import SharedBatches
from smile.rows.checked_rows import check_rows
from tests.docs.test_readme import NEEDS_TRAINERS, TEXTS, blocks
from tests.support.cases import cases, read_cases
from tests.support.tiny_model import make_chat_model

RECIPE, FILE = blocks(TEXTS[NEEDS_TRAINERS], "py")

needs_trl = pytest.mark.skipif(find_spec("trl") is None, reason='no TRL: run `pip install ".[trl]"`')

RIGHT, WRONG, REFUSAL = "<think>Rome? No.</think> \\boxed{Oslo}", "<think>Oslo?</think> Rome", "<think>Oslo? Oslo."


@pytest.fixture
def gradients() -> Iterator[None]:
    """Gradients, which lighteval turns off for good where its tests ran before."""
    with torch.enable_grad():
        yield


def chat(*said: Any) -> list[dict[str, Any]]:
    return [{"role": "assistant", "content": content} for content in said]


@needs_trl
@pytest.mark.usefixtures("gradients")
def test_a_model_learns_to_answer_rightly(tmp_path: Path, calls: list[int]) -> None:
    from trl import GRPOConfig, GRPOTrainer

    rows = [("Norway", ["Oslo"]), ("Norway", ["Bergen", "Oslo"]), ("France", None)]
    questions = Dataset.from_list(
        [
            {"prompt": [{"role": "user", "content": f"What is the capital of {country}?"}], "gold": gold}
            for country, gold in rows * 4
        ]
    )
    arguments = GRPOConfig(
        output_dir=str(tmp_path / "run"),
        max_steps=12,
        per_device_train_batch_size=12,
        num_generations=4,
        max_completion_length=2,
        learning_rate=0.05,
        logging_steps=1,
        log_completions=True,
        report_to="none",
        save_strategy="no",
        use_cpu=True,
    )
    reward = SmileReward(column="gold", binary=True, not_attempted=-0.5, wrong=-1)
    trainer = GRPOTrainer(
        model=str(make_chat_model(tmp_path / "model")), reward_funcs=reward, train_dataset=questions, args=arguments
    )
    trainer.train()

    tables = [pd.read_parquet(path) for path in sorted((tmp_path / "run" / "completions").iterdir())]
    has_gold = [table["prompt"].map(lambda prompt: "Norway" in prompt[0]["content"]) for table in tables]
    assert calls == [sum(has) for has in has_gold], "one call for each step"
    for table, has, log in zip(tables, has_gold, trainer.state.log_history, strict=False):
        assert table.loc[~has, ["smile", "smile_score", "smile_answer"]].isna().all(axis=None)
        answered = table[has]
        answers = [messages[-1]["content"] for messages in answered["completion"]]
        asked = [messages[-1]["content"] for messages in answered["prompt"]]
        scores = SmileScorer("fast").score(answers, ["Oslo"] * len(answers), asked)
        expected = [
            -0.5 if reason else 1.0 if correct else -1.0
            for reason, correct in zip(scores.not_attempted, scores.correct, strict=True)
        ]
        assert answered["smile"].tolist() == expected
        assert answered["smile_not_attempted"].tolist() == scores.not_attempted
        assert log["smile_accuracy"] == pytest.approx(scores.correct.mean())
        assert log["smile_not_attempted"] == pytest.approx(sum(map(bool, scores.not_attempted)) / len(answers))
    accuracies = [log["smile_accuracy"] for log in trainer.state.log_history if "smile_accuracy" in log]
    assert sum(accuracies[-4:]) > sum(accuracies[:4]) + 1, accuracies


@needs_trl
@pytest.mark.usefixtures("gradients")
def test_the_recipe_runs_as_it_is_written(tmp_path: Path, own_folder: Path) -> None:
    model = make_chat_model(tmp_path / "model")
    assert "max_steps=100" in RECIPE
    short = RECIPE.replace("max_steps=100", "max_steps=1, max_completion_length=4").replace(
        "Qwen/Qwen3-0.6B", str(model)
    )
    exec(short, vars(ModuleType("recipe")))  # noqa: S102
    [table] = (own_folder / "build" / "grpo" / "completions").iterdir()
    assert len(pd.read_parquet(table)) == 8


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (1.0, pytest.approx(0.3, abs=0.2), 0.0)),
        ({"binary": True}, (1.0, 0.0, 0.0)),
        ({"binary": True, "right": 2, "not_attempted": -0.5, "wrong": -1}, (2.0, -1.0, -0.5)),
        ({"not_attempted": 0.1, "wrong": 0.5}, (1.0, pytest.approx(0.65, abs=0.1), 0.1)),
        ({"binary": True, "threshold": 0, "wrong": -1}, (1.0, 1.0, 0.0)),
        ({"binary": True, "answer": "whole", "wrong": -1, "strict": False}, (1.0, 1.0, 1.0)),
    ],
)
def test_the_weights_of_right_wrong_and_not_attempted(options: dict[str, Any], expected: tuple[Any, ...]) -> None:
    rewards = SmileReward(**options)(["?"] * 3, [RIGHT, WRONG, REFUSAL], solution=["Oslo"] * 3)
    assert tuple(rewards) == (pytest.approx(expected[0]), *expected[1:])


@pytest.mark.parametrize(
    ("completion", "answer"),
    [
        ("in Oslo", "in Oslo"),
        (chat("in Oslo"), "in Oslo"),
        (chat("Rome", None, "<answer>Oslo</answer>"), "Oslo"),
        ([*chat("Oslo"), {"role": "tool", "content": "Rome"}], "Oslo"),
        (chat([{"type": "text", "text": "in"}, {"type": "image"}, {"type": "text", "text": "Oslo"}]), "in\nOslo"),
        (chat("Oslo", None), ""),
        ([], ""),
    ],
)
def test_the_last_message_of_the_assistant_counts(completion: Any, answer: str) -> None:
    logged: dict[str, list[Any]] = {}
    SmileReward()(["?"], [completion], solution=[["Oslo"]], log_extra=logged.__setitem__)
    assert logged["smile_answer"] == [answer]


@pytest.mark.parametrize(
    "end", ["", "<|im_end|>\n", "</s>", " <|eot_id|><pad><pad>", "<｜end▁of▁sentence｜>", "<end_of_turn>\n<eos>"]
)
def test_an_answer_ends_where_its_turn_ends(end: str) -> None:
    found = SmileReward(wrong=-1).openrlhf(["Q: Where?\nA: Oslo" + end], ["Q: Where?\nA:"], ["Oslo"])
    assert found["rewards"].tolist() == pytest.approx([1])
    assert found["scores"].tolist() == pytest.approx([1])


@cases
def test_a_plain_prompt_gives_its_question(prompt: str) -> None:
    said = ["The capital is not Paris.", "Paris isn't the capital.", "Paris"]
    assert SmileReward(binary=True)([prompt] * 3, said, solution=["Paris"] * 3) == [0, 0, 1]
    queries = [prompt + each for each in said]
    assert SmileReward(binary=True).openrlhf(queries, [prompt] * 3, ["Paris"] * 3)["rewards"].tolist() == [0, 0, 1]


def test_a_wrong_row_or_option_is_refused() -> None:
    with pytest.raises(
        DataError, match=r"no column 'solution' .*it has answer, level\): choose another column with SmileReward"
    ):
        SmileReward()(["?"], [RIGHT], answer=["Oslo"], level=[1])
    with pytest.raises(DataError, match=r"row 0 \(nq\): the reference is None"):
        SmileReward().verl("nq", RIGHT, None)
    with pytest.raises(DataError, match="row 0: the query does not begin with its prompt"):
        SmileReward().openrlhf(["A: Oslo"], ["Q: Where? A:"], ["Oslo"])
    with pytest.raises(UsageError, match="prompts is missing"):
        SmileReward()(completions=[RIGHT], solution=["Oslo"])
    for option in ("binary", "strict"):
        with pytest.raises(UsageError, match=f"{option} is 'no' .*must be True or False"):
            SmileReward(**{option: "no"})
    with pytest.raises(UsageError, match="wrong must be a finite number, got nan"):
        SmileReward(wrong=float("nan"))


@pytest.mark.parametrize("completion", [["Oslo", "Bergen"], {"answer": "Oslo"}, b"Oslo"])
def test_completion_of_another_type_is_refused(completion: Any) -> None:
    kind = type(completion).__name__
    with pytest.raises(DataError, match=rf"row 2: the prediction is .* \({kind}\), not a string"):
        SmileReward()(["?"] * 3, [RIGHT, RIGHT, completion], solution=[None, "Oslo", "Oslo"])
    with pytest.raises(DataError, match=rf"row 1 \(nq\): the prediction is .* \({kind}\)"):
        SmileReward().verl_batch(["nq"] * 2, [RIGHT, completion], ["Oslo"] * 2, [None] * 2)
    with pytest.raises(DataError, match=rf"row 0: the prediction is .* \({kind}\)"):
        asyncio.run(SmileReward().verifiers(completion, "Oslo"))
    with pytest.raises(DataError, match=rf"row 1: .* \({kind}\) is not a string"):
        SmileReward().openrlhf(["Q: Oslo", completion], ["Q:"] * 2, ["Oslo"] * 2)


@pytest.mark.parametrize("sizes", [(2, 3, 2), (2, 2, 3), (3, 2, 2), (2, 0, 2), (0, 2, 2)])
def test_batches_of_unequal_lengths_are_refused(sizes: tuple[int, int, int]) -> None:
    prompts, completions, golds = (["Oslo"] * n for n in sizes)
    with pytest.raises(DataError, match=r"has \d rows and .* has \d: every column needs one entry per row"):
        SmileReward()(prompts, completions, solution=golds)
    with pytest.raises(DataError, match=r"has \d rows and .* has \d"):
        SmileReward().openrlhf(prompts, completions, golds)
    with pytest.raises(DataError, match=r"has \d rows and .* has \d"):
        SmileReward().verl_batch(prompts, completions, golds, [None] * len(prompts))
    assert SmileReward()([], [], solution=[]) == []


@pytest.mark.parametrize("gold", ["", " ", "$$", "N/A", "...", "\\boxed{}", ["", "\\text{}"]])
@pytest.mark.parametrize("binary", [True, False])
def test_row_with_empty_references_earns_nothing(gold: Any, binary: bool) -> None:
    logged: dict[str, float] = {}
    reward = SmileReward(binary=binary, wrong=-1, not_attempted=-0.5)
    said = gold if isinstance(gold, str) else gold[0]
    columns = {"prompts": ["?"] * 3, "completions": [said, "Oslo", RIGHT], "solution": [gold, gold, "Oslo"]}
    assert reward(**columns, log_metric=logged.__setitem__) == [None, None, pytest.approx(1)]
    assert logged == {"smile_no_reference": pytest.approx(2 / 3), "smile_accuracy": 1, "smile_not_attempted": 0}
    rows = reward.verl_batch(["nq"] * 2, [said, RIGHT], [gold, {"target": [said, "Oslo"]}], [None] * 2)
    assert [(row["score"], row["no_reference"]) for row in rows] == [(0, 1), (pytest.approx(1), 0)]
    found = reward.openrlhf(["A: Oslo", "A: Oslo"], ["A: "] * 2, [gold, "Oslo"])
    assert found["rewards"].tolist() == [0, pytest.approx(1)]
    assert found["extra_logs"]["no_reference"].tolist() == [1, 0]
    assert asyncio.run(reward.verifiers(said, gold)) == 0


def test_calls_from_threads_are_scored_together(calls: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    reward = SmileReward(binary=True, wrong=-1)
    score_rows = SmileScorer.score_rows
    monkeypatch.setattr(SmileScorer, "score_rows", lambda *each: time.sleep(0.1) or score_rows(*each))
    answers = [RIGHT, WRONG, REFUSAL] * 8
    with ThreadPoolExecutor(len(answers)) as pool:
        found = list(pool.map(lambda answer: reward.verl("nq", answer, {"target": ["Oslo"]})["score"], answers))
    assert found == [1.0, -1.0, 0.0] * 8
    assert sum(calls) == len(answers)
    assert len(calls) <= 6

    async def rollouts() -> list[float]:
        return await asyncio.gather(*(reward.verifiers(chat(answer), "Oslo") for answer in answers))

    calls.clear()
    assert asyncio.run(rollouts()) == found
    assert len(calls) < len(answers)


def test_error_reaches_every_row_of_its_call(tiny_scorer: SmileScorer, monkeypatch: pytest.MonkeyPatch) -> None:
    batches, rows = SharedBatches(tiny_scorer), check_rows([f"in Paris {i}" for i in range(8)], ["Paris"] * 8)
    with monkeypatch.context() as patch:
        patch.setattr(tiny_scorer, "score_rows", Mock(side_effect=ModelError("no such model")))
        with ThreadPoolExecutor(4) as pool:
            asked = [pool.submit(batches.score, [row]) for row in rows]
        assert {str(each.exception()) for each in asked} == {"no such model"}
    assert batches.score(rows[:1])[0]["smile"] == tiny_scorer.score_rows(rows[:1]).smile[0]


# What an answer commits itself to, as rewards read it.
_CITY = "Which city is it?"


@pytest.mark.parametrize(
    ("answer", "reference", "question", "lacks"), read_cases(Path(__file__).with_name("commitment.tsv"))
)
def test_what_an_answer_lacks_is_named(answer: str, reference: str, question: str, lacks: str) -> None:
    assert lack_of_commitment(answer, [reference], question or None) == lacks
    if lacks == "candidates":
        assert lack_of_commitment(answer.lower(), [reference.lower()], question) == lacks


def test_several_requested_answers_are_no_candidates() -> None:
    found, question = "Peru, Chile, Brazil, Cuba", "Which countries speak Spanish?"
    assert lack_of_commitment(found, ["Peru", "Chile", "Cuba"], question) == ""
    assert lack_of_commitment(found, ["Peru"], question) == "candidates"


@pytest.mark.parametrize(
    "answer", ["", " ", "\n\n", "|", "?", "or", "Rome or", "\x00", "or " * 2_000, "Rome, " * 20_000]
)
def test_any_text_is_read(answer: str) -> None:
    assert lack_of_commitment(answer, ["Rome"], _CITY) in ("", "open choice", "repetition")
