"""A user's file: scored, compared with human labels, its systems compared, and written to files."""

import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...baselines.match_scorer import QAMatchScorer
from ...checks import first_listed, is_blank, numbers_of_names, positions_of_names
from ...errors import DataError, SmileError
from ...files.paired_systems import (
    SYSTEM,
    AnswersByQuestion,
    may_pair_by_question,
    pair_systems,
    pairing_keys_of_systems,
)
from ...reporting.comparison_report import RANKING, changes_report, comparison_report
from ...reporting.formatting import as_sentence
from ...reporting.report import Block, Line, Report, Table
from ...reporting.report_html import report_page
from ...reporting.score_report import (
    LISTED,
    agreement_in_score_report,
    lowest_rows,
    lowest_table,
    score_report,
    score_report_layout,
    score_report_page,
)
from ...result_types import ScoreSummary
from ...rows.checked_rows import Row, has_question, question_keys
from ...runs.checkpoints import checkpointed_fields, join_checkpointed_scores
from ...runs.reference_audit import Proposal, audit_rows
from ...runs.system_comparison import SystemComparison, compare_systems
from ...scoring.results import Scores
from ...scoring.scorer import SmileScorer
from ...scoring.signature import RowKinds
from ...scoring.verdicts import CORRECT, EVEN, INCORRECT
from ...shared_types import BoolArray, OnProgress
from ...statistics.system_ranking import draws_to_rank_systems
from ..engine import ChosenSetting, Engine, TimeUpError
from ..exports import columns_for_exports, write_exports
from ..limits import CONFIDENCE_LEVEL, MOST_SYSTEMS, REMEDY, check_text_length, check_within_limit
from ..page_messages import status_message_html
from ..pieces.cautions import cautions_about
from ..running import run_with_progress
from ..uploads import SentFile, Upload

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# The reason for a user's verdict.
CORRECTED = "Corrected by you"

_OF_CORRECTIONS = "Your corrections count in the numbers of correct answers and in accuracies, not in SMILE's scores"

# The characters of a quoted answer.
_QUOTED = 80
_ROWS_OF_A_PART = 100


class AddedReference(NamedTuple):
    """An answer that a user accepts, for the rows with this question and these references."""

    question: str
    references: tuple[str, ...]
    answer: str


class SystemRows(NamedTuple):
    """The systems of a file.

    Attributes:
        shared: The answers to the questions that every system answers.
        at: The position in the file of each of these rows.
        keys: What names the question of each row of the file.
    """

    shared: AnswersByQuestion
    at: list[int]
    keys: list[str]


