"""Rows to label in the app: what the browser keeps, the estimate it asks for, and what it must not send."""

import json
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from smile import DataError, Estimator
from smile.app.engine import ChosenSetting
from smile.app.limits import Limits
from smile.app.requests.rows_to_label import choose_to_label, estimate_so_far
from smile.app.sent_files import LabelledFile
from smile.people.labelled_files import LabelOptions
from tests.support.command_line import write_jsonl
from tests.support.tiny_engine import tiny_engine

LIMITS = Limits(rows=60)
ROWS: list[dict[str, Any]] = [
    {
        "id": i,
        "question": f"Question {i // 2}?",
        "reference": f"answer {i}",
        "prediction": f"answer {i}" if i % 3 else "<b>other</b>",
        "system": "AB"[i % 2],
    }
    for i in range(60)
]


def kept(path: Path, n: int = 20, **options: Any) -> dict[str, Any]:
    """Returns what the browser would keep, as JSON gives it back."""
    sent = LabelledFile(str(path), LabelOptions(), {}, needs="none")
    *_, chosen = choose_to_label(tiny_engine(LIMITS), Event(), sent, ChosenSetting("default"), n, **options)
    found: dict[str, Any] = json.loads(json.dumps(chosen, allow_nan=False))
    return found


def sent(found: dict[str, Any], labels: list[Any]) -> dict[str, Any]:
    return {name: found[name] for name in ("smile", "given", "asked", "system", "chosen")} | {"labels": labels}


def test_all_rows_of_a_smaller_file_are_chosen(tmp_path: Path) -> None:
    found = kept(write_jsonl(tmp_path / "rows.jsonl", [row | {"human": i or None} for i, row in enumerate(ROWS[:2])]))
    assert (found["file"], found["chosen"]["n_new"], found["chosen"]["rows"]) == ("rows.jsonl", 1, [1, 0])


def test_the_estimate_is_that_of_the_file_taken_away(tmp_path: Path) -> None:
    found = kept(write_jsonl(tmp_path / "rows.jsonl", ROWS))
    assert (len(found["prediction"]), found["chosen"]["n_new"], found["chosen"]["by"]) == (60, 20, "chance")
    assert [found["system"][i] for i in found["chosen"]["rows"]].count("A") == 10
    labels = [i % 3 > 0 for i in found["chosen"]["rows"][:12]] + [None] * 8
    labels[3] = None  # unsure
    shown = estimate_so_far(LIMITS, sent(found, labels))
    known, chances = [None] * 60, [None] * 60
    for i, label, chance in zip(found["chosen"]["rows"], labels, shown["probabilities"], strict=True):
        known[i], chances[i] = label, chance
    result = Estimator().estimate(
        found["smile"], known, found["question"], found["system"], sampling_probabilities=chances
    )
    low, high = result["estimate_ci"]
    assert f"95 % interval {low:.3f} to {high:.3f}" in shown["html"]
    assert (result["n_labelled"], result["warnings"]) == (11, [])
    assert ">System<" in shown["html"]
    assert estimate_so_far(LIMITS, sent(found, [None] * 20)) == {"html": "", "probabilities": []}
    assert "their effective sample size is 1." in estimate_so_far(LIMITS, sent(found, [True] + [None] * 19))["html"]


def test_labels_of_the_file_count_or_not_as_the_visitor_says(tmp_path: Path) -> None:
    rows = [row | {"human": i % 2 if i < 15 else None} for i, row in enumerate(ROWS)]
    found = kept(write_jsonl(tmp_path / "rows.jsonl", rows))
    assert (len(found["chosen"]["rows"]), found["chosen"]["rows"][:15]) == (35, list(range(15)))
    # Labels of unknown origin say nothing of the other rows.
    assert estimate_so_far(LIMITS, sent(found, [None] * 20))["html"] == ""
    some = estimate_so_far(LIMITS, sent(found, [True, False, True] + [None] * 17))
    assert some["probabilities"][:15] == [1] * 15
    assert sum(1 / each for each in some["probabilities"] if each) == pytest.approx(60, rel=0.05)
    without = kept(write_jsonl(tmp_path / "rows.jsonl", rows), with_labels=False)
    assert len(without["chosen"]["rows"]) == 20
    drawn = [row | {"sampling_probability": 0.25 if i < 15 else None} for i, row in enumerate(rows)]
    of_a_round = kept(write_jsonl(tmp_path / "rows.jsonl", drawn))
    assert "over all 60 answers is" in estimate_so_far(LIMITS, sent(of_a_round, [None] * 20))["html"]


def test_what_cannot_be_labelled_is_said(tmp_path: Path) -> None:
    for rows, n, message in (
        ([row | {"human": 1} for row in ROWS], 5, "all 60 rows have a label in 'human'"),
        ([row | {"human": 1 + i % 5} for i, row in enumerate(ROWS)], 5, "labels from 1 to 5, and here an answer"),
        (ROWS * 2, 5, "120 rows: at most 60 are allowed here"),
        ([row | {"sampling_probability": 0, "human": 1} for row in ROWS], 5, "the sampling_probability is 0"),
    ):
        with pytest.raises(DataError, match=message):
            kept(write_jsonl(tmp_path / "rows.jsonl", rows), n)


def test_whatever_the_page_sends_is_checked(tmp_path: Path) -> None:
    found = kept(write_jsonl(tmp_path / "rows.jsonl", ROWS))
    right = sent(found, [True] * 20)
    for change, message in (
        ({"labels": ["<b>"] * 20}, "20 labels came for 20 rows"),
        ({"labels": [True]}, "1 labels came for 20 rows"),
        ({"smile": ["x"] * 60}, "the score is 'x'"),
        ({"smile": [0.5] * 61}, "61 rows: at most 60"),
        ({"system": [["a"]] * 60}, "the system is"),
        ({"given": [7] + [None] * 59}, "has labels from 7 to 7"),
        ({"chosen": None}, "no rows were chosen"),
        ({"chosen": found["chosen"] | {"rows": [0] * 20}}, "the chosen rows are wrong"),
        ({"chosen": found["chosen"] | {"rows": [*range(19), 60]}}, "'rows' of the chosen rows is wrong"),
        ({"chosen": found["chosen"] | {"drawn": [0.0] * 20}}, "'drawn' of the chosen rows is wrong"),
        ({"chosen": found["chosen"] | {"drawn": [0.5]}}, "'drawn' of the chosen rows is wrong"),
        ({"chosen": found["chosen"] | {"n_new": 21}}, "the chosen rows are wrong"),
    ):
        with pytest.raises(DataError, match=message):
            estimate_so_far(LIMITS, right | change)
    for nothing in (None, [], {"labels": []}):
        with pytest.raises(DataError, match="this is not what was chosen"):
            estimate_so_far(LIMITS, nothing)
    assert np.isfinite(found["smile"]).all()
