"""How often the rules for values agree with human labels: `python -m benchmarks.rule_precision FOLDER`.

Prints one table: for each rule, and for "same" and "other", how often it decided and how often the label agrees. "Same"
agrees with a correct answer, "other" with an incorrect one. Questions are split by their hash: rules are written on one
part and measured on the other, there with a 95 % interval (Wilson). Rows without a label are left out.
"""

import argparse
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from scipy.stats import binomtest

from benchmarks import labelled
from smile import SmileScorer

_HEADER = ["rule", "same: written on", "same: kept aside", "other: written on", "other: kept aside"]
# A decision of a rule: (whether the question belongs to the part kept aside, whether the label agrees).
Firing = tuple[bool, bool]


def is_kept_aside(question: str) -> bool:
    """Returns whether a question belongs to the half on which rules are measured, by the hash of its text.

    >>> is_kept_aside("Who wrote Faust?"), is_kept_aside("Who wrote Emma?")
    (False, True)
    """
    return hashlib.sha256(question.strip().lower().encode()).digest()[0] % 2 == 1


def firings(path: Path, setting: str) -> dict[tuple[str, str], list[Firing]]:
    """Returns the decisions of each rule on the labelled rows of a file, by rule and "same" or "other"."""
    found: defaultdict[tuple[str, str], list[Firing]] = defaultdict(list)
    rows = [row for row in map(json.loads, path.read_text("utf-8").splitlines()) if row.get("human") is not None]
    rows = [row for row in rows if row.get("references")]
    if not rows:
        return found
    questions = [row.get("question") for row in rows]
    scores = SmileScorer(setting).score(
        [row["prediction"] for row in rows], [row["references"] for row in rows], questions
    )
    for row, rule, is_other in zip(rows, scores.rule, scores.is_other_value.tolist(), strict=True):
        if rule:
            agrees = bool(row["human"]) != is_other
            aside = is_kept_aside(row.get("question") or row["prediction"])
            found[rule, "other" if is_other else "same"].append((aside, agrees))
    return found


def precision(agreeing: Sequence[bool], has_interval: bool) -> str:
    """Returns the share of decisions that agree, with its interval if asked.

    >>> precision([True] * 9 + [False], has_interval=True)
    '10: 0.90 (0.60, 0.98)'
    """
    if not agreeing:
        return ""
    found = binomtest(sum(agreeing), len(agreeing))
    low, high = found.proportion_ci(method="wilson")
    return f"{len(agreeing)}: {found.statistic:.2f}" + (f" ({low:.2f}, {high:.2f})" if has_interval else "")


def lines(found: Mapping[tuple[str, str], Sequence[Firing]]) -> list[list[str]]:
    """Returns a line for each rule: "same" and "other", each on the part written on and on the part kept aside."""
    return [
        [
            rule,
            *(
                precision([agrees for aside, agrees in found.get((rule, verdict), ()) if aside == wanted], wanted)
                for verdict in ("same", "other")
                for wanted in (False, True)
            ),
        ]
        for rule in sorted({rule for rule, _ in found})
    ]


def main(arguments: Iterable[str] | None = None) -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help=f"a folder of JSON lines files: {labelled.HOW_TO_GET_DATA}")
    parser.add_argument("--setting", default="fast")
    parser.add_argument("--fewest", type=int, default=1, help="decisions of a rule, below which it is left out")
    given = parser.parse_args(None if arguments is None else list(arguments))
    found: dict[tuple[str, str], list[Firing]] = defaultdict(list)
    for path in sorted(given.folder.glob("*.jsonl")):
        for decision, its in firings(path, given.setting).items():
            found[decision] += its
    print(f"{given.folder.name}, setting {given.setting}; {labelled.environment()}\n")
    shown = {decision: its for decision, its in found.items() if len(its) >= given.fewest}
    print(labelled.markdown_table(_HEADER, lines(shown)))


if __name__ == "__main__":
    main()
