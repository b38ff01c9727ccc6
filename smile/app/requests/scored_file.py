"""A file that a visitor sends: its rows scored, held against people's verdicts and written in three formats."""

import math
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ...checks import show
from ...errors import DataError
from ...files.reading import FileRows
from ...files.tables import Table
from ...reporting.report import Report
from ...reporting.score_report import against_people, score_report, smile_layout
from ...scoring.results import Scores
from ...scoring.scorer import SmileScorer
from ..engine import ChosenSetting, Engine
from ..exports import scored_columns, write_exports
from ..limits import CONFIDENCE_LEVEL, Limits
from ..replies import note
from ..running import run
from ..uploads import Handling, read_upload


@dataclass(frozen=True)
class ScoredFile:
    """The scores of a file.

    Attributes:
        left_out: What of the file is not scored, in words.
        verdicts: Per row whether people call the answer right, None where they do not say; None without a column.
        downloads: The paths of the scored rows, one for each format.
    """

    name: str
    file_rows: FileRows
    scores: Scores
    scorer: SmileScorer
    verdicts: list[bool | None] | None
    downloads: list[str]
    left_out: Sequence[str] = ()


def score_file(
    engine: Engine,
    limits: Limits,
    cancelled: threading.Event,
    file: str | None,
    columns: Mapping[str, str | None],
    chosen: ChosenSetting,
    label: str | None = None,
    handling: Handling | None = None,
) -> Iterator[str | ScoredFile]:
    """Scores a file.

    Yields:
        The progress as HTML; at last the scores. Their downloads are deleted when the iterator goes on.
    """
    yield note("Reading the file")
    upload = read_upload(file, columns, limits, handling or Handling())
    file_rows = upload.file
    verdicts = people_verdicts(upload.table, label) if label else None
    scorer = engine.wait_for_scorer(chosen)
    scores = yield from run(engine, cancelled, partial(scorer.score_rows, file_rows.rows), "Scoring the file")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(str(file))
        downloads = write_exports(Path(folder), f"{path.stem}_smile", file_rows.own, scored_columns(scores))
        yield ScoredFile(path.name, file_rows, scores, scorer, verdicts, downloads, upload.left_out)


def file_report(scored: ScoredFile) -> Report:
    """Returns the report of a scored file, with people's verdicts beside it."""
    level = CONFIDENCE_LEVEL if len(scored.scores) > 1 else None
    summary = scored.scores.summary(level)
    layout = smile_layout(scored.scorer.settings.threshold, summary)
    people = [] if scored.verdicts is None else against_people(scored.scores, scored.verdicts)
    warnings = [*scored.left_out, *scored.scorer.warnings(scored.file_rows.rows)]
    return score_report(scored.name, summary, layout, level, people, warnings)


def people_verdicts(table: Table, column: str) -> list[bool | None]:
    """Returns per row whether people call the answer right, None for a missing verdict."""
    if column not in table.column_names:
        raise DataError(f"there is no column {column!r} of people's verdicts: choose another one, or none")
    verdicts: list[bool | None] = []
    for row_name, value in zip(table.row_names, table.values(column), strict=True):
        if value is None or (isinstance(value, float) and math.isnan(value)):
            verdicts.append(None)
        elif isinstance(value, int | float) and 0 <= value <= 1:
            verdicts.append(value > 0.5)
        else:
            raise DataError(
                f"{row_name}: the verdict in {column!r} is {show(value)}: expected true or false, or a number from 0 "
                "to 1, where over 0.5 is right. Choose another column, or none; Agree with people takes other labels"
            )
    return verdicts
