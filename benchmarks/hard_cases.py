"""How settings judge answers that are hard for a metric of words: `python -m benchmarks.hard_cases`.

Prints, by category of `assets/hard_qa.jsonl` (short answers) and by setting, the shares of right and of wrong answers
judged rightly and their mean, the balanced accuracy, 0.5 for a coin. `--data assets/long_qa.jsonl --by kind` does it
for answers as systems write them today, `--data assets/attempts.jsonl --by kind --label attempted` tells refusals from
hedges that look like them. The rules were written with the half `rules` in sight; the half `held out` was set aside
meanwhile.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks import labelled
from smile import SmileScorer
from smile.aliases import BoolArray
from smile.rows.checked_rows import check_rows

_CASES = Path(__file__).parents[1] / "assets" / "hard_qa.jsonl"
# What only a reader can judge.
_TO_BE_READ = ("lists", "denials and take-backs", "paraphrases", "half right")


def balanced_accuracy(verdicts: BoolArray, is_right: BoolArray) -> float:
    """Returns the mean of the shares of right and of wrong answers judged rightly, 0 to 1.

    Args:
        verdicts: (n,) whether the metric calls each answer right.
        is_right: (n,) whether people do; some do and some do not.

    >>> balanced_accuracy(np.array([True, True, True, False]), np.array([True, True, False, False]))
    0.75
    """
    return float((verdicts[is_right].mean() + (~verdicts[~is_right]).mean()) / 2)


def table(found: Mapping[str, BoolArray], is_right: BoolArray, groups: Sequence[str]) -> str:
    """Returns a Markdown table: a row for each group, those of short answers that rules can know, and all.

    Args:
        found: By setting (n,) whether it calls each answer right.
        is_right: (n,) whether people do.
        groups: (n,) the case's category or kind.
    """
    of_case = np.array(groups)
    rows = {name: of_case == name for name in dict.fromkeys(groups)}
    if not rows.keys().isdisjoint(_TO_BE_READ):
        rows["values and short forms"] = ~np.isin(of_case, _TO_BE_READ)
    rows["all"] = np.ones(len(of_case), dtype=np.bool_)
    lines = [
        [name, str(int(here.sum())), *(_cell(verdicts[here], is_right[here]) for verdicts in found.values())]
        for name, here in rows.items()
    ]
    return labelled.markdown_table(["", "cases", *found], lines)


def _cell(verdicts: BoolArray, is_right: BoolArray) -> str:
    """Returns the balanced accuracy and, in brackets, the two shares that it is the mean of; one share of one kind."""
    if is_right.all() or not is_right.any():
        return f"{(verdicts == is_right).mean():.2f}"
    of_right, of_wrong = verdicts[is_right].mean(), (~verdicts[~is_right]).mean()
    return f"{balanced_accuracy(verdicts, is_right):.2f} ({of_right:.2f}, {of_wrong:.2f})"


def main() -> None:
    """Prints a table for each half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=_CASES, help="cases with split, and what --by and --label name")
    parser.add_argument("--by", default="category", help="the field that groups the cases (default: category)")
    parser.add_argument("--label", default="human", choices=("human", "attempted"), help="what is to be told (human)")
    parser.add_argument("--setting", action="append", help="may be repeated; default, fast and learned if left out")
    arguments = parser.parse_args()
    cases = [json.loads(line) for line in arguments.data.read_text(encoding="utf-8").splitlines()]
    is_right = np.array([case[arguments.label] for case in cases])
    columns = ([case[name] for case in cases] for name in ("prediction", "references", "question"))
    rows = check_rows(*columns)
    found = {}
    for name in arguments.setting or ("default", "fast", "learned"):
        scores = SmileScorer(name).score_rows(rows)
        is_attempt = np.array([not reason for reason in scores.not_attempted])
        found[name] = scores.correct if arguments.label == "human" else is_attempt
    print(f"{arguments.data.name}: {len(is_right)} cases; {labelled.environment()}")
    of = "right and of wrong answers" if arguments.label == "human" else "attempts and of other answers"
    print(f"Balanced accuracy: the mean of the shares, in brackets, of {of} judged rightly.")
    halves, groups = (np.array([case[name] for case in cases]) for name in ("split", arguments.by))
    for half in dict.fromkeys(halves.tolist()):
        here = halves == half
        verdicts = {name: each[here] for name, each in found.items()}
        print(f"\n**{half}**\n\n{table(verdicts, is_right[here], groups[here].tolist())}")


if __name__ == "__main__":
    main()
