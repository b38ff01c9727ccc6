"""Verdicts on answers that are hard for a metric of words: `python -m benchmarks.hard_cases`.

Prints the balanced accuracy by setting and by category of `assets/hard_qa.jsonl` (short answers): the mean of the
accuracies on correct and on incorrect answers, 0.5 for guessing. `--data assets/long_qa.jsonl --by kind` does the same
for answers as systems write them. The categories are those of the half `held out`. The rules were written with the
other half, `rules`, in sight.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks import labelled
from smile import SmileScorer
from smile.rows.checked_rows import check_rows
from smile.shared_types import BoolArray

_CASES = Path(__file__).parents[1] / "assets" / "hard_qa.jsonl"
# Groups with at least this balanced accuracy in every setting share a line.
_GOOD = 0.895


def balanced_accuracy(verdicts: BoolArray, is_right: BoolArray) -> float:
    """Returns the mean of the accuracies on correct and on incorrect answers, 0 to 1.

    Args:
        verdicts: (n,) whether the metric accepts each answer.
        is_right: (n,) whether its label is correct; both labels must occur.

    >>> balanced_accuracy(np.array([True, True, True, False]), np.array([True, True, False, False]))
    0.75
    """
    return float((verdicts[is_right].mean() + (~verdicts[~is_right]).mean()) / 2)


def table(found: Mapping[str, BoolArray], is_right: BoolArray, groups: Sequence[str], is_held_out: BoolArray) -> str:
    """Returns a Markdown table: each group held out, the best ones in one line, and all of each half.

    Args:
        found: By setting (n,) whether it accepts each answer.
        is_right: (n,) whether its label is correct.
        groups: (n,) the case's category or kind.
        is_held_out: (n,) whether the case was set aside while the rules were written.
    """
    of_case = np.array(groups)
    rows = {name: (of_case == name) & is_held_out for name in dict.fromkeys(groups)}
    good = [
        name
        for name, here in rows.items()
        if all(balanced_accuracy(verdicts[here], is_right[here]) >= _GOOD for verdicts in found.values())
    ]
    together = {", ".join(good): np.any([rows.pop(name) for name in good], axis=0)} if good else {}
    rows |= together | {"all held out": is_held_out, "all of the other half": ~is_held_out}
    lines = [
        [name, str(int(here.sum())), *(_cell(verdicts[here], is_right[here]) for verdicts in found.values())]
        for name, here in rows.items()
    ]
    return labelled.markdown_table(["held out", "cases", *found], lines)


def _cell(verdicts: BoolArray, is_right: BoolArray) -> str:
    """Returns the balanced accuracy and, in brackets, both accuracies."""
    of_right, of_wrong = verdicts[is_right].mean(), (~verdicts[~is_right]).mean()
    return f"{balanced_accuracy(verdicts, is_right):.2f} ({of_right:.2f}, {of_wrong:.2f})"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=_CASES, help="cases with split, human, and what --by names")
    parser.add_argument("--by", default="category", help="the field that groups the cases (default: category)")
    parser.add_argument("--setting", action="append", help="may be repeated; default, fast and learned if left out")
    arguments = parser.parse_args()
    cases = [json.loads(line) for line in arguments.data.read_text(encoding="utf-8").splitlines()]
    is_right = np.array([case["human"] for case in cases])
    columns = ([case[name] for case in cases] for name in ("prediction", "references", "question"))
    rows = check_rows(*columns)
    settings = arguments.setting or ("default", "fast", "learned")
    found = {name: SmileScorer(name).score_rows(rows).correct for name in settings}
    print(f"{arguments.data.name}: {len(is_right)} cases; {labelled.environment()}")
    print("Balanced accuracy: the mean of the accuracies, in brackets, on correct and incorrect answers.\n")
    is_held_out = np.array([case["split"] == "held out" for case in cases])
    print(table(found, is_right, [case[arguments.by] for case in cases], is_held_out), end="\n\n")


if __name__ == "__main__":
    main()
