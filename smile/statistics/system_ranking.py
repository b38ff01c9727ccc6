"""Ranks systems by any metric: means, paired differences, adjusted p-values and ranks."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from ..checks import as_list, check_finite, check_lengths, check_share, row_names
from ..errors import UsageError
from ..result_types import Difference, RankedSystem, RankingResult
from ..shared_types import FloatArray
from .bootstrap import ONE_QUESTION, RESAMPLES, draw_questions, draw_sign_flips, mean_interval, percentile_interval

# With this many draws, the smallest possible p-value, once corrected, is a fifth of the significance level.
_DRAWS_PER_PAIR = 10
_MOST_DRAWS = 500_000

# Differences smaller than this share of the largest score are rounding errors.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Ranking:
    """Systems, best first, and all pairs of them. With one question, intervals and p-values are NaN."""

    systems: list[RankedSystem]
    differences: list[Difference]
    n_questions: int
    n_draws: int

    def is_better(self, system: str, other: str) -> bool:
        """Returns whether a system is significantly better than another one."""
        return any(
            each["significant"] and (each["system"], each["other"]) == (system, other) for each in self.differences
        )

    def to_dict(self) -> RankingResult:
        """Returns plain values, and the `reasons` why some are NaN."""
        return {
            "systems": self.systems,
            "differences": self.differences,
            "n_questions": self.n_questions,
            "n_draws": self.n_draws,
            "reasons": {"intervals": ONE_QUESTION} if self.n_questions == 1 else {},
        }


def rank_systems(scores: Mapping[str, Any], confidence_level: float = 0.95) -> RankingResult:
    """Ranks systems by their mean score on the same questions, and tests which differences are significant.

    A difference is significant if its p-value, adjusted for the number of pairs by Holm's method, is under
    1 - `confidence_level`. A system's best rank is one more than the number of systems that are significantly better;
    its worst rank is the number of systems minus those that are significantly worse. Intervals come from a paired
    bootstrap, in which a draw has the same questions for every system. The p-value is that of a paired sign-flip test
    of the means, which is valid for few questions too.

    Args:
        scores: By system its scores, higher is better: a list, an array or a column with one finite number per
            question, with the questions in the same order for each system.
        confidence_level: The level of the intervals, between 0 and 1.

    Returns:
        See `smile.result_types.RankingResult`.

    Raises:
        UsageError: There are fewer than two systems, or the confidence level is out of range.
        DataError: The systems differ in length, or a score is not a finite number.

    Examples:
        >>> ranking = rank_systems({"small": [0.1, 0.4, 0.5, 0.3] * 5, "large": [0.2, 0.5, 0.7, 0.6] * 5})
        >>> [(each["system"], each["best_rank"], each["worst_rank"]) for each in ranking["systems"]]
        [('large', 1, 1), ('small', 2, 2)]
    """
    return rank_score_table(scores, confidence_level).to_dict()


def rank_score_table(scores: Mapping[str, Any], confidence_level: float) -> Ranking:
    """Ranks systems; see `rank_systems`."""
    check_share("confidence_level", confidence_level, open_interval=True)
    n_draws = draws_to_rank_systems(len(scores), confidence_level)
    table = _score_table_for_ranking(scores)
    order = np.argsort(-table.mean(axis=1), kind="stable").tolist()
    names, table = [list(scores)[i] for i in order], table[order]
    n_systems, n_questions = table.shape

    # All draws of a single question are the same.
    is_lone = n_questions == 1
    nothing = np.full((1, n_systems), math.nan)
    drawn = nothing if is_lone else _weighted_means(table, draw_questions(n_questions, n_questions, n_draws))
    flipped = nothing if is_lone else _weighted_means(table, draw_sign_flips(n_questions, n_draws))
    rounding = _ROUNDING * float(np.abs(table).max())
    found = []
    for i, j in combinations(range(n_systems), 2):
        difference = float((table[i] - table[j]).mean())
        in_draws, in_flips = (means[:, i] - means[:, j] for means in (drawn, flipped))
        in_draws[np.abs(in_draws) <= rounding] = 0.0
        # How often a difference is as large if the two systems' answers to each question are swapped at random.
        n_as_large = int((np.abs(in_flips) >= abs(difference) - rounding).sum())
        p_value = math.nan if is_lone else (n_as_large + 1) / (n_draws + 1)
        shown = difference if abs(difference) > rounding else 0.0
        interval = percentile_interval(in_draws, confidence_level)
        found.append(new_difference(names[i], names[j], shown, interval, p_value))
    adjust_differences(found, confidence_level)
    significant = [each for each in found if each["significant"]]
    systems = [
        RankedSystem(
            system=name,
            best_rank=1 + sum(each["other"] == name for each in significant),
            worst_rank=n_systems - sum(each["system"] == name for each in significant),
            mean=float(values.mean()),
            mean_ci=[math.nan, math.nan] if is_lone else mean_interval(values, confidence_level),
        )
        for name, values in zip(names, table, strict=True)
    ]
    return Ranking(systems, found, n_questions, n_draws)


def new_difference(system: str, other: str, difference: float, interval: list[float], p_value: float) -> Difference:
    """Returns a difference whose p-value is not adjusted yet; see `adjust_differences`."""
    return {
        "system": system,
        "other": other,
        "difference": difference,
        "difference_ci": interval,
        "p_value": p_value,
        "adjusted_p_value": math.nan,
        "significant": False,
    }


def adjust_differences(differences: Sequence[Difference], confidence_level: float) -> None:
    """Adjusts the p-values of differences for their number, and notes which are significant."""
    for each, p_value in zip(differences, holm_p_values([each["p_value"] for each in differences]), strict=True):
        each["adjusted_p_value"], each["significant"] = p_value, p_value < 1 - confidence_level


def draws_to_rank_systems(n_systems: int, confidence_level: float) -> int:
    """Returns the number of draws with which a difference can be significant after the correction for all pairs.

    >>> draws_to_rank_systems(2, 0.95), draws_to_rank_systems(12, 0.95)
    (1000, 13200)
    """
    if n_systems < 2:
        raise UsageError(f"a comparison needs at least two systems, got {n_systems}: add another one")
    n_pairs = n_systems * (n_systems - 1) // 2
    # Rounded, as 1 - 0.9 is a little less than 0.1 in floats.
    needed = max(RESAMPLES, math.ceil(_DRAWS_PER_PAIR * n_pairs / round(1 - confidence_level, 12)))
    if needed > _MOST_DRAWS:
        raise UsageError(
            f"the confidence level {confidence_level} with {n_systems} systems ({n_pairs:,} pairs) needs {needed:,} "
            f"draws, more than {_MOST_DRAWS:,}: compare fewer systems or use a lower level"
        )
    return needed


def holm_p_values(p_values: Sequence[float]) -> list[float]:
    """Returns p-values corrected for their number by Holm's method (1979), in the same order.

    >>> holm_p_values([0.02, 0.01, 0.5])
    [0.04, 0.03, 0.5]
    """
    given = np.array(p_values, dtype=np.float64)
    order = np.argsort(given, kind="stable")
    corrected = np.empty_like(given)
    corrected[order] = np.minimum(1.0, np.maximum.accumulate(given[order] * np.arange(len(given), 0, -1)))
    return list(map(float, corrected))


def _score_table_for_ranking(scores: Mapping[str, Any]) -> FloatArray:
    columns = {name: as_list(name, column) for name, column in scores.items()}
    names = row_names(check_lengths(columns))
    return np.array(
        [
            [
                check_finite(name, f"score of {system}", cell, "give every system a score for every question")
                for name, cell in zip(names, column, strict=True)
            ]
            for system, column in columns.items()
        ],
        dtype=np.float64,
    )


def _weighted_means(table: FloatArray, draws: Iterable[FloatArray]) -> FloatArray:
    return np.concatenate([weights @ table.T / table.shape[1] for weights in draws])