@dataclass(frozen=True, eq=False)
class ScoredFile:
    """The scores of a file.

    Attributes:
        scores: SMILE's own scores and verdicts.
        corrections: By row the user's verdict in place of SMILE's: whether the answer is correct.
        n_added: Per row the number of answers that the user accepted.
        before: The scores of these rows without the accepted answers; None if there are none.
        other: The scores by another setting, to compare; None without one.
        other_name: The name of that setting.
        systems: The systems of the file; None if they are not compared.
        suspicions: Per row why its references may be incorrect: systems agree against them; "" where they do not.
        audit_fault: Why the references were not checked; "" if they were.
        compared: The comparison of the file's systems; None if they are not compared.
        figures: By name the pictures of the report.
        other_metrics: By title which (n,) answers other metrics accept, where the file has human labels.
        downloads: The paths of the scored rows, one for each format, and of the report as a page.
    """

    name: str
    upload: Upload
    scores: Scores
    scorer: SmileScorer
    n_added: Sequence[int]
    before: Scores | None
    other: Scores | None
    other_name: str
    systems: SystemRows | None
    corrections: Mapping[int, bool] = field(default_factory=dict)
    suspicions: Sequence[str] = ()
    audit_fault: str = ""
    compared: SystemComparison | None = None
    figures: Mapping[str, "Figure"] = field(default_factory=dict)
    other_metrics: Mapping[str, BoolArray] = field(default_factory=dict)
    downloads: list[str] = field(default_factory=list)

    @property
    def rows(self) -> list[Row]:
        """The rows that are scored."""
        return self.upload.rows.rows

    @property
    def judged(self) -> Scores:
        """The scores with the user's verdicts in place of SMILE's."""
        correct, verdict = self.scores.correct.copy(), list(self.scores.verdict)
        for row, is_correct in self.corrections.items():
            correct[row], verdict[row] = is_correct, CORRECT if is_correct else INCORRECT
        return replace(self.scores, correct=correct, verdict=verdict)

    @property
    def reasons_judged(self) -> list[str]:
        """Per row the reason for the verdict, the user's or SMILE's."""
        return [CORRECTED if i in self.corrections else reason for i, reason in enumerate(self.scores.reason)]

    @property
    def with_corrections(self) -> str:
        """The words after the name of a number in which corrections count."""
        n = len(self.corrections)
        return f", with {n:,} correction{'' if n == 1 else 's'}" if n else ""

    @property
    def row_ids(self) -> list[str]:
        """Per row its id, or its number in the file; rows are counted from 1, as in spreadsheets."""
        rows = self.upload.rows
        return ["" if each is None else str(each if rows.has_ids else each + 1) for each in rows.ids]

    def summary(self) -> ScoreSummary:
        """The aggregates: SMILE's means, and the counts and accuracies with the user's verdicts."""
        level = CONFIDENCE_LEVEL if len(self.scores) > 1 else None
        return self.judged.summary(level)


def score_file(
    engine: Engine,
    cancelled: threading.Event,
    sent: SentFile,
    chosen: ChosenSetting,
    added: Sequence[AddedReference] = (),
    other: str = "",
) -> Iterator[str | ScoredFile]:
    """Reads a file and scores its rows, also by the setting `other` if one is named.

    Yields:
        The progress as HTML; finally the scores. Their downloads are deleted when the iterator goes on.
    """
    yield status_message_html("Reading the file")
    upload = sent.read(engine.limits)
    check_within_limit("answers that you accepted", len(added), engine.limits.rows)
    for each in added:
        check_text_length("an answer that you accepted", each.answer)
    systems, given = paired_systems(upload), list(upload.rows.rows)
    if systems is not None:
        draws_to_rank_systems(len(systems.shared.systems), CONFIDENCE_LEVEL)
        for i, row in zip(systems.at, systems.shared.rows, strict=True):
            given[i] = row
    rows, n_added = _rows_of_scored_file(given, added)
    upload = replace(upload, rows=replace(upload.rows, rows=rows))
    scorer, before = engine.wait_for_scorer(chosen, rows), [given[i] for i in np.flatnonzero(n_added)]

    def work(on_progress: OnProgress) -> ScoredFile:
        scores = _score_in_time(scorer, rows, on_progress)
        if systems is not None:
            scores = replace(scores, question=np.array(numbers_of_names(systems.keys[: len(scores)])[1]))
        if len(scores) < len(rows):
            return _cut_short(scores)
        old, name = scorer.score_rows(before) if before else None, Path(str(sent.path)).name
        others = {} if upload.verdicts is None else _other_metrics(rows, scorer.settings.language)
        second = engine.wait_for_scorer(ChosenSetting(other)).score_rows(rows) if other else None
        if second is not None and upload.verdicts is not None:
            others = {f"SMILE, {other}": second.correct, **others}
        found = ScoredFile(name, upload, scores, scorer, n_added, old, second, other, systems, other_metrics=others)
        return _scored_file_with_comparison(_scored_file_with_audit(found))

    def _cut_short(scores: Scores) -> ScoredFile:
        """Returns the rows that were scored in time: without the comparisons, for which all rows are needed."""
        n, name = len(scores), Path(str(sent.path)).name
        told = f"the time limit of {engine.limits.seconds} s is over: the first {n:,} of {len(rows):,} rows are scored"
        told += "; the systems are not compared" if systems is not None else ""
        some = replace(
            upload.at(range(n), rows[:n]),
            warnings=[*upload.warnings, f"{told}; {REMEDY}"],
            why_not_scored="the time limit was over",
        )
        found = ScoredFile(name, some, scores, scorer, n_added[:n], None, None, "", None)
        return _scored_file_with_comparison(_scored_file_with_audit(found))

    scored = yield from run_with_progress(engine, cancelled, work, "Scoring the file")
    with tempfile.TemporaryDirectory() as folder:
        yield scored_file_with_downloads(scored, Path(folder))


