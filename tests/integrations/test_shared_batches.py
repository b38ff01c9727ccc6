"""Rows that threads ask for one at a time are scored together."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from smile import ModelError, SmileScorer
from smile.integrations.shared_batches import SharedBatches
from smile.rows.checked_rows import Row, check_rows

ROWS = check_rows([f"in Paris {i}" for i in range(8)], ["Paris"] * 8)


def test_rows_that_arrive_meanwhile_are_scored_in_one_call(
    tiny_scorer: SmileScorer, calls: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    batches, all_asked = SharedBatches(tiny_scorer), Event()
    score_rows = tiny_scorer.score_rows

    def when_all_asked(rows: list[Row]) -> Any:
        all_asked.wait(30)
        return score_rows(rows)

    monkeypatch.setattr(tiny_scorer, "score_rows", when_all_asked)
    with ThreadPoolExecutor(len(ROWS)) as pool:
        asked = [pool.submit(batches.score, [row]) for row in ROWS]
        while len(batches._waiting) < len(ROWS) - 1:
            assert not any(each.done() for each in asked)
        all_asked.set()
        items = [item for each in asked for item in each.result()]
    assert sum(calls) == len(ROWS)
    assert len(calls) == 2
    expected = tiny_scorer.score_rows(ROWS)
    assert [item["smile"] for item in items] == expected.smile.tolist()
    assert {item["signature"] for item in items} == {tiny_scorer.score_rows(ROWS[:1]).signature}


def test_an_error_reaches_every_row_of_the_call_and_no_later_one(
    tiny_scorer: SmileScorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = SharedBatches(tiny_scorer)

    def refuse(rows: list[Row]) -> Any:
        raise ModelError("no such model")

    with monkeypatch.context() as patch:
        patch.setattr(tiny_scorer, "score_rows", refuse)
        with ThreadPoolExecutor(4) as pool:
            asked = [pool.submit(batches.score, [row]) for row in ROWS]
        assert {str(each.exception()) for each in asked} == {"no such model"}
    assert batches.score(ROWS[:1])[0]["smile"] == tiny_scorer.score_rows(ROWS[:1]).smile[0]
