"""The tab Judge: with a real server on this machine, and what it refuses."""

from dataclasses import replace
from typing import Any

import pytest

from smile.app.limits import Limits
from smile.app.requests.asked_judge import ChosenJudge, judge_answers
from smile.app.requests.typed_answers import TypedAnswers
from smile.errors import DataError, ModelError, UsageError
from smile.learned.combiner import question_key
from smile.learned.reader_files import LEARNED, find_reader, read_learned
from tests.support.tiny_engine import tiny_engine

KEY = "sk-a-visitors-own-key"


def judge(limits: Limits | None = None, **given: Any) -> Any:
    typed = {"question": "Where?", "references": ["Paris"], "answers": ["Paris", "Lyon"]}
    chosen = {"provider": "openai", "model": "gpt-4o-mini", "key": KEY, "address": ""}
    typed |= {name: given.pop(name) for name in typed if name in given}
    return judge_answers(tiny_engine(limits), ChosenJudge(**chosen | given), TypedAnswers(**typed), lambda *_: None)


def test_smile_and_a_judge_score_the_same_answers(llama_server: str, tmp_path: Any) -> None:
    limits = Limits(providers=("compatible",), base_url=True)
    scored, judged = judge(limits, provider="compatible", address=llama_server, model="tiny", key="")
    assert len(scored.rows) == len(scored.scores) == len(judged) == 2
    assert judged.asked.n_asked == 2
    assert scored.scorer.stages.warnings(scored.rows) == []
    _, again = judge(limits, provider="compatible", address=llama_server, model="tiny", key="")
    assert again.asked.n_stored == 0
    assert not list(tmp_path.rglob("*.sqlite*"))


@pytest.mark.real_encoder
def test_the_learned_setting_beside_a_judge(llama_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    learned = read_learned(find_reader()[0] / LEARNED)
    known = replace(learned, questions=frozenset({question_key("Where?")}))
    monkeypatch.setattr("smile.learned.reader.read_learned", lambda _: known)
    limits = Limits(settings=("learned",), providers=("compatible",), base_url=True)
    given = {"provider": "compatible", "address": llama_server, "model": "tiny", "key": ""}
    scored, _ = judge(limits, **given)
    assert "|setting:learned|" in scored.scores.signature
    assert "|threshold:0.5|" in scored.scores.signature
    assert scored.scorer.stages.warnings(scored.rows)[0].startswith(
        "the setting 'learned' was trained on some of these questions"
    )


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"key": " "}, DataError, "enter your own key"),
        ({"question": ""}, DataError, "there is no question"),
        ({"provider": "local"}, UsageError, "'local' is not offered here"),
        ({"provider": "vllm"}, UsageError, "'vllm' is not offered here"),
        ({"address": "http://10.0.0.1/v1"}, UsageError, "your own address is not allowed"),
        ({"model": "o3"}, UsageError, "thinks before it answers"),
        ({"references": []}, DataError, "no right answer"),
        ({"answers": ["a"] * 11, "references": ["b"] * 5}, DataError, "55 requests: at most 50"),
    ],
)
def test_what_is_not_asked_is_said(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], error: type[Exception], message: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "the key of whoever runs the app")
    with pytest.raises(error, match=message):
        judge(Limits(judged=50), **given)


def test_no_field_is_named_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ModelError("https://api cannot be reached (timeout): check the address")

    monkeypatch.setattr("smile.app.requests.asked_judge.L3Scorer.score_rows", fail)
    with pytest.raises(ModelError, match="try again later, or choose another provider"):
        judge()
    with pytest.raises(ModelError, match="check the address"):
        judge(Limits(base_url=True))


def test_a_key_is_in_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ModelError(f"the provider does not know {KEY}")

    monkeypatch.setattr("smile.app.requests.asked_judge.L3Scorer.score_rows", fail)
    with pytest.raises(ModelError) as caught:
        judge()
    assert str(caught.value) == "the provider does not know (your key)"
