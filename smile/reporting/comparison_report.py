"""The report of a comparison of systems."""

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from ..files.pairing import AnswersByQuestion
from ..scoring.results import Scores
from .formatting import MULTILINGUAL_REMEDY, as_sentence, one_line, shown, shown_interval, shown_p
from .report import Block, Cell, Column, Example, Examples, Line, Picture, Report, Signature, Table, with_interval

# With fewer, bootstrap intervals are too narrow.
_FEW_QUESTIONS = 20
_MOST_QUESTIONS, _MOST_REFERENCES = 10, 5


def comparison_report(result: Mapping[str, Any], threshold: float, confidence_level: float) -> Report:
    """Returns the ranks, the distance of each system to the best, each comparison in words, and the method.

    Args:
        result: What `compare_systems` returns, with `paired_by`, and `warnings` if there are any.
        threshold: The threshold of accuracy.
        confidence_level: The level of the intervals.
    """
    interval = f"{confidence_level * 100:g} % interval"
    caption = "Each system's mean, and how far it is behind the best and the next better one"
    return Report(
        "Comparison",
        [
            _headline(result),
            *(Line(as_sentence(warning), "warning") for warning in result.get("warnings", ())),
            _ranking(result, interval),
            _behind(result, interval),
            *_sentences(result),
            *(Line(note, "note") for note in comparison_notes(result)),
            Line(_method(result, threshold, confidence_level), "method"),
            Signature(result["signature"]),
            Picture("comparison", caption),
        ],
    )


def questions_report(paired: AnswersByQuestion, scores: Scores) -> Report:
    """Returns the questions on which the systems differ most, with every answer."""
    shape = (len(paired.systems), len(paired.ids))
    smile, is_correct = scores.smile.reshape(shape), scores.correct.reshape(shape)
    spread = smile.max(axis=0) - smile.min(axis=0)
    order = [i for i in np.argsort(-spread, kind="stable").tolist() if spread[i] > 0][:_MOST_QUESTIONS]
    n_split = int((is_correct.any(axis=0) & ~is_correct.all(axis=0)).sum())
    blocks: list[Block] = [Line("The systems score the same on every question.", "note")]
    if order:
        text = (
            f"On {n_split:,} of {len(paired.ids):,} questions some systems are right and others are not. Here are the "
            f"{len(order)} with the widest gap in SMILE; the downloads have all."
        )
        blocks = [Line(text), *(_question(paired, i, smile[:, i], is_correct[:, i]) for i in order)]
    return Report("Questions", [Report("Where they differ most", blocks)])


def shown_rank(system: Mapping[str, Any]) -> str:
    """Returns a system's rank, or its range of ranks."""
    best, worst = system["best_rank"], system["worst_rank"]
    return str(best) if best == worst else f"{best}-{worst}"


def _headline(result: Mapping[str, Any]) -> Line:
    names = [one_line(system["system"]) for system in result["systems"] if system["best_rank"] == 1]
    if len(names) == 1:
        text = f"{names[0]} is better than {'the other' if len(result['systems']) == 2 else 'all others'}."
    else:
        text = f"{', '.join(names[:-1])} and {names[-1]} may each be the best: these data cannot tell them apart."
    return Line(text, "headline", "best")


def _ranking(result: Mapping[str, Any], interval: str) -> Table:
    columns = [
        Column("System"),
        Column("Rank"),
        Column("SMILE"),
        Column(interval, is_interval=True),
        Column("Accuracy"),
        Column(interval, drop=1, is_interval=True),
    ]
    rows = [
        [
            system["system"],
            shown_rank(system),
            *with_interval(system["smile"], system["smile_ci"], has_bar=True),
            *with_interval(system["accuracy"], system["accuracy_ci"]),
        ]
        for system in result["systems"]
    ]
    return Table("Ranking", columns, rows)


def _behind(result: Mapping[str, Any], interval: str) -> Table:
    best = result["systems"][0]["system"]
    columns = [
        Column(f"Behind {one_line(best)}"),
        Column("by"),
        Column(interval, is_interval=True),
        Column("p-value"),
        Column("Significant"),
    ]
    rows: list[list[str | Cell]] = [
        [
            found["other"],
            *with_interval(found["difference"], found["difference_ci"]),
            shown_p(found["adjusted_p_value"]),
            "yes" if found["significant"] else "no",
        ]
        for found in result["differences"]
        if found["system"] == best
    ]
    return Table("Distance to the best", columns, rows)


