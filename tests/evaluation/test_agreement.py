"""Agreement with people as an evaluate module, loaded by evaluate itself from the real file, as users load it."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import datasets
import evaluate
import numpy as np
import pytest

from smile.people.agreement.agreement_scorer import AGREEMENT_OPTIONS, AgreementScorer

ROOT = Path(__file__).resolve().parents[2]
COLUMNS: dict[str, list[Any]] = {
    "predictions": [0.9, 0.8, 0.3, 0.1, 0.6, 0.7],
    "references": [True, [1, 0, None], 0, [0, 0, 0], [None, 1], 1],
    "question_ids": ["q1", "q1", "q2", "q2", "q3", "q3"],
    "systems": ["A", "B", "A", "B", "A", "B"],
    "groups": ["en", "en", "en", "zh", "zh", "zh"],
    "other_predictions": [0.5, 0.6, 0.2, 0.7, 0.1, 0.3],
}


@pytest.fixture(autouse=True)
def own_caches(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    # evaluate keys its cache by the script without its comments, so tests never share the user's.
    monkeypatch.setattr(evaluate.config, "HF_METRICS_CACHE", str(tmp_path_factory.mktemp("metrics")))


@pytest.fixture(scope="module")
def module_class(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The class, loaded by path from a directory that has nothing of this project."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("elsewhere"))
        yield type(evaluate.load(str(ROOT / "smile" / "agreement.py")))


@pytest.fixture
def agreement(module_class: Any) -> Any:
    return module_class()


def as_text(result: dict[str, Any]) -> str:
    """NaN does not equal NaN, but its text does."""
    return json.dumps(result)


def test_from_the_checkout_it_loads_by_the_readmes_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert evaluate.load("smile/agreement.py").name == "agreement"


@pytest.mark.parametrize(
    "names", [COLUMNS, ["predictions", "references"], ["predictions", "references", "question_ids"]]
)
def test_compute_gives_what_the_scorer_gives(agreement: Any, names: list[str]) -> None:
    columns = {name: COLUMNS[name] for name in names}
    assert as_text(agreement.compute(**columns)) == as_text(AgreementScorer().score(**columns))


def test_options_reach_the_scorer(agreement: Any) -> None:
    options = {
        "threshold": 0.5,
        "label_threshold": 0.4,
        "tie": 0.2,
        "annotators": "majority",
        "level_of_measurement": "nominal",
        "confidence_level": None,
    }
    assert set(options) == set(AGREEMENT_OPTIONS)
    result = agreement.compute(**COLUMNS, **options)
    assert as_text(result) == as_text(AgreementScorer(**options).score(**COLUMNS))


def test_add_and_add_batch_give_what_compute_gives(agreement: Any) -> None:
    singular = {
        "predictions": "prediction",
        "references": "reference",
        "question_ids": "question_id",
        "systems": "system",
        "groups": "group",
        "other_predictions": "other_prediction",
    }
    agreement.add(**{singular[name]: column[0] for name, column in COLUMNS.items()})
    agreement.add_batch(**{name: column[1:4] for name, column in COLUMNS.items()})
    result = agreement.compute(**{name: column[4:] for name, column in COLUMNS.items()})
    assert as_text(result) == as_text(AgreementScorer().score(**COLUMNS))


def test_columns_of_datasets_and_numpy_go_in_as_they_are(agreement: Any) -> None:
    columns = {"predictions": [0.9, 0.2, 0.4], "references": [[1, 1], [0, 1], [0, 0]], "question_ids": [7, 8, 8]}
    expected = as_text(AgreementScorer().score(**columns))
    dataset = datasets.Dataset.from_dict(columns)
    assert as_text(agreement.compute(**{name: dataset[name] for name in columns})) == expected
    assert as_text(agreement.compute(**{name: np.array(column) for name, column in columns.items()})) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "there are no rows to score"),
        ({"predictions": [], "references": []}, "there are no rows to score"),
        ({"predictions": [0.5]}, "references is missing"),
        ({"predictions": [0.5, 1], "references": [1]}, "predictions has 2 rows and references has 1"),
        ({"predictions": [0.5, "x"], "references": [1, 0]}, "row 1: the score is 'x'"),
        ({"predictions": [0.5], "references": ["right"]}, "row 0: the label is 'right'"),
        ({"predictions": [0.5], "references": [1], "tie": -1}, "tie must be 0 or more"),
        ({"predictions": [0.5], "references": [1], "treshold": 0.5}, "unknown option 'treshold': did you mean 'thresh"),
    ],
)
def test_bad_input_is_named(agreement: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        agreement.compute(**arguments)


def test_a_bad_row_or_option_leaves_the_added_rows_in_place(agreement: Any) -> None:
    agreement.add(prediction=0.5, reference=1)
    with pytest.raises(ValueError, match="row 0: the score is None"):
        agreement.add(reference=1)
    with pytest.raises(ValueError, match="unknown option 'question': did you mean 'question_id"):
        agreement.add(prediction=0.5, reference=1, question="q")
    with pytest.raises(ValueError, match="threshold must be a finite number"):
        agreement.compute(threshold="high")
    assert agreement.compute()["n"] == 1


def test_a_column_that_only_some_rows_have_is_an_error(agreement: Any) -> None:
    agreement.add(prediction=0.5, reference=1, question_id="q")
    agreement.add(prediction=0.6, reference=0)
    with pytest.raises(ValueError, match=r"row 1: the question id is None .*: give every row one"):
        agreement.compute()


def test_a_constant_metric_is_nan_with_a_reason(agreement: Any) -> None:
    result = agreement.compute(predictions=[0.5, 0.5, 0.5], references=[0, 1, 1])
    assert math.isnan(result["pearson"])
    assert result["reasons"]["pearson"] == "all 3 scores are 0.5, and nothing correlates with a constant"


def test_info_is_complete(agreement: Any) -> None:
    assert agreement.license == "apache-2.0"
    assert list(agreement.features) == list(COLUMNS)
    for name in (*COLUMNS, *AGREEMENT_OPTIONS):
        assert name in agreement.inputs_description
    labels = [[1, 1], [0, 1]]
    for key in AgreementScorer(annotators="majority", confidence_level=None).score([0.1, 0.9], labels):
        assert key.endswith("_p_value") or f"`{key}`" in agreement.inputs_description
