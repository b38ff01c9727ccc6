"""The part of a report that says where a metric is least reliable."""

from collections.abc import Sequence

from ..people.labels import LabelledRows
from ..people.slices import SliceAccuracy, largest_disagreements
from .formatting import shown, shown_p
from .report import Column, Example, Examples, Line, Report, Table

_MOST_EXAMPLES = 5


def slices_report(found: Sequence[SliceAccuracy], metric: str) -> Report:
    """Returns the slices, the lowest accuracy first, with the conclusion."""
    rows = [
        [
            (Column("Slice"), each.name),
            (Column("Rows"), f"{each.n:,}"),
            (Column("Accuracy"), shown(each.accuracy)),
            (Column("Elsewhere", 1), shown(each.accuracy_elsewhere)),
            (Column("False\npositives", 2), f"{each.false_positives:,}"),
            (Column("False\nnegatives", 2), f"{each.false_negatives:,}"),
            (Column("p (Holm)", 3), shown_p(each.adjusted_p_value)),
            (Column("Finding"), each.finding or ""),
        ]
        for each in found
    ]
    method = (
        "Accuracy is the share of the metric's verdicts that match human labels; elsewhere is the same on all other "
        "rows. The p-values come from permutations of the questions, with Holm's correction for the number of slices."
    )
    is_worse = any(each.finding == "worse" for each in found)
    return Report(
        f"Where {metric} is least reliable",
        [
            Line(conclusion(found, metric), "headline", "no" if is_worse else "yes"),
            Table.of("Accuracy by slice, the worst first", rows),
            Line(method, "method"),
        ],
    )


def conclusion(found: Sequence[SliceAccuracy], metric: str) -> str:
    """Returns the slice on which the metric is least reliable, as a sentence."""
    worse = [each for each in found if each.finding == "worse"]
    if not worse:
        return f"On no slice is {metric} significantly less accurate than on the other rows."
    worst = worse[0]
    return (
        f"{metric} is least reliable on {worst.name}: {worst.accuracy:.0%} of its verdicts match human labels there, "
        f"{worst.accuracy_elsewhere:.0%} elsewhere. Of {worst.n:,} answers it accepts {worst.false_positives:,} "
        f"incorrect ones and rejects {worst.false_negatives:,} correct ones."
    )


def disagreements_report(rows: LabelledRows, metric: str, threshold: float) -> list[Examples]:
    """Returns the answers on which a metric and human labels disagree most."""
    accepted, rejected = largest_disagreements(rows, threshold, _MOST_EXAMPLES)
    kinds = {
        f"Incorrect answers that {metric} accepts: highest scores first": [_example(rows, i, True) for i in accepted],
        f"Correct answers that {metric} rejects: lowest scores first": [_example(rows, i, False) for i in rejected],
    }
    return [Examples(title, examples) for title, examples in kinds.items() if examples]


def _example(rows: LabelledRows, i: int, is_accepted: bool) -> Example:
    row, name = rows.file.rows[i], rows.file.ids[i]
    details = [] if row.question is None else [("Question", row.question)]
    details.append(("Reference", "; ".join(row.references)))
    return Example(shown(rows.score[i]), is_accepted, str(i if name is None else name), row.prediction, details)
