"""The report of how agreement with people depends on the number of references."""

from collections.abc import Mapping
from math import isnan

from ..people.agreement.metrics import METRICS, MetricScores
from ..people.reference_counts import OVER_REFERENCES, ReferenceCounts
from .formatting import shown, shown_interval
from .report import Block, Column, Line, Report, Signature, Table

_OVER = {"max": "Best", "mean": "Mean"}
# The statistics, their headings, what sentences call them, and which columns a narrow terminal drops first.
_STATISTICS = {
    "pearson": ("Pearson", "Pearson", 0),
    "kendall_tau_b": ("Kendall", "Kendall's tau-b", 2),
    "mean_correlation": ("Mean corr.", "mean correlation", 2),
    "accuracy": ("Accuracy", "accuracy", 1),
}
_SPREAD = 3
_GOLD = {
    "held_out": "References, each compared with the others",
    "right_answers": "Answers that people call right",
    "wrong_answers": "Answers that people call wrong",
}


def references_report(
    measured: Mapping[str, ReferenceCounts],
    ran: Mapping[str, MetricScores],
    signature: str,
    threshold: float,
    confidence_level: float,
) -> Report:
    """Returns for each metric the agreement by the number of references, best against mean, and gold against gold."""
    parts = [_of_metric(name, found, ran[name], threshold, confidence_level) for name, found in measured.items()]
    return Report("References", [*parts, Signature(signature)])


def best_or_mean(found: ReferenceCounts) -> str:
    """Returns a sentence: does the best of a row's references or their mean agree better with people?"""
    best, mean = (shown(found.every_row[over].value("pearson")) for over in OVER_REFERENCES)
    interval = (found.comparison.difference_ci or {})["pearson"]
    low, high = interval
    if low > 0:
        verdict = "The best of a row's references agrees better with people than their mean"
    elif high < 0:
        verdict = "The mean of a row's references agrees better with people than the best of them"
    else:
        verdict = "The best of a row's references and their mean cannot be told apart"
    return f"{verdict}: on every row Pearson {best} and {mean}, a difference of {shown_interval(interval)}."


def gold_against_gold(found: ReferenceCounts, confidence_level: float) -> str:
    """Returns a sentence: what does a right answer score that is worded like another reference?"""
    held_out = found.gold["held_out"]["max"]
    score, passes = held_out["score"], held_out["over_threshold"]
    interval = shown_interval(score.interval)
    return (
        f"A right answer worded like another reference scores {shown(score.value)} on average"
        f"{f' ({confidence_level * 100:g} % interval {interval})' if interval else ''}, and "
        f"{passes.value:.0%} of these answers pass: expect no more of a right answer in its own words. "
        "Answers that repeat a reference score higher."
    )


def _of_metric(
    name: str, found: ReferenceCounts, scored: MetricScores, threshold: float, confidence_level: float
) -> Report:
    most, title = found.most_references, METRICS[name]
    blocks: list[Block] = [
        _numbers_table(found),
        Line(
            f"1 to {most} references are drawn at random, {found.n_draws} times, on the same {found.n_same_rows:,} of "
            f"{found.n:,} rows, those with {most} or more; {found.n_several:,} have two or more. The table shows means "
            "over the draws, and as SD their standard deviations; a row's score is the best, or the mean, over its "
            f"references. The accuracy uses the threshold {threshold:g}.",
            "method",
        ),
        *(Line(f"No {_STATISTICS[statistic][1]}: {why}.", "note") for statistic, why in found.reasons.items()),
    ]
    if any(isnan(each["max"]["pearson"]) for each in found.by_number) and "pearson" not in found.reasons:
        blocks.append(Line("No correlation (-) if all scores of a draw are the same.", "note"))
    if not isnan((found.comparison.difference_ci or {})["pearson"][0]):
        blocks.append(Line(best_or_mean(found)))
    if found.n_held_out:
        blocks += [_gold_table(found), Line(gold_against_gold(found, confidence_level))]
    else:
        text = "No reference can be compared with another: they differ only in case and white space."
        blocks.append(Line(text, "note"))
    if scored.n_truncated:
        text = f"Note: in {scored.n_truncated:,} pairs a text is longer than the metric reads."
        blocks.append(Line(text, "note"))
    return Report(f"{title} by the number of references", [*blocks, Signature(scored.signature, title)])


def _numbers_table(found: ReferenceCounts) -> Table:
    columns = [Column("References")]
    for over in OVER_REFERENCES:
        for heading, _, drop in _STATISTICS.values():
            columns += [Column(f"{_OVER[over]}\n{heading}", drop), Column("SD", _SPREAD)]
    every_row = {over: {name: each.value(name) for name in _STATISTICS} for over, each in found.every_row.items()}
    lines = {
        **{f"{k} at random": each for k, each in enumerate(found.by_number, start=1)},
        "all": found.all_references,
        f"all, {found.n:,} rows": every_row,
    }
    rows = [
        [label]
        + [
            shown(values[over][key]) if key in values[over] else ""
            for over in OVER_REFERENCES
            for name in _STATISTICS
            for key in (name, f"{name}_sd")
        ]
        for label, values in lines.items()
    ]
    return Table("", columns, rows, rules=(len(rows) - 1,))


def _gold_table(found: ReferenceCounts) -> Table:
    columns = [Column("Gold against gold"), Column("n")]
    for drop, over in enumerate(OVER_REFERENCES):
        columns += [Column(f"{_OVER[over]}\n{heading}", drop) for heading in ("score", "passes")]
    rows = [
        [
            _GOLD[who],
            f"{found.n_answers.get(who, found.n_held_out):,}",
            *(shown(over[name][key].value) for name in OVER_REFERENCES for key in ("score", "over_threshold")),
        ]
        for who, over in found.gold.items()
    ]
    return Table("", columns, rows)
