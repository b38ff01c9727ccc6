"""The report of metrics' agreement with human labels."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ..people.agreement.agreement_scorer import Agreement, SideBySide
from ..people.agreement.metrics import METRICS
from ..people.labels import LabelledRows
from ..people.reference_counts import DRAWS, ReferenceCounts
from ..people.slices import largest_disagreements
from ..result_types import SliceAccuracy
from .formatting import one_line, shown_interval, shown_p, shown_percent, shown_statistic
from .report import (
    Block,
    Column,
    Entry,
    ExampleRow,
    Examples,
    Line,
    Picture,
    Report,
    SignatureLine,
    Table,
    statistic,
    with_interval,
)

# The statistics, their headings, and which columns a narrow terminal drops first.
STATISTICS = {
    "pearson": ("Pearson", 0),
    "accuracy": ("Accuracy", 1),
    "cohen_kappa": ("Cohen's kappa", 1),
    "best_threshold": ("Best threshold", 2),
    "best_accuracy": ("Best accuracy", 9),
    "kendall_tau_b": ("Kendall's tau-b", 5),
    "spearman": ("Spearman", 6),
    "mean_correlation": ("Mean correlation", 8),
    "pairwise_accuracy": ("Pairwise accuracy", 6),
    "roc_auc": ("ROC AUC", 5),
    "f1": ("F1", 7),
    "bias": ("Bias", 6),
}
_INTERVALS = 10
_IN_GROUPS = {
    "pearson": "Pearson correlation with human labels",
    "kendall_tau_b": "Kendall's tau-b with human labels",
    "accuracy": "Accuracy: share of verdicts that match human labels",
    "cohen_kappa": "Cohen's kappa of verdicts and human labels",
    "bias": "Bias: share of answers accepted, minus the share labelled correct; the mean ignores signs",
}
_COMPARED = ("pearson", "kendall_tau_b")
_MOST_EXAMPLES = 5
_CAPTION = (
    "Scores of answers that are labelled correct and incorrect. The less the two overlap, the better. The line is each "
    "metric's best threshold on these answers."
)


def agreement_report(found: SideBySide, source: str = "") -> Report:
    """Returns the statistics of each metric, the differences from the first, the same by group, and the figure.

    `source` is the measured file, where the report is for a page: that shows rows of the data, too.
    """
    ordered = best_metrics_first(found.metrics)
    metrics = {name: found.metrics[name] for name in ordered}
    is_single = len(metrics) == 1
    return Report(
        "Agreement with human labels",
        [
            _agreement_headline(found, ordered[0]),
            Line(_counts_of_labels(found, source), "note" if source else "sentence"),
            _single_agreement_table(found, *metrics.values())
            if is_single
            else _agreement_table_of_metrics(found, metrics),
            *_reasons_for_missing_statistics(found, metrics),
            Line(_agreement_method(found), "method"),
            *([] if is_single else _metric_differences(found, metrics)),
            Picture("scores_by_label", _CAPTION),
            *_agreement_by_slice(found, with_examples=bool(source)),
            *(
                _reference_agreement_report(each, title_of_metric(found, name))
                for name, each in found.references.items()
            ),
            *_agreement_groups(found, metrics),
            *_metric_signatures(found, metrics),
        ],
    )


def best_metrics_first(metrics: Mapping[str, Agreement]) -> list[str]:
    """Returns the metrics' names, sorted by Pearson correlation with human labels, undefined ones last."""
    return sorted(metrics, key=lambda name: -float(np.nan_to_num(metrics[name].values["pearson"], nan=-2.0)))


def title_of_metric(found: SideBySide, name: str) -> str:
    """Returns the title of a metric that was run, or the name of a column of scores."""
    return METRICS[name] if name in found.ran else one_line(name)


def mean_over_groups(statistic: str, values: Sequence[float]) -> float:
    """Returns a statistic's mean over groups, NaN where it is undefined for one.

    Biases of opposite sign do not cancel: the mean of `bias` is that of the absolute values, as in the paper's Table 4.

    >>> mean_over_groups("bias", [0.25, -0.25]), mean_over_groups("f1", [0.5, 1.0])
    (0.25, 0.75)
    """
    return float(np.mean(np.abs(values) if statistic == "bias" else values))


