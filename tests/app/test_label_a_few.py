"""Rows to label in the app: what the browser keeps, the estimate it asks for, and what it must not send."""

import json
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from smile import DataError, Estimator, UsageError
from smile.app.engine import ChosenSetting
from smile.app.limits import Limits
from smile.app.requests.rows_to_label import choose_to_label, estimate_so_far
from smile.app.uploads import SentFile
from smile.statistics.accuracy_interval import accuracy_interval
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


def kept(path: Path, n: int | None = 20, label: str = "") -> dict[str, Any]:
    """Returns what the browser would keep, as JSON gives it back."""
    sent = SentFile(str(path), label=label, system="system")
    *_, chosen = choose_to_label(tiny_engine(LIMITS), Event(), sent, ChosenSetting("default"), n)
    found: dict[str, Any] = json.loads(json.dumps(chosen, allow_nan=False))
    return found


def sent(found: dict[str, Any], labels: list[Any]) -> dict[str, Any]:
    return {name: found[name] for name in ("smile", "correct", "given", "asked", "system", "rows")} | {"labels": labels}


def test_estimate_equals_that_of_the_downloaded_file(tmp_path: Path) -> None:
    found = kept(write_jsonl(tmp_path / "rows.jsonl", ROWS))
    assert (len(found["prediction"]), len(found["rows"])) == (60, 20)
    labels = [i % 3 > 0 for i in found["rows"][:12]] + [None] * 8
    labels[3] = None  # unsure
    shown = estimate_so_far(LIMITS, sent(found, labels))
    known = [None] * 60
    for i, label in zip(found["rows"], labels, strict=True):
        known[i] = label
    result = Estimator().estimate(found["smile"], known, found["question"], found["system"])
    low, high = result["estimate_ci"]
    assert f"Estimated for all 60 answers: {result['estimate']:.0%} correct".replace("%", " %") in shown
    assert f"({100 * low:.0f} to {100 * high:.0f} %)." in shown
    assert "95 % interval" in shown
    assert result["n_labelled"] == 11
    assert ">System<" in shown
    assert estimate_so_far(LIMITS, sent(found, [None] * 20)) == ""


def test_labels_of_the_file_count_if_chosen(tmp_path: Path) -> None:
    rows = [row | {"human": i % 2 if i < 15 else None} for i, row in enumerate(ROWS)]
    path = write_jsonl(tmp_path / "rows.jsonl", rows)
    found = kept(path, None, "human")
    assert sorted(found["rows"]) == list(range(15, 60))
    labels = [i % 3 > 0 for i in found["rows"]]
    shown = estimate_so_far(LIMITS, sent(found, labels))
    known = [i % 2 == 1 for i in range(15)] + [i % 3 > 0 for i in range(15, 60)]
    estimate = Estimator().estimate(found["smile"], known, found["question"], found["system"])["estimate"]
    assert f"{60 * estimate:.0f} of 60 answers are correct ({100 * estimate:.0f} %)." in shown
    assert set(kept(path, 60)["rows"]) == set(range(60))


def test_the_users_labels_are_compared_with_smile(tmp_path: Path) -> None:
    found = kept(write_jsonl(tmp_path / "rows.jsonl", ROWS))
    labels = [found["correct"][row] for row in found["rows"]]
    labels[:2] = [not label for label in labels[:2]]
    shown = estimate_so_far(LIMITS, sent(found, [*labels[:15], *[None] * 5]))
    kappa = cohen_kappa_score(labels[:15], [found["correct"][row] for row in found["rows"][:15]])
    low, high = accuracy_interval(np.arange(15) > 1, 0.95, np.array(found["asked"])[found["rows"][:15]])
    assert (
        f"SMILE agrees with your labels on 13 of 15 answers: 87 % ({100 * low:.0f} to {100 * high:.0f} %), "
        f"Cohen&#39;s kappa {kappa:.3f}." in shown
    )


def test_what_cannot_be_labelled_is_said(tmp_path: Path) -> None:
    for rows, n, message in (
        ([row | {"human": 1} for row in ROWS], 5, "all 60 rows have a label in 'human'"),
        ([row | {"human": None} for row in ROWS * 2], 5, "120 rows: at most 60 are allowed here"),
        ([row | {"human": None} for row in ROWS], 0, "must be a whole number from 1 to 60"),
        ([row | {"human": 1 if row["id"] else None} for row in ROWS], 5, "from 1 to 1, the rows without a label"),
    ):
        with pytest.raises((DataError, UsageError), match=message):
            kept(write_jsonl(tmp_path / "rows.jsonl", rows), n, "human")


def test_whatever_the_page_sends_is_checked(tmp_path: Path) -> None:
    found = kept(write_jsonl(tmp_path / "rows.jsonl", ROWS))
    right = sent(found, [True] * 20)
    for change, message in (
        ({"labels": ["<b>"] * 20}, "20 labels do not fit 20 rows"),
        ({"labels": [True]}, "1 labels do not fit 20 rows"),
        ({"smile": ["x"] * 60}, "the score is 'x'"),
        ({"smile": [0.5] * 61}, "61 rows: at most 60"),
        ({"correct": [True]}, "the chosen rows are invalid"),
        ({"correct": ["x"] * 60}, "labels do not fit"),
        ({"system": [["a"]] * 60}, "the system is"),
        ({"given": [7] + [None] * 59}, "labels do not fit"),
        ({"rows": None}, "rows"),
        ({"rows": [0] * 20}, "the chosen rows are invalid"),
        ({"rows": [*range(19), 60]}, "the chosen rows are invalid"),
        ({"rows": [*range(19), [1]]}, "the chosen rows are invalid"),
    ):
        with pytest.raises(DataError, match=message):
            estimate_so_far(LIMITS, right | change)
    for nothing in (None, [], {"labels": []}):
        with pytest.raises(DataError, match="the data of the labelling page is incomplete"):
            estimate_so_far(LIMITS, nothing)
