"""Scores in one call, and the check of an accuracy in a test."""

from functools import lru_cache
from typing import Any

from ..checks import check_share
from ..settings.named_settings import Settings
from .results import Scores
from .scorer import SmileScorer

# Scorers that keep their models for the next call.
_MOST_SCORERS = 4


def score(
    predictions: Any, references: Any, questions: Any = None, setting: str | Settings = "default", **options: Any
) -> Scores:
    """Scores predictions against references with SMILE; `SmileScorer` says what each argument may be.

    A second call with the same setting and options uses the models that the first one loaded.

    Examples:
        >>> scores = score(["It is in Paris.", "Rome"], ["Paris", "Paris"], setting="fast")
        >>> scores.accuracy, scores.verdict
        (0.5, ['correct', 'incorrect'])
    """
    return _scorer(setting, **options).score(predictions, references, questions)


_scorer = lru_cache(_MOST_SCORERS)(SmileScorer)


def assert_accuracy(scores: Scores, at_least: float) -> None:
    """Raises an `AssertionError` if the accuracy of scores is under `at_least`; it lists the worst rows first.

    Examples:
        >>> assert_accuracy(score(["It is in Paris.", "Rome"], ["Paris", "Paris"], setting="fast"), 0.8)
        Traceback (most recent call last):
        AssertionError: the accuracy is 0.500, under 0.8: 1 of 2 answers is not correct
           row  smile  verdict    reason
             1  0.374  incorrect  Says Rome instead of Paris
    """
    __tracebackhide__ = True  # pytest shows the line of the test
    if scores.accuracy < check_share("at_least", at_least):
        wrong = [i for i in scores.smile.argsort(kind="stable").tolist() if not scores.correct[i]]
        n = f"{len(wrong):,} of {len(scores):,} answers {'is' if len(wrong) == 1 else 'are'} not correct"
        raise AssertionError(
            "\n".join([f"the accuracy is {scores.accuracy:.3f}, under {at_least:g}: {n}", *scores.table(wrong)])
        )