def _score_in_time(scorer: SmileScorer, rows: Sequence[Row], on_progress: OnProgress) -> Scores:
    """Returns the scores of rows: of all, or of the first ones if the time is up before.

    The rows come in parts in the order of the file, so that the progress is even.
    """
    parts: list[Scores] = []
    for start in range(0, len(rows), _ROWS_OF_A_PART):
        part = rows[start : start + _ROWS_OF_A_PART]

        def count(done: int, total: int, start: int = start, n: int = len(part)) -> None:
            on_progress(start * total + done * n, total * len(rows))

        try:
            parts.append(scorer.score_rows(part, count, start))
        except TimeUpError:
            if not parts:
                raise
            break
    some = rows[: sum(map(len, parts))]
    kinds = RowKinds.of(some)
    signature = scorer.signature_of(scorer.settings, kinds)
    n_without_question = kinds.n_scored_without(scorer.settings)
    chunks = list(map(checkpointed_fields, parts))
    joined = join_checkpointed_scores(chunks, scorer.settings, signature, parts[0].backend, n_without_question)
    # Each part counts its questions from 0.
    return replace(joined, rows=some, question=np.array(numbers_of_names(map(str, question_keys(some)))[1]))


def _scored_file_with_comparison(scored: ScoredFile) -> ScoredFile:
    """Returns a scored file with its comparison and its figures."""
    from ...reporting.figures import comparison_figure, score_figure

    judged, compared = scored.judged, None
    figures = {"scores": score_figure(judged, scored.scorer.settings, scored.name)}
    if scored.systems is not None:
        shared, at, _ = scored.systems
        n_without = sum(not has_question(row) for row in shared.rows) if judged.n_without_question else 0
        some = replace(judged.at(np.array(at)), n_without_question=n_without)
        first = dict(zip(reversed(shared.cells), reversed(at), strict=True))
        ids = [scored.row_ids[first[i]] for i in range(len(shared.ids))]
        compared = compare_systems(
            some, shared.systems, CONFIDENCE_LEVEL, shared.paired_by, shared.left_out, ids, shared.cells
        )
        figures["comparison"] = comparison_figure(compared)
    return replace(scored, compared=compared, figures=figures)


def _scored_file_with_audit(scored: ScoredFile) -> ScoredFile:
    """Returns a scored file with the rows whose references several systems contradict in the same way."""
    nothing = [""] * len(scored.rows)
    if scored.systems is None:
        return replace(scored, suspicions=nothing)
    keys, names = scored.systems.keys, scored.upload.systems or []
    try:
        # Every two answers to a question are compared: only `fast` is quick enough.
        found = audit_rows(scored.rows, keys, names, SmileScorer("fast"), scores=scored.scores)
    except SmileError as fault:
        told = f"the references were not checked for errors: {fault}"
        return replace(scored, suspicions=nothing, audit_fault=told)
    by_key = {each.key: _suspicion_of_reference(each) for each in found.proposals}
    return replace(scored, suspicions=[by_key.get(key, "") for key in keys])


def _suspicion_of_reference(found: Proposal) -> str:
    agreed, *expected = (f"‘{shorten(text, _QUOTED, placeholder='…')}’" for text in (found.proposed, *found.references))
    return (
        f"{len(found.agreeing)} systems agree on {agreed}; the reference says {first_listed(expected, 3, ' or ')}. "
        "The reference may be incorrect or incomplete."
    )


