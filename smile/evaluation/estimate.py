"""The share that people would call right as an evaluate module: `evaluate.load("smile/estimate.py")`.

It only translates.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from ..people.estimates import ESTIMATE_OPTIONS, Estimator
from .base_modules import Documents
from .labelled_module import IDENTITIES, LabelledModule

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
    label_aggregation (str): How several people's labels become one: `mean` (default) or `majority`.
    confidence_level (float): Confidence level of the intervals. Default 0.95.

Returns:
    A dict of `estimate`, `labels_only`, each with `_ci`; `metric_only`, `bias`, `effective_sample_size`, `n`,
    `n_labelled`, `target`, `warnings`, `reasons` and `signature`; with systems `by_system` and `differences`, with
    groups `by_group`.

Examples:
    >>> estimate = evaluate.load("smile/estimate.py")
    >>> labels = [True, False, True, True] * 10 + [None] * 160
    >>> result = estimate.compute(predictions=[0.9, 0.2, 0.8, 0.7] * 50, references=labels)
    >>> round(result["estimate"], 2), result["n_labelled"]
    (0.75, 40)
"""


class Estimate(LabelledModule):
    """The mean label of all answers, from labels of some and scores of all."""

    _documents = Documents(_DESCRIPTION, _CITATION, _INPUTS, _URLS)
    _options = ESTIMATE_OPTIONS
    _optional_columns = MappingProxyType({**IDENTITIES, "sampling_probability": "sampling_probabilities"})
    _needs = "none"

    def _make_scorer(self, options: dict[str, Any]) -> Callable[..., dict[str, Any]]:
        return Estimator(**options).estimate
