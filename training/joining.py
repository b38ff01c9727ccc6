"""Fits the joint model of the reader and the features, and measures scores.

Source of `fit_joint`: Friedman 2001 ("Greedy function approximation: a gradient boosting machine"), Algorithm 5.
"""

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import HistGradientBoostingClassifier

from smile.aliases import BoolArray, FloatArray
from smile.errors import DataError
from smile.learned.combiner import INPUTS, BoostedTrees, PairProbabilities, Tree, combiner_inputs

_N_BINS = 10

# The output of the trees may only rise with these columns, and only fall with those in `_FALLING`.
_RISING = (
    "semantic",
    "easy_match",
    "keyword_similarity",
    "has_reference",
    "new_words_found",
    "precision",
    "is_equal",
    "new_words_similarity",
    "equivalence_logit",
    "similarity",
    "asserted_logit",
)
_FALLING = ("is_other_value", "no_number_found")

_N_DIGITS = 8


def fit_joint(
    table: FloatArray, readings: PairProbabilities, target: FloatArray | BoolArray, weight: FloatArray | None = None
) -> BoostedTrees:
    """Fits the joint model on answers that the reader has not learned from.

    Args:
        table: (n, k) features of one pair of each answer.
        readings: What the reader says of these pairs.
        target: (n,) probability that a person calls the answer right, 0 to 1. One between them counts as an answer that
            is right and as one that is wrong, each as much as its probability.
        weight: (n,) what the answers count; None for 1 each.

    Raises:
        DataError: All answers are right, or all wrong.
    """
    as_right = np.asarray(target, dtype=np.float64)
    share = np.concatenate((as_right, 1 - as_right))
    counted = np.flatnonzero(share)
    is_right = counted < len(target)
    if is_right.all() or not is_right.any():
        raise DataError("answers labelled correct and answers labelled incorrect are both needed: give more questions")
    model = HistGradientBoostingClassifier(
        max_iter=100,
        learning_rate=0.06,
        max_leaf_nodes=6,
        l2_regularization=20,
        monotonic_cst=[(name in _RISING) - (name in _FALLING) for name in INPUTS],
        early_stopping=False,
        random_state=0,
    )
    columns = np.tile(combiner_inputs(table, readings), (2, 1))
    weights = share if weight is None else share * np.tile(weight, 2)
    model.fit(columns[counted], is_right, sample_weight=weights[counted])
    return as_trees(model)


def as_trees(model: HistGradientBoostingClassifier) -> BoostedTrees:
    """Returns a fitted model as the package reads it. scikit-learn has no public form of its trees."""
    return BoostedTrees(
        _rounded(model._baseline_prediction.item()),
        [_as_tree(predictor.nodes) for (predictor,) in model._predictors],
    )


def _as_tree(nodes: npt.NDArray[np.void]) -> Tree:
    number = np.arange(len(nodes))
    return Tree(
        np.where(nodes["is_leaf"], 0, nodes["feature_idx"]).tolist(),
        [
            0.0 if is_leaf else _rounded(each)
            for each, is_leaf in zip(nodes["num_threshold"], nodes["is_leaf"], strict=True)
        ],
        np.where(nodes["is_leaf"], number, nodes["left"]).tolist(),
        np.where(nodes["is_leaf"], number, nodes["right"]).tolist(),
        list(map(_rounded, nodes["value"])),
    )


def _rounded(value: float) -> float:
    return float(f"{value:.{_N_DIGITS}g}")


def mean_pearson(
    scores: FloatArray, is_right: BoolArray, group: npt.NDArray[np.str_]
) -> tuple[float, dict[str, float]]:
    """Returns the mean Pearson correlation of groups, and each group's.

    Args:
        scores: (n,) scores of answers.
        is_right: (n,) whether the answer is labelled correct.
        group: (n,) names of the answers' groups; an empty name is no group.
    """
    of_group = {
        name: float(np.corrcoef(scores[group == name], is_right[group == name])[0, 1])
        for name in sorted(set(group.tolist()) - {""})
    }
    return float(np.mean(list(of_group.values()))), of_group


def expected_calibration_error(probabilities: FloatArray, is_right: BoolArray) -> float:
    """Returns the mean distance of a bin's mean probability from its share of right answers, over answers, 0 to 1.

    Source: Guo et al. 2017, Equation 3, with ten equal bins.
    """
    place = np.minimum((probabilities * _N_BINS).astype(int), _N_BINS - 1)
    gap = np.bincount(place, weights=probabilities - is_right)
    return float(np.abs(gap).sum() / len(probabilities))


def threshold_accuracy(scores: FloatArray, is_right: BoolArray, threshold: float) -> float:
    """Returns the share of verdicts at a threshold that match human labels."""
    return float(((scores > threshold) == is_right).mean())
