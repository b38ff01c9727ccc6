"""How time and memory grow with the rows: `python -m benchmarks.scaling --data FILE`.

The file's rows are shuffled. Beyond them they repeat, with a number of its own behind each prediction. Each file is
scored chunk by chunk in a separate process, as `smile score FILE --output` does; loading the model counts only with
several workers. The memory is that of all processes, as if each worker held as much as the largest.
"""

import argparse
import json
import random
import resource
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import labelled
from benchmarks.own_process import peak_megabytes, run_alone
from smile import SmileScorer
from smile.files.reading import open_rows
from smile.runs.in_chunks import score_files


def read_rows(data: Path) -> list[dict[str, Any]]:
    """Returns the rows of a file in random order, always the same."""
    rows = [json.loads(line) for line in data.read_text(encoding="utf-8").splitlines() if line.strip()]
    random.Random(0).shuffle(rows)  # noqa: S311 (no secret)
    return rows


def write_rows(data: Path, n: int, path: Path) -> None:
    """Writes n rows."""
    rows = read_rows(data)
    with path.open("w", encoding="utf-8") as file:
        for i in range(n):
            row = rows[i % len(rows)]
            prediction = row["prediction"] if i < len(rows) else f"{row['prediction']} {i}"
            columns = {"id": i, "question": row["question"], "references": row["references"], "prediction": prediction}
            file.write(json.dumps(columns) + "\n")


def score(setting: str, n: str, data: str, workers: str) -> dict[str, Any]:
    """Scores n rows of a file with a named setting, in some processes."""
    scorer = SmileScorer(setting)
    if int(workers) == 1:
        scorer.warm_up()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rows.jsonl"
        write_rows(Path(data), int(n), path)
        start = time.perf_counter()
        with score_files([open_rows(path)], scorer, Path(folder) / "items.jsonl", 5, workers=int(workers)) as scored:
            summary = scored.scores.summary()
            scored.write()
        seconds = time.perf_counter() - start
    of_worker = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return {
        "rows": summary["n"],
        "seconds": seconds,
        "n_encoded": scored.scores.n_strings["n_encoded"],
        "workers_mb": int(workers) * of_worker if int(workers) > 1 else 0.0,
    }


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--default-rows", nargs="*", type=int, default=[1_000, 10_000])
    parser.add_argument("--fast-rows", nargs="*", type=int, default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--workers", type=int, default=1, help="processes that score with fast")
    parser.add_argument("--measure", nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(score(*arguments.measure) | {"peak_mb": peak_megabytes()}))
        return
    if arguments.data is None:
        parser.error("--data is needed")

    print(f"{arguments.data.name}; {labelled.environment()}\n", flush=True)
    lines = []
    settings = (("default", arguments.default_rows, 1), ("fast", arguments.fast_rows, arguments.workers))
    for setting, counts, workers in settings:
        for n in counts:
            run = run_alone("scaling", "--measure", setting, n, arguments.data, workers)
            lines.append(
                [
                    setting,
                    f"{run['rows']:,}",
                    f"{run['seconds']:.1f}",
                    f"{n / run['seconds']:,.0f}",
                    f"{run['n_encoded'] / n:.1f}",
                    f"{run['peak_mb'] + run['workers_mb']:.0f}",
                ]
            )
    header = ["setting", "rows", "seconds", "answers/s", "strings encoded per answer", "peak MB"]
    print(labelled.markdown_table(header, lines))


if __name__ == "__main__":
    main()
