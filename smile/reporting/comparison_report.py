"""The report of a comparison of systems, and of what changes from one to another."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from ..checks import positions_of_names
from ..files.paired_systems import AnswersByQuestion
from ..result_types import AccuracyDifference, ComparedSystem, Difference
from ..rows.checked_rows import Row
from ..runs.system_comparison import SystemComparison, changed_rows, means_by_cell
from ..scoring.results import Scores
from ..scoring.verdicts import EVEN
from ..shared_types import BoolArray, FloatArray
from .formatting import MULTILINGUAL_REMEDY, as_sentence, one_line, shown_p, shown_percent
from .report import Block, Column, Line, Picture, Report, SignatureLine, Table, statistic
from .score_report import WITHOUT_QUESTIONS, sample_names

# With fewer, bootstrap intervals are too narrow.
_FEW_QUESTIONS = 20

RANKING = "Ranking"

_D = TypeVar("_D", Difference, AccuracyDifference)


def comparison_report(found: SystemComparison, threshold: float) -> Report:
    """Returns ranks, distances to the best by SMILE and by accuracy, and the method; tables have the best first."""
    interval = f"{found.confidence_level * 100:g} % interval"
    caption = "Each system's mean, and how far it is behind the best one"
    return Report(
        "Comparison",
        [
            _comparison_headline(found),
            *(Line(as_sentence(warning), "warning") for warning in found.warnings),
            _ranking_table(found, interval),
            *_comparison_samples_table(found, interval),
            _behind_best(found, interval),
            _comparison_accuracy_table(found, interval),
            *(Line(note, "note") for note in comparison_notes(found)),
            Line(_comparison_method(found, threshold), "method"),
            SignatureLine(found.signature),
            Picture("comparison", caption),
        ],
    )


def shown_rank(found: ComparedSystem) -> str:
    """Returns a system's rank, or its range of ranks."""
    best, worst = found["best_rank"], found["worst_rank"]
    return str(best) if best == worst else f"{best}-{worst}"


def _comparison_headline(found: SystemComparison) -> Line:
    names = [one_line(each["system"]) for each in found.systems if each["best_rank"] == 1]
    if len(names) == 1:
        text = f"{names[0]} is better than {'the other' if len(found.systems) == 2 else 'all others'}."
    else:
        text = f"No significant difference between {', '.join(names[:-1])} and {names[-1]}."
    return Line(text, "headline", "best")


def _ranking_table(found: SystemComparison, interval: str) -> Table:
    rows = [
        [
            (Column("System"), each["system"]),
            (Column("Rank"), shown_rank(each)),
            *statistic("SMILE", each["smile"], each["smile_ci"], interval, has_bar=True),
            *statistic("Accuracy", each["accuracy"], each["accuracy_ci"], interval, 0, 1),
        ]
        for each in found.systems
    ]
    return Table.of(RANKING, rows)


def _comparison_samples_table(found: SystemComparison, interval: str) -> list[Table]:
    """Returns the table of avg@k and pass@k; nothing without several answers to each question."""
    names = sample_names(found.systems[0])
    rows = [
        [
            (Column("System"), each["system"]),
            *(
                entry
                for name in names
                for entry in statistic(name, measures[name], measures.get(f"{name}_ci"), interval)
            ),
        ]
        for each in found.systems
        for measures in [dict[str, Any](each)]
    ]
    return [Table.of("Several answers to each question", rows)] if names else []


def _behind_best(found: SystemComparison, interval: str) -> Table:
    rows = [
        [
            (Column(f"Gap to {one_line(found.systems[0]['system'])}"), each["other"]),
            *statistic("SMILE", each["difference"], each["difference_ci"], interval),
            (Column("p-value"), shown_p(each["adjusted_p_value"])),
            (Column("Significant"), "yes" if each["significant"] else "no"),
        ]
        for each in _differences_from_best(found, found.ranking.differences)
    ]
    return Table.of("Distance to the best", rows)


def _comparison_accuracy_table(found: SystemComparison, interval: str) -> Table:
    best = one_line(found.systems[0]["system"])
    rows = [
        [
            (Column(f"Against {best}"), each["other"]),
            *statistic("Accuracy\ngap", each["difference"], each["difference_ci"], interval, 2, 2),
            (Column("both\ncorrect"), f"{each['n_both_correct']:,}"),
            (Column(f"only {best}\ncorrect"), f"{each['n_only_system']:,}"),
            (Column("only this\ncorrect"), f"{each['n_only_other']:,}"),
            (Column("neither\ncorrect"), f"{each['n_both_incorrect']:,}"),
        ]
        for each in _differences_from_best(found, found.accuracy_differences)
    ]
    return Table.of("Correct and incorrect, question by question", rows)


def _differences_from_best(found: SystemComparison, differences: Sequence[_D]) -> list[_D]:
    """Returns the differences of the best system from the others, the best of these first."""
    best, *others = [each["system"] for each in found.systems]
    of_best = {each["other"]: each for each in differences if each["system"] == best}
    return [of_best[name] for name in others]


