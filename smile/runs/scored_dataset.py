"""The scores of a data set that a cluster scored: a folder of Parquet files, and the result of all of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..files.reading import FileRows
from ..rows.checked_rows import Row
from ..scoring.results import accuracies, add_intervals, encoding_of
from .ray_workers import Workers


@dataclass(frozen=True)
class ScoredDataset:
    """The scores of a data set, in a folder of Parquet files.

    Attributes:
        folder: The folder; its files in the order of their names have the rows in the order of the data.
        workers: The processes that scored them.
    """

    folder: Path
    workers: Workers
    _result: Mapping[str, Any]

    def summary(self, confidence_level: float | None = None) -> dict[str, Any]:
        """Returns the aggregate result, as `Scores.summary` does.

        Args:
            confidence_level: Adds intervals, for which the scores of all rows are read: nine bytes a row.

        Raises:
            UsageError: There is a single row, which has no interval.
        """
        result = dict(self._result)
        if confidence_level is not None:
            add_intervals(result, self._column("smile"), self._column("correct"), confidence_level)
        return result

    def lowest(self, n: int) -> tuple[FileRows, dict[str, list[Any]]]:
        """Returns the n lowest-scoring rows, the lowest first, and their scores."""
        order = np.argsort(self._column("smile"), kind="stable")[:n]
        items = self._dataset().take(order).to_pydict()
        ids, predictions, references = (items.pop(name) for name in ("id", "prediction", "references"))
        questions = items.pop("question", [None] * len(ids))
        rows = [
            Row(prediction, tuple(several), (None,) * len(several), question)
            for prediction, several, question in zip(predictions, references, questions, strict=True)
        ]
        return FileRows(rows, ids), items

    def _dataset(self) -> Any:
        from pyarrow import dataset

        return dataset.dataset(sorted(map(str, self.folder.glob("*.parquet"))))

    def _column(self, name: str) -> Any:
        return self._dataset().to_table(columns=[name])[name].to_numpy()


def join_summaries(adds: Sequence[Mapping[str, Any]], signature: str, n_without_question: int) -> dict[str, Any]:
    """Returns the result of all chunks, of each its `summary`, `n_strings` and `backend`: weighted means and sums."""
    n_strings: Counter[str] = Counter()
    for chunk in adds:
        n_strings.update(chunk["n_strings"])
    encoding = encoding_of(n_strings, next((chunk["backend"] for chunk in adds if chunk["backend"] is not None), None))
    summaries = [chunk["summary"] for chunk in adds]
    n = sum(summary["n"] for summary in summaries)
    joined: dict[str, Any] = {}
    for name, value in summaries[0].items():
        if isinstance(value, float):
            joined[name] = sum(summary[name] * summary["n"] for summary in summaries) / n
        elif name not in ("n_without_question", "signature") and name not in encoding:
            joined[name] = sum(summary[name] for summary in summaries)
    joined |= accuracies(round(joined["accuracy"] * n), n, joined["n_not_attempted"])
    without = {"n_without_question": n_without_question} if n_without_question else {}
    return joined | without | {"signature": signature} | encoding
