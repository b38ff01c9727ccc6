"""Compares several systems scored with SMILE on the same questions, each alone and in pairs."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..scoring.results import Scores
from ..statistics.bootstrap import RESAMPLES, SEED, mean_interval
from ..statistics.system_ranking import ranking


def compare_systems(scores: Scores, systems: Sequence[str], confidence_level: float = 0.95) -> dict[str, Any]:
    """Compares systems by SMILE; see `rank_systems`.

    Args:
        scores: The scores of the first system's rows, then of the second's, and so on; questions in the same order.
        systems: The systems' names.
        confidence_level: Confidence level of the intervals, between 0 and 1.

    Returns:
        The result of `rank_systems`, with `smile` and `smile_ci` for the mean; for each system also `accuracy` and
        `accuracy_ci`, `n_empty_predictions`, `n_truncated` and `n_out_of_vocabulary`; the `signature` and
        the `backend`; with a store also the number of strings from it. If only some questions have a text,
        `n_without_question` counts the others.

    Raises:
        UsageError: There are fewer than two systems, or the level is out of range.
    """
    shape = (len(systems), -1)
    smile, correct = scores.smile.reshape(shape), scores.correct.astype(np.float64).reshape(shape)
    counted = {
        "n_empty_predictions": scores.is_empty,
        "n_truncated": scores.is_truncated,
        "n_out_of_vocabulary": scores.is_out_of_vocabulary,
    }
    ranked = ranking(dict(zip(systems, smile, strict=True)), confidence_level)
    is_lone = ranked.n_questions == 1
    members = []
    for member in ranked.systems:
        i = systems.index(member.system)
        members.append(
            {
                "system": member.system,
                "best_rank": member.best_rank,
                "worst_rank": member.worst_rank,
                "smile": member.mean,
                "smile_ci": member.mean_ci,
                "accuracy": float(correct[i].mean()),
                "accuracy_ci": [math.nan, math.nan] if is_lone else mean_interval(correct[i], confidence_level),
                **{name: int(is_so.reshape(shape)[i].sum()) for name, is_so in counted.items()},
            }
        )
    spread = f"|bs:{RESAMPLES}|seed:{SEED}|cl:{confidence_level}|bs_differences:{ranked.n_draws}|p:holm"
    n_without = scores.n_without_question // len(systems)
    counts = {"n_without_question": n_without} if n_without else {}
    return ranked.to_dict() | counts | scores.encoding() | {"systems": members, "signature": scores.signature + spread}
