"""The report of where a metric fails: its accuracy on slices of the rows, and its largest errors."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import isnan
from typing import Any

from ..people.slice_analysis import FALSE_NEGATIVES, FALSE_POSITIVES, Disagreement, SliceAnalysis
from ..statistics.reasons import in_words
from .formatting import shown, shown_interval, shown_p
from .report import Block, Column, Example, Examples, Line, Report, Table, statistic

_MOST_REFERENCES = 3


def slices_report(
    found: SliceAnalysis,
    metric: str,
    confidence_level: float,
    disagreements: Mapping[str, Sequence[Disagreement]] | None = None,
    others: Sequence[Block] = (),
) -> Report:
    """Returns the slices, the worst first, with the conclusion, the largest disagreements, and other blocks."""
    is_worse = any(each.finding == "worse" for each in found.slices)
    interval = shown_interval(found.accuracy_ci)
    headings = {
        FALSE_POSITIVES: f"{metric} says right, people say wrong: highest scores first",
        FALSE_NEGATIVES: f"{metric} says wrong, people say right: lowest scores first",
    }
    examples = [
        Examples(headings[kind], [_example(each, kind) for each in members])
        for kind, members in (disagreements or {}).items()
        if members
    ]
    return Report(
        f"Where {metric} fails",
        [
            Line(conclusion(found), "headline", "no" if is_worse else "yes"),
            Line(
                f"{metric} above {found.threshold:g} agrees with people on {shown(found.accuracy)} of {found.n:,} rows"
                f"{f' ({confidence_level * 100:g} % interval {interval})' if interval else ''}: "
                f"{found.false_positives:,} false positives and {found.false_negatives:,} false negatives."
            ),
            _table(found, f"{confidence_level * 100:g} % interval"),
            *([Line(f"No rows: {', '.join(found.absent)}.", "note")] if found.absent else []),
            Line(_method(found, confidence_level), "method"),
            *examples,
            *others,
        ],
    )


def conclusion(found: SliceAnalysis) -> str:
    """Returns on which slice not to trust the metric."""
    worse = [each for each in found.slices if each.finding == "worse"]
    if not worse:
        return "There is no slice on which it is shown to be right less often than on the other rows."
    worst, n_others = worse[0], len(worse) - 1
    others = (
        f" {n_others} more {'slice is' if n_others == 1 else 'slices are'} worse than the rest." if n_others else ""
    )
    return (
        f"Do not trust it on {worst.name}: {worst.accuracy:.0%} of its verdicts are right there, "
        f"{worst.accuracy_elsewhere:.0%} elsewhere. Of {worst.n} answers it calls {worst.false_positives} right "
        f"that people call wrong, and {worst.false_negatives} wrong that people call right.{others}"
    )


def slices_to_dict(found: SliceAnalysis) -> dict[str, Any]:
    """Returns plain values, with the conclusion in words."""
    slices = [asdict(each) | {"reasons": in_words(each.reasons)} for each in found.slices]
    result = asdict(found) | {"slices": slices, "reasons": in_words(found.reasons)}
    return result | {"conclusion": conclusion(found)}


def _table(found: SliceAnalysis, level: str) -> Table:
    rows = [
        [
            (Column("Slice"), each.name),
            (Column("Rows"), f"{each.n:,}"),
            (Column("Right", 6), shown(each.share_right)),
            (Column("Score", 7), shown(each.mean_score)),
            *statistic("Accuracy", each.accuracy, each.accuracy_ci, level, 0, 9),
            (Column("Elsewhere", 1), shown(each.accuracy_elsewhere)),
            (Column("False\npositives", 3), f"{each.false_positives:,}"),
            (Column("False\nnegatives", 3), f"{each.false_negatives:,}"),
            (Column("Pearson", 8), shown(each.pearson)),
            *statistic("Difference", each.difference, each.difference_ci, level, 2, 9),
            (Column("p (Holm)", 4), shown_p(each.adjusted_p_value)),
            (Column("Finding"), each.finding or ""),
        ]
        for each in found.slices
    ]
    return Table.of("Accuracy by slice, the worst first", rows)


def _method(found: SliceAnalysis, confidence_level: float) -> str:
    n_tested = sum(not isnan(each.p_value) for each in found.slices)
    return (
        "Right: the share that people call right. Accuracy: how often the metric says what people say; elsewhere: the "
        "same on all other rows. False positives: answers that only the metric calls right. False negatives: answers "
        "that only people call right. The p-values come from permutations of the questions, with Holm's correction for "
        f"{n_tested} slices; a slice is worse or better if its p-value is under {1 - confidence_level:.6g}. An answer "
        "can be in several slices."
    )


def _example(each: Disagreement, kind: str) -> Example:
    more = len(each.references) - _MOST_REFERENCES
    references = "; ".join(each.references[:_MOST_REFERENCES]) + (f" and {more} more" if more > 0 else "")
    name = str(each.row if each.id is None else each.id)
    details = [] if each.question is None else [("Question", each.question)]
    details += [("Reference", references), ("Slices", "; ".join(each.slices))]
    return Example(shown(each.score), kind == FALSE_POSITIVES, name, each.prediction, details)
