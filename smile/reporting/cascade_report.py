"""The reports of a cascade: what a judge would be asked and at what cost, and the verdicts of both."""

from collections.abc import Mapping
from typing import Any

from ..scoring.verdicts import verdict_counts_in_words
from .report import Line, Report
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
    "n_not_attempted": "No answer",
    "n_requests": "Requests in this run",
    "n_from_cache": "Answers from earlier runs",
    "prompt_tokens": "Tokens sent",
    "completion_tokens": "Tokens generated",
}
_MEANS = {"accuracy": "Correct, by the cascade", "smile_accuracy": "Correct, by SMILE alone"}


def plan_report(summary: Mapping[str, Any]) -> Report:
    """Returns the report of a plan's summary, which has the signature too."""
    means = {name: label for name, label in _MEANS.items() if name in summary}
    layout = Layout(means, {}, _PLANNED)
    return score_report("What would be asked", summary, layout, details=[Line("Nothing was sent.")])


def cascade_report(summary: Mapping[str, Any]) -> Report:
    """Returns the report of a cascade's summary."""
    report = score_report("Cascade", summary, Layout(_MEANS, {}, _DONE))
    changed = f"The judge changed {summary['n_overturned']:,} of {summary['n_asked']:,} verdicts."
    headline = f"{verdict_counts_in_words(summary)}. {changed}"
    return Report(report.title, [Line(headline, "headline", "yes"), *report.blocks])