def comparison_notes(found: SystemComparison) -> list[str]:
    """Returns notes about the rows and the intervals."""
    notes = []
    for each in found.systems:
        for n, what in (
            (each["n_empty_predictions"], "with an empty prediction (score 0)."),
            (
                each["n_not_attempted"],
                "without an answer, such as a refusal; of the others "
                f"{shown_percent(each['accuracy_given_attempted'])} are correct.",
            ),
            (each["n_truncated"], "with more text, or more references, than is compared; the rest did not count."),
        ):
            notes += [f"Note: {one_line(each['system'])} has {n} {'row' if n == 1 else 'rows'} {what}"] if n else []
    n = found.notes["without_question"]
    if n == found.ranking.n_questions:
        notes.append(f"Note: {WITHOUT_QUESTIONS}")
    elif n:
        which = "1 question has no text: its" if n == 1 else f"{n} questions have no text: their"
        notes.append(f"Note: {which} answers were scored without a question.")
    n_unknown = sum(each["n_out_of_vocabulary"] for each in found.systems)
    if n_unknown:
        notes.append(
            f"Note: {n_unknown} {'answer has' if n_unknown == 1 else 'answers have'} text that the encoder does not "
            f"know, such as another script or an emoji, so only the words were compared: {MULTILINGUAL_REMEDY}."
        )
    n_questions = found.ranking.n_questions
    if found.n_rows > n_questions * len(found.systems):
        notes.append(
            f"Note: {found.n_rows:,} answers to {n_questions:,} questions: several answers of a system to one question "
            "count by their mean, and as correct by their majority."
        )
    if n_questions == 1:
        notes.append("No intervals and p-values: there is one question only, and the intervals are drawn by question.")
    elif n_questions < _FEW_QUESTIONS:
        notes.append(f"Note: {n_questions} questions are few, which makes the intervals too narrow.")
    return notes


def _comparison_method(found: SystemComparison, threshold: float) -> str:
    n, n_pairs, n_draws = found.ranking.n_questions, len(found.ranking.differences), found.ranking.n_draws
    pairs = f", adjusted for {n_pairs} pairs (Holm)" if n_pairs > 1 else ""
    return (
        f"{n:,} {'question' if n == 1 else 'questions'}, paired by {found.paired_by}; accuracy is SMILE over "
        f"{threshold:g}. p-values are of a paired sign-flip test of mean SMILE, {n_draws:,} draws{pairs}. A difference "
        f"is significant where p is under {1 - found.confidence_level:.6g}. The data cannot tell systems of rank 1-2 "
        "apart."
    )


# Rows that each list shows.
_MOST_ROWS = 100


def changes_report(
    names: Sequence[str],
    ids: Sequence[Any],
    rows: Sequence[Sequence[Row]],
    smile: FloatArray,
    correct: BoolArray,
    most: int = _MOST_ROWS,
) -> Report:
    """Returns how many of n rows are newly correct and newly incorrect in the second of two runs, and lists them.

    Scores and verdicts are (2, n) those of both runs. Each list shows at most `most` rows and counts the others.
    """
    found = dict(zip(("Newly correct", "Newly incorrect"), changed_rows(correct), strict=True))
    counts = ", ".join(f"{len(at):,} {name.lower()}" for name, at in found.items())
    has_one_answer = all(one.prediction == other.prediction for one, other in zip(*rows, strict=True))
    answers = ["Answer"] if has_one_answer else [f"Answer: {name}" for name in names]
    columns = [
        Column("Id"),
        *(Column(f"SMILE\n{name}") for name in names),
        *(Column(name, is_text=True) for name in answers),
        Column("Correct answers", is_text=True),
        Column("Question", is_text=True),
    ]
    blocks: list[Block] = [Line(f"From {names[0]} to {names[1]}: {counts}, of {len(ids):,} rows.", mark="open")]
    for name, at in reversed(found.items()):
        cells = [
            [
                "" if ids[i] is None else str(ids[i]),
                *(f"{each:.2f}" for each in smile[:, i]),
                *(run[i].prediction for run in rows[: len(answers)]),
                " / ".join(rows[1][i].references),
                rows[1][i].question or "",
            ]
            for i in at[:most]
        ]
        blocks += [Table(name, columns, cells)] if cells else []
        blocks += [Line(f"and {len(at) - most:,} more rows", "note")] if len(at) > most else []
    return Report("Newly correct and newly incorrect", blocks)


def changed_answers_report(paired: AnswersByQuestion, scores: Scores, most: int = _MOST_ROWS) -> list[Report]:
    """Returns the report of what changes from the first of two systems to the second; nothing for more of them."""
    if len(paired.systems) != 2:
        return []
    n, rows_of = len(paired.ids), positions_of_names(list(map(str, paired.cells)))
    answers = [
        replace(paired.rows[at[0]], prediction=" / ".join(dict.fromkeys(paired.rows[i].prediction for i in at)))
        for at in rows_of.values()
    ]
    rows, cell = (answers[:n], answers[n:]), np.array(paired.cells)
    smile, share = (means_by_cell(values, cell, 2) for values in (scores.smile, scores.correct))
    correct = share > EVEN
    return [changes_report(paired.systems, paired.ids, rows, smile, correct, most)]