def _other_metrics(rows: Sequence[Row], language: str) -> dict[str, BoolArray]:
    """Returns which answers the usual metrics accept: their agreement with human labels is compared with SMILE's."""
    measures = QAMatchScorer(language=language).score_rows(rows).measures
    return {title: measures[name] > EVEN for name, title in (("f1", "F1 over 0.5"), ("exact_match", "Exact match"))}


def scored_file_with_downloads(scored: ScoredFile, folder: Path) -> ScoredFile:
    """Writes the downloads of a scored file into a folder; returns it with their paths."""
    page = report_page(_whole_scored_file_report(scored), scored.figures, scored.name)
    is_corrected = [i in scored.corrections for i in range(len(scored.rows))]
    columns: dict[str, Any] = {**scored.judged.items(), "reason": scored.reasons_judged, "corrected": is_corrected}
    if any(scored.n_added):
        columns["references"] = [list(row.references) for row in scored.rows]
    own, found = columns_for_exports(scored.upload, columns)
    return replace(scored, downloads=write_exports(folder, f"{Path(scored.name).stem}_smile", own, found, page))


def with_corrections_of_user(scored: ScoredFile, labels: Mapping[int, bool]) -> ScoredFile:
    """Returns a scored file with a user's verdicts on some of its rows."""
    for row in labels:
        if not 0 <= row < len(scored.rows):
            raise DataError(f"there is no row {row} to correct: score the file again")
    return _scored_file_with_comparison(replace(scored, corrections=dict(labels)))


def paired_systems(upload: Upload) -> SystemRows | None:
    """Returns the systems of a file, and which rows answer the same question; None for fewer than two systems.

    Raises:
        DataError: There are too many systems, or their rows cannot be paired.
    """
    rows_of = positions_of_names(upload.systems or ())
    if len(rows_of) < 2:
        return None
    check_within_limit("systems", len(rows_of), MOST_SYSTEMS)
    files = {name: upload.rows.at(at) for name, at in rows_of.items()}
    for name in files:
        check_text_length("the name of a system", name)
    if upload.faults and not upload.rows.has_ids and not may_pair_by_question(files.values()):
        raise DataError(
            "rows without ids or distinct questions are paired by position, so no row can be skipped: give "
            f"every row an id, or choose no column of systems. {upload.warnings[0]}"
        )
    shared, keys = pair_systems(files), [""] * len(upload.rows.rows)
    for name, of_rows in pairing_keys_of_systems(files)[1].items():
        for i, key in zip(rows_of[name], of_rows, strict=True):
            keys[i] = key
    at = [rows_of[name][i] for name, i in zip(shared.answered_by(), shared.positions, strict=True)]
    return SystemRows(shared, at, keys)


