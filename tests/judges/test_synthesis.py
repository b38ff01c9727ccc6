"""Synthetic answers with and without a model: each holds its reference, and what had to be replaced is counted."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from transformers import AutoTokenizer

from smile.errors import ModelError
from smile.judges.chat_models.budget import Budget
from smile.judges.chat_models.chat import ChatAnswer, ChatRequest, Outcome
from smile.judges.chat_models.judge_settings import JudgeSettings, judge_settings
from smile.judges.chat_models.local_model import LocalModel
from smile.judges.synthesis import first_prompt, second_prompt, synthetic_answers
from tests.support.scripted_server import KEY, Scripted

PAIRS = [("What is the capital of France?", "Paris"), ("Is there a bowl?", "no"), ("most runs ever scored", "18")]


def says(text: str) -> tuple[int, Any]:
    return 200, {"choices": [{"message": {"content": text}}], "usage": {"prompt_tokens": 7, "completion_tokens": 5}}


def asking(scripted: Scripted, **options: Any) -> JudgeSettings:
    beside = {"api_key": KEY, "base_url": scripted.base_url, "max_retries": 0, "concurrency": 1}
    return judge_settings("openai", "gpt-4o-mini", **beside | options)


def by_prompt(replies: dict[str, tuple[int, Any]]) -> Any:
    return lambda body: replies.get(body["messages"][0]["content"], (500, {"error": {"message": "out of order"}}))


class TestTemplate:
    def test_every_answer_holds_its_reference_and_is_counted(self) -> None:
        found = synthetic_answers(PAIRS, None)
        expected = ["What is the capital of France? Paris", "Is there a bowl? no", "most runs ever scored 18"]
        assert found.answers == expected
        assert found.kinds == ["by_template"] * 3
        assert found.counts == {"n_generated": 0, "n_regenerated": 0, "n_by_template": 3}


class TestEndpoint:
    def test_answer_without_reference_is_asked_again_then_replaced(self, scripted: Scripted) -> None:
        scripted.reply = by_prompt(
            {
                first_prompt(*PAIRS[0]): says('Sentence: "Paris is the capital of France."'),
                first_prompt(*PAIRS[1]): says("The table is empty."),
                second_prompt(*PAIRS[1], "The table is empty."): says("No, the table is empty."),
                first_prompt(*PAIRS[2]): says("Many runs were scored."),
                second_prompt(*PAIRS[2], "Many runs were scored."): says(""),
            }
        )
        found = synthetic_answers(PAIRS, asking(scripted))
        written = ["Paris is the capital of France.", "No, the table is empty.", "most runs ever scored 18"]
        assert found.answers == written
        kinds = {"n_generated": 1, "n_regenerated": 1, "n_by_template": 1, "n_failed": 0, "failures": []}
        spent = {"Cost": None, "prompt_tokens": 35, "completion_tokens": 25, "n_asked": 5, "n_from_cache": 0}
        assert found.counts == kinds | spent

    def test_what_was_answered_is_not_asked_again(self, scripted: Scripted) -> None:
        scripted.reply = lambda _: says("Paris, no, 18.")
        first = synthetic_answers(PAIRS, asking(scripted, price=(1.0, 2.0)))
        again = synthetic_answers(PAIRS, asking(scripted, price=(1.0, 2.0)))
        assert len(scripted.bodies) == 3
        assert again.answers == first.answers == ["Paris, no, 18."] * 3
        assert (first.counts["Cost"], again.counts["Cost"]) == (pytest.approx(51e-6), 0)
        assert (again.counts["n_asked"], again.counts["n_from_cache"]) == (0, 3)

    def test_failed_request_is_replaced_and_asked_again(self, scripted: Scripted) -> None:
        good = says("Paris, no, 18.")
        scripted.reply = by_prompt({first_prompt(*PAIRS[0]): good, first_prompt(*PAIRS[2]): good})
        found = synthetic_answers(PAIRS, asking(scripted))
        assert found.kinds == ["generated", "by_template", "generated"]
        summary = found.counts
        assert summary["n_failed"] == 1
        assert "question 'Is there a bowl?', reference 'no': 500: out of order" in summary["failures"]
        scripted.reply = lambda _: good
        again = synthetic_answers(PAIRS, asking(scripted))
        assert (again.kinds[1], again.counts["n_asked"], again.counts["n_from_cache"]) == ("generated", 1, 2)

    def test_on_error_raise_ends_the_run(self, scripted: Scripted) -> None:
        scripted.reply = by_prompt({first_prompt(*PAIRS[0]): says("Paris.")})
        with pytest.raises(ModelError, match=r"question 'Is there a bowl\?', reference 'no': the model failed \(500"):
            synthetic_answers(PAIRS, asking(scripted, on_error="raise"))


class TestLocalModel:
    def test_the_day_is_in_no_prompt(self, tiny_judge: Path, tmp_path: Path) -> None:
        """Llama 3's template writes today's date into the prompt unless it is told one."""
        dated = tmp_path / "dated"
        shutil.copytree(tiny_judge, dated)
        tokenizer = AutoTokenizer.from_pretrained(dated)
        today = "{%- if not date_string is defined %}{%- set date_string = strftime_now('%d %b %Y') %}{%- endif %}"
        tokenizer.chat_template = today + "{{ date_string }}" + tokenizer.chat_template
        tokenizer.save_pretrained(dated)
        outcomes: list[Outcome] = []
        model = LocalModel(judge_settings("local", str(dated)))
        model.ask([ChatRequest("Yes or No?", 1)], lambda _, outcome: outcomes.append(outcome), Budget())
        (answer,) = outcomes
        assert isinstance(answer, ChatAnswer)
        expected = "26 Jul 2024<|user|>Yes or No?<|end|><|assistant|>"
        assert answer.prompt_tokens == len(tokenizer(expected, add_special_tokens=False)["input_ids"])
