"""Time saved by a store, and memory for a million rows: `python -m benchmarks.store_speed --data FILE`.

Each measurement runs in a separate process, with torch. Times cover the scoring, not the loading of the model. A
million rows would take the encoder hours, so a stub that gives vectors of the same size measures their memory; the real
runs show the encoder's own memory.
"""

import argparse
import json
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import labelled
from benchmarks.own_process import peak_megabytes, run_alone
from benchmarks.speed import TimedEncoder
from smile import SmileScorer
from smile.aliases import OnProgress
from smile.encoding.encoders import Encoded, SentenceEncoder
from smile.files.reading import open_rows
from smile.runs.in_chunks import score_files
from smile.settings.named_settings import named_settings

_SAMPLE = Path(__file__).parents[1] / "assets" / "sample_qa.jsonl"


class StubEncoder:
    """Gives each text one of some random unit vectors, as long as the default encoder's."""

    signature = "stub"

    def __init__(self) -> None:
        """Draws the vectors."""
        vectors = np.random.default_rng(0).normal(size=(4096, 384)).astype(np.float32)
        self._vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Looks up a vector by the text's checksum."""
        numbers = np.array([zlib.crc32(text.encode()) % len(self._vectors) for text in texts])
        return Encoded(self._vectors[numbers], np.zeros(len(texts), dtype=np.bool_))


def score_rows(data: str, systems: str, n: str, store: str) -> dict[str, Any]:
    """Scores the first rows of some systems, with a store or without (an empty path)."""
    rows = labelled.read(Path(data))
    chosen = [i for i, system in enumerate(rows.systems) if system in systems.split(",") or not systems][: int(n)]
    settings = named_settings(backend="torch")
    encoder = TimedEncoder(SentenceEncoder(settings))
    SmileScorer(settings).warm_up()
    scorer = SmileScorer(settings, encoder, store=store or None)
    start = time.perf_counter()
    scores = scorer.score([rows.predictions[i] for i in chosen], [rows.references[i] for i in chosen])
    return {
        "seconds": time.perf_counter() - start,
        "encoder_seconds": encoder.seconds,
        "rows": len(chosen),
        "n_encoded": scores.n_strings["n_encoded"],
        "n_from_store": scores.n_strings.get("n_from_store", 0),
        "smile": scores.smile.tolist(),
    }


def score_many(n: str, folder: str) -> dict[str, Any]:
    """Scores a file of the sample's rows, repeated with variations, and writes each row's scores."""
    sample = [json.loads(line) for line in _SAMPLE.read_text(encoding="utf-8").splitlines()]
    path = Path(folder) / "many.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for i in range(int(n)):
            row = sample[i % len(sample)]
            file.write(json.dumps(row | {"id": i, "prediction": f"{row['prediction']} {i}"}) + "\n")
    start = time.perf_counter()
    scorer = SmileScorer(encoder=StubEncoder())
    with score_files([open_rows(path)], scorer, Path(folder) / "items.jsonl", 5) as scored:
        summary = scored.scores.summary(0.95)
        scored.write()
    return {"seconds": time.perf_counter() - start, "rows": summary["n"]}


_MEASURES: dict[str, Callable[..., dict[str, Any]]] = {"score_rows": score_rows, "score_many": score_many}


def measure(name: str, *arguments: object) -> dict[str, Any]:
    """Runs one measurement in a process of its own."""
    return dict(run_alone("store_speed", "--measure", name, *arguments))


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--rows", type=int, default=10_000, help="rows to score cold and with all strings stored")
    parser.add_argument("--systems", nargs=2, default=["GPT-3.5", "GPT-4"], help="two checkpoints of the data")
    parser.add_argument("--many-rows", type=int, default=1_000_000, help="rows for the memory; 0 leaves it out")
    parser.add_argument("--measure", nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        name, *rest = arguments.measure
        result = _MEASURES[name](*rest)
        print(json.dumps(result | {"peak_mb": peak_megabytes()}))
        return

    print(f"{labelled.environment()}\n")
    if arguments.data is not None:
        _print_store(arguments.data, arguments.rows, *arguments.systems)
    if arguments.many_rows:
        with tempfile.TemporaryDirectory() as folder:
            many = measure("score_many", arguments.many_rows, folder)
        print(
            f"- {many['rows']:,} rows with a stub encoder: {many['peak_mb']:.0f} MB at most, {many['seconds']:.0f} s "
            f"({many['rows'] / many['seconds']:,.0f} rows/s)"
        )


def _print_store(data: Path, n: int, first: str, second: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        both = f"{folder}/checkpoints"
        runs = {
            "cold, without a store": measure("score_rows", data, "", n, ""),
            "cold, with an empty store": measure("score_rows", data, "", n, f"{folder}/rows"),
            "again, all stored": measure("score_rows", data, "", n, f"{folder}/rows"),
            f"{first}, with an empty store": measure("score_rows", data, first, n, both),
            f"{second}, after {first}": measure("score_rows", data, second, n, both),
            f"{second}, without a store": measure("score_rows", data, second, n, ""),
        }
    table = [
        [
            name,
            str(run["rows"]),
            f"{run['seconds']:.1f}",
            f"{run['encoder_seconds']:.1f}",
            str(run["n_encoded"]),
            str(run["n_from_store"]),
            f"{run['peak_mb']:.0f}",
        ]
        for name, run in runs.items()
    ]
    header = ["run", "rows", "seconds", "in encoder", "strings encoded", "from the store", "peak MB"]
    print(labelled.markdown_table(header, table))
    cold, _, again, _, after, alone = runs.values()
    share = after["n_encoded"] / (after["n_encoded"] + after["n_from_store"])
    difference = np.max(np.abs(np.array(cold["smile"]) - np.array(again["smile"])))
    print(f"\n- Times faster than cold, with all strings stored: {cold['seconds'] / again['seconds']:.1f}")
    print(f"- Largest difference in SMILE from cold: {difference:.1e}")
    print(
        f"- The second checkpoint: {after['seconds'] / alone['seconds']:.1%} of its time without a store, for the "
        f"{share:.1%} of its strings that the first had not"
    )


if __name__ == "__main__":
    main()
