"""Other languages: `python -m benchmarks.multilingual --setting multilingual --data FILE...`.

Prints for each file of `assets/languages` the balanced accuracy of a setting, for values (numbers, quantities, money,
percentages, dates, times, yes and no) and for all else, on the half of the cases that no rule was fitted to. With
`--data`, it prints for each file which share of its rows is taken for another language than English, and the area under
the ROC curve for those that have labels. `multilingual` runs with multilingual-e5-small in 4 bits.
"""

import argparse
import json
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import labelled
from smile import SmileScorer, named_settings
from smile.errors import LanguageWarning
from smile.rows.checked_rows import check_rows
from smile.scoring.answers import language_of_row
from smile.scoring.results import Scores
from tests.support.e5 import SmallE5

CASES = Path(__file__).parent.parent / "assets" / "languages"
VALUES = frozenset(("number", "quantity", "money", "percentage", "date", "time", "yes_no"))


def balanced(verdicts: Sequence[bool], labels: Sequence[bool]) -> float:
    """Returns the mean of the shares of correct and of incorrect answers with the right verdict."""
    pairs = np.array(verdicts), np.array(labels)
    return float(np.mean([np.mean(pairs[0][pairs[1] == label] == label) for label in (True, False)]))


def area(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """Returns the share of pairs of a correct and an incorrect answer in which the correct one has the higher score."""
    found, is_correct = np.array(scores), np.array(labels, dtype=np.bool_)
    differences = found[is_correct][:, None] - found[~is_correct]
    return float(np.mean((np.sign(differences) + 1) / 2))


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _scores(scorer: SmileScorer, rows: Sequence[dict[str, Any]]) -> Scores:
    predictions, references, questions = ([row[key] for row in rows] for key in labelled.TEXTS)
    return scorer.score(predictions, references, questions)


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--setting", default="multilingual", help="multilingual, fast or default")
    parser.add_argument("--half", type=int, default=1, choices=(0, 1), help="0: the half that the rules were fitted to")
    parser.add_argument("--data", type=Path, nargs="*", default=[], help=labelled.HOW_TO_GET_DATA)
    given = parser.parse_args()
    warnings.simplefilter("ignore", LanguageWarning)
    scorer = SmileScorer(given.setting, encoder=SmallE5() if given.setting == "multilingual" else None)
    total: list[tuple[bool, bool, bool]] = []
    print("| language | values | all else |\n| --- | --- | --- |")
    for path in sorted(CASES.glob("*.jsonl")):
        rows = _read(path)[given.half :: 2]
        correct = _scores(scorer, rows).correct.tolist()
        found = [(row["kind"] in VALUES, verdict, row["right"]) for row, verdict in zip(rows, correct, strict=True)]
        total += found
        _print(path.stem, found)
    _print("all", total)
    print("| file | rows | other languages | without questions | area |\n| --- | --- | --- | --- | --- |")
    for path in given.data:
        rows = _read(path)
        predictions, references, questions = ([row[key] for row in rows] for key in labelled.TEXTS)
        shares = []
        for each in (questions, None):
            read = (language_of_row(row, named_settings("fast")) for row in check_rows(predictions, references, each))
            shares.append(1 - Counter(read)["en"] / len(rows))
        kept = [row for row in rows if row.get("human") is not None and row.get("label") != "partially correct"]
        is_other = shares[0] > 0.5 and bool(kept)
        of_labels = (
            f"{area(_scores(scorer, kept).smile.tolist(), [row['human'] for row in kept]):.3f}" if is_other else ""
        )
        print(f"| `{path.stem}` | {len(rows):,} | {shares[0]:.2%} | {shares[1]:.2%} | {of_labels} |")


def _print(name: str, found: Sequence[tuple[bool, bool, bool]]) -> None:
    of_kind = ([pair[1:] for pair in found if pair[0] == is_value] for is_value in (True, False))
    print(f"| {name} |", " | ".join(f"{balanced(*zip(*pairs, strict=True)):.2f}" for pairs in of_kind), "|")


if __name__ == "__main__":
    main()
