"""What a second checkpoint costs: `python -m benchmarks.second_checkpoint --data FILE`.

Scores two systems' answers to the same questions, as two checkpoints: each alone, then both against a prepared set, the
second one with what the first has stored. With nothing but its own strings to encode, the second costs about their
share of the time, a little more where they are the longer ones.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import labelled
from smile import SmileScorer
from smile.files.labelled import LabelColumns, read_labelled_rows
from smile.preparation.preparing import Generator, prepare
from smile.rows import Row


@dataclass(frozen=True)
class Run:
    """One run over a checkpoint's rows.

    Attributes:
        name: What the table calls it.
        seconds: CPU time it took, which other work on the machine does not change.
        n_encoded: Strings encoded.
        n_known: Strings looked up.
        smile: Its mean SMILE.
    """

    name: str
    seconds: float
    n_encoded: int
    n_known: int
    smile: float


def checkpoints(path: Path, systems: Sequence[str], n_rows: int) -> list[list[Row]]:
    """Returns the systems' first rows."""
    data = read_labelled_rows(path, LabelColumns(system="system"))
    names = data.people.systems or []
    return [
        [row for row, name in zip(data.file.rows, names, strict=True) if name == system][:n_rows] for system in systems
    ]


def run(name: str, rows: Sequence[Row], store: Path, prepared: Path | None = None) -> Run:
    """Scores rows once; the store counts the strings, also where it is empty."""
    scorer = SmileScorer(store=store, prepared=prepared)
    scorer.warm_up()
    start = time.process_time()
    summary = scorer.score_rows(rows).summary()
    seconds = time.process_time() - start
    n_known = summary["n_from_store"] + summary.get("n_from_prepared", 0)
    return Run(name, seconds, summary["n_encoded"], n_known, summary["smile"])


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--systems", nargs=2, default=["GPT-3.5", "GPT-4"], metavar=("FIRST", "SECOND"))
    parser.add_argument("--rows", type=int, default=500, help="of each system")
    arguments = parser.parse_args()

    first, second = checkpoints(arguments.data, arguments.systems, arguments.rows)
    with TemporaryDirectory() as name:
        folder = Path(name)
        start = time.process_time()
        prepare([*first, *second], folder / "set", SmileScorer().settings, Generator("none"))
        preparing = time.process_time() - start
        runs = [
            run("second, alone", second, folder / "alone"),
            run("first, prepared", first, folder / "store", folder / "set"),
            run("second, prepared and stored", second, folder / "store", folder / "set"),
            run("second, again", second, folder / "store", folder / "set"),
        ]
    print(
        f"{len(first)} and {len(second)} rows; {labelled.environment()}\nPreparing took {preparing:.1f} CPU seconds.\n"
    )
    alone = runs[0]
    lines = [
        [
            each.name,
            f"{each.seconds:.2f}",
            f"{each.n_encoded}",
            f"{each.n_known}",
            f"{each.n_encoded / alone.n_encoded:.1%}",
            f"{each.seconds / alone.seconds:.1%}",
        ]
        for each in runs
    ]
    header = ["run", "CPU seconds", "strings encoded", "strings known", "encoded / alone", "CPU seconds / alone"]
    print(labelled.markdown_table(header, lines))
    largest = max(abs(each.smile - alone.smile) for each in runs if each.name.startswith("second"))
    print(f"\n- Largest difference in the mean SMILE of the second: {largest:.1e}")


if __name__ == "__main__":
    main()
