"""The command line in this process or in one of its own, and files for it."""

import csv
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from pyarrow import parquet
from typer.testing import CliRunner

from smile.cli.main import app

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "assets" / "sample_qa.jsonl"

RECORDS: list[dict[str, Any]] = [
    {"id": "good", "question": "Capital of France?", "reference": "Paris", "prediction": "It is Paris."},
    {"id": "bad", "question": "Capital of Italy?", "reference": "Rome", "prediction": "an old bicycle"},
    {"id": "fair", "question": "Who found X-rays?", "reference": "Wilhelm Röntgen", "prediction": "Mr Röntgen"},
]

Run = Callable[..., Any]


def read_sample(n: int | None = None) -> list[dict[str, Any]]:
    """Returns the first n rows of the sample; None returns all."""
    return [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()[:n]]


def write_text(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def write_jsonl(path: Path, records: Iterable[dict[str, Any]]) -> Path:
    return write_text(path, "".join(json.dumps(record) + "\n" for record in records))


def write_csv(path: Path, records: Sequence[dict[str, Any]]) -> Path:
    """Writes a table, also one between tabs; lists become JSON."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, records[0].keys(), delimiter="\t" if path.suffix == ".tsv" else ",")
        writer.writeheader()
        for record in records:
            writer.writerow({k: json.dumps(v) if isinstance(v, list) else v for k, v in record.items()})
    return path


def without(rows: Sequence[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    """Returns rows without the columns of these names."""
    return [{name: cell for name, cell in row.items() if name not in names} for row in rows]


def read_items(path: Path) -> list[dict[str, Any]]:
    """Returns the records of a file of any ending that commands write; those of CSV are text."""
    if path.suffix == ".parquet":
        return list(parquet.read_table(path).to_pylist())
    with path.open(encoding="utf-8-sig" if path.suffix == ".csv" else "utf-8", newline="") as file:
        return list(csv.DictReader(file)) if path.suffix == ".csv" else [json.loads(line) for line in file]


def run_smile(*arguments: Any, columns: int = 100) -> Any:
    """Runs the command line in this process, on a terminal of so many columns."""
    runner = CliRunner(env={"COLUMNS": str(columns)})
    return runner.invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)


def python(*arguments: Any, **kwargs: Any) -> subprocess.CompletedProcess[str]:
    """Runs Python in a process of its own."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=300, **kwargs
    )


_WORDS = "Paris Rome Oslo 3 4 the old town of new river London three Bergen".split()


def random_rows(n: int, seed: int = 0) -> list[dict[str, Any]]:
    """Returns n rows with ids, questions, one to three references and predictions; row 50's prediction is empty."""
    chance = random.Random(seed)  # noqa: S311

    def text(most: int) -> str:
        return " ".join(chance.choices(_WORDS, k=chance.randint(1, most)))

    return [
        {
            "id": f"q{i}",
            "question": text(5),
            "references": [text(3) for _ in range(chance.randint(1, 3))],
            "prediction": "" if i == 50 else text(8),
        }
        for i in range(n)
    ]
