"""The report of an estimate from few labels."""

import math
from collections.abc import Mapping, Sequence

from ..people.estimates import Estimates
from ..people.labels import SYSTEM
from ..result_types import EstimatedDifference, MeanEstimate
from ..statistics.corrected_share import CorrectedShare
from ..statistics.prediction_powered import FEWEST_TUNED
from .formatting import as_sentence, one_line, shown_change, shown_interval, shown_p, shown_percent, shown_statistic
from .report import Block, Cell, Column, Line, Picture, Report, SignatureLine, Table, statistic, with_interval

SHRINKING = "How the interval shrinks with labels: the same estimate from fewer of them, in random order."


def estimate_report(found: Estimates, scored_by: str = "", n_not_attempted: int = 0) -> Report:
    """Returns the estimate beside labels and metric alone, by grouping, the differences, and warnings.

    `scored_by` is the signature of the metric, or where the scores come from; `n_not_attempted` how many answers it
    says are refusals.
    """
    whole, interval = found.whole, f"{found.confidence_level * 100:g} % interval"
    text = f"Estimated mean label of all {whole['n']:,} answers: {shown_statistic(whole['estimate'])}"
    text = f"{text} ({interval} {shown_interval(whole['estimate_ci'])})."
    if found.are_verdicts and not math.isnan(whole["estimate"]):
        text = _estimate_in_percent(whole["estimate"], whole["estimate_ci"], whole["n"], interval)
    blocks: list[Block] = [
        Line(text, "headline", "people"),
        *(Line(as_sentence(warning), "warning") for warning in found.warnings),
        Line(_basis_of_estimate(whole)),
        _whole_estimate_table(whole, interval, "Share correct" if found.are_verdicts else "Mean label"),
        *([Line(f"Answers that are refusals: {n_not_attempted:,}.", "note")] if n_not_attempted else []),
        *(_estimate_table(name, members, interval) for name, members in found.by_grouping.items()),
        *([_estimate_differences_table(found.differences, interval)] if found.differences else []),
        *(Line(as_sentence(reason), "note") for reason in found.reasons.values()),
        Picture("by_labels", SHRINKING),
        Line(_estimate_method(whole), "method"),
        SignatureLine(str(found.signature)),
        *([SignatureLine(scored_by, "Scores")] if scored_by else []),
    ]
    return Report("Estimate from a few labels", blocks)


def corrected_report(found: CorrectedShare, level: float, scored_by: str, threshold: float) -> Report:
    """Returns the report of a share that labels of other answers correct."""
    interval = f"{level * 100:g} % interval"
    table = Table(
        "",
        [Column("From"), Column("Correct"), Column(interval, is_interval=True)],
        [
            ["Corrected for errors", *_estimate_bar(found.estimate, found.estimate_ci)],
            [
                "Verdicts alone",
                shown_statistic(found.metric_only),
                f"bias {shown_change(found.metric_only - found.estimate)}",
            ],
        ],
    )
    blocks: list[Block] = [
        Line(_estimate_in_percent(found.estimate, found.estimate_ci, found.n, interval), "headline", "people"),
        table,
        Line(
            f"On the {found.n_labelled:,} labelled answers, the metric accepts "
            f"{shown_percent(found.sensitivity, 1)} of the correct ones (sensitivity) and rejects "
            f"{shown_percent(found.specificity, 1)} of the incorrect ones (specificity). "
            f"It accepts scores over {threshold:g}."
        ),
        Line("The result holds if the metric makes the same errors on both files.", "note"),
        SignatureLine(scored_by, "Scores"),
    ]
    return Report("Estimate from labels of other answers", blocks)


def _estimate_in_percent(share: float, ends: Sequence[float], n: int, interval: str) -> str:
    low, high = ends
    ends_in_percent = f"{interval} {shown_percent(low)} to {shown_percent(high)}"
    return f"About {shown_percent(share)} of the {n:,} answers are correct ({ends_in_percent})."


def _basis_of_estimate(found: MeanEstimate) -> str:
    """Returns how many labels the estimate has, and what would improve it."""
    n, rest = found["n_labelled"], found["n"] - found["n_labelled"]
    text = f"{n:,} of {found['n']:,} answers have a human label. "
    if not rest:
        return f"{text}No further labels are needed."
    enough = "" if n >= FEWEST_TUNED else f"From {FEWEST_TUNED} labels on, the scores count, too. "
    return (
        f"{text}{enough}If the interval is too wide, label more: half the width takes about four times as many labels."
    )


def _whole_estimate_table(found: MeanEstimate, interval: str, heading: str) -> Table:
    rows: list[list[str | Cell]] = [
        ["Labels and scores", *_estimate_bar(found["estimate"], found["estimate_ci"])],
        ["Labels alone", *_estimate_bar(found["labels_only"], found["labels_only_ci"])],
        ["Scores alone", shown_statistic(found["metric_only"]), f"bias {shown_change(found['bias'])}"],
    ]
    return Table("", [Column("From"), Column(heading), Column(interval, is_interval=True)], rows)


def _estimate_method(found: MeanEstimate) -> str:
    text = "The labels correct the errors of the scores. The interval is for the answers of this file. "
    if math.isnan(found["effective_sample_size"]):
        return text
    return (
        f"{text}Without scores, {found['effective_sample_size']:,.0f} labels would give an interval of the same width."
    )


def _estimate_table(name: str, members: Mapping[str, MeanEstimate], interval: str) -> Table:
    first, level = "System" if name == SYSTEM else one_line(name).capitalize(), Column(interval, is_interval=True)
    rows = [
        [
            (Column(first), member),
            *zip((Column("Estimate"), level), _estimate_bar(found["estimate"], found["estimate_ci"]), strict=True),
            *statistic("Labels alone", found["labels_only"], found["labels_only_ci"], interval, 2, 3),
            (Column("Scores alone", 4), shown_statistic(found["metric_only"])),
            (Column("Labels"), f"{found['n_labelled']:,}"),
            (Column("Rows", 3), f"{found['n']:,}"),
        ]
        for member, found in members.items()
    ]
    return Table.of("", rows)


def _estimate_differences_table(differences: list[EstimatedDifference], interval: str) -> Table:
    rows = [
        [
            (Column("Difference"), f"{one_line(found['system'])} - {one_line(found['other'])}"),
            *statistic("by", found["difference"], found["difference_ci"], interval),
            *statistic("Labels alone", found["labels_only"], found["labels_only_ci"], interval, 1, 2),
            (Column("p-value"), shown_p(found["adjusted_p_value"])),
            (Column("Significant"), "yes" if found["significant"] else "no"),
        ]
        for found in differences
    ]
    return Table.of("Differences between systems, paired by question where questions are known", rows)


def _estimate_bar(value: float, interval: list[float]) -> list[str | Cell]:
    return with_interval(value, interval, has_bar=interval[0] >= 0 and interval[1] <= 1)
