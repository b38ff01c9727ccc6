"""Time of SMILE without the encoder, step by step: `python -m benchmarks.around_encoder --data FILE`.

A stub replaces the encoder, and its own time is left out. Each run is a process of its own with one thread and scores
the rows, with their questions, twice: first with no word known, then again. Times are CPU times, which other work on
the machine disturbs less. The steps are timed in separate processes, because timing them takes time itself.
"""

import argparse
import json
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any

import torch

from benchmarks import labelled
from benchmarks.own_process import run_alone
from benchmarks.store_speed import StubEncoder
from smile import SmileScorer
from smile.encoding.encoders import SentenceEncoder
from smile.scoring import plan as comparisons
from smile.scoring import scorer
from smile.settings.named_settings import named_settings

ENCODER = "encoder"
REST = "scores, results"

# The function that does each step; of the last, what is left.
_STEPS: dict[str, tuple[Any, str]] = {
    "rows checked": (scorer, "check_rows"),
    "texts normalised": (comparisons, "words"),
    "n-grams cut, strings looked up": (scorer, "compare"),
    "similarities": (scorer, "measure"),
    REST: (SmileScorer, "score"),
}


class StepClock:
    """Adds up the CPU seconds of each step, those of the steps within it left out.

    Attributes:
        seconds: By step.
    """

    def __init__(self) -> None:
        """Starts at 0."""
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._within = [0.0]

    def timed(self, step: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Returns a function that is timed."""

        @wraps(function)
        def call(*arguments: Any, **options: Any) -> Any:
            self._within.append(0.0)
            start = time.process_time()
            result = function(*arguments, **options)
            seconds = time.process_time() - start
            self.seconds[step] += seconds - self._within.pop()
            self._within[-1] += seconds
            return result

        return call


def score(data: Path, n: int, encoder: Any, steps: Iterable[str]) -> list[dict[str, float]]:
    """Scores the first n rows twice; returns the seconds an answer by step, of each time."""
    torch.set_num_threads(1)
    rows = [json.loads(line) for line in data.read_text(encoding="utf-8").splitlines() if line.strip()][:n]
    predictions, references, questions = (
        [row[name] for row in rows] for name in ("prediction", "references", "question")
    )
    SmileScorer(encoder=encoder).warm_up()
    clock = StepClock()
    for step in steps:
        owner, name = _STEPS[step]
        setattr(owner, name, clock.timed(step, getattr(owner, name)))
    encoder.encode = clock.timed(ENCODER, encoder.encode)
    measured = []
    for _ in range(2):
        clock.seconds.clear()
        summarise = clock.timed(REST, SmileScorer(encoder=encoder).score(predictions, references, questions).summary)
        summarise(per_item=True)
        measured.append({step: seconds / len(rows) for step, seconds in clock.seconds.items()})
    return measured


def measure(data: Path, n: int, encoder: str, *steps: str) -> list[dict[str, float]]:
    """Runs `score` in a process of its own."""
    result: list[dict[str, float]] = run_alone("around_encoder", "--data", data, "--measure", encoder, n, *steps)
    return result


def around(seconds: dict[str, float]) -> float:
    """Returns the seconds that are not the encoder's."""
    return sum(seconds.values()) - seconds[ENCODER]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows to score with the stub, at most")
    parser.add_argument("--encoder-rows", type=int, default=300, help="rows to score with the encoder itself")
    parser.add_argument("--repeats", type=int, default=3, help="processes, of which the median counts")
    parser.add_argument("--measure", nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        encoder, n, *steps = arguments.measure
        used = StubEncoder() if encoder == "stub" else SentenceEncoder(named_settings())
        print(json.dumps(score(arguments.data, int(n), used, steps)))
        return

    def runs(*steps: str) -> list[tuple[dict[str, float], ...]]:
        return list(
            zip(
                *(measure(arguments.data, arguments.rows, "stub", *steps) for _ in range(arguments.repeats)),
                strict=True,
            )
        )

    totals = [statistics.median(map(around, times)) for times in runs(REST)]
    by_step = runs(*_STEPS)
    table = [
        [step, *(f"{1e6 * statistics.median(run[step] for run in times):.1f}" for times in by_step)] for step in _STEPS
    ]
    table.append(["all", *(f"{1e6 * total:.1f}" for total in totals)])
    table.append(["answers/s", *(f"{1 / total:,.0f}" for total in totals)])
    real = measure(arguments.data, arguments.encoder_rows, "default", REST)[0]
    print(f"{arguments.data.name}; {labelled.environment()}; median of {arguments.repeats} runs in one thread\n")
    print(labelled.markdown_table(["CPU microseconds an answer", "words new", "words known"], table))
    print(
        f"\n- With the encoder itself, on {arguments.encoder_rows} rows, words new: "
        f"{around(real) / sum(real.values()):.1%} of the time is not the encoder's"
    )


if __name__ == "__main__":
    main()
