"""CPU seconds of `fast`, or another setting, over shuffled rows with their questions, in this checkout and another one.

`python -m benchmarks.fast_speed --data FILE --vs CHECKOUT`. Each run has a process of its own, with its models loaded.
In the first pass, every text is new; the second pass repeats them all. The checkouts take turns.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

_HERE = Path(__file__).resolve().parents[1]
_PASSES = ("first pass", "second pass")


def run_here(data: Path, n: int, setting: str) -> list[float]:
    """Returns the CPU seconds of two passes over n shuffled rows, by the `smile` that Python finds."""
    from smile import SmileScorer

    rows = [json.loads(line) for line in data.read_text(encoding="utf-8").splitlines()]
    random.Random(7).shuffle(rows)  # noqa: S311
    predictions, references, questions = (
        [row[name] for row in rows[:n]] for name in ("prediction", "references", "question")
    )
    scorer = SmileScorer(setting)
    scorer.warm_up()
    seconds = []
    for _ in _PASSES:
        start = time.process_time()
        scorer.score(predictions, references, questions)
        seconds.append(time.process_time() - start)
    return seconds


def run_in(checkout: Path, data: Path, n: int, setting: str) -> list[float]:
    """Returns what `run_here` returns with the `smile` of a checkout, in a process of its own."""
    command = [sys.executable, __file__, "--data", str(data), "--rows", str(n), "--setting", setting, "--here"]
    environment = os.environ | {"PYTHONPATH": str(checkout), "OMP_NUM_THREADS": "1"}
    found = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    seconds: list[float] = json.loads(found.stdout.splitlines()[-1])
    return seconds


def main() -> None:
    """Prints a line for each pass."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="JSON lines with question, references and prediction")
    parser.add_argument("--rows", type=int, default=2_000, help="number of rows")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each checkout, of which the median counts")
    parser.add_argument("--setting", default="fast", help="the setting to measure")
    parser.add_argument("--vs", type=Path, help="another checkout of this project")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.here:
        print(json.dumps(run_here(arguments.data, arguments.rows, arguments.setting)))
        return
    checkouts = [_HERE] if arguments.vs is None else [_HERE, arguments.vs.resolve()]
    runs: dict[Path, list[list[float]]] = {checkout: [] for checkout in checkouts}
    for _ in range(arguments.repeats):
        for checkout, its in runs.items():
            its.append(run_in(checkout, arguments.data, arguments.rows, arguments.setting))
    for i, name in enumerate(_PASSES):
        seconds = [median(run[i] for run in its) for its in runs.values()]
        rates = ", ".join(f"{each:.2f} s ({arguments.rows / each:,.0f} rows/s)" for each in seconds)
        print(f"{name}: {rates}" + (f": {seconds[-1] / seconds[0]:.2f} times as fast" if len(seconds) > 1 else ""))


if __name__ == "__main__":
    main()
