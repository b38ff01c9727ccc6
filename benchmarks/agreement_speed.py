"""Seconds to measure agreement with people, bootstrap included: `python -m benchmarks.agreement_speed`.

The rows are made from a seed: no metric scored them and nobody labelled them. The time depends only on the number of
rows and of different labels.
"""

import argparse
import time

import numpy as np

from benchmarks import labelled
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.statistics.bootstrap import RESAMPLES

_SYSTEMS = ("A", "B", "C", "D")


def synthetic_rows(n: int, labels: str) -> dict[str, list[object]]:
    """Returns columns of n rows, four systems' answers to each question, with labels that go with the scores.

    Args:
        n: A multiple of four.
        labels: `binary`, `ordinal` (five steps from 0 to 1) or `real`.
    """
    random = np.random.default_rng(0)
    quality = random.uniform(size=n)
    scores = np.clip(quality + 0.2 * random.normal(size=n), 0, 1)
    human = {"binary": quality > 0.5, "ordinal": np.round(4 * quality) / 4, "real": quality}[labels]
    return {
        "predictions": scores.tolist(),
        "references": human.tolist(),
        "question_ids": np.repeat(np.arange(n // len(_SYSTEMS)), len(_SYSTEMS)).tolist(),
        "systems": list(_SYSTEMS) * (n // len(_SYSTEMS)),
    }


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=12_000)
    arguments = parser.parse_args()
    n = arguments.rows // len(_SYSTEMS) * len(_SYSTEMS)
    table = []
    for labels in ("binary", "ordinal", "real"):
        columns = synthetic_rows(n, labels)
        by_system = columns.pop("systems")
        cells = []
        for systems in (None, by_system):
            start = time.perf_counter()
            AgreementScorer().score(**columns, systems=systems)
            cells.append(f"{time.perf_counter() - start:.1f}")
        table.append([labels, *cells])
    print(f"{n} synthetic rows, {RESAMPLES} draws by question; {labelled.environment()}\n")
    print(labelled.markdown_table(["labels", "seconds", "seconds with the tables of four systems"], table))


if __name__ == "__main__":
    main()
