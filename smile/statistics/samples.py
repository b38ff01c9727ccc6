"""avg@k and pass@k of several answers to each question."""

from typing import Any

import numpy as np

from ..shared_types import BoolArray, IntArray
from .accuracy_interval import accuracy_interval


def samples_measures(
    correct: BoolArray, question: IntArray, level: float | None = None, k: int | None = None
) -> dict[str, Any]:
    """Returns avg@k and pass@k (Chen et al. 2021, equation 1); nothing if a question has only one answer.

    Args:
        correct: (n,) whether each answer is correct.
        question: (n,) the number of each answer's question.
        level: The level of intervals, which are by question; None leaves them out.
        k: The number of answers; None takes the number that every question has.

    >>> samples_measures(np.array([True, False, True, False, False, False]), np.array([0, 0, 0, 1, 1, 1]), k=2)
    {'n_questions': 2, 'k': 2, 'avg@2': 0.3333333333333333, 'pass@2': 0.5}
    """
    at = np.unique(question, return_inverse=True)[1]
    n_of, n_correct = np.bincount(at), np.bincount(at, correct)
    k = int(n_of.min()) if k is None else k
    if k < 2:
        return {}
    # The probability that k of the n answers to a question are all incorrect.
    tries = np.arange(k)[:, None]
    passes = 1 - (np.maximum(n_of - n_correct - tries, 0) / (n_of - tries)).prod(axis=0)
    result: dict[str, Any] = {"n_questions": len(n_of), "k": k, f"avg@{k}": float((n_correct / n_of).mean())}
    result[f"pass@{k}"] = float(passes.mean())
    if level is not None and len(n_of) > 1:
        result[f"avg@{k}_ci"] = accuracy_interval(correct, level, at)
        result[f"pass@{k}_ci"] = accuracy_interval(passes, level)
    return result
