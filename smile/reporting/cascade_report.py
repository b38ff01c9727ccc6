"""The reports of a cascade: what a judge would be asked and at what cost, and the verdicts of both."""

from collections.abc import Mapping, Sequence
from typing import Any

from .report import Block, Line, Report
from .score_report import Layout, score_report

_PLANNED = {
    "n_asked": "Rows for the judge",
    "n_requests": "Requests",
    "prompt_tokens": "Tokens to send, about",
    "completion_tokens": "Tokens to generate, at most",
}
_DONE = {
    "n_asked": "Rows for the judge",
    "n_judge_failed": "Rows where it failed, decided by SMILE",
    "n_overturned": "Verdicts that it changed",
    "n_not_attempted": "Not attempted",
    "n_requests": "Requests in this run",
    "n_from_cache": "Answers from earlier runs",
    "prompt_tokens": "Tokens sent",
    "completion_tokens": "Tokens generated",
}
_MEANS = {"accuracy": "Right, by the cascade", "smile_accuracy": "Right, by SMILE alone"}


def plan_report(summary: Mapping[str, Any], details: Sequence[Block] = ()) -> Report:
    """Returns the report of a plan's summary, which has the signature too."""
    layout = Layout({"smile_accuracy": _MEANS["smile_accuracy"]}, {}, _PLANNED)
    return _report("What would be asked", summary, layout, details)


def cascade_report(summary: Mapping[str, Any], details: Sequence[Block] = (), warnings: Sequence[str] = ()) -> Report:
    """Returns the report of a cascade's summary."""
    report = _report("Cascade", summary, Layout(_MEANS, {}, _DONE), details, warnings)
    n_right, n_by_smile = (round(summary[name] * summary["n"]) for name in _MEANS)
    headline = (
        f"The judge changed {summary['n_overturned']:,} of {summary['n_asked']:,} verdicts: {n_right:,} of "
        f"{summary['n']:,} answers are right, and {n_by_smile:,} by SMILE alone."
    )
    return Report(report.title, [Line(headline, "headline", "yes"), *report.blocks])


def _report(
    title: str, summary: Mapping[str, Any], layout: Layout, details: Sequence[Block], warnings: Sequence[str] = ()
) -> Report:
    return score_report(title, {**summary, "Cost": summary["cost"]}, layout, details=details, warnings=warnings)