def _agreement_headline(found: SideBySide, best: str) -> Line:
    pearson, interval = _agreement_statistic(found.metrics[best], "pearson")
    if math.isnan(pearson):
        return Line("These labels and scores have no correlation.", "headline", "people")
    verb = "agrees best" if len(found.metrics) > 1 else "agrees"
    amount = f"Pearson {shown_statistic(pearson)}{f' ({shown_interval(interval)})' if shown_interval(interval) else ''}"
    return Line(f"{title_of_metric(found, best)} {verb} with human labels: {amount}.", "headline", "people")


def _counts_of_labels(found: SideBySide, source: str) -> str:
    some = next(iter(found.metrics.values()))
    text = f"{some.n:,} answers to {some.n_questions:,} questions{f' in {one_line(source)}' if source else ''}"
    level = found.options.confidence_level
    text += f"; {level * 100:g} % intervals, bootstrap by question."
    if people := found.between_people:
        alpha = shown_statistic(people["krippendorff_alpha"])
        text += f" {people['n_annotators']} annotators labelled them, with Krippendorff's alpha {alpha}."
    return text


def _agreement_by_slice(found: SideBySide, with_examples: bool) -> list[Block]:
    if not found.slices:
        return []
    title = title_of_metric(found, next(iter(found.scores)))
    examples = _disagreements_report(found.first, title, found.options.threshold) if with_examples else []
    return [_slices_report(found.slices, title), *examples]


def _single_agreement_table(found: SideBySide, agreement: Agreement) -> Table:
    rows = [
        [heading, *with_interval(*_agreement_statistic(agreement, name))] for name, (heading, _) in STATISTICS.items()
    ]
    columns = [Column(heading) for heading in ("", "", _interval_heading(found))]
    return Table("", columns, rows)


def _agreement_table_of_metrics(found: SideBySide, metrics: Mapping[str, Agreement]) -> Table:
    rows: list[list[Entry]] = []
    for metric, agreement in metrics.items():
        rows.append([(Column("Metric"), title_of_metric(found, metric))])
        for name, (heading, drop) in STATISTICS.items():
            value, interval = _agreement_statistic(agreement, name)
            has_bar = name == "pearson" and min(value, (interval or [0])[0]) >= 0
            # Pearson's interval is worth more than another statistic.
            drop_interval = 4 if name == "pearson" else _INTERVALS
            entries = statistic(
                heading, value, interval, _interval_heading(found), drop, drop_interval, has_bar=has_bar
            )
            rows[-1] += entries if name in agreement.draws else entries[:1]
    return Table.of("All answers", rows)


def _reasons_for_missing_statistics(found: SideBySide, metrics: Mapping[str, Agreement]) -> list[Line]:
    """Returns why statistics are missing; the names of those that share a reason stand together."""
    lines = [Line(f"No {name.replace('_', ' ')}: {reason}.", "note") for name, reason in found.reasons.items()]
    for metric, agreement in metrics.items():
        of_reason: dict[str, list[str]] = {}
        for name, reason in agreement.reasons.items():
            title = STATISTICS[name][0] if name in STATISTICS else name.replace("_", " ")
            of_reason.setdefault(reason, []).append(title)
        start = f"{title_of_metric(found, metric)}: no" if len(metrics) > 1 else "No"
        lines += [Line(f"{start} {', '.join(names)}: {reason}.", "note") for reason, names in of_reason.items()]
    return lines


def _agreement_method(found: SideBySide) -> str:
    return (
        "Accuracy, Cohen's kappa, F1 and bias compare verdicts: a metric calls an answer correct if its score is above "
        f"{found.options.threshold:g}. Cohen's kappa is the accuracy beyond chance: 0 if verdicts and labels are "
        "independent. Bias is the share of answers that the metric accepts, minus the share that is labelled "
        "correct. Best accuracy is the accuracy at the threshold that fits these answers best; expect less on new "
        "answers."
    )


