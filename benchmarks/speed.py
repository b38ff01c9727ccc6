"""Speed and memory of SMILE against a plain loop over its definition: `python -m benchmarks.speed --data FILE`.

The loop makes one encoder call per answer and reference. Each measurement runs in a process of its own, on the first
rows of the file; the time to load the model is not counted.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks import labelled
from smile import SmileScorer
from smile.batches import OnProgress
from smile.encoders import Encoded, SentenceEncoder
from smile.keywords import lacks_numbers, ngrams, numbers
from smile.normalization import clean, words
from smile.scoring import NUMBER_MISMATCH_FACTOR
from smile.settings import named_settings


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


def run_default(rows: labelled.LabelledRows) -> dict[str, object]:
    """Scores the rows as users do."""
    settings = named_settings()
    SmileScorer(settings).warm_up()
    encoder = TimedEncoder(SentenceEncoder(settings))
    start = time.perf_counter()
    scores = SmileScorer(settings, encoder).score(rows.predictions, rows.references)
    seconds = time.perf_counter() - start
    return {
        "seconds": seconds,
        "encoder_share": encoder.seconds / seconds,
        "strings_per_answer": encoder.n_texts / len(rows.predictions),
        "smile": scores.smile.tolist(),
    }


def run_plain(rows: labelled.LabelledRows) -> dict[str, object]:
    """Scores the rows by a plain loop over the definition."""
    from sentence_transformers import SentenceTransformer

    from smile.model_files import find_embedded

    settings = named_settings()
    SmileScorer(settings).warm_up()
    model = SentenceTransformer(find_embedded()[0], device=settings.device)
    n_texts = 0
    smile = []
    start = time.perf_counter()
    for prediction, references in zip(rows.predictions, rows.references, strict=True):
        best = 0.0
        for reference in references:
            predicted, wanted = (words(text, "smile", "en") for text in (prediction, reference))
            candidates = ngrams(predicted, len(wanted))
            texts = [clean(prediction, "smile"), clean(reference, "smile"), " ".join(wanted)]
            texts += candidates
            n_texts += len(texts)
            embeddings = model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
            factor = np.where(lacks_numbers(candidates, numbers(wanted)), NUMBER_MISMATCH_FACTOR, 1.0)
            keyword = max(0.0, float(np.max(embeddings[3:] @ embeddings[2] * factor)))
            easy = len(set(wanted) & set(predicted)) / len(set(wanted))
            semantic = (1 + float(embeddings[0] @ embeddings[1])) / 2
            best = max(
                best, settings.semantic_weight * semantic + (1 - settings.semantic_weight) * (easy + keyword) / 2
            )
        smile.append(best)
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "strings_per_answer": n_texts / len(rows.predictions), "smile": smile}


_METHODS = {"default": run_default, "plain": run_plain}


def measure(method: str, n: int, data: Path) -> dict[str, object]:
    """Runs one method on n rows in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.speed", "--data", str(data), "--measure", method, str(n)]
    result: dict[str, object] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--rows", type=int, default=1000, help="rows for the comparison with the plain loop")
    parser.add_argument("--many-rows", type=int, default=10_000, help="rows for the growth of memory")
    parser.add_argument("--repeats", type=int, default=3, help="runs of the default, of which the median counts")
    parser.add_argument("--measure", nargs=2, metavar=("METHOD", "ROWS"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        method, n = arguments.measure
        result = _METHODS[method](labelled.read(arguments.data).head(int(n)))
        result["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(result))
        return

    runs = [measure("default", arguments.rows, arguments.data) for _ in range(arguments.repeats)]
    runs.sort(key=lambda run: float(str(run["seconds"])))
    results = {
        ("SMILE (default)", arguments.rows): runs[len(runs) // 2],
        ("plain loop", arguments.rows): measure("plain", arguments.rows, arguments.data),
        ("SMILE (default)", arguments.many_rows): measure("default", arguments.many_rows, arguments.data),
    }
    table = []
    for (name, n), result in results.items():
        seconds = float(str(result["seconds"]))
        share = result.get("encoder_share")
        table.append(
            [
                name,
                str(n),
                f"{seconds:.1f}",
                f"{n / seconds:.1f}",
                f"{result['strings_per_answer']:.1f}",
                "" if share is None else f"{share:.1%}",
                f"{result['peak_mb']:.0f}",
            ]
        )
    default, plain, many = results.values()
    difference = np.max(np.abs(np.array(default["smile"]) - np.array(plain["smile"])))
    seconds = statistics.median(float(str(run["seconds"])) for run in runs)
    print(f"{arguments.data.name}; {labelled.environment()}; median of {arguments.repeats} runs of the default\n")
    header = ["method", "rows", "seconds", "answers/s", "strings encoded per answer", "time in encoder", "peak MB"]
    print(labelled.markdown_table(header, table))
    print(f"\nTimes faster than the plain loop: {float(str(plain['seconds'])) / seconds:.1f}")
    print(
        f"Peak memory at {arguments.many_rows} rows over that at {arguments.rows}: "
        f"{float(str(many['peak_mb'])) / float(str(default['peak_mb'])):.2f}"
    )
    print(f"Largest difference in SMILE from the plain loop: {difference:.1e}")


if __name__ == "__main__":
    main()
