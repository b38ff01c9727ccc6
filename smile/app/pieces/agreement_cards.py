"""Cards of agreement with people, of its failures and of calibration: from results to HTML."""

import html
import math
from collections.abc import Mapping, Sequence
from typing import Any

from ...people.calibration.calibrator import CalibrationResult
from ...people.failures import FALSE_NEGATIVES, FALSE_POSITIVES, largest_disagreements
from ...people.side_by_side import CAPTIONS, IN_GROUPS, STATISTICS, SideBySide, best_first, mean_over_groups
from ...reporting.calibration_report import calibration_report
from ...reporting.formatting import one_line, shown, shown_interval, shown_p
from ...reporting.pages.report_html import ICONS, report_html
from ...reporting.report import Line, Report
from ...rows.checked_rows import Row
from .html import interval_bar, notes, picture, shown_text, signature_line, table, warnings

_MOST_DISAGREEMENTS = 4
_COMPARED = {"pearson": "Pearson", "kendall_tau_b": "Kendall's tau-b"}
_PEOPLE = (
    '<circle cx="9" cy="8" r="4"/><circle cx="17" cy="9" r="3"/><path d="M1 20a8 7 0 0116 0zM18 20h5a6 5 0 00-7-5z"/>'
)


def agreement_cards(found: SideBySide, pictures: Mapping[str, str], cautions: Sequence[str]) -> str:
    """Returns the tables and figures of agreement.

    Args:
        found: The statistics, with intervals.
        pictures: The figures by name, as data addresses.
        cautions: What to know before trusting SMILE's scores.
    """
    result = found.result
    names = best_first(result["metrics"])
    metrics = {found.labels[name]: result["metrics"][name] for name in names}
    first = next(iter(result["metrics"]))
    some = result["metrics"][first]
    level = f"{(found.rules.confidence_level or 0) * 100:g} %"
    pieces = [
        _headline(found, names[0]),
        warnings(cautions),
        notes([_counts(result, some, level)]),
        _metrics_table(metrics, level),
        notes(_reasons(metrics)),
        _comparison_table(result["metrics"], first, found.labels, level) if len(metrics) > 1 else "",
        *(
            picture(address, CAPTIONS[name], f"{name}.png", is_wide=name != "reliability")
            for name, address in pictures.items()
        ),
        *_group_tables(metrics, some),
        notes(_cut_off(metrics)),
        signature_line(result["signature"]),
    ]
    return f'<section class="smile-comparison" aria-label="Agreement with people">{"".join(pieces)}</section>'


def trust_cards(found: SideBySide, rows: Sequence[Row], ids: Sequence[Any]) -> str:
    """Returns the kinds of answers on which the first metric fails, and its largest errors."""
    if found.trust is None or found.is_right is None:
        return ""
    first = next(iter(found.scores))
    label = found.labels[first]
    is_worse = any(kind["finding"] == "worse" for kind in found.trust["slices"])
    lines = []
    for kind in found.trust["slices"]:
        lines.append(
            [
                shown_text(kind["name"]),
                f"{kind['n']:,}",
                _with_interval(kind["accuracy"], kind["accuracy_ci"]),
                shown(kind["accuracy_elsewhere"]),
                _with_interval(kind["difference"], kind["difference_ci"]),
                shown_p(kind["adjusted_p_value"]),
                kind["finding"] or "",
                f"{kind[FALSE_POSITIVES]:,}",
                f"{kind[FALSE_NEGATIVES]:,}",
            ]
        )
    headings = (
        "Kind of answer",
        "Answers",
        "Verdicts right",
        "Elsewhere",
        "Difference",
        "p (Holm)",
        "Finding",
        "Too kind",
        "Too hard",
    )
    errors = largest_disagreements(found.scores[first], found.is_right, found.rules.threshold, _MOST_DISAGREEMENTS)
    return (
        f'<section class="smile-comparison" aria-label="Where it fails"><h2>Where {html.escape(label)} fails</h2>'
        f'<p class="smile-headline">{_icon(ICONS["no" if is_worse else "yes"], "smile-line")}<span>'
        f"{html.escape(found.trust['conclusion'])}</span></p>"
        + table("Its verdicts on kinds of answers, the worst first", headings, lines)
        + notes(
            [
                f"Verdicts right is how often {label} says what people say, elsewhere the same on other answers. "
                f"Too kind: {label} says right, people say wrong. Too hard: {label} says wrong, people say right. The "
                "p-values come from a permutation test by question, corrected for the number of kinds."
            ]
        )
        + _errors(
            f"{label} says right, people say wrong", errors[FALSE_POSITIVES], "right", found.scores[first], rows, ids
        )
        + _errors(
            f"{label} says wrong, people say right", errors[FALSE_NEGATIVES], "wrong", found.scores[first], rows, ids
        )
        + "</section>"
    )


def calibration_cards(result: CalibrationResult, curve: str) -> str:
    """Returns the gain of calibration on held-out answers, with its warnings.

    Args:
        result: The result of `calibrate`.
        curve: The figure as a data address.
    """
    about_file = (
        "There is no settings file, because it would make SMILE worse."
        if result.is_worse
        else "The settings file below is fitted on all answers."
    )
    return report_html(Report("Calibration", [calibration_report(result, about_file)]), {"calibration": curve})


