"""The part of a report that says how agreement depends on the number of references."""

from ..people.reference_counts import DRAWS, ReferenceCounts
from .formatting import shown
from .report import Block, Column, Line, Report, Table


def references_report(found: ReferenceCounts, metric: str) -> Report:
    """Returns a metric's agreement by the number of references, best against mean, and references as answers."""
    most = len(found.by_number)
    curve = {str(k): each for k, each in enumerate(found.by_number, start=1)} | {"all": found.all_references}
    rows = [
        [
            (Column("References"), k),
            (Column("Best:\nPearson"), shown(of["best"]["pearson"])),
            (Column("Best:\naccuracy"), shown(of["best"]["accuracy"])),
            (Column("Mean:\nPearson", 1), shown(of["mean"]["pearson"])),
            (Column("Mean:\naccuracy", 1), shown(of["mean"]["accuracy"])),
        ]
        for k, of in curve.items()
    ]
    method = (
        f"1 to {most} references are drawn at random, {DRAWS} times, on the {found.n:,} rows with {most} or more. A "
        "row's score is the best, or the mean, over its references. The table shows means over the draws, "
        "and a dash where all scores or labels of a draw are the same."
    )
    blocks: list[Block] = [Table.of("", rows), Line(method, "method"), Line(_gold_against_gold(found))]
    return Report(f"{metric} by the number of references", blocks)


def _gold_against_gold(found: ReferenceCounts) -> str:
    if not found.n_held_out:
        return "No reference can be scored against another: they differ only in case and white space."
    best = found.held_out["best"]
    return (
        f"{found.n_held_out:,} references, each scored as an answer against the others of its question, score "
        f"{shown(best['score'])} on average, and {best['over_threshold']:.0%} of them pass: expect no more of a "
        "correct answer in its own words."
    )
