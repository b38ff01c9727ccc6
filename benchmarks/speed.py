"""Speed and memory of SMILE, a plain loop over its definition, SAS and BERTScore.

`python -m benchmarks.speed --data FILE`. The loop makes one encoder call per answer and reference; SAS and BERTScore
have the same encoder. Each measurement runs in a process of its own, on the first rows of the file, which repeat with a
number behind each prediction where more are asked for; loading the model is not counted. `--rewards` measures the
rewards of a model in training instead (docs/rewards.md).
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks import labelled
from smile import SmileScorer
from smile.encoding.encoders import Encoded, SentenceEncoder
from smile.people.agreement.metrics import score_metrics, why_missing
from smile.rows.checked_rows import check_rows
from smile.scoring.keywords import content_match, lacks_numbers, ngrams
from smile.scoring.plan import plan_comparisons
from smile.scoring.score_formulas import NUMBER_MISMATCH_FACTOR
from smile.settings.named_settings import named_settings
from smile.shared_types import OnProgress
from smile.text.normalization import text_to_encode, words
from smile.text.view import View

_OPENVINO = "SMILE (default), OpenVINO"
_FAST = "SMILE (fast)"
_LEARNED = "SMILE (learned)"
_PLAIN = "plain loop"

# The completions of a step of training.
_COMPLETIONS = 64

# Measured on every number of rows; the others on the smallest.
_MANY = (_OPENVINO, _LEARNED, _FAST, "SAS")


def run_alone(module: str, *arguments: object) -> Any:
    """Runs `python -m benchmarks.MODULE ARGUMENTS` and returns its last line, which is JSON."""
    command = [sys.executable, "-m", f"benchmarks.{module}", *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def peak_megabytes() -> float:
    """Returns the most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class TimedEncoder:
    """Counts the strings it encodes and the seconds it takes."""

    def __init__(self, encoder: SentenceEncoder) -> None:
        """Wraps an encoder."""
        self.signature = encoder.signature
        self.seconds = 0.0
        self.n_texts = 0
        self._encoder = encoder

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Encodes and keeps count."""
        start = time.perf_counter()
        encoded = self._encoder.encode(texts, on_progress)
        self.seconds += time.perf_counter() - start
        self.n_texts += len(texts)
        return encoded


def run_encoder(rows: labelled.RowsAndLabels, backend: str) -> dict[str, Any]:
    """Scores the rows with a back end."""
    settings = named_settings(backend=backend)
    SmileScorer(settings).warm_up()
    encoder = TimedEncoder(SentenceEncoder(settings))
    start = time.perf_counter()
    scorer, checked = SmileScorer(settings, encoder), check_rows(rows.predictions, rows.references)
    scores = scorer.score_rows(checked)
    seconds = time.perf_counter() - start
    comparisons = plan_comparisons(checked, settings.normalization, settings.language)
    by_values = {
        row for row, match in zip(comparisons.pairs["row"].tolist(), comparisons.findings, strict=True) if match.rule
    }
    return {
        "seconds": seconds,
        "encoder_share": encoder.seconds / seconds,
        "strings_per_answer": encoder.n_texts / len(rows.predictions),
        "smile": scores.smile.tolist(),
        # The loop has no rules for values.
        "by_words": [i not in by_values for i in range(len(checked))],
    }


def run_fast(rows: labelled.RowsAndLabels) -> dict[str, Any]:
    """Scores the rows by static vectors."""
    scorer = SmileScorer("fast")
    scorer.warm_up()
    start = time.perf_counter()
    scorer.score(rows.predictions, rows.references)
    return {"seconds": time.perf_counter() - start}


def run_learned(rows: labelled.RowsAndLabels) -> dict[str, Any]:
    """Scores the rows, with their questions, by the reader."""
    scorer = SmileScorer("learned")
    scorer.warm_up()
    start = time.perf_counter()
    scorer.score(rows.predictions, rows.references, rows.questions)
    return {"seconds": time.perf_counter() - start}


def run_stored(rows: labelled.RowsAndLabels) -> dict[str, Any]:
    """Scores the rows when a store knows every string."""
    with TemporaryDirectory() as folder:
        SmileScorer(store=folder).score(rows.predictions, rows.references)
        start = time.perf_counter()
        SmileScorer(store=folder).score(rows.predictions, rows.references)
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


def run_plain(rows: labelled.RowsAndLabels) -> dict[str, Any]:
    """Scores the rows by a plain loop over the definition."""
    from sentence_transformers import SentenceTransformer

    from smile.encoding.model_files import find_embedded

    settings = named_settings(backend="torch")
    SmileScorer(settings).warm_up()
    model = SentenceTransformer(find_embedded()[0], device=settings.device)
    n_texts = 0
    smile = []
    start = time.perf_counter()
    for prediction, references in zip(rows.predictions, rows.references, strict=True):
        best = 0.0
        for reference in references:
            predicted, wanted = words(prediction, "smile", "en"), View(text_to_encode(reference, "smile"))
            candidates = ngrams(predicted, len(wanted.words))
            texts = [text_to_encode(prediction, "smile"), text_to_encode(reference, "smile"), " ".join(wanted.words)]
            texts += candidates
            n_texts += len(texts)
            embeddings = model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
            factor = np.where(lacks_numbers(candidates, wanted.numbers), NUMBER_MISMATCH_FACTOR, 1.0)
            keyword = max(0.0, float(np.max(embeddings[3:] @ embeddings[2] * factor)))
            easy = content_match(frozenset(predicted), wanted.different, frozenset)
            semantic = (1 + float(embeddings[0] @ embeddings[1])) / 2
            best = max(
                best, settings.semantic_weight * semantic + (1 - settings.semantic_weight) * (easy + keyword) / 2
            )
        smile.append(best)
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "strings_per_answer": n_texts / len(rows.predictions), "smile": smile}


_METHODS: dict[str, Callable[[labelled.RowsAndLabels], dict[str, Any]]] = {
    "SMILE (default), torch": lambda rows: run_encoder(rows, "torch"),
    _OPENVINO: lambda rows: run_encoder(rows, "openvino"),
    "SMILE (default), all stored": run_stored,
    _FAST: run_fast,
    _LEARNED: run_learned,
    "SAS": lambda rows: run_other(rows, "sas"),
    "BERTScore": lambda rows: run_other(rows, "bert_score"),
    _PLAIN: run_plain,
}
_REWARDS = {
    f'SmileReward("{setting}")': partial(run_rewards, setting=setting) for setting in ("fast", "default", "learned")
}


def measure(method: str, n: int, data: Path, repeats: int) -> dict[str, Any]:
    """Runs one method on n rows, each time in a process of its own, and returns the run of median time."""
    runs = [run_alone("speed", "--data", data, "--measure", method, n) for _ in range(repeats)]
    return dict(sorted(runs, key=lambda run: float(run["seconds"]))[len(runs) // 2])


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument(
        "--rows", nargs="+", type=int, default=[300, 2_000, 20_000], help="rows; every method scores the first number"
    )
    parser.add_argument(
        "--repeats", type=int, default=3, help="runs of each, of which the median counts; one of the loop"
    )
    parser.add_argument("--rewards", action="store_true", help="measure rewards, on the first number of rows")
    parser.add_argument("--measure", nargs=2, metavar=("METHOD", "ROWS"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        method, n = arguments.measure
        result = (_METHODS | _REWARDS)[method](labelled.read(arguments.data).head(int(n)))
        result["peak_mb"] = peak_megabytes()
        print(json.dumps(result))
        return

    print(f"{arguments.data.name}; {labelled.environment()}; median of {arguments.repeats} runs\n", flush=True)
    first, *others = arguments.rows
    if arguments.rewards:
        runs = {name: measure(name, first, arguments.data, arguments.repeats) for name in _REWARDS}
        cells = [[name, f"{first / float(run['seconds']):,.0f}", f"{run['peak_mb']:.0f}"] for name, run in runs.items()]
        print(labelled.markdown_table(["reward", "rewards a CPU second", "peak MB"], cells))
        return
    results = {
        (name, first): measure(name, first, arguments.data, 1 if name == _PLAIN else arguments.repeats)
        for name in _METHODS
        if name != "BERTScore" or why_missing("bert_score", "en") is None
    }
    for n in others:
        results |= {(name, n): measure(name, n, arguments.data, 1) for name in _MANY}
    rates = {(name, n): n / float(result["seconds"]) for (name, n), result in results.items()}
    plain = rates[_PLAIN, first]
    lines = []
    for (name, n), result in results.items():
        share, strings = result.get("encoder_share"), result.get("strings_per_answer")
        lines.append(
            [
                name,
                f"{n:,}",
                f"{result['seconds']:.1f}",
                f"{rates[name, n]:,.1f}",
                f"{rates[name, n] / plain:,.1f}",
                "" if strings is None else f"{strings:.1f}",
                "" if share is None else f"{share:.1%}",
                f"{result['peak_mb']:.0f}",
            ]
        )
    header = ["method", "rows", "seconds", "answers/s", "times the loop", "strings an answer", "in encoder", "peak MB"]
    print(labelled.markdown_table(header, lines))
    expected = np.array(results[_PLAIN, first]["smile"])
    differences = {
        name: np.max(np.abs(np.array(result["smile"]) - expected)[result["by_words"]])
        for (name, n), result in results.items()
        if n == first and "by_words" in result
    }
    print("\nLargest difference in SMILE from the plain loop, in rows to which no rule for values applies:")
    for name, difference in differences.items():
        print(f"- {name}: {difference:.1e}")


if __name__ == "__main__":
    main()