def _metric_differences(found: SideBySide, metrics: Mapping[str, Agreement]) -> list[Block]:
    first = next(iter(found.metrics))
    rows: list[list[Entry]] = []
    for metric, agreement in metrics.items():
        against = agreement.comparison
        if against is None:
            continue
        rows.append([(Column(f"Minus {title_of_metric(found, first)}"), title_of_metric(found, metric))])
        for i, name in enumerate(_COMPARED):
            interval = against["difference_ci"].get(name)
            rows[-1] += statistic(
                STATISTICS[name][0], against["difference"][name], interval, _interval_heading(found), i, 2 * i
            )
            rows[-1] += [(Column("p-value", i), shown_p(against["p_value"].get(name, math.nan)))]
    text = (
        f"A metric below 0 agrees less with human labels than {title_of_metric(found, first)} does. The p-values come "
        "from a paired bootstrap and are not corrected for the number of metrics."
    )
    return [Table.of(f"Difference from {title_of_metric(found, first)}", rows), Line(text, "method")]


def _agreement_groups(found: SideBySide, metrics: Mapping[str, Agreement]) -> list[Report]:
    reports = []
    for grouping in next(iter(metrics.values())).groups:
        by = one_line(grouping.replace(",", " and "))
        if len(metrics) == 1:
            tables = [_member_table(found, next(iter(metrics.values())).groups[grouping], by)]
        else:
            tables = [_group_table(found, metrics, grouping, name, title) for name, title in _IN_GROUPS.items()]
        reports.append(Report(f"By {by}", tables, is_folded=len(metrics) > 1))
    return reports


def _member_table(found: SideBySide, members: Mapping[str, Agreement], by: str) -> Table:
    rows = [
        [
            (Column(by.capitalize()), member),
            (Column("Rows"), f"{agreement.n:,}"),
            *(
                entry
                for name, (heading, drop) in STATISTICS.items()
                for entry in _metric_entries(found, heading, agreement, name, drop)
            ),
        ]
        for member, agreement in members.items()
    ]
    return Table.of("", rows)


def _group_table(found: SideBySide, metrics: Mapping[str, Agreement], grouping: str, name: str, title: str) -> Table:
    rows: list[list[Entry]] = []
    for metric, agreement in metrics.items():
        members = agreement.groups[grouping]
        mean = mean_over_groups(name, [each.values[name] for each in members.values()])
        rows.append([(Column("Metric"), title_of_metric(found, metric)), (Column("Mean"), shown_statistic(mean))])
        for member, each in members.items():
            rows[-1] += _metric_entries(found, f"{one_line(member)} ({each.n:,})", each, name)
    return Table.of(title, rows)


def _metric_signatures(found: SideBySide, metrics: Mapping[str, Agreement]) -> list[Block]:
    """Returns the numbers of cut texts and refusals, and the signatures; metrics that share one stand together."""
    lines = []
    of_signature: dict[str, list[str]] = {}
    for name in metrics:
        if name in found.ran:
            ran, title = found.ran[name], title_of_metric(found, name)
            of_signature.setdefault(str(ran.signature), []).append(title)
            for what, n in (
                (f"Answers with a text longer than {title} reads", ran.n_truncated),
                (f"Answers that are refusals, which {title} never accepts", ran.n_not_attempted),
            ):
                lines += [Line(f"{what}: {n:,}.", "note")] if n else []
    signatures = [SignatureLine(signature, ", ".join(names)) for signature, names in of_signature.items()]
    return [*lines, SignatureLine(str(found.signature)), *signatures]


def _agreement_statistic(agreement: Agreement, name: str) -> tuple[float, list[float] | None]:
    return agreement.values[name], agreement.intervals.get(name)


def _metric_entries(found: SideBySide, heading: str, each: Agreement, name: str, drop: int = 0) -> list[Entry]:
    return statistic(heading, *_agreement_statistic(each, name), _interval_heading(found), drop, _INTERVALS)


def _interval_heading(found: SideBySide) -> str:
    return f"{found.options.confidence_level * 100:g} % interval"


