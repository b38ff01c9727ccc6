"""Agreement and estimate as evaluate modules, loaded by evaluate itself from the real files, as users load them."""

import json
from collections.abc import Callable
from typing import Any

import datasets
import numpy as np
import pytest

from smile.people.agreement.agreement_scorer import AGREEMENT_OPTIONS, AgreementScorer
from smile.people.estimates import ESTIMATE_OPTIONS, Estimator

COLUMNS: dict[str, dict[str, list[Any]]] = {
    "agreement": {
        "predictions": [0.9, 0.8, 0.3, 0.1, 0.6, 0.7],
        "references": [True, [1, 0, None], 0, [0, 0, 0], [None, 1], 1],
        "question_ids": ["q1", "q1", "q2", "q2", "q3", "q3"],
        "systems": ["A", "B", "A", "B", "A", "B"],
        "groups": ["en", "en", "en", "zh", "zh", "zh"],
        "other_predictions": [0.5, 0.6, 0.2, 0.7, 0.1, 0.3],
    },
    "estimate": {
        "predictions": [0.9, 0.8, 0.3, 0.1, 0.6, 0.7] * 5,
        "references": [True, [1, 0, None], None, [0, 0, 0], [None, 1], None] * 5,
        "question_ids": [f"q{i // 2}" for i in range(30)],
        "systems": ["A", "B"] * 15,
        "groups": ["en", "en", "zh"] * 10,
    },
}
OPTIONS: dict[str, dict[str, Any]] = {
    "agreement": {
        "threshold": 0.5,
        "label_threshold": 0.4,
        "tie_margin": 0.2,
        "label_aggregation": "majority",
        "confidence_level": None,
    },
    "estimate": {
        "target": "questions",
        "label_threshold": 0.4,
        "label_aggregation": "majority",
        "confidence_level": 0.9,
    },
}


def scored(name: str, **options: Any) -> Callable[..., dict[str, Any]]:
    return AgreementScorer(**options).score if name == "agreement" else Estimator(**options).estimate


@pytest.fixture(params=COLUMNS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def as_text(result: dict[str, Any]) -> str:
    """NaN does not equal NaN, but its text does."""
    return json.dumps(result)


@pytest.mark.parametrize(
    "some",
    [None, ["predictions", "references"], ["predictions", "references", "question_ids"]],
    ids=["all", "required", "by question"],
)
def test_compute_gives_what_the_scorer_gives(module: Any, name: str, some: list[str] | None) -> None:
    columns = {column: COLUMNS[name][column] for column in some or COLUMNS[name]}
    assert as_text(module.compute(**columns)) == as_text(scored(name)(**columns))


def test_options_reach_the_scorer(module: Any, name: str) -> None:
    assert set(OPTIONS[name]) == set(AGREEMENT_OPTIONS if name == "agreement" else ESTIMATE_OPTIONS)
    result = module.compute(**COLUMNS[name], **OPTIONS[name])
    assert as_text(result) == as_text(scored(name, **OPTIONS[name])(**COLUMNS[name]))


def test_add_and_add_batch_give_what_compute_gives(module: Any, name: str) -> None:
    columns = COLUMNS[name]
    module.add(**{column.removesuffix("s"): cells[0] for column, cells in columns.items()})
    module.add_batch(**{column: cells[1:4] for column, cells in columns.items()})
    result = module.compute(**{column: cells[4:] for column, cells in columns.items()})
    assert as_text(result) == as_text(scored(name)(**columns))


def test_columns_of_datasets_and_numpy_go_in_as_they_are(module: Any, name: str) -> None:
    columns = {"predictions": [0.9, 0.2, 0.4], "references": [[1, 1], [0, 1], [0, 0]], "question_ids": [7, 8, 8]}
    expected = as_text(scored(name)(**columns))
    dataset = datasets.Dataset.from_dict(columns)
    assert as_text(module.compute(**{column: dataset[column] for column in columns})) == expected
    assert as_text(module.compute(**{column: np.array(cells) for column, cells in columns.items()})) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "there are no rows to score"),
        ({"predictions": [], "references": []}, "there are no rows to score"),
        ({"predictions": [0.5]}, "references is missing"),
        ({"predictions": [0.5, "x"], "references": [1, 0]}, "row 1: the score is 'x'"),
        ({"predictions": [0.5], "references": ["right"]}, "row 0: the label is 'right'"),
        ({"predictions": [0.5], "references": [1], "label_treshold": 1}, "unknown option 'label_treshold': did you"),
        ({"predictions": [0.5], "references": [1], "groups": {"a": ["x"]}}, "groups must be a list"),
    ],
)
def test_bad_input_is_named(module: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        module.compute(**arguments)


def test_a_row_needs_a_label_for_agreement_and_the_rows_one_for_an_estimate(classes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="row 0: nobody gave a label"):
        classes["agreement"]().compute(predictions=[0.5], references=[None])
    estimate = classes["estimate"]()
    estimate.add(prediction=0.5, reference=None)
    with pytest.raises(ValueError, match="none of the 1 rows has a label"):
        estimate.compute()


def test_a_bad_row_or_option_leaves_the_added_rows_in_place(module: Any) -> None:
    module.add(prediction=0.5, reference=1)
    with pytest.raises(ValueError, match="row 0: the score is None"):
        module.add(reference=1)
    with pytest.raises(ValueError, match="unknown option 'question': did you mean 'question_id"):
        module.add(prediction=0.5, reference=1, question="q")
    with pytest.raises(ValueError, match="label_threshold must be a finite number"):
        module.compute(label_threshold="high")
    assert module.compute()["n"] == 1


def test_a_column_that_only_some_rows_have_is_an_error(module: Any) -> None:
    module.add(prediction=0.5, reference=1, question_id="q")
    module.add(prediction=0.6, reference=0)
    with pytest.raises(ValueError, match=r"row 1: the question id is None .*: give every row one"):
        module.compute()


def test_the_description_of_agreement_has_each_key(classes: dict[str, Any]) -> None:
    result = AgreementScorer(label_aggregation="majority", confidence_level=None).score([0.1, 0.9], [[1, 1], [0, 1]])
    for key in result:
        assert key.endswith("_p_value") or f"`{key}`" in classes["agreement"]().inputs_description
