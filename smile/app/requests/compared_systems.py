"""Files of several systems that a visitor sends: paired, scored and compared."""

import json
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...aliases import OnProgress
from ...files.pairing import AnswersByQuestion, pair_systems
from ...files.systems import SYSTEM
from ...files.writing import without_nan
from ...reporting.comparison_report import comparison_report, questions_report
from ...reporting.pages.report_html import report_page
from ...reporting.report import Report
from ...reporting.verdict_sentence import reasons
from ...runs.system_comparison import SystemComparison, compare_systems
from ...scoring.results import Scores
from ...settings.named_settings import Settings
from ...statistics.system_ranking import draws_needed
from ..engine import ChosenSetting, Engine
from ..exports import scored_columns, write_exports
from ..limits import CONFIDENCE_LEVEL
from ..replies import note
from ..running import run
from ..sent_files import SystemFiles


@dataclass(frozen=True)
class Comparison:
    """The compared systems.

    Attributes:
        reasons: Per answer why it has its verdict.
        report: The comparison; `picture` is its figure as a data address.
        downloads: The paths of the scored rows, the report as a page, the result and the figure.
    """

    paired: AnswersByQuestion
    scores: Scores
    reasons: list[str]
    settings: Settings
    found: SystemComparison
    report: Report
    picture: str
    downloads: list[str] = field(default_factory=list)


def system_names(text: str) -> list[str]:
    """Returns the names of systems that a visitor typed, one per line; none if the text is blank."""
    return [name.strip() for name in text.splitlines()] if text.strip() else []


def compare_files(
    engine: Engine, cancelled: threading.Event, sent: SystemFiles, chosen: ChosenSetting
) -> Iterator[str | Comparison]:
    """Compares systems by their files.

    Yields:
        The progress as HTML; at last the comparison. Its downloads are deleted when the iterator goes on.
    """
    yield note("Reading the files")
    systems, left_out = sent.read(engine.limits)
    draws_needed(len(systems), CONFIDENCE_LEVEL)
    paired = pair_systems(systems)
    scorer = engine.wait_for_scorer(chosen)

    def work(on_progress: OnProgress) -> tuple[Comparison, str, bytes]:
        from ...reporting.figures import comparison_figure, png, png_address

        scores = scorer.score_rows(paired.rows, on_progress)
        warnings = [*left_out, *paired.left_out, *scorer.stages.warnings(paired.rows)]
        found = compare_systems(scores, paired.systems, CONFIDENCE_LEVEL, paired.paired_by, warnings, paired.ids)
        report, figure = comparison_report(found, scorer.settings.threshold), comparison_figure(found)
        whole = Report(report.title, [*report.blocks, *questions_report(paired, scores).blocks])
        page, drawn = report_page(whole, {"comparison": figure}, ", ".join(paired.systems)), png(figure)
        why = reasons(paired.rows, scores, scorer.settings)
        return Comparison(paired, scores, why, scorer.settings, found, report, png_address(drawn)), page, drawn

    compared, page, drawn = yield from run(engine, cancelled, work, "Comparing")
    with tempfile.TemporaryDirectory() as folder:
        named = {SYSTEM: paired.answered_by()} if len(sent.files or ()) > 1 else {}
        columns = named | scored_columns(compared.scores, compared.reasons)
        paths = write_exports(Path(folder), "smile_scores", paired.own, columns, page)
        result = without_nan(compared.found.to_dict())
        summary, figure = Path(folder, "comparison.json"), Path(folder, "comparison.png")
        summary.write_text(json.dumps(result, ensure_ascii=False, indent=2), encoding="utf-8")
        figure.write_bytes(drawn)
        yield replace(compared, downloads=[*paths, str(summary), str(figure)])
