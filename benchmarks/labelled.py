"""Human-judged answers for the benchmarks, and the line that names the machine."""

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

HOW_TO_GET_DATA = (
    "JSON lines with dataset, system, question, references (a list), prediction and human (true or false). EVOUNA "
    "(Wang et al. 2023, Apache-2.0) has such answers: github.com/wangcunxiang/QA-Eval"
)

# The columns that a scorer takes.
TEXTS = ("prediction", "references", "question")


@dataclass(frozen=True)
class RowsAndLabels:
    """Columns of equal length."""

    datasets: list[str]
    systems: list[str]
    questions: list[str]
    references: list[list[str]]
    predictions: list[str]
    human: list[bool]

    def head(self, n: int) -> "RowsAndLabels":
        """Returns the first n rows; beyond the last they repeat, with a number of its own behind each prediction."""
        found = self._at([i % len(self.human) for i in range(n)])
        repeated = (f"{found.predictions[i]} {i}" for i in range(len(self.human), n))
        return replace(found, predictions=[*found.predictions[: len(self.human)], *repeated])

    def with_words(self, fewest: int, most: int) -> "RowsAndLabels":
        """Returns the rows whose prediction has such a number of words."""
        return self._at([i for i, each in enumerate(self.predictions) if fewest <= len(each.split()) <= most])

    def _at(self, positions: Sequence[int]) -> "RowsAndLabels":
        return RowsAndLabels(*([getattr(self, field.name)[i] for i in positions] for field in fields(self)))


def read(path: Path) -> RowsAndLabels:
    """Reads a file of human-judged answers."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return RowsAndLabels(
        datasets=[row["dataset"] for row in rows],
        systems=[row["system"] for row in rows],
        questions=[row["question"] for row in rows],
        references=[row["references"] for row in rows],
        predictions=[row["prediction"] for row in rows],
        human=[row["human"] for row in rows],
    )


def judged_rows(path: Path) -> tuple[list[dict[str, Any]], int]:
    """Reads the rows that have a label in `human` and references, and counts the others."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    found = [row for row in rows if row["human"] is not None and row["references"]]
    return found, len(rows) - len(found)


def environment() -> str:
    """Returns the machine and the number of threads in one line; tools.measurements prints the versions."""
    import torch  # here, so that it does not count in measured memory

    return f"{platform.machine()}, {os.cpu_count()} CPUs, {torch.get_num_threads()} torch threads"


def markdown_table(header: list[str], rows: list[list[str]]) -> str:
    """Returns a Markdown table with padded columns."""
    widths = [max(len(line[i]) for line in [header, *rows]) for i in range(len(header))]
    lines = [header, ["-" * width for width in widths], *rows]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    )
