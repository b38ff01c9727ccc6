"""How often unsure verdicts are incorrect: `python -m benchmarks.unsure --data FILE...`.

The threshold of the doubt is chosen on one half of the questions and checked on the other. Prints, for each setting and
file of the half `--half`, the share of incorrect verdicts, and for each `--above` three shares: the verdicts that are
unsure, the unsure verdicts that are incorrect, and the incorrect verdicts that are unsure.
"""

import argparse
import hashlib
import random
import warnings
from pathlib import Path

import numpy as np

from benchmarks import labelled
from smile import SmileScorer
from smile.aliases import BoolArray, FloatArray
from smile.scoring.verdicts import UNSURE_ABOVE

CHOSEN, CHECKED = "chosen", "checked"


def half_of(question: str) -> str:
    """Returns the half of a question, by the hash of its text."""
    return CHECKED if hashlib.sha256(question.encode()).digest()[1] % 2 else CHOSEN


def unsure_shares(doubt: FloatArray, is_wrong: BoolArray, above: float) -> tuple[float, float, float]:
    """Returns three shares: unsure verdicts, unsure verdicts that are incorrect, incorrect verdicts that are unsure.

    >>> unsure_shares(np.array([0.9, 0.8, 0.1, 0.1]), np.array([True, False, True, False]), 0.7)
    (0.5, 0.5, 0.5)
    """
    is_unsure = doubt > above
    n_found = int((is_unsure & is_wrong).sum())
    return float(is_unsure.mean()), n_found / max(1, int(is_unsure.sum())), n_found / max(1, int(is_wrong.sum()))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--settings", nargs="+", default=["fast", "default", "learned"])
    parser.add_argument("--above", type=float, nargs="+", default=[0.5, UNSURE_ABOVE, 0.9])
    parser.add_argument("--most", type=int, default=1000, help="rows of each file, drawn at random")
    parser.add_argument("--half", choices=[CHOSEN, CHECKED], default=CHECKED)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")  # `learned` warns that it was trained on some questions of each file
    lines = []
    for name in arguments.settings:
        scorer, found = SmileScorer(name), []
        for path in arguments.data:
            rows = [row for row in labelled.judged_rows(path)[0] if half_of(row["question"]) == arguments.half]
            rows = random.Random(0).sample(rows, min(len(rows), arguments.most))  # noqa: S311
            predictions, references, questions = ([row[key] for row in rows] for key in labelled.TEXTS)
            scores = scorer.score(predictions, references, questions)
            found.append((path.stem, scores.doubt, scores.correct != np.array([row["human"] for row in rows])))
        doubts, errors = (np.concatenate([each[i] for each in found]) for i in (1, 2))
        for file, doubt, is_wrong in [*found, ("all", doubts, errors)]:
            cells = [unsure_shares(doubt, is_wrong, above) for above in arguments.above]
            shown = [f"{share:.1%}; {wrong:.0%}; {of_wrong:.0%}" for share, wrong, of_wrong in cells]
            lines.append([name, file, f"{len(doubt):,}", f"{is_wrong.mean():.1%}", *shown])
    print(labelled.environment())
    print("\nUnsure verdicts; unsure verdicts that are incorrect; incorrect verdicts that are unsure:\n")
    heads = ["setting", "answers", "n", "incorrect", *(f"doubt over {above:g}" for above in arguments.above)]
    print(labelled.markdown_table(heads, lines))


if __name__ == "__main__":
    main()
