"""A cluster of three nodes on this machine, and one node lost: `python -m benchmarks.cluster`.

Four Parquet files repeat the sample's rows with variations. `fast` scores them in one process, on three nodes, and on
three nodes of which one is killed when a third of the rows is done. The start of the actors counts.
"""

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import labelled
from smile import SmileScorer
from smile.aliases import OnProgress
from smile.files.reading import open_rows
from smile.files.row_columns import RowNeeds
from smile.runs.in_chunks import open_files, score_files
from smile.runs.on_cluster import Actors

_SAMPLE = Path(__file__).parents[1] / "assets" / "sample_qa.jsonl"
_FILES = 4


def write_rows(folder: Path, n: int) -> None:
    """Writes the sample's rows, repeated with variations, as four files, and as one beside the folder."""
    import pyarrow
    from pyarrow import parquet

    sample = [json.loads(line) for line in _SAMPLE.read_text(encoding="utf-8").splitlines()]
    rows = []
    for i in range(n):
        row = sample[i % len(sample)]
        rows.append(
            {name: row[name] for name in ("question", "references")}
            | {"id": i, "prediction": f"{row['prediction']} {i}"}
        )
    table = pyarrow.Table.from_pylist(rows)
    folder.mkdir()
    size = -(-n // _FILES)
    for i in range(_FILES):
        parquet.write_table(table.slice(i * size, size), folder / f"{i}.parquet")
    parquet.write_table(table, folder.with_suffix(".parquet"))


def read_scores(path: Path) -> tuple[list[int], Any]:
    """Returns the ids and the scores of an output."""
    from pyarrow import parquet

    table = parquet.read_table(path, columns=["id", "smile"])
    return table["id"].to_pylist(), table["smile"].to_numpy()


def on_cluster(folder: Path, output: Path, is_killed: bool) -> dict[str, Any]:
    """Scores on a cluster of three nodes; one is killed when a third of the rows is done, if one is to be."""
    import ray
    from ray.cluster_utils import Cluster

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    node = {"num_cpus": 1, "object_store_memory": 80_000_000}
    cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    nodes = [cluster.add_node(**node) for _ in range(2)]
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if is_killed and not killed and done >= total / 3:
            killed.append(done)
            cluster.remove_node(nodes[-1], allow_graceful=False)

    start = time.perf_counter()
    try:
        files = open_files(folder, None, RowNeeds())
        with score_files(files, SmileScorer("fast"), output, 0, kill, actors=Actors()) as scored:
            summary = scored.scores.summary(0.95)
            scored.write()
    finally:
        seconds = time.perf_counter() - start
        ray.shutdown()
        cluster.shutdown()
    return {"seconds": seconds, "summary": summary, "killed_at": killed}


def in_one_process(path: Path, output: Path, on_progress: OnProgress | None = None) -> dict[str, Any]:
    """Scores the same rows by `score_files`."""
    start = time.perf_counter()
    with score_files([open_rows(path)], SmileScorer("fast"), output, 0, on_progress) as scored:
        summary = scored.scores.summary(0.95)
        scored.write()
    return {"seconds": time.perf_counter() - start, "summary": summary, "killed_at": []}


def main() -> None:
    """Prints the table, and what the outputs have in common."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    n = parser.parse_args().rows
    SmileScorer("fast").warm_up()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "rows"
        write_rows(folder, n)
        runs: dict[str, Callable[[Path], dict[str, Any]]] = {
            "one process": lambda output: in_one_process(folder.with_suffix(".parquet"), output),
            "three nodes": lambda output: on_cluster(folder, output, is_killed=False),
            "three nodes, one killed": lambda output: on_cluster(folder, output, is_killed=True),
        }
        table, found = [], []
        for number, (name, run) in enumerate(runs.items()):
            output = Path(temporary) / f"out{number}.parquet"
            result = run(output)
            ids, smile = read_scores(output)
            found.append((ids, smile))
            table.append(
                [
                    name,
                    f"{result['seconds']:.1f}",
                    f"{n / result['seconds']:,.0f}",
                    ", ".join(f"{done:,}" for done in result["killed_at"]),
                    str(ids == list(range(n))),
                    f"{abs(smile - found[0][1]).max():.1e}",
                    f"{abs(result['summary']['smile'] - float(found[0][1].mean())):.1e}",
                ]
            )
    print(f"{labelled.environment()}\n\n{n:,} rows\n")
    header = ["run", "seconds", "rows/s", "killed at row", "every row once, in order", "largest difference", "of means"]
    print(labelled.markdown_table(header, table))


if __name__ == "__main__":
    main()