def _sentences(result: Mapping[str, Any]) -> list[Line]:
    """Returns a sentence about each system and the next one, best first."""
    lines = []
    differences = {(each["system"], each["other"]): each for each in result["differences"]}
    for pair in pairwise(each["system"] for each in result["systems"]):
        found = differences[pair]
        amount = shown(found["difference"])
        p_value = found["adjusted_p_value"]
        if not math.isnan(p_value):
            equals = "p" if p_value < 0.001 else "p ="
            amount += f" ({shown_interval(found['difference_ci'])}, {equals} {shown_p(p_value)})"
        better, other = map(one_line, pair)
        if found["significant"]:
            lines.append(Line(f"{better} is better than {other}: by {amount}.", mark="yes"))
        else:
            lines.append(Line(f"{better} and {other} cannot be told apart: they differ by {amount}.", mark="open"))
    return lines


def comparison_notes(result: Mapping[str, Any]) -> list[str]:
    """Returns notes about the rows and the intervals."""
    found = []
    for system in result["systems"]:
        name = one_line(system["system"])
        if system["n_empty_predictions"]:
            found.append(f"Note: {name} has {_rows(system['n_empty_predictions'])} with an empty prediction (score 0).")
        if system["n_truncated"]:
            found.append(
                f"Note: {name} has {_rows(system['n_truncated'])} with a text that is too long; the part beyond the "
                "limit was not scored."
            )
    if "n_without_question" in result:
        n = result["n_without_question"]
        which = "1 question has no text: its" if n == 1 else f"{n} questions have no text: their"
        found.append(f"Note: {which} answers were scored without a question.")
    n_unknown = sum(system["n_out_of_vocabulary"] for system in result["systems"])
    if n_unknown:
        found.append(
            f"Note: {n_unknown} {'answer has' if n_unknown == 1 else 'answers have'} text that the encoder does not "
            f"know, such as another script, so only the words were compared: {MULTILINGUAL_REMEDY}."
        )
    if result["reasons"]:
        found += [f"No {name} and p-values: {reason}." for name, reason in result["reasons"].items()]
    elif result["n_questions"] < _FEW_QUESTIONS:
        found.append(f"Note: {result['n_questions']} questions are few, which makes the intervals too narrow.")
    return found


def _rows(n: int) -> str:
    return "1 row" if n == 1 else f"{n} rows"


def _method(result: Mapping[str, Any], threshold: float, confidence_level: float) -> str:
    n, n_pairs = result["n_questions"], len(result["differences"])
    pairs = f"adjusted for {n_pairs} pairs (Holm)" if n_pairs > 1 else "of the one pair"
    return (
        f"{n:,} {'question' if n == 1 else 'questions'}, paired by {result['paired_by']}; accuracy is SMILE over "
        f"{threshold:g}. Differences by paired bootstrap of the questions and sign-flip test, {result['n_draws']:,} "
        f"draws each, the larger p-value {pairs}; a difference is significant where p is under "
        f"{1 - confidence_level:.6g}. A rank such as 1-2 is the range that the significant differences leave open."
    )


def _question(paired: AnswersByQuestion, i: int, smile: Any, is_correct: Any) -> Examples:
    n, row = len(paired.ids), paired.rows[i]
    references = "; ".join(f"“{one_line(each)}”" for each in row.references[:_MOST_REFERENCES])
    if len(row.references) > _MOST_REFERENCES:
        references += f" and {len(row.references) - _MOST_REFERENCES} more"
    return Examples(
        row.question if row.question is not None else str(paired.ids[i]),
        [
            Example(f"{smile[j]:.2f}", bool(is_correct[j]), paired.systems[j], paired.rows[j * n + i].prediction)
            for j in np.argsort(-smile, kind="stable").tolist()
        ],
        f"Right: {references} · they differ by {smile.max() - smile.min():.2f}",
    )
