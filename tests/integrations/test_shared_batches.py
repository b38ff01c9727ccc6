"""Rows that threads ask for one at a time are scored together."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from smile import ModelError, SmileScorer
from smile.integrations.shared_batches import SharedBatches
from smile.rows.checked_rows import Row, check_rows

ROWS = check_rows([f"in Paris {i}" for i in range(8)], ["Paris"] * 8)


def test_error_reaches_every_row_of_its_call(tiny_scorer: SmileScorer, monkeypatch: pytest.MonkeyPatch) -> None:
    batches = SharedBatches(tiny_scorer)

    def refuse(rows: list[Row]) -> Any:
        raise ModelError("no such model")

    with monkeypatch.context() as patch:
        patch.setattr(tiny_scorer, "score_rows", refuse)
        with ThreadPoolExecutor(4) as pool:
            asked = [pool.submit(batches.score, [row]) for row in ROWS]
        assert {str(each.exception()) for each in asked} == {"no such model"}
    assert batches.score(ROWS[:1])[0]["smile"] == tiny_scorer.score_rows(ROWS[:1]).smile[0]
