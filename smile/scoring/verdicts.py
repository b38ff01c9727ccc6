"""The verdict on an answer: correct, incorrect or unsure. Every output that shows a verdict takes it from here."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import numpy as np

from ..result_types import VerdictCounts, VerdictName
from ..shared_types import BoolArray, FloatArray

# The trained model's probability if it cannot decide, for example on text that the encoder does not know.
EVEN = 0.5

VERDICTS: tuple[VerdictName, ...] = get_args(VerdictName)
CORRECT, INCORRECT, UNSURE = VERDICTS

# Verdicts with more doubt than this are unsure (measured in docs/measurements.md, "Unsure verdicts").
UNSURE_ABOVE = 0.7

# The cues against a verdict, and the doubt that it has at least. Answers that name something else besides the reference
# are correct nearly as often as others, so they go to a judge early but are not unsure.
NAMES_OTHERS, WORD_ORDER, REFUSAL, READER = "names others", "word order", "refusal", "reader"
_LEAST_DOUBT = {"": 0.0, NAMES_OTHERS: 0.7, WORD_ORDER: 0.75, REFUSAL: 0.75, READER: 0.0}
# A reader that contradicts the verdict adds this: far from the threshold it is seldom the better judge.
_READER_ADDS = 0.2


def doubt_reasons(
    correct: BoolArray,
    names_others: BoolArray,
    is_reordered: BoolArray,
    has_refusal: BoolArray,
    has_rule: BoolArray,
    equivalence: FloatArray | None,
    asserted: FloatArray | None,
) -> list[str]:
    """Returns for each of n rows the cue against its verdict, "" for none.

    Args:
        correct: (n,) whether SMILE is above the threshold.
        names_others: (n,) as in `smile.rows.pair_table.PairTable`.
        is_reordered: (n,) likewise.
        has_refusal: (n,) as in `smile.scoring.answer_reading.ReadAnswers`.
        has_rule: (n,) whether a rule for values decided.
        equivalence: (n,) as in `smile.rows.row_table.RowTable`; None without a reader.
        asserted: (n,) likewise.

    >>> yes, no = np.array([True]), np.array([False])
    >>> doubt_reasons(yes, no, yes, no, no, None, None), doubt_reasons(yes, yes, no, no, no, None, None)
    (['word order'], ['names others'])
    """
    is_against = np.zeros(len(correct), dtype=np.bool_)
    if equivalence is not None and asserted is not None:
        # The probability is exactly 1 where the reader had nothing to read.
        is_read = (equivalence != EVEN) & (equivalence < 1) & (asserted >= EVEN) & ~has_rule
        is_against = is_read & ((equivalence > EVEN) != correct)
        # The reader knows the order of words, and whether an answer after "As a language model, I cannot ..." counts.
        is_reordered = has_refusal = np.zeros_like(is_reordered)
    by_words = correct & ~has_rule
    conditions = [is_against, by_words & has_refusal, by_words & is_reordered, names_others]
    found: list[str] = np.select(conditions, [READER, REFUSAL, WORD_ORDER, NAMES_OTHERS], "").tolist()
    return found


def doubt(smile: FloatArray, threshold: float, reasons: Sequence[str], is_attempt: BoolArray) -> FloatArray:
    """Returns the (n,) uncertainties of verdicts: 1 for a score at the threshold, 0 for the scores 0 and 1.

    A reason raises the doubt: to at least 0.7 or 0.75, or by 0.2 if the reader disagrees. The doubt of a refusal is 0,
    because every judge finds it incorrect.

    >>> some, yes = np.array([0.0, 0.3, 0.6, 0.8, 1.0]), np.ones(5, bool)
    >>> doubt(some, 0.6, ["", "", "", "reader", "word order"], yes).round(9).tolist()
    [0.0, 0.5, 1.0, 0.7, 0.75]
    """
    over = (smile - threshold) / max(1 - threshold, np.finfo(float).tiny)
    under = (threshold - smile) / max(threshold, np.finfo(float).tiny)
    distance = np.clip(np.where(smile > threshold, over, under), 0.0, 1.0)
    least = np.array([_LEAST_DOUBT[reason] for reason in reasons])
    added = np.array([_READER_ADDS * (reason == READER) for reason in reasons])
    return np.where(is_attempt, np.maximum(np.minimum(1.0, 1.0 - distance + added), least), 0.0)


def verdicts(correct: BoolArray, doubt: FloatArray) -> list[VerdictName]:
    """Returns the verdict on each of n answers.

    >>> verdicts(np.array([True, False, True]), np.array([0.1, 0.7, 0.71]))
    ['correct', 'incorrect', 'unsure']
    """
    found: list[VerdictName] = np.where(doubt > UNSURE_ABOVE, UNSURE, np.where(correct, CORRECT, INCORRECT)).tolist()
    return found


def verdict_counts(found: Sequence[str]) -> VerdictCounts:
    """Returns the counts of verdicts in a summary of `n` answers; the others are incorrect."""
    return {"n_correct": found.count(CORRECT), "n_unsure": found.count(UNSURE)}


def verdict_counts_in_words(counts: Mapping[str, Any]) -> str:
    """Returns how many answers have each verdict; leaves "unsure" out where there is none.

    >>> verdict_counts_in_words({"n": 60, "n_correct": 39, "n_unsure": 4})
    '39 correct, 17 incorrect, 4 unsure'
    """
    n_correct, n_unsure = counts["n_correct"], counts["n_unsure"]
    text = f"{n_correct:,} correct, {counts['n'] - n_correct - n_unsure:,} incorrect"
    return f"{text}, {n_unsure:,} unsure" if n_unsure else text
