"""Agreement with people as an evaluate module: `evaluate.load("smile/agreement.py")`. It only translates."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from ..people.agreement.agreement_scorer import AGREEMENT_OPTIONS, AgreementScorer
from .base_modules import Documents
from .labelled_module import IDENTITIES, LabelledModule

_DESCRIPTION = """\
Agreement with people says how far the scores of a metric go together with people's labels of the same answers:
correlations, pairwise ranking accuracy, ROC AUC, accuracy and F1 at a threshold, each with a bootstrap interval.
"""

_CITATION = """\
@article{graham2014testing,
  title={Testing for Significance of Increased Correlation with Human Judgment},
  author={Graham, Yvette and Baldwin, Timothy},
  journal={Proceedings of the 2014 Conference on Empirical Methods in Natural Language Processing},
  pages={172--176},
  year={2014}
}
@book{krippendorff2018content,
  title={Content Analysis: An Introduction to Its Methodology},
  author={Krippendorff, Klaus},
  edition={4th},
  publisher={Sage},
  year={2018}
}
"""

_URLS = ["https://aclanthology.org/D14-1020"]

_INPUTS = """
Args:
    predictions: A list of numbers, the metric's scores.
    references: For each score a label (a number, True or False), or a list with one label per person and None for
        a person who gave none.
    question_ids: For each score the id of its question (text or a whole number). They add `pairwise_accuracy`, and the
        bootstrap then draws whole questions.
    systems: For each score the name of the system that answered. They add `by_system`, and pairs then join answers of
        different systems only.
    groups: For each score the name of its group (data set, language, ...). They add `by_group`.
    other_predictions: The scores of another metric; adds `comparison`.
    threshold (float): A score above it calls the answer right. Default 0.67.
    label_threshold (float): A label above it calls the answer right. Default 0.5 if all labels are between 0 and 1.
    tie_margin (float): Two answers tie if their scores differ by less than this. Default 0.05.
    label_aggregation (str): How several people's labels become one: `mean` (default) or `majority`.
    level_of_measurement (str): The scale of the labels for Krippendorff's alpha: `nominal`, `ordinal` (default),
        `interval` or `ratio`.
    confidence_level (float): Confidence level of the intervals. Default 0.95; None computes none.

Returns:
    A dict of `pearson`, `spearman`, `kendall_tau_b`, each with `_p_value` and `_ci`; `mean_correlation`,
    `pairwise_accuracy`, `roc_auc`, `accuracy`, `f1`, `bias`, each with `_ci`; `best_threshold`, `best_accuracy`;
    `n`, `n_questions`, `n_pairs`; `reasons` (why a value is NaN) and `signature`. With labels of several people also
    `krippendorff_alpha`, `n_annotators` and, by majority, `n_without_majority`.

Examples:
    >>> agreement = evaluate.load("smile/agreement.py")
    >>> result = agreement.compute(predictions=[0.9, 0.8, 0.3, 0.1], references=[True, True, False, False])
    >>> result["roc_auc"], result["accuracy"]
    (1.0, 1.0)
"""


class Agreement(LabelledModule):
    """Agreement with people, the metric of metrics."""

    _documents = Documents(_DESCRIPTION, _CITATION, _INPUTS, _URLS)
    _options = AGREEMENT_OPTIONS
    _optional_columns = MappingProxyType({**IDENTITIES, "other_prediction": "other_predictions"})

    def _make_scorer(self, options: dict[str, Any]) -> Callable[..., dict[str, Any]]:
        return AgreementScorer(**options).score
