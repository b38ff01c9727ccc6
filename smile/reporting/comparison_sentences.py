"""Sentences and notes about a comparison of systems."""

import math
from itertools import pairwise
from typing import Any, NamedTuple

from .formatting import MULTILINGUAL_REMEDY, one_line, shown, shown_interval, shown_p

# With fewer, bootstrap intervals are too narrow.
_FEW_QUESTIONS = 20


class ComparisonSentence(NamedTuple):
    """How a system compares with the next one, and whether their difference is significant."""

    text: str
    significant: bool


def sentences(result: dict[str, Any]) -> list[ComparisonSentence]:
    """Returns a sentence about each system and the next one, best first.

    Args:
        result: The result of `compare_systems`.
    """
    compared = []
    differences = {(each["system"], each["other"]): each for each in result["differences"]}
    names = [each["system"] for each in result["systems"]]
    for pair in pairwise(names):
        found = differences[pair]
        better, other = map(one_line, pair)
        amount = shown(found["difference"])
        p_value = found["adjusted_p_value"]
        if not math.isnan(p_value):
            equals = "p" if p_value < 0.001 else "p ="
            amount += f" ({shown_interval(found['difference_ci'])}, {equals} {shown_p(p_value)})"
        text = (
            f"{better} is better than {other}: by {amount}."
            if found["significant"]
            else f"{better} and {other} cannot be told apart: they differ by {amount}."
        )
        compared.append(ComparisonSentence(text, found["significant"]))
    return compared


def shown_rank(system: dict[str, Any]) -> str:
    """Returns a system's rank, or its range of ranks."""
    best, worst = system["best_rank"], system["worst_rank"]
    return str(best) if best == worst else f"{best}-{worst}"


def notes(result: dict[str, Any]) -> list[str]:
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
    n_unread = sum(system["n_unread"] for system in result["systems"])
    if n_unread:
        found.append(
            f"Note: {n_unread} {'answer has' if n_unread == 1 else 'answers have'} text that the encoder does not "
            f"know, such as another script, so only the words were compared: {MULTILINGUAL_REMEDY}."
        )
    if result["reasons"]:
        found += [f"No {name} and p-values: {reason}." for name, reason in result["reasons"].items()]
    elif result["n_questions"] < _FEW_QUESTIONS:
        found.append(f"Note: {result['n_questions']} questions are few, which makes the intervals too narrow.")
    return found


def _rows(n: int) -> str:
    return "1 row" if n == 1 else f"{n} rows"


def explanation(result: dict[str, Any], threshold: float, confidence_level: float) -> str:
    """Returns an explanation of how the comparison was made.

    Args:
        result: The result of `compare_systems`, with `paired_by`.
        threshold: The threshold of accuracy.
        confidence_level: The level of the intervals.
    """
    n, n_pairs = result["n_questions"], len(result["differences"])
    pairs = f"corrected for {n_pairs} pairs (Holm)" if n_pairs > 1 else "of the one pair"
    return (
        f"{n:,} {'question' if n == 1 else 'questions'}, paired by {result['paired_by']}; accuracy is SMILE over "
        f"{threshold:g}. Differences by paired bootstrap of the questions and sign-flip test, {result['n_draws']:,} "
        f"draws each, the larger p-value {pairs}; a difference is significant where p is under "
        f"{1 - confidence_level:.6g}. A rank such as 1-2 is the range that the significant differences leave open."
    )
