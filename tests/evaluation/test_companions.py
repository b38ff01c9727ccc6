"""The companion evaluate modules, loaded by evaluate itself from real files, as users load them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from smile.baselines.match_scorer import QAMatchScorer
from smile.baselines.sas_scorer import SASScorer

ROOT = Path(__file__).resolve().parents[2]
PREDICTIONS = ["It is in Paris.", "", "forty-two"]
REFERENCES = ["Paris", "x", ["41", "forty-two"]]
SCORERS: dict[str, Callable[[], Any]] = {"qa_match": QAMatchScorer, "sas": SASScorer}

pytestmark = pytest.mark.real_encoder


@pytest.fixture(params=SCORERS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def expected(name: str) -> dict[str, Any]:
    result: dict[str, Any] = SCORERS[name]().score(PREDICTIONS, REFERENCES).summary(per_item=True)
    return result


def test_compute_gives_what_the_scorer_gives(module: Any, expected: dict[str, Any]) -> None:
    result = module.compute(predictions=PREDICTIONS, references=REFERENCES, per_item=True)
    assert result == expected
    assert json.loads(json.dumps(result)) == result
    del expected["items"]
    assert module.compute(predictions=PREDICTIONS, references=REFERENCES) == expected


def test_options_reach_the_scorer(classes: dict[str, Any]) -> None:
    columns = {"predictions": ["a b", "c"], "references": [["a", "b"], ["c", "d"]]}
    result = classes["qa_match"]().compute(**columns, aggregation="mean", language="any", rouge_l=True)
    assert result == QAMatchScorer(aggregation="mean", language="any", rouge_l=True).score(**columns).summary()
    with pytest.raises(RuntimeError, match=r"has no sentence-transformers model"):
        classes["sas"]().compute(**columns, model=str(ROOT / "assets"))
    with pytest.raises(ValueError, match=r"aggregation must be one of max, mean"):
        classes["qa_match"]().compute(**columns, aggregation="median")
