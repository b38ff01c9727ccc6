"""The confidence interval of an accuracy, the same everywhere, and avg@k and pass@k of several answers."""

import math
from statistics import NormalDist
from typing import Any, cast

import numpy as np

from ..result_types import SampleMeasures
from ..shared_types import BoolArray, FloatArray, IntArray
from .distributions import student_quantile


def accuracy_interval(
    correct: BoolArray | FloatArray, confidence_level: float, question: IntArray | None = None
) -> list[float]:
    """Returns Wilson's score interval, with continuity correction, of the share of correct rows.

    Rows of one question are not independent: their number is replaced by the effective sample size, the number of
    independent rows whose mean has the variance that is found between the questions (Korn and Graubard 1998).

    Args:
        correct: (n,) whether each row is correct, or a share from 0 to 1, for which the interval is a little wide.
        confidence_level: The level of the interval, between 0 and 1.
        question: (n,) the number of each row's question; None if every row has its own.

    >>> correct = np.array([True] * 9 + [False])
    >>> [round(end, 3) for end in accuracy_interval(correct, 0.95)]
    [0.541, 0.995]
    >>> [round(end, 3) for end in accuracy_interval(np.repeat(correct, 2), 0.95, np.arange(20) // 2)]
    [0.492, 0.996]
    """
    n, share, tail = len(correct), float(correct.mean()), (1 + confidence_level) / 2
    at = np.arange(n) if question is None else np.unique(question, return_inverse=True)[1]
    sizes = np.bincount(at)
    n_questions = len(sizes)
    if n_questions in (1, n):
        return _wilson(share, float(n) if n_questions == n else 1.0, NormalDist().inv_cdf(tail))
    off = np.bincount(at, weights=correct) - share * sizes
    variance = n_questions / (n_questions - 1) * float(off @ off) / n**2
    # As if all rows of a question were alike.
    fewest = n**2 / float(sizes @ sizes)
    found = share * (1 - share) / variance if variance > 0 else fewest
    return _wilson(share, min(max(found, fewest), n), student_quantile(n_questions - 1, tail))


def _wilson(share: float, n: float, z: float) -> list[float]:
    """Returns the interval of a share of n rows (Newcombe 1998, method 4)."""
    middle, width = 2 * n * share + z**2, 2 * (n + z**2)
    low, high = (
        z * math.sqrt(max(0.0, z**2 - 2 * sign - 1 / n + 4 * share * (n * (1 - share) + sign))) for sign in (1, -1)
    )
    return [
        max(0.0, (middle - 1 - low) / width) if share > 0 else 0.0,
        min(1.0, (middle + 1 + high) / width) if share < 1 else 1.0,
    ]


def accuracy_of_samples(
    correct: BoolArray, question: IntArray, level: float | None = None, k: int | None = None
) -> SampleMeasures:
    """Returns avg@k and pass@k (Chen et al. 2021, equation 1); nothing if a question has only one answer.

    Args:
        correct: (n,) whether each answer is correct.
        question: (n,) the number of each answer's question.
        level: The level of intervals, which are by question; None leaves them out.
        k: The number of answers; None takes the number that every question has.

    >>> accuracy_of_samples(np.array([True, False, True, False, False, False]), np.array([0, 0, 0, 1, 1, 1]), k=2)
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
    found: dict[str, Any] = {"n_questions": len(n_of), "k": k, f"avg@{k}": float((n_correct / n_of).mean())}
    found[f"pass@{k}"] = float(passes.mean())
    if level is not None and len(n_of) > 1:
        found[f"avg@{k}_ci"] = accuracy_interval(correct, level, at)
        found[f"pass@{k}_ci"] = accuracy_interval(passes, level)
    return cast(SampleMeasures, found)