def _reference_agreement_report(found: ReferenceCounts, metric: str) -> Report:
    """Returns a metric's agreement by the number of references."""
    most = len(found.by_number)
    curve = {str(k): each for k, each in enumerate(found.by_number, start=1)} | {"all": found.all_references}
    rows = [
        [
            (Column("References"), k),
            (Column("Best:\nPearson"), shown_statistic(of["best"]["pearson"])),
            (Column("Best:\naccuracy"), shown_statistic(of["best"]["accuracy"])),
            (Column("Mean:\nPearson", 1), shown_statistic(of["mean"]["pearson"])),
            (Column("Mean:\naccuracy", 1), shown_statistic(of["mean"]["accuracy"])),
        ]
        for k, of in curve.items()
    ]
    method = (
        f"1 to {most} references are drawn at random, {DRAWS} times, on the {found.n:,} rows with {most} or more. A "
        "row's score is the best, or the mean, over its references. The table shows means over the draws, "
        "and a dash where all scores or labels of a draw are the same."
    )
    return Report(f"{metric} by the number of references", [Table.of("", rows), Line(method, "method")])


def _slices_report(found: Sequence[SliceAccuracy], metric: str) -> Report:
    """Returns the slices, the lowest accuracy first, with the conclusion."""
    rows = [
        [
            (Column("Slice"), each["name"]),
            (Column("Rows"), f"{each['n']:,}"),
            (Column("Accuracy"), shown_statistic(each["accuracy"])),
            (Column("Elsewhere", 1), shown_statistic(each["accuracy_elsewhere"])),
            (Column("False\npositives", 2), f"{each['n_false_positives']:,}"),
            (Column("False\nnegatives", 2), f"{each['n_false_negatives']:,}"),
            (Column("p (Holm)", 3), shown_p(each["adjusted_p_value"])),
            (Column("Finding"), each["finding"] or ""),
        ]
        for each in found
    ]
    method = (
        "Accuracy is the share of the metric's verdicts that match human labels; elsewhere is the same on all other "
        "rows. The p-values come from permutations of the questions, with Holm's correction for the number of slices."
    )
    is_worse = any(each["finding"] == "worse" for each in found)
    return Report(
        f"Where {metric} is least reliable",
        [
            Line(least_reliable_slice(found, metric), "headline", "no" if is_worse else "yes"),
            Table.of("Accuracy by slice, the worst first", rows),
            Line(method, "method"),
        ],
    )


def least_reliable_slice(found: Sequence[SliceAccuracy], metric: str) -> str:
    """Returns the slice on which the metric is least reliable, as a sentence."""
    worse = [each for each in found if each["finding"] == "worse"]
    if not worse:
        return f"On no slice is {metric} significantly less accurate than on the other rows."
    worst = worse[0]
    here, elsewhere = shown_percent(worst["accuracy"]), shown_percent(worst["accuracy_elsewhere"])
    return (
        f"{metric} is least reliable on {worst['name']}: {here} of its verdicts match human labels there, "
        f"{elsewhere} elsewhere. Of {worst['n']:,} answers it accepts {worst['n_false_positives']:,} "
        f"incorrect ones and rejects {worst['n_false_negatives']:,} correct ones."
    )


def _disagreements_report(rows: LabelledRows, metric: str, threshold: float) -> list[Examples]:
    """Returns the answers on which a metric and human labels disagree most."""
    accepted, rejected = largest_disagreements(rows, threshold, _MOST_EXAMPLES)
    kinds = {
        f"Incorrect answers that {metric} accepts: highest scores first": [
            _disagreement_example(rows, i, False) for i in accepted
        ],
        f"Correct answers that {metric} rejects: lowest scores first": [
            _disagreement_example(rows, i, True) for i in rejected
        ],
    }
    return [Examples(title, examples) for title, examples in kinds.items() if examples]


def _disagreement_example(rows: LabelledRows, i: int, is_right: bool) -> ExampleRow:
    """Returns an answer with the mark of its human label."""
    row, name = rows.file.rows[i], rows.file.ids[i]
    details = [] if row.question is None else [("Question", row.question)]
    details.append(("Reference", "; ".join(row.references)))
    return ExampleRow(
        shown_statistic(rows.score[i]), is_right, str(i if name is None else name), row.prediction, details
    )