def not_calibrated(why: str) -> str:
    """Returns the reason why there is no calibration."""
    return report_html(Report("Calibration", [Report("Calibration", [Line(f"Not calibrated: {why}", "warning")])]))


def _headline(found: SideBySide, best: str) -> str:
    measured = found.result["metrics"][best]
    if math.isnan(measured["pearson"]):
        text = "These labels and scores allow no correlation with people."
    else:
        amount = f"Pearson {shown(measured['pearson'])}"
        interval = shown_interval(measured["pearson_ci"])
        amount += f" ({interval})" if interval else ""
        name = html.escape(found.labels[best])
        verb = "agrees best with people" if len(found.scores) > 1 else "agrees with people"
        text = f"<strong>{name}</strong> {verb}: {amount}."
    return f'<p class="smile-headline">{_icon(_PEOPLE)}<span>{text}</span></p>'


def _counts(result: Mapping[str, Any], some: Mapping[str, Any], level: str) -> str:
    text = f"{some['n']:,} answers to {some['n_questions']:,} questions; {level} intervals, bootstrap by question."
    if "n_annotators" in result:
        text += f" {result['n_annotators']} people, Krippendorff's alpha {shown(result['krippendorff_alpha'])}."
    return text


def _metrics_table(metrics: Mapping[str, Any], level: str) -> str:
    lines = []
    for label, found in metrics.items():
        cells = [_with_interval(found[name], found.get(f"{name}_ci")) for name in STATISTICS]
        pearson = found["pearson"]
        if not math.isnan(pearson) and min(pearson, found["pearson_ci"][0]) >= 0:
            cells[0] += interval_bar(pearson, *found["pearson_ci"])
        lines.append([html.escape(label), *cells])
    return table(f"All answers, with {level} intervals", ("Metric", *STATISTICS.values()), lines)


def _reasons(metrics: Mapping[str, Any]) -> list[str]:
    return [
        f"{label}: {one_line(reason)}."
        for label, found in metrics.items()
        for reason in dict.fromkeys(found["reasons"].values())
    ]


def _comparison_table(metrics: Mapping[str, Any], first: str, labels: Mapping[str, str], level: str) -> str:
    lines = []
    for name in best_first(metrics):
        if name == first:
            continue
        against = metrics[name]["comparison"]
        cells = [html.escape(labels[name])]
        for statistic in _COMPARED:
            interval = against["difference_ci"].get(statistic)
            cells.append(_with_interval(against["difference"][statistic], interval))
            cells.append(shown_p(against["bootstrap_p_value"].get(statistic, math.nan)))
        lines.append(cells)
    headings = [each for label in _COMPARED.values() for each in (f"{label} difference", "p-value")]
    return table(f"Difference from {labels[first]}, with {level} intervals", ("Metric", *headings), lines)


def _group_tables(metrics: Mapping[str, Any], some: Mapping[str, Any]) -> list[str]:
    tables = []
    for grouping in (name for name in some if name.startswith("by_")):
        members = some[grouping]
        by = grouping.removeprefix("by_").replace(",", " and ")
        for statistic, caption in IN_GROUPS.items():
            lines = [
                [
                    html.escape(label),
                    shown(mean_over_groups(statistic, found[grouping])),
                    *(
                        _with_interval(each[statistic], each.get(f"{statistic}_ci"))
                        for each in found[grouping].values()
                    ),
                ]
                for label, found in metrics.items()
            ]
            headings = [f"{one_line(member)} ({each['n']:,})" for member, each in members.items()]
            tables.append(table(f"By {one_line(by)}: {caption}", ("Metric", "Mean", *headings), lines))
    if not tables:
        return []
    return [f'<details class="smile-groups"><summary>By group</summary>{"".join(tables)}</details>']


def _cut_off(metrics: Mapping[str, Any]) -> list[str]:
    return [
        f"{label}: {found['n_truncated']:,} answers have a text longer than it reads."
        for label, found in metrics.items()
        if found.get("n_truncated")
    ]


def _errors(
    heading: str, positions: Sequence[int], kind: str, scores: Any, rows: Sequence[Row], ids: Sequence[Any]
) -> str:
    if not positions:
        return ""
    items = []
    for i in positions:
        row = rows[i]
        title = row.question if row.question is not None else str(ids[i])
        references = "; ".join(f"<q>{shown_text(each)}</q>" for each in row.references[:3])
        more = f" and {len(row.references) - 3} more" if len(row.references) > 3 else ""
        items.append(
            f'<li class="smile-{kind}"><span class="smile-chip">{scores[i]:.2f}</span><span dir="auto"><b>'
            f"{shown_text(title)}</b> {shown_text(row.prediction)} <small>right: {references}{more}</small></span></li>"
        )
    return f'<div class="smile-question"><h3>{html.escape(heading)}</h3><ul>{"".join(items)}</ul></div>'


def _with_interval(value: float, interval: Sequence[float] | None) -> str:
    text = shown_interval(interval)
    return f"{shown(value)} <small>{text}</small>" if text else shown(value)


def _icon(path: str, style: str = "") -> str:
    return f'<svg viewBox="0 0 24 24" aria-hidden="true" class="{style}">{path}</svg>'
