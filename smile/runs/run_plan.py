"""What a run in chunks finds out before it scores and checks on the way, on one machine or on a cluster."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import UsageError
from ..files.reading import FileRows
from ..files.writing import ItemColumns
from ..scoring.scorer import SmileScorer
from ..scoring.signature import RowKinds
from ..settings.named_settings import Settings
from ..stores.encoder_choice import fills_store

# The rows in memory at a time, and the most that a killed run loses; with several workers, twice for each. A model
# encodes each string once per chunk, so long chunks save it work; without a model they only take memory.
_CHUNK_ROWS = 10_000
_CHUNK_ROWS_WITHOUT_MODEL = 5_000

# A file is read several times: for its columns, for the survey, for its hash and its scores. So memory stays flat, and
# an error in row 900,000 is known before the first row is scored.


@dataclass(frozen=True)
class Survey:
    """What must be known of all rows before the first is scored.

    Attributes:
        n: The number of rows.
        kinds: What the signature says of them.
        columns: What the output's columns depend on.
    """

    n: int = 0
    kinds: RowKinds = field(default_factory=RowKinds)
    columns: ItemColumns = field(default_factory=ItemColumns)

    @classmethod
    def of(cls, rows: FileRows, scorer: SmileScorer) -> "Survey":
        """Returns the survey of some rows."""
        return cls(len(rows.rows), RowKinds.of(scorer.complete(rows.rows)), ItemColumns.of(rows))

    def __or__(self, other: "Survey") -> "Survey":
        """Joins the surveys of some rows and of others."""
        return Survey(self.n + other.n, self.kinds | other.kinds, self.columns | other.columns)


def chunk_rows(settings: Settings) -> int:
    """Returns how many rows are read and scored at a time."""
    return _CHUNK_ROWS if fills_store(settings) else _CHUNK_ROWS_WITHOUT_MODEL


def file_states(paths: Sequence[Path]) -> list[tuple[str, int, int]]:
    """Returns the name, size and time of change of files, which differ after a change."""
    return [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in paths]


def manifest(
    data: Mapping[str, str], columns: Mapping[str, str | None], signature: str, rows_at_a_time: int
) -> dict[str, str]:
    """Returns what decides a run's scores, by the words that errors use for it; see `open_folder`.

    Args:
        data: What identifies the data.
        columns: By role the name of the column.
        signature: The signature of the whole run.
        rows_at_a_time: The number of rows in a chunk.
    """
    return {
        **data,
        "choice of columns": repr(sorted(columns.items())),
        "signature": signature,
        "number of rows at a time": str(rows_at_a_time),
    }


def one_backend(before: str | None, backend: str | None, output: Path | None) -> str | None:
    """Returns the back end of a run so far: one back end must encode all rows, as another gives other last digits.

    Args:
        before: The back end of the chunks before, None if nothing was encoded yet.
        backend: That of the next chunk, None if nothing of it was encoded.
        output: What the run writes, for the error.

    Raises:
        UsageError: The two differ.
    """
    if None not in (before, backend) and backend != before:
        raise UsageError(
            f"what is done of the run to {output} was encoded with backend={before!r}, and this run would go on with "
            f"{backend!r}: give --backend {before}, on a cluster with the same packages on every node, or name another "
            "output"
        )
    return backend if before is None else before
