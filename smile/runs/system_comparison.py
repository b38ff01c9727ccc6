"""Compares several systems scored with SMILE on the same questions, each alone and in pairs."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from ..result_types import (
    AccuracyDifference,
    ComparedSystem,
    ComparisonNotes,
    ComparisonResult,
    Encoding,
    PairedBy,
)
from ..scoring.results import Scores, attempt_measures
from ..scoring.verdicts import EVEN
from ..shared_types import BoolArray, FloatArray, IntArray
from ..statistics.accuracy_interval import accuracy_interval, accuracy_of_samples
from ..statistics.bootstrap import RESAMPLES, SEED, mean_interval
from ..statistics.system_ranking import Ranking, rank_score_table


@dataclass(frozen=True)
class SystemComparison:
    """Systems compared by SMILE, best first.

    Attributes:
        accuracy_differences: Every pair of `ranking.differences`, by accuracy.
        paired_by: How the rows of one question were found.
        newly_correct: Of two given systems, the ids of the rows that are correct only in the second.
        newly_incorrect: The ids of the rows that are correct only in the first.
        warnings: What to know before trusting the scores.
        n_rows: The number of answers of all systems.
    """

    paired_by: PairedBy
    systems: list[ComparedSystem]
    ranking: Ranking
    accuracy_differences: list[AccuracyDifference]
    newly_correct: list[Any]
    newly_incorrect: list[Any]
    notes: ComparisonNotes
    encoding: Encoding
    confidence_level: float
    signature: str
    warnings: Sequence[str] = ()
    n_rows: int = 0

    def to_dict(self) -> ComparisonResult:
        """Returns plain values."""
        result: dict[str, Any] = {"paired_by": self.paired_by, **self.ranking.to_dict(), "systems": self.systems}
        result["accuracy_differences"] = self.accuracy_differences
        if len(self.systems) == 2:
            result |= {"newly_correct": self.newly_correct, "newly_incorrect": self.newly_incorrect}
        result |= {"notes": self.notes, **self.encoding}
        result["signature"] = self.signature
        return cast(ComparisonResult, result | ({"warnings": list(self.warnings)} if self.warnings else {}))


def means_by_cell(values: FloatArray | BoolArray, cell: IntArray, n_systems: int) -> FloatArray:
    """Returns the (n_systems, n_questions) means of the values with the same cell.

    >>> means_by_cell(np.array([1.0, 0.0, 1.0, 1.0]), np.array([0, 0, 1, 2]), 3).tolist()
    [[0.5], [1.0], [1.0]]
    """
    return (np.bincount(cell, values) / np.bincount(cell)).reshape(n_systems, -1)


def changed_rows(correct: BoolArray) -> tuple[list[int], list[int]]:
    """Returns the positions of the rows that are newly correct in the second of two runs, and of those newly incorrect.

    >>> changed_rows(np.array([[True, False, True], [True, True, False]]))
    ([1], [2])
    """
    before, after = correct
    return np.flatnonzero(after & ~before).tolist(), np.flatnonzero(before & ~after).tolist()


def compare_accuracy_of_systems(
    system: str, other: str, correct: Mapping[str, tuple[FloatArray, BoolArray]], confidence_level: float
) -> AccuracyDifference:
    """Returns how two systems differ in accuracy.

    `correct` has the share of each system's correct answers to each question, and whether they are the majority.

    >>> a, b = np.array([True] * 9 + [False]), np.array([False] * 8 + [True, False])
    >>> found = compare_accuracy_of_systems("a", "b", {"a": (a.astype(float), a), "b": (b.astype(float), b)}, 0.95)
    >>> found["difference"], found["n_both_correct"], found["n_only_system"], found["n_both_incorrect"]
    (0.8, 1, 8, 1)
    """
    (share, a), (share_of_other, b) = correct[system], correct[other]
    by_question = share - share_of_other
    interval = mean_interval(by_question, confidence_level) if len(a) > 1 else [math.nan, math.nan]
    return {
        "system": system,
        "other": other,
        "difference": float(by_question.mean()),
        "difference_ci": interval,
        "n_both_correct": int((a & b).sum()),
        "n_only_system": int((a & ~b).sum()),
        "n_only_other": int((b & ~a).sum()),
        "n_both_incorrect": int((~a & ~b).sum()),
    }


def compare_systems(
    scores: Scores,
    systems: Sequence[str],
    confidence_level: float = 0.95,
    paired_by: PairedBy = "position",
    warnings: Sequence[str] = (),
    ids: Sequence[Any] | None = None,
    cells: Sequence[int] | None = None,
) -> SystemComparison:
    """Compares systems by SMILE; see `rank_systems`.

    The scores are those of the first system's rows, then of the second's, and so on; questions in the same order.
    `ids` name the questions, by default their positions. `cells` are those of `AnswersByQuestion`, by default one row
    for each system and question. Several answers to a question count by their mean, and in counts by their majority.
    """
    cell = np.arange(len(scores)) if cells is None else np.array(cells)
    smile, share = (means_by_cell(values, cell, len(systems)) for values in (scores.smile, scores.correct))
    correct, n_questions = share > EVEN, share.shape[1]
    system_of = cell // n_questions
    has_none = np.array([bool(reason) for reason in scores.not_attempted])
    counted = (has_none, scores.is_empty, scores.is_truncated, scores.is_out_of_vocabulary, scores.correct)
    n_none, n_empty, n_truncated, n_unknown, n_correct = [
        np.bincount(system_of, each).astype(int).tolist() for each in counted
    ]
    n_rows, k = np.bincount(system_of).tolist(), int(np.bincount(cell).min())
    own = [(scores.correct[system_of == i], cell[system_of == i]) for i in range(len(systems))]
    ranked = rank_score_table(dict(zip(systems, smile, strict=True)), confidence_level)
    is_lone = ranked.n_questions == 1
    by_name = {name: (share[i], correct[i]) for i, name in enumerate(systems)}
    right, wrong = (
        [i if ids is None else ids[i] for i in at] for at in (changed_rows(correct) if len(systems) == 2 else ([], []))
    )
    spread = {"bs": RESAMPLES, "seed": SEED, "cl": confidence_level, "bs_differences": ranked.n_draws, "p": "holm"}
    compared = [
        ComparedSystem(
            system=member["system"],
            best_rank=member["best_rank"],
            worst_rank=member["worst_rank"],
            smile=member["mean"],
            smile_ci=member["mean_ci"],
            accuracy=float(share[i].mean()),
            accuracy_ci=[math.nan] * 2 if is_lone else accuracy_interval(own[i][0], confidence_level, own[i][1]),
            accuracy_given_attempted=attempt_measures(n_correct[i], n_rows[i] - n_correct[i] - n_none[i], n_none[i])[
                "accuracy_given_attempted"
            ],
            n_not_attempted=n_none[i],
            n_empty_predictions=n_empty[i],
            n_truncated=n_truncated[i],
            n_out_of_vocabulary=n_unknown[i],
            **accuracy_of_samples(*own[i], confidence_level, k),
        )
        for member in ranked.systems
        for i in [systems.index(member["system"])]
    ]
    return SystemComparison(
        paired_by,
        compared,
        ranked,
        [
            compare_accuracy_of_systems(each["system"], each["other"], by_name, confidence_level)
            for each in ranked.differences
        ],
        right,
        wrong,
        {
            "without_question": round(scores.n_without_question * n_questions / len(scores)),
            **scores.row_counts(),
        },
        scores.encoding(),
        confidence_level,
        str(scores.run_signature | spread),
        warnings,
        len(scores),
    )
