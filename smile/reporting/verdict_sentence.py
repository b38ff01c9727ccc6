"""The sentence that explains the verdict on an answer, and what speaks against the verdict."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..rows.checked_rows import Row
from ..scoring.evidence import verdict_reason
from ..scoring.results import Scores
from ..settings.named_settings import Settings
from .explanation import Explanation, explain


def verdict_sentence(explanation: Explanation, scores: Mapping[str, Any]) -> str:
    """Returns why an answer has its verdict.

    Args:
        explanation: What matched.
        scores: The answer's scores, as `Scores.row` returns them.
    """
    text = verdict_reason(scores, explanation)
    return text if text.endswith((".", "?", "!")) else f"{text}."


def reasons(rows: Sequence[Row], scores: Scores, settings: Settings) -> list[str]:
    """Returns for each row why its answer has its verdict."""
    found = []
    for i, row in enumerate(rows):
        one = scores.row(i)
        read = one["answer_read"] if one["answer_marker"] else row.prediction
        reference = row.references[one["best_reference"]]
        found.append(verdict_reason(one, explain(read, reference, one["matched_ngram"], settings, is_marked=False)))
    return found
