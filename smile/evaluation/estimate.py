"""The share that people would call right as an evaluate module: `evaluate.load("smile/estimate.py")`.

It only translates.
"""

import math
from types import MappingProxyType
from typing import Any

import datasets
import evaluate

from ..checks import as_cells, as_list
from ..people.estimates import ESTIMATE_OPTIONS, Estimator
from ..people.labelling.partial_labels import PartialLabels, check_partial, is_missing
from ..people.labels import GROUP, SYSTEM
from .base_modules import ColumnsModule, given_names, given_numbers

_DESCRIPTION = """\
Estimate says how many of a system's answers people would call right, from people's labels of some answers and a
metric's scores of all: prediction-powered inference. The interval holds whatever errors the metric makes, and it is
narrower than that of the labels alone where the metric is good.
"""

_CITATION = """\
@article{angelopoulos2023ppi,
  title={PPI++: Efficient Prediction-Powered Inference},
  author={Angelopoulos, Anastasios N. and Duchi, John C. and Zrnic, Tijana},
  journal={arXiv preprint arXiv:2311.01453},
  year={2023}
}
@inproceedings{zrnic2024active,
  title={Active Statistical Inference},
  author={Zrnic, Tijana and Cand{\\`e}s, Emmanuel J.},
  booktitle={International Conference on Machine Learning},
  year={2024}
}
"""

_URLS = ["https://arxiv.org/abs/2311.01453", "https://arxiv.org/abs/2403.03208"]

_INPUTS = """
Args:
    predictions: A list of numbers, the metric's scores of all answers.
    references: For each score a label (a number, True or False), a list with one label per person, or None where there
        is none. The labelled rows must be a random choice.
    question_ids: For each score the id of its question (text or a whole number). Errors then count by question.
    systems: For each score the name of the system that answered. They add `by_system` and `differences`.
    groups: For each score the name of its group (data set, language, ...). They add `by_group`.
    sampling_probabilities: For each score the probability with which its row was chosen, None where it was not. Without
        them all rows have the same.
    target (str): `rows` (default): the interval is for the rows given. `questions`: for all questions that could have
        been asked in place of these.
    label_threshold (float): A label above it calls the answer right. By default labels count as they are.
    annotators (str): How several people's labels become one: `mean` (default) or `majority`.
    confidence_level (float): Confidence level of the intervals. Default 0.95.

Returns:
    A dict of `estimate`, `labels_only`, each with `_ci`; `metric_only`, `metric_excess`, `effective_labels`, `n`,
    `n_labelled`, `target`, `warnings`, `reasons` and `signature`; with systems `by_system` and `differences`, with
    groups `by_group`.

Examples:
    >>> estimate = evaluate.load("smile/estimate.py")
    >>> labels = [True, False, True, True] * 10 + [None] * 160
    >>> result = estimate.compute(predictions=[0.9, 0.2, 0.8, 0.7] * 50, references=labels)
    >>> round(result["estimate"], 2), result["n_labelled"]
    (0.75, 40)
"""


class Estimate(ColumnsModule):
    """The mean label of all answers, from labels of some and scores of all."""

    _options = ESTIMATE_OPTIONS
    _optional_columns = MappingProxyType(
        {
            "question_id": "question_ids",
            "system": "systems",
            "group": "groups",
            "sampling_probability": "sampling_probabilities",
        }
    )

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=datasets.Features(
                {
                    "predictions": datasets.Value("float64"),
                    # NaN and an empty list where nobody gave a label.
                    "references": datasets.Sequence(datasets.Value("float64")),
                    # Arrow's check of row 0 refuses None: "" and NaN stand for "none given".
                    "question_ids": datasets.Value("string"),
                    "systems": datasets.Value("string"),
                    "groups": datasets.Value("string"),
                    "sampling_probabilities": datasets.Value("float64"),
                }
            ),
            homepage=_URLS[0],
            license="apache-2.0",
            reference_urls=_URLS,
        )

    def _make_scorer(self, options: dict[str, Any]) -> Estimator:
        return Estimator(**options)

    def _compute(
        self,
        *,
        predictions: list[float],
        references: list[list[float]],
        question_ids: list[str],
        systems: list[str],
        groups: list[str],
        sampling_probabilities: list[float],
        scorer: Estimator,
    ) -> dict[str, Any]:
        return scorer.estimate(
            predictions,
            references,
            given_names(question_ids),
            given_names(systems),
            given_names(groups),
            given_numbers(sampling_probabilities),
        )

    def _as_features(self, predictions: Any, references: Any, **optional: Any) -> dict[str, list[Any]]:
        # A column may be one that can be read only once.
        given: dict[str, Any] = {name: as_list(name, column) for name, column in optional.items() if column is not None}
        labels = as_list("references", references)
        rows = check_partial(predictions, labels, **given, needs_labels=False)
        n, probabilities = len(rows), rows.probabilities
        return {
            "predictions": rows.scores.tolist(),
            "references": [_as_labels(cell) for cell in labels],
            "question_ids": [str(cell) for cell in given["question_ids"]] if "question_ids" in given else [""] * n,
            "systems": _names(rows, SYSTEM),
            "groups": _names(rows, GROUP),
            "sampling_probabilities": [math.nan] * n if probabilities is None else probabilities.tolist(),
        }


def _as_labels(cell: Any) -> list[float]:
    members = as_cells(cell)
    labels = [math.nan if is_missing(each) else float(each) for each in ([cell] if members is None else members)]
    return labels if any(not math.isnan(label) for label in labels) else []


def _names(rows: PartialLabels, name: str) -> list[str]:
    grouping = rows.groupings.get(name)
    return [""] * len(rows) if grouping is None else [grouping.names[i] for i in grouping.number]
