"""Compares several systems scored with SMILE on the same questions, each alone and in pairs."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from ..files.systems import PairedBy
from ..result_types import ComparisonNotes, Encoding, SampleMeasures
from ..scoring.results import Scores, attempt_measures
from ..scoring.signature import add_to_signature
from ..scoring.verdicts import EVEN
from ..shared_types import BoolArray, FloatArray, IntArray
from ..statistics.accuracy_interval import accuracy_interval, samples_measures
from ..statistics.bootstrap import RESAMPLES, SEED, mean_interval
from ..statistics.system_ranking import Ranking, rank_score_table


@dataclass(frozen=True)
class ComparedSystem:
    """A system, the best and the worst rank that the differences allow, its means with intervals, and counts.

    `samples` is empty unless every system has several answers to each question.
    """

    system: str
    best_rank: int
    worst_rank: int
    smile: float
    smile_ci: list[float]
    accuracy: float
    accuracy_ci: list[float]
    accuracy_given_attempted: float
    n_not_attempted: int
    n_empty_predictions: int
    n_truncated: int
    n_out_of_vocabulary: int
    samples: SampleMeasures = field(default_factory=lambda: SampleMeasures())

    def to_dict(self) -> dict[str, Any]:
        """Returns plain values."""
        found = asdict(self)
        found |= found.pop("samples")
        return found


@dataclass(frozen=True)
class AccuracyDifference:
    """The difference in accuracy of two systems, and how many questions both, one or neither answer correctly."""

    system: str
    other: str
    difference: float
    difference_ci: list[float]
    n_both_right: int
    n_only_system: int
    n_only_other: int
    n_both_wrong: int


@dataclass(frozen=True)
class SystemComparison:
    """Systems compared by SMILE, best first.

    Attributes:
        accuracy_differences: Every pair of `ranking.differences`, by accuracy.
        paired_by: How the rows of one question were found.
        newly_right: Of two given systems, the ids of the rows that are correct only in the second.
        newly_wrong: The ids of the rows that are correct only in the first.
        warnings: What to know before trusting the scores.
        n_rows: The number of answers of all systems.
    """

    paired_by: PairedBy
    systems: list[ComparedSystem]
    ranking: Ranking
    accuracy_differences: list[AccuracyDifference]
    newly_right: list[Any]
    newly_wrong: list[Any]
    notes: ComparisonNotes
    encoding: Encoding
    confidence_level: float
    signature: str
    warnings: Sequence[str] = ()
    n_rows: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Returns plain values: those of `rank_systems`, with the systems' own, accuracy, counts and warnings."""
        result: dict[str, Any] = {"paired_by": self.paired_by} | self.ranking.to_dict()
        result["systems"] = [each.to_dict() for each in self.systems]
        result["accuracy_differences"] = [asdict(each) for each in self.accuracy_differences]
        if len(self.systems) == 2:
            result |= {"newly_right": self.newly_right, "newly_wrong": self.newly_wrong}
        result |= {"notes": self.notes, **self.encoding}
        result["signature"] = self.signature
        return result | ({"warnings": list(self.warnings)} if self.warnings else {})


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


def accuracy_difference(
    system: str, other: str, correct: Mapping[str, tuple[FloatArray, BoolArray]], confidence_level: float
) -> AccuracyDifference:
    """Returns how two systems differ in accuracy.

    `correct` has the share of each system's correct answers to each question, and whether they are the majority.

    >>> a, b = np.array([True] * 9 + [False]), np.array([False] * 8 + [True, False])
    >>> found = accuracy_difference("a", "b", {"a": (a.astype(float), a), "b": (b.astype(float), b)}, 0.95)
    >>> found.difference, found.n_both_right, found.n_only_system, found.n_only_other, found.n_both_wrong
    (0.8, 1, 8, 0, 1)
    """
    (share, a), (share_of_other, b) = correct[system], correct[other]
    by_question = share - share_of_other
    interval = mean_interval(by_question, confidence_level) if len(a) > 1 else [math.nan, math.nan]
    counts = [int(each.sum()) for each in (a & b, a & ~b, b & ~a, ~a & ~b)]
    return AccuracyDifference(system, other, float(by_question.mean()), interval, *counts)


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
            member.system,
            member.best_rank,
            member.worst_rank,
            member.mean,
            member.mean_ci,
            float(share[i].mean()),
            [math.nan, math.nan] if is_lone else accuracy_interval(own[i][0], confidence_level, own[i][1]),
            attempt_measures(n_correct[i], n_rows[i] - n_correct[i] - n_none[i], n_none[i])["accuracy_given_attempted"],
            n_none[i],
            n_empty[i],
            n_truncated[i],
            n_unknown[i],
            samples_measures(*own[i], confidence_level, k),
        )
        for member in ranked.systems
        for i in [systems.index(member.system)]
    ]
    return SystemComparison(
        paired_by,
        compared,
        ranked,
        [accuracy_difference(each.system, each.other, by_name, confidence_level) for each in ranked.differences],
        right,
        wrong,
        {
            "n_questions_without_text": round(scores.n_without_question * n_questions / len(scores)),
            **scores.row_counts(),
        },
        scores.encoding(),
        confidence_level,
        add_to_signature(scores.signature, spread),
        warnings,
        len(scores),
    )
