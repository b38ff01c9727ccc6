"""Speed and memory of SMILE, SAS and BERTScore: `python -m benchmarks.speed --data FILE`.

SAS and BERTScore have the encoder of `default`. Each measurement runs in a process of its own, on the first rows of the
file, which repeat with a number behind each prediction where more are asked for; loading the model is not counted.
SMILE reads the questions, too. A second table has the speed of `fast` by the length of the answers.
`--rewards` measures the rewards of a model in training instead (docs/rewards.md).
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks import labelled
from smile import SmileScorer
from smile.people.agreement.metrics import score_metrics, why_metric_is_missing
from smile.rows.checked_rows import check_rows
from smile.settings.named_settings import named_settings

_OPENVINO = "SMILE (default), OpenVINO"
_FAST = "SMILE (fast)"
_LEARNED = "SMILE (learned)"

# The completions of a step of training.
_COMPLETIONS = 64

# Measured on every number of rows; the others on the smallest.
_MANY = (_OPENVINO, _LEARNED, _FAST, "SAS")

# The fewest and the most words of the answers.
_ANY_LENGTH = (0, sys.maxsize)
_LENGTHS = ((1, 5), (10, 20), (50, 70), (100, 300))


def run_smile(rows: labelled.RowsAndLabels, setting: str, *, backend: str = "auto") -> dict[str, Any]:
    """Scores the rows by a setting."""
    scorer = SmileScorer(setting, backend=backend)
    scorer.warm_up()
    start = time.perf_counter()
    scorer.score(rows.predictions, rows.references, rows.questions)
    return {"seconds": time.perf_counter() - start}


def run_stored(rows: labelled.RowsAndLabels) -> dict[str, Any]:
    """Scores the rows when a store knows every string."""
    with TemporaryDirectory() as folder:
        SmileScorer(store=folder).score(rows.predictions, rows.references, rows.questions)
        start = time.perf_counter()
        SmileScorer(store=folder).score(rows.predictions, rows.references, rows.questions)
        return {"seconds": time.perf_counter() - start}


def run_other(rows: labelled.RowsAndLabels, metric: str) -> dict[str, Any]:
    """Scores the rows with another metric of this package."""
    settings = named_settings(backend="torch")
    score_metrics(check_rows(["warm up"], ["warm up"]), [metric], settings)
    start = time.perf_counter()
    score_metrics(check_rows(rows.predictions, rows.references), [metric], settings)
    return {"seconds": time.perf_counter() - start}


def run_rewards(rows: labelled.RowsAndLabels, setting: str) -> dict[str, Any]:
    """Rewards the rows, each behind 300 to 500 words of thinking, 64 in a call; the seconds are of the CPU."""
    from smile.integrations.rewards import SmileReward

    generator = np.random.default_rng(0)
    said = np.array(" ".join(rows.predictions + rows.questions).split())
    thoughts = (" ".join(generator.choice(said, n)) for n in generator.integers(300, 500, len(rows.predictions)))
    completions = [
        f"<think>\n{thought}\n</think>\n\nFinal answer: {answer}"
        for thought, answer in zip(thoughts, rows.predictions, strict=True)
    ]
    reward = SmileReward(setting)
    reward(["warm up"], ["warm up"], solution=["warm up"])
    start = time.process_time()
    for i in range(0, len(completions), _COMPLETIONS):
        batch = slice(i, i + _COMPLETIONS)
        reward(
            rows.questions[batch], completions[batch], solution=rows.references[batch], question=rows.questions[batch]
        )
    return {"seconds": time.process_time() - start}


_METHODS: dict[str, Callable[[labelled.RowsAndLabels], dict[str, Any]]] = {
    "SMILE (default), torch": partial(run_smile, setting="default", backend="torch"),
    _OPENVINO: partial(run_smile, setting="default", backend="openvino"),
    "SMILE (default), all stored": run_stored,
    _FAST: partial(run_smile, setting="fast"),
    _LEARNED: partial(run_smile, setting="learned"),
    "SAS": partial(run_other, metric="sas"),
    "BERTScore": partial(run_other, metric="bert_score"),
}
_REWARDS = {
    f'SmileReward("{setting}")': partial(run_rewards, setting=setting) for setting in ("fast", "default", "learned")
}


def measure(method: str, n: int, data: Path, repeats: int, words: tuple[int, int] = _ANY_LENGTH) -> dict[str, Any]:
    """Runs one method on n rows, each time in a process of its own, and returns the run of median time."""
    options = map(str, ("--data", data, "--measure", method, n, *words))
    command = [sys.executable, "-m", "benchmarks.speed", *options]
    outputs = [subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(repeats)]
    runs = [json.loads(output.splitlines()[-1]) for output in outputs]
    return dict(sorted(runs, key=lambda run: float(run["seconds"]))[len(runs) // 2])


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument(
        "--rows", nargs="+", type=int, default=[300, 2_000, 20_000], help="rows; every method scores the first number"
    )
    parser.add_argument(
        "--repeats", type=int, default=3, help="runs of each on the first number, of which the median counts"
    )
    parser.add_argument("--rewards", action="store_true", help="measure rewards, on the first number of rows")
    parser.add_argument("--measure", nargs=4, metavar=("METHOD", "ROWS", "FEWEST", "MOST"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        method, n, fewest, most = arguments.measure
        rows = labelled.read(arguments.data).with_words(int(fewest), int(most)).head(int(n))
        result = (_METHODS | _REWARDS)[method](rows)
        result["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(result))
        return

    print(f"{arguments.data.name}; {labelled.environment()}; median of {arguments.repeats} runs\n", flush=True)
    first = arguments.rows[0]
    if arguments.rewards:
        runs = {name: measure(name, first, arguments.data, arguments.repeats) for name in _REWARDS}
        cells = [[name, f"{first / float(run['seconds']):,.0f}", f"{run['peak_mb']:.0f}"] for name, run in runs.items()]
        print(labelled.markdown_table(["reward", "rewards a CPU second", "peak MB"], cells))
        return
    lines = []
    for n in arguments.rows:
        for name in list(_METHODS) if n == first else _MANY:
            if name != "BERTScore" or why_metric_is_missing("bert_score", "en") is None:
                run = measure(name, n, arguments.data, arguments.repeats if n == first else 1)
                lines.append([name, f"{n:,}", f"{n / float(run['seconds']):,.0f}", f"{run['peak_mb']:.0f}"])
    print(labelled.markdown_table(["method", "rows", "answers/s", "peak MB"], lines), flush=True)
    lines = []
    for words in _LENGTHS:
        run = measure(_FAST, max(arguments.rows), arguments.data, 1, words)
        lines.append(["{} to {}".format(*words), f"{max(arguments.rows) / float(run['seconds']):,.0f}"])
    print(f"\n{labelled.markdown_table(['words of the answers', f'answers/s: {_FAST}'], lines)}")


if __name__ == "__main__":
    main()
