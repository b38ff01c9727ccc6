"""The report of metrics against human labels, from given scores."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.metrics_against_people import METRICS, drawn, figure, report


@pytest.fixture
def records() -> list[dict[str, Any]]:
    return [
        {
            "question": f"Who is number {i}?",
            "references": ["Ada"],
            "prediction": "Ada" if i % 2 else "Grace",
            "human": bool(i % 2),
            "gpt4": bool(i % 2),
            "gpt4_text": "Yes." if i % 2 else "No.",
        }
        for i in range(400)
    ]


def test_the_report_begins_with_what_beats_default(records: list[dict[str, Any]], tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    right = np.array([record["human"] for record in records])
    weak = (random.random(400) + 0.3 * right) / 1.3
    better = {"F1": right * 1.0, "learned": right * 1.0}
    sets = {"new": records, "known": records}
    scores = {name: {metric: better.get(metric, weak).tolist() for metric in METRICS} for name in sets}
    kept = {"scores": scores, "seconds": dict.fromkeys(METRICS, 0.002), "learned": {"new": 0, "known": 400}}
    text, found, cost = report(sets, kept, ["gpt4"], 20)
    first = text.split("\n\n")[1]
    of_new = r"new \(r 1\.00, `default` 0\.\d\d\)"
    assert re.search(rf": `learned` on {of_new}; F1 on {of_new}, known .*; gpt4 on new", first)
    assert "on the questions of 400 of them" in text
    assert "| F1          | 1.000 | 1.000+ | 1.000+ |" in text
    assert re.search(r"\| gpt4 +\| +\| 0.2\d +\|", text)
    # 2 seconds of a core for 1,000 answers, at 0.05 dollars an hour.
    assert cost["F1"] * 1000 == pytest.approx(2 / 3600 * 0.05)
    figure(found, cost, tmp_path / "figure.png")
    assert (tmp_path / "figure.png").stat().st_size > 10_000


def test_the_same_answers_are_drawn_each_time(records: list[dict[str, Any]]) -> None:
    assert drawn(records, 50) == drawn(records, 50)
    assert len({record["question"] for record in drawn(records, 50)}) == 50
    assert drawn(records, 1000) == records
