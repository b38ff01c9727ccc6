"""A file that a visitor sends: its rows scored and written in three formats."""

import tempfile
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ...files.reading import FileRows
from ...scoring.results import Scores
from ...scoring.scorer import SmileScorer
from ..engine import ChosenSetting, Engine
from ..exports import write_exports
from ..limits import Limits
from ..pieces.html import note
from ..running import run
from ..uploads import delete_upload, read_upload


@dataclass(frozen=True)
class ScoredFile:
    """The scores of a file.

    Attributes:
        file_rows: The rows.
        scores: Their scores.
        scorer: The scorer of the chosen setting.
        downloads: The paths of the scored rows, one for each format.
    """

    file_rows: FileRows
    scores: Scores
    scorer: SmileScorer
    downloads: list[str]


def score_file(
    engine: Engine,
    limits: Limits,
    cancelled: threading.Event,
    file: str | None,
    columns: Mapping[str, str | None],
    chosen: ChosenSetting,
) -> Iterator[str | ScoredFile]:
    """Scores a file and deletes it.

    Args:
        engine: The scorers.
        limits: How much a visitor may send.
        cancelled: Ends the run once it is set.
        file: The path of the file.
        columns: The column of each role; None for its usual name, "" to leave it out.
        chosen: The setting.

    Yields:
        The progress as HTML; at last the scores. Their downloads are deleted when the iterator goes on.

    Raises:
        DataError: The file cannot be read, or is more than the limits allow.
        StoppedError: The run was cancelled or has taken too long.
    """
    yield note("Reading the file")
    file_rows = read_upload(file, columns, limits)
    scorer = engine.wait_for_scorer(chosen)
    scores = yield from run(engine, cancelled, partial(scorer.score_rows, file_rows.rows), "Scoring the file")
    with tempfile.TemporaryDirectory() as folder:
        downloads = write_exports(Path(folder), file_rows, scores.items())
        delete_upload(file)
        yield ScoredFile(file_rows, scores, scorer, downloads)
