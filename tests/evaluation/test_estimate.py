"""Estimates as an evaluate module, loaded by evaluate itself from the real file, as users load it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import evaluate
import numpy as np
import pytest

from smile.people.estimates import ESTIMATE_OPTIONS, Estimator

ROOT = Path(__file__).resolve().parents[2]
COLUMNS: dict[str, list[Any]] = {
    "predictions": [0.9, 0.8, 0.3, 0.1, 0.6, 0.7] * 5,
    "references": [True, [1, 0, None], None, [0, 0, 0], [None, 1], None] * 5,
    "question_ids": [f"q{i // 2}" for i in range(30)],
    "systems": ["A", "B"] * 15,
    "groups": ["en", "en", "zh"] * 10,
    "sampling_probabilities": [0.5, 0.6, None, 0.7, 0.5, None] * 5,
}


@pytest.fixture(autouse=True)
def own_caches(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate.config, "HF_METRICS_CACHE", str(tmp_path_factory.mktemp("metrics")))


@pytest.fixture(scope="module")
def module_class(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The class, loaded by path from a directory that has nothing of this project."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("elsewhere"))
        yield type(evaluate.load(str(ROOT / "smile" / "estimate.py")))


@pytest.mark.parametrize("names", [COLUMNS, ["predictions", "references"], ["predictions", "references", "systems"]])
def test_compute_gives_what_the_estimator_gives(module_class: Any, names: list[str]) -> None:
    columns = {name: COLUMNS[name] for name in names}
    assert json.dumps(module_class().compute(**columns)) == json.dumps(Estimator().estimate(**columns))


def test_options_reach_the_estimator(module_class: Any) -> None:
    options = {"target": "questions", "label_threshold": 0.4, "annotators": "majority", "confidence_level": 0.9}
    assert set(options) == set(ESTIMATE_OPTIONS)
    result = module_class().compute(**COLUMNS, **options)
    assert json.dumps(result) == json.dumps(Estimator(**options).estimate(**COLUMNS))


def test_add_batch_with_rows_without_labels(module_class: Any) -> None:
    estimate = module_class()
    estimate.add(prediction=0.9, reference=None)
    estimate.add_batch(predictions=np.array([0.8, 0.3]), references=[1, None])
    result = estimate.compute(predictions=[0.1], references=[0])
    assert json.dumps(result) == json.dumps(Estimator().estimate([0.9, 0.8, 0.3, 0.1], [None, 1, None, 0]))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "there are no rows to score"),
        ({"predictions": [0.5], "references": [None]}, "none of the 1 rows has a label"),
        (
            {"predictions": [0.5], "references": [1], "targets": "rows"},
            "unknown option 'targets': did you mean 'target'",
        ),
    ],
)
def test_bad_input_is_named(module_class: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        module_class().compute(**arguments)
