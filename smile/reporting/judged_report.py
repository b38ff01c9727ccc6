"""The reports of a judge beside SMILE: on typed answers, and on the rows in doubt of a file."""

from collections.abc import Callable, Sequence
from typing import Any

from ..cascade.cascade_scorer import CascadePlan, CascadeScores
from ..judges.ask import STOPPED
from ..judges.judge import FAILED, NO_VERDICT, JudgeScores
from ..rows.checked_rows import Row
from ..scoring.results import Scores
from .cascade_report import cascade_report, plan_report, promised
from .formatting import as_sentence, score_beside
from .report import Block, Column, Line, Report, Signature, Table

# A report lists so many rows of a file.
_LISTED = 50

_VERDICTS = {True: "✓ right", False: "✗ not right"}


def both_report(
    rows: Sequence[Row], scores: Scores, threshold: float, judged: JudgeScores, warnings: Sequence[str]
) -> Report:
    """Returns the scores of SMILE and of a judge side by side; `warnings` are of SMILE's."""
    listed = []
    for i, row in enumerate(rows):
        verdict = judged.verdicts[i]
        if verdict.outcome == NO_VERDICT:
            said = "0.00, neither Yes nor No"
        else:
            said = f"failed: {verdict.error}" if verdict.error else f"{verdict.score:.2f}"
        if verdict.is_correct is not None:
            said += f" {_VERDICTS[verdict.is_correct]}"
        if judged.is_suspicious[i]:
            said += " (this answer contains instructions to the judge)"
        is_right = _VERDICTS[bool(scores.correct[i])]
        listed.append([row.prediction, f"{score_beside(scores.smile[i], threshold)} {is_right}", said])
    summary = judged.summary()
    cost = "an unknown price" if summary["Cost"] is None else f"${summary['Cost']:.6f}"
    asked = (
        f"{summary['n_asked']} requests, {summary['prompt_tokens']} tokens sent and {summary['completion_tokens']} "
        f"received, for {cost}."
    )
    columns = [Column(name) for name in ("Answer", "SMILE", f"{judged.name[:1].upper()}{judged.name[1:]}")]
    return Report(
        "Judge",
        [
            Table("Scores of both", columns, listed),
            *(Line(as_sentence(warning), "warning") for warning in warnings),
            Line(asked, "method"),
            Signature(scores.signature, "SMILE"),
            Signature(judged.signature, "Judge"),
        ],
    )


def asking_report(plan: CascadePlan, ids: Sequence[Any], model: str, warnings: Sequence[str]) -> Report:
    """Returns the report of what a judge would be asked, and of which rows."""
    summary = plan.to_dict() | {"signature": plan.scores.signature}
    cost = "an unknown price" if summary["cost"] is None else f"about ${summary['cost']:.4f}"
    headline = (
        f"{len(plan.asked):,} of {len(plan.rows):,} rows would go to {model}, those in most doubt, for {cost}. Nothing "
        "is sent yet."
    )
    rows = [
        [plan.rows[i].prediction, _smile(plan, i), f"{plan.scores.doubt[i]:.2f}", str(ids[i])]
        for i in plan.asked[:_LISTED].tolist()
    ]
    columns = [Column(name) for name in ("Answer", "SMILE", "Doubt", "Row")]
    report = plan_report(
        summary, [*promised(plan.guarantee), *_listed("Rows in doubt", columns, rows, len(plan.asked))]
    )
    told = [Line(as_sentence(each), "warning") for each in warnings]
    return Report(report.title, [Line(headline, "headline", "open"), *told, *report.blocks])


def judged_report(
    done: CascadeScores, ids: Sequence[Any], warnings: Sequence[str], without_key: Callable[[str], str]
) -> Report:
    """Returns the report of the rows that a judge was asked about; `without_key` takes a key out of a text."""
    plan, verdicts = done.plan, [] if done.judged is None else done.judged.verdicts
    n_stopped = sum(verdict.error == STOPPED for verdict in verdicts)
    stopped = (
        f"stopped: {n_stopped:,} of the {len(plan.asked):,} rows for the judge have no answer of it and keep SMILE's "
        "verdict"
    )
    rows = []
    for i, verdict in zip(plan.asked[: len(verdicts)].tolist(), verdicts, strict=True):
        is_overturned = bool(done.correct[i] != plan.scores.correct[i])
        if done.is_judged[i]:
            said = f"{verdict.score:.2f} {_VERDICTS[bool(done.correct[i])]}"
        else:
            said = without_key(verdict.error) if verdict.outcome == FAILED else "neither yes nor no"
        decided = "judge" if done.is_judged[i] else "SMILE"
        rows.append(
            [plan.rows[i].prediction, _smile(plan, i), said, decided, "yes" if is_overturned else "", str(ids[i])]
        )
    rows.sort(key=lambda row: row[-2] == "")
    columns = [Column(name) for name in ("Answer", "SMILE", "Judge", "Decided by", "Overturned", "Row")]
    summary = done.summary()
    summary["failures"] = [without_key(each) for each in summary["failures"] if STOPPED not in each]
    listed = _listed("Rows that the judge was asked about", columns, rows, len(rows))
    return cascade_report(summary, [*promised(plan.guarantee), *listed], [*warnings, *([stopped] if n_stopped else [])])


def _listed(title: str, columns: list[Column], rows: list[list[str]], n: int) -> list[Block]:
    more = [Line(f"and {n - _LISTED:,} more rows", "note")] if n > _LISTED else []
    return [Table(title, columns, rows[:_LISTED]), *more] if rows else []


def _smile(plan: CascadePlan, i: int) -> str:
    return f"{plan.scores.smile[i]:.2f} {_VERDICTS[bool(plan.scores.correct[i])]}"
