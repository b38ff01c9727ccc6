"""How time and memory grow with the length of rows: `python -m benchmarks.long_rows`.

Rows are random words of assets/hard_qa.jsonl, always the same. One size grows at a time, by doubling; a process of its
own scores the rows in one thread. The times are CPU seconds, which other work on the machine disturbs less; the first
row, which loads what every run needs, is not counted.
"""

import argparse
import json
import os
import random
import time
from pathlib import Path
from typing import Any

from benchmarks import labelled
from benchmarks.own_process import peak_megabytes, run_alone
from smile import SmileScorer

_WORDS = Path(__file__).parents[1] / "assets/hard_qa.jsonl"

# Words of the prediction, words of a reference, references of a row.
_SIZES = {
    "words of the prediction": [(words, 3, 1) for words in (1250, 2500, 5000)],
    "words of the reference": [(1000, words, 1) for words in (75, 150, 300)],
    "references": [(100, 3, n) for n in (125, 250, 500)],
}


def score(setting: str, n: int, of_prediction: int, of_reference: int, n_references: int) -> dict[str, float]:
    """Returns the CPU seconds a row and the peak memory of scoring n rows."""
    lines = _WORDS.read_text(encoding="utf-8").splitlines()
    vocabulary = sorted({word for line in lines for word in json.loads(line)["prediction"].split()})
    draw = random.Random(0)  # noqa: S311 (no secret)

    def text(n_words: int) -> str:
        return " ".join(draw.choices(vocabulary, k=n_words))

    predictions = [text(of_prediction) for _ in range(n + 1)]
    references: list[Any] = [[text(of_reference) for _ in range(n_references)] for _ in range(n + 1)]
    scorer = SmileScorer(setting)
    scorer.score(predictions[:1], references[:1])
    start = time.process_time()
    scorer.score(predictions[1:], references[1:])
    return {"seconds": (time.process_time() - start) / n, "peak_mb": peak_megabytes()}


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--setting", default="fast")
    parser.add_argument("--rows", type=int, default=20)
    parser.add_argument("--measure", nargs=3, type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(score(arguments.setting, arguments.rows, *arguments.measure)))
        return
    os.environ["OMP_NUM_THREADS"] = "1"
    lines = []
    for name, sizes in _SIZES.items():
        grown = max(range(3), key=lambda i: sizes[-1][i] - sizes[0][i])
        for size in sizes:
            options = ("--setting", arguments.setting, "--rows", arguments.rows, "--measure")
            run = run_alone("long_rows", *options, *size)
            lines.append([name, f"{size[grown]:,}", f"{1000 * run['seconds']:.1f}", f"{run['peak_mb']:.0f}"])
    print(f"{arguments.setting}; {arguments.rows} rows; {labelled.environment()}\n")
    print(labelled.markdown_table(["what grows", "to", "CPU milliseconds a row", "peak MB"], lines))


if __name__ == "__main__":
    main()
