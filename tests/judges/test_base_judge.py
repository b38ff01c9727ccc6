"""The base class of the judges, by a judge that asks twice about each reference."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from smile.errors import DataError
from smile.judges.base_judge import Grade, Judge
from smile.judges.chat_models.chat import ChatAnswer, ChatFailure, ChatRequest
from smile.judges.chat_models.judge_settings import judge_settings
from smile.rows.checked_rows import check_rows
from tests.support.cases import cases
from tests.support.scripted_server import KEY, Scripted


class TwiceJudge(Judge):
    _metric, _score_name, has_yes_no = "twice", "twice", True

    def __init__(self, scripted: Scripted, cache: Path) -> None:
        options = {"api_key": KEY, "base_url": scripted.base_url, "cache": cache, "max_retries": 0, "concurrency": 1}
        super().__init__(judge_settings("openai", "gpt-4o-mini", **options))
        self.texts_read: list[str] = []

    def _requests(self, question: str, references: Sequence[str], prediction: str) -> list[ChatRequest]:
        return [ChatRequest(f"{each}: {question} {references} {prediction}", 9) for each in ("first", "second")]

    def _read(self, answer: ChatAnswer) -> Grade | ChatFailure:
        self.texts_read.append(answer.text)
        word, score = answer.text.split()
        return ChatFailure(score) if word == "cannot" else Grade(None if score == "?" else float(score), word == "yes")

    def _pinned(self) -> dict[str, str]:
        return {}


@cases
def test_replies_about_references_give_one_verdict(
    scripted: Scripted, tmp_path: Path, replies: list[str], expected: dict[str, Any]
) -> None:
    waiting = iter(replies)
    scripted.reply = lambda _: (200, {"choices": [{"message": {"content": next(waiting)}}]})
    judge, again = (TwiceJudge(scripted, tmp_path / "kept") for _ in range(2))
    rows = check_rows(["a"], [["b", "c"][: len(replies) // 2]], ["Who?"])
    found = judge.score_rows(rows).items()
    assert {name: None if cell != cell else cell for name, [cell] in found.items()} == expected
    assert judge.texts_read == replies
    scripted.reply = lambda _: (200, {"choices": [{"message": {"content": "yes 1"}}]})
    again.score_rows(rows)
    kept = [reply for reply in replies if "cannot" not in reply]
    assert again.texts_read == kept + ["yes 1"] * (len(replies) - len(kept))


def test_a_row_without_references_is_refused(scripted: Scripted, tmp_path: Path) -> None:
    rows = check_rows(["a"], [[]], ["Who?"], needs_references=False)
    with pytest.raises(DataError, match="row 0: there is no reference"):
        TwiceJudge(scripted, tmp_path / "kept").score_rows(rows)
