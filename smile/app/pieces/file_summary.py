"""What a file's scores say as a whole: pure functions to HTML."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...reporting.formatting import MULTILINGUAL_REMEDY
from ...rows.checked_rows import Row
from ...scoring.results import Scores
from ...scoring.scorer import SmileScorer
from ..limits import CONFIDENCE_LEVEL
from .html import shown_text, signature_line, warnings


def file_summary(
    name: str, rows: Sequence[Row], scores: Scores, scorer: SmileScorer, verdicts: Sequence[bool | None] | None
) -> str:
    """Returns the share of right answers, the means with their intervals, people's verdicts beside it, and notes.

    Args:
        name: The name of the file.
        rows: Its rows.
        scores: Their scores.
        scorer: What scored them.
        verdicts: Per row whether people call the answer right, None where they do not say; None without a column.
    """
    level = CONFIDENCE_LEVEL if len(scores) > 1 else None
    summary = scores.summary(level)
    n, n_right = summary["n"], int(scores.correct.sum())
    parts = {"smile": "SMILE, on average", "semantic": "Semantic: the whole", "lexical": "Lexical: the words"}
    parts |= {"equivalence": "Same meaning"} if "equivalence" in summary else {}
    figures = [
        _figure(
            "Right",
            f"{n_right:,} of {n:,} ({n_right / n:.0%})",
            [f"right above {scorer.settings.threshold:g}", _interval(summary, "accuracy", level, ".0%")],
        ),
        *(_figure(label, f"{summary[part]:.3f}", [_interval(summary, part, level)]) for part, label in parts.items()),
    ]
    return (
        f'<section class="smile-figures" aria-label="Result"><h2 dir="auto">{shown_text(name)}</h2>'
        f"<dl>{''.join(figures)}</dl>{_against_people(scores, verdicts)}{warnings(scorer.cautions(rows))}"
        f"<p>{'; '.join(_notes(summary))}.</p>{signature_line(summary['signature'])}</section>"
    )


def _figure(label: str, value: str, more: list[str]) -> str:
    details = "".join(f"<small>{each}</small>" for each in more if each)
    return f"<div><dt>{label}</dt><dd>{value.replace('%', '&nbsp;%')} {details.replace('%', ' %')}</dd></div>"


def _interval(summary: Mapping[str, Any], name: str, level: float | None, form: str = ".3f") -> str:
    if level is None or f"{name}_ci" not in summary:
        return ""
    low, high = summary[f"{name}_ci"]
    return f"{level:.0%} interval {low:{form}} to {high:{form}}"


def _against_people(scores: Scores, verdicts: Sequence[bool | None] | None) -> str:
    """Returns how often SMILE says what people say; nothing without their verdicts."""
    if verdicts is None:
        return ""
    pairs = [
        (is_right, verdict)
        for is_right, verdict in zip(scores.correct.tolist(), verdicts, strict=True)
        if verdict is not None
    ]
    n = len(pairs)
    if not n:
        return "<p>No row has a verdict of people.</p>"
    too_kind, too_hard = pairs.count((True, False)), pairs.count((False, True))
    n_same = n - too_kind - too_hard
    return (
        f"<p><strong>SMILE and people agree on {n_same:,} of {n:,} answers ({n_same / n:.0%}).</strong> "
        f"SMILE says right, people say wrong: {too_kind:,}. SMILE says wrong, people say right: {too_hard:,}.</p>"
    ).replace("%", " %")


def _notes(summary: Mapping[str, Any]) -> list[str]:
    notes = [f"{summary['n']:,} {'row' if summary['n'] == 1 else 'rows'}"]
    if summary["n_empty_predictions"]:
        notes.append(f"{summary['n_empty_predictions']:,} without an answer (an empty cell, or NaN in CSV), scored 0")
    if summary["n_truncated"]:
        notes.append(f"{summary['n_truncated']:,} with a text longer than the encoder reads")
    if "n_without_question" in summary:
        notes.append(f"{summary['n_without_question']:,} scored without a question")
    if summary["n_unread"]:
        notes.append(f"{summary['n_unread']:,} with text that the encoder does not know ({MULTILINGUAL_REMEDY})")
    return notes
