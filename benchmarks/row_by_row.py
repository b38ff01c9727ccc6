"""CPU seconds for the sample's 150 answers in one call, row by row, and asked for by ten threads a row at a time.

The last is what Inspect and MLflow do: `python -m benchmarks.row_by_row` (docs/integrations.md).
"""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from smile import SmileScorer
from smile.files.reading import read_rows
from smile.integrations.shared_batches import SharedBatches

SAMPLE = Path(__file__).resolve().parent.parent / "assets" / "sample_qa.jsonl"
N_THREADS = 10


def cpu_seconds(work: Callable[[], Any]) -> float:
    """Returns the CPU time of all threads of this process while it works."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Prints the three times."""
    rows = read_rows(SAMPLE).rows
    scorer = SmileScorer()
    scorer.warm_up()
    scorer.score_rows(rows)

    def in_threads() -> None:
        batches = SharedBatches(scorer)
        with ThreadPoolExecutor(N_THREADS) as pool:
            list(pool.map(batches.score, ([row] for row in rows)))

    seconds = {
        "one call": cpu_seconds(lambda: scorer.score_rows(rows)),
        "row by row": cpu_seconds(lambda: [scorer.score_rows([row]) for row in rows]),
        f"{N_THREADS} threads, batches shared": cpu_seconds(in_threads),
    }
    print(json.dumps({name: round(value, 2) for name, value in seconds.items()}, indent=1))


if __name__ == "__main__":
    main()
