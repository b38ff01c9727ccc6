"""A file that a visitor sends: its rows scored, held against people's verdicts and written in three formats."""

import tempfile
import threading
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...aliases import BoolArray, OnProgress
from ...checks import is_blank
from ...files.reading import FileRows
from ...reporting.changes_report import changes_report
from ...reporting.pages.report_html import report_page
from ...reporting.report import Block, Line, Picture, Report
from ...reporting.score_report import against_people, lowest_rows, lowest_table, score_report, smile_layout
from ...reporting.verdict_sentence import reasons
from ...scoring.results import Scores
from ...scoring.scorer import SmileScorer
from ..engine import ChosenSetting, Engine
from ..exports import scored_columns, write_exports
from ..limits import CONFIDENCE_LEVEL, MOST_GROUPS, check_count, check_text
from ..replies import note
from ..running import run
from ..sent_files import SentFile
from ..uploads import UploadedRows, cell_text

# A column of more different numbers is divided at their quartiles.
_MOST_NUMBERS = 12
_EMPTY = "(empty)"

# Rows in the report as a page.
_LISTED = 100


class AddedReference(NamedTuple):
    """An answer that a visitor calls right, for the rows with this question and these references."""

    question: str
    references: tuple[str, ...]
    answer: str


@dataclass(frozen=True, eq=False)
class ScoredFile:
    """The scores of a file.

    Attributes:
        n_added: Per row how many right answers the visitor added to it.
        verdicts: Per row whether people call the answer right, None where they do not say; None without a column.
        before: The scores of the rows to which the visitor added right answers, without these; None if there are none.
        reasons: Per row why its answer has its verdict.
        downloads: The paths of the scored rows, one for each format, and of the report as a page.
    """

    name: str
    upload: UploadedRows
    scores: Scores
    scorer: SmileScorer
    verdicts: list[bool | None] | None
    n_added: Sequence[int]
    before: Scores | None
    reasons: list[str] = field(default_factory=list)
    downloads: list[str] = field(default_factory=list)

    @property
    def file_rows(self) -> FileRows:
        """The rows that are scored."""
        return self.upload.file


def read_and_score(
    engine: Engine,
    cancelled: threading.Event,
    sent: SentFile,
    chosen: ChosenSetting,
    added: Sequence[AddedReference] = (),
) -> Generator[str, None, ScoredFile]:
    """Reads a file and scores its rows.

    Yields:
        The progress as HTML.

    Returns:
        The scores, without reasons and downloads.
    """
    yield note("Reading the file")
    upload = sent.read(engine.limits)
    check_count("right answers that you added", len(added), engine.limits.rows)
    for each in added:
        check_text("a right answer that you added", each.answer)
    file_rows, n_added = with_references(upload.file, added)
    scorer, given = engine.wait_for_scorer(chosen), [upload.file.rows[i] for i in np.flatnonzero(n_added)]

    def work(on_progress: OnProgress) -> tuple[Scores, Scores | None]:
        scores = scorer.score_rows(file_rows.rows, on_progress)
        return scores, scorer.score_rows(given) if given else None

    scores, before = yield from run(engine, cancelled, work, "Scoring the file")
    name, verdicts = Path(str(sent.path)).name, sent.verdicts(upload.table)
    return ScoredFile(name, replace(upload, file=file_rows), scores, scorer, verdicts, n_added, before)


def score_file(
    engine: Engine,
    cancelled: threading.Event,
    sent: SentFile,
    chosen: ChosenSetting,
    added: Sequence[AddedReference] = (),
) -> Iterator[str | ScoredFile]:
    """Scores a file.

    Yields:
        The progress as HTML; at last the scores. Their downloads are deleted when the iterator goes on.
    """
    from ...reporting.figures import score_figure

    scored = yield from read_and_score(engine, cancelled, sent, chosen, added)
    figure = score_figure(scored.scores, scored.scorer.settings.threshold)
    page = report_page(_whole_report(scored), {"scores": figure}, scored.name)
    rows, stem = scored.file_rows, Path(scored.name).stem
    used = {"references": [list(row.references) for row in rows.rows]} if any(scored.n_added) else {}
    with tempfile.TemporaryDirectory() as folder:
        why = reasons(rows.rows, scored.scores, scored.scorer.settings)
        paths = write_exports(Path(folder), f"{stem}_smile", rows.own, scored_columns(scored.scores, why) | used, page)
        yield replace(scored, reasons=why, downloads=paths)