def scored_file_report(scored: ScoredFile) -> Report:
    """Returns the report of a scored file: the findings first, and all numbers folded below."""
    level, summary = CONFIDENCE_LEVEL if len(scored.scores) > 1 else None, scored.summary()
    layout = score_report_layout(scored.scorer.settings.threshold, summary)
    told = {
        name: label + (scored.with_corrections if name.startswith("accuracy") else "")
        for name, label in layout.aggregates.items()
    }
    layout = replace(layout, aggregates=told)
    headline, *numbers = score_report(scored.name, summary, layout, level).blocks
    if isinstance(headline, Line):
        headline = replace(headline, text=f"{headline.text}{scored.with_corrections}")
    n_rows = sum(map(bool, scored.n_added))
    added = f"The answers that you accepted count in {n_rows:,} row{'' if n_rows == 1 else 's'}."
    cautions = [*scored.upload.warnings, *cautions_about(scored.scorer, scored.rows)]
    cautions += [scored.audit_fault] if scored.audit_fault else []
    top: list[Block] = [headline, *(Line(as_sentence(each), "warning") for each in cautions)]
    n_asked = sum(map(has_question, scored.rows))
    asked = f"{n_asked:,} of {len(scored.rows):,} rows have a question"
    top += [Line(f"Setting: {scored.scorer.settings.name} ({asked}).", "note")]
    top += [Line(added, "note")] if n_rows else []
    if scored.corrections:
        agreement = " and its agreement with human labels" * (scored.upload.verdicts is not None)
        top.append(Line(f"{_OF_CORRECTIONS}{agreement}.", "note"))
    if scored.upload.verdicts is not None:
        top += agreement_in_score_report(
            {"SMILE": scored.scores.correct, **scored.other_metrics}, scored.upload.verdicts
        )
    if scored.before is not None:
        numbers.append(
            _changed_verdicts(
                scored, scored.before, ("the file's references", "these with your accepted answers"), scored.n_added
            )
        )
    if scored.other is not None:
        names = (scored.other_name, scored.scorer.settings.name)
        numbers.append(_changed_verdicts(scored, scored.other, names, [1] * len(scored.rows)))
    if scored.compared is not None:
        compared = comparison_report(scored.compared, scored.scorer.settings.threshold)
        top += [block for block in compared.blocks if isinstance(block, Line) and block.kind in ("headline", "warning")]
        top += [block for block in compared.blocks if isinstance(block, Table) and block.title == RANKING]
        numbers.append(Report(compared.title, [block for block in compared.blocks if block not in top]))
    return Report(scored.name, [*top, Report("All numbers", numbers, is_folded=True)])


def _changed_verdicts(scored: ScoredFile, before: Scores, names: tuple[str, str], is_among: Sequence[int]) -> Report:
    """Returns which rows, of those among them, other scores call correct or incorrect."""
    at = np.flatnonzero(is_among)
    rows, ids = scored.upload.rows.at(at.tolist()).rows, [scored.row_ids[i] for i in at.tolist()]
    smile, correct = (
        np.array([getattr(before, each), getattr(scored.scores, each)[at]]) for each in ("smile", "correct")
    )
    return changes_report(names, ids, (rows, rows), smile, correct)


def _whole_scored_file_report(scored: ScoredFile) -> Report:
    """Returns the report of the file to download, with the figure and the rows that score lowest."""
    layout = score_report_layout(scored.scorer.settings.threshold, scored.scores.summary())
    n = len(scored.scores)
    items: dict[str, Any] = {**scored.judged.items(), "reason": scored.reasons_judged}
    texts = {"verdict": "Verdict"}
    if scored.upload.systems is not None:
        items, texts = items | {SYSTEM: scored.upload.systems}, {SYSTEM: "System", **texts}
    if scored.corrections:
        items["corrected"] = ["by you" if i in scored.corrections else "" for i in range(n)]
        texts["corrected"] = "Corrected"
    rows = replace(scored.upload.rows, ids=scored.row_ids)
    lowest = lowest_table(*lowest_rows(rows, items, layout, LISTED), layout, "Row", texts)
    return score_report_page(scored_file_report(scored), lowest, n)


def _rows_of_scored_file(rows: Sequence[Row], added: Sequence[AddedReference]) -> tuple[list[Row], list[int]]:
    """Returns rows with the answers that a user accepted as references, and per row their number."""
    answers: dict[tuple[str, tuple[str, ...]], dict[str, None]] = {}
    for question, references, answer in added:
        if not is_blank(answer):
            answers.setdefault((question, references), {})[answer] = None
    found, n_added = [], []
    for row in rows:
        known = answers.get((row.question or "", row.references), {})
        new = tuple(answer for answer in known if answer not in row.references)
        stated = (*row.synthetic_answers, *(None for _ in new))
        found.append(replace(row, references=(*row.references, *new), synthetic_answers=stated))
        n_added.append(len(new))
    return found, n_added