def file_report(scored: ScoredFile) -> Report:
    """Returns the report of a scored file, with people's verdicts and what the visitor's right answers change."""
    level = CONFIDENCE_LEVEL if len(scored.scores) > 1 else None
    summary = scored.scores.summary(level)
    layout = smile_layout(scored.scorer.settings.threshold, summary)
    details: list[Block] = [] if scored.verdicts is None else [*against_people(scored.scores, scored.verdicts)]
    n_rows = sum(map(bool, scored.n_added))
    if n_rows:
        details.append(
            Line(f"Right answers that you added count in {n_rows:,} row{'' if n_rows == 1 else 's'}.", "note")
        )
    warnings = [*scored.upload.left_out, *scored.scorer.stages.warnings(scored.file_rows.rows)]
    if scored.before is not None:
        at = np.flatnonzero(scored.n_added)
        some = scored.file_rows.at(at.tolist())
        smile, correct = (
            np.array([getattr(scored.before, name), getattr(scored.scores, name)[at]]) for name in ("smile", "correct")
        )
        names = ("the file's right answers", "yours too")
        details.append(changes_report(names, some.ids, (some.rows, some.rows), smile, correct))
    return score_report(scored.name, summary, layout, level, details, warnings)


def _whole_report(scored: ScoredFile) -> Report:
    """Returns the report with what the page draws and lists: the figure, and the rows that score lowest."""
    layout = smile_layout(scored.scorer.settings.threshold, scored.scores.summary())
    n, n_listed = len(scored.scores), min(len(scored.scores), _LISTED)
    lowest = lowest_table(*lowest_rows(scored.file_rows, scored.scores.items(), layout, n_listed), layout)
    listed = Line(f"Listed are the {n_listed:,} lowest of {n:,} rows; the other downloads have all.", "note")
    picture = Picture("scores", "SMILE of the rows, and its two parts")
    return Report("Scores", [*file_report(scored).blocks, picture, *lowest, listed])


def with_references(file_rows: FileRows, added: Sequence[AddedReference]) -> tuple[FileRows, list[int]]:
    """Returns rows with the references that a visitor added, and per row how many these are."""
    answers: dict[tuple[str, tuple[str, ...]], dict[str, None]] = {}
    for question, references, answer in added:
        if not is_blank(answer):
            answers.setdefault((question, references), {})[answer] = None
    rows, n_added = [], []
    for row in file_rows.rows:
        known = answers.get((row.question or "", row.references), {})
        new = tuple(answer for answer in known if answer not in row.references)
        stated = (*row.synthetic_answers, *(None for _ in new))
        rows.append(replace(row, references=(*row.references, *new), synthetic_answers=stated))
        n_added.append(len(new))
    return replace(file_rows, rows=rows), n_added


def slices_of(values: Sequence[Any], correct: BoolArray) -> dict[str, Any] | None:
    """Divides rows by the values of a column: numbers of many values at their quartiles, all others by each value.

    Returns:
        The number of each row's slice (`of`), and per slice its name, its rows, how many are right, and the interval of
        their share (`slices`); None for a single slice, or more than are allowed.
    """
    from scipy.stats import binomtest

    present = [value for value in values if value is not None]
    is_numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in present)
    if is_numeric and len(set(present)) > _MOST_NUMBERS:
        bounds = np.unique(np.quantile(present, [0.25, 0.5, 0.75]))
        named = [f"up to {bounds[0]:g}", *(f"over {low:g} to {high:g}" for low, high in pairwise(bounds))]
        named.append(f"over {bounds[-1]:g}")
        names = [_EMPTY if value is None else named[int(np.searchsorted(bounds, value))] for value in values]
        order = [name for name in (*named, _EMPTY) if name in names]
    else:
        names = [_EMPTY if value in (None, "") else cell_text(value) for value in values]
        order = sorted(set(names))
    if not 1 < len(order) <= min(MOST_GROUPS, len(values) // 2):
        return None
    number = np.array([order.index(name) for name in names])
    slices = []
    for i, name in enumerate(order):
        n, n_right = int((number == i).sum()), int(correct[number == i].sum())
        interval = binomtest(n_right, n).proportion_ci(CONFIDENCE_LEVEL, "wilson")
        slices.append([name, n, n_right, float(interval.low), float(interval.high)])
    return {"of": number.tolist(), "slices": slices}
