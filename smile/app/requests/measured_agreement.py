"""A labelled file that a visitor sends: how far metrics agree with people, and SMILE calibrated to the labels."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...aliases import OnProgress
from ...disk.hashes import file_sha256
from ...errors import DataError, UsageError
from ...files.writing import without_nan
from ...people.agreement.agreement_scorer import SideBySide
from ...people.agreement.metrics import METRICS, SUB_SCORES
from ...people.calibration.calibrator import CalibrationResult, calibrate
from ...people.labels import LabelledRows
from ...people.side_by_side import analyse_first, measure_metrics
from ...reporting.agreement_report import agreement_report
from ...reporting.calibration_report import calibration_report, calibration_warnings
from ...reporting.pages.report_html import report_html, report_page
from ...reporting.report import Report
from ...reporting.slices_report import slices_report, slices_to_dict
from ..engine import ChosenSetting, Engine
from ..limits import CONFIDENCE_LEVEL
from ..replies import note
from ..running import run
from ..sent_files import LabelledFile

# The metrics that are quick on long texts too.
OFFERED = (
    "smile",
    "semantic",
    "lexical",
    "easy_match",
    "keyword_similarity",
    "sas",
    "f1",
    "exact_match",
    "bleu_1",
    "bleu_4",
)
_MOST_DISAGREEMENTS = 4
CHOSEN = ("smile", "sas", "f1", "exact_match", "bleu_4")


@dataclass(frozen=True)
class Agreement:
    """The agreement of metrics with people.

    Attributes:
        cards: The report as HTML, and that of the slices on which the first metric fails; empty if nobody can tell.
    """

    found: SideBySide
    result: dict[str, Any]
    cards: tuple[str, str]
    page: str


@dataclass(frozen=True)
class Calibration:
    """SMILE calibrated to people's labels."""

    result: CalibrationResult
    card: str
    settings_file: str


def measure_agreement(
    engine: Engine,
    cancelled: threading.Event,
    file: LabelledFile,
    metrics: Sequence[str],
    chosen: ChosenSetting,
    with_calibration: bool,
) -> Iterator[str | tuple[Agreement, Calibration | str | None]]:
    """Compares metrics with people's labels.

    Yields:
        The progress as HTML; at last the agreement, and the calibration: the reason if it failed, None if nobody
        asked for it.

    Raises:
        DataError: The file cannot be read, or is more than the limits allow.
        UsageError: A metric is not offered, or an option is out of range.
        StoppedError: The run was cancelled or has taken too long.
    """
    names = [name for name in OFFERED if name in metrics]
    unknown = [name for name in metrics if name not in OFFERED]
    if unknown:
        raise UsageError(f"the metric {unknown[0]!r} is not offered here: choose some of {', '.join(OFFERED)}")
    if not names:
        raise UsageError(f"no metric is chosen: choose some of {', '.join(OFFERED)}")
    scorer = file.scorer(chosen)
    yield note("Reading the file")
    labelled, left_out = file.read(engine.limits)
    smile = engine.wait_for_scorer(ChosenSetting(chosen.name))

    fit = _fitting(engine, file, labelled, chosen) if with_calibration else None

    def measure(on_progress: OnProgress) -> tuple[Agreement, Calibration | str | None]:
        from ...reporting.agreement_figures import figures
        from ...reporting.figures import png, png_address

        name, scorers = Path(str(file.path)).name, engine.scorers(smile)
        found = measure_metrics(labelled, names, scorer, smile.settings, on_progress, scorers)
        on_progress(0, 1)
        drawn = figures(found)
        pictures = {name: png_address(png(figure)) for name, figure in drawn.items()}
        warnings = [*left_out, *(smile.stages.warnings(labelled.file.rows) if "smile" in names else ())]
        slices, disagreements = analyse_first(found, labelled, smile.settings, scorers, _MOST_DISAGREEMENTS)
        parts = []
        if slices is not None:
            parts = [slices_report(slices, METRICS[names[0]], CONFIDENCE_LEVEL, disagreements)]
        result = found.to_dict() | {"trust": None if slices is None else slices_to_dict(slices)}
        result |= {"warnings": warnings} if warnings else {}
        agreement = Agreement(
            found,
            without_nan(result),
            (
                report_html(agreement_report(found, warnings=warnings), pictures),
                report_html(Report("Where it fails", parts)) if parts else "",
            ),
            report_page(agreement_report(found, name, warnings, parts), drawn, name),
        )
        try:
            return agreement, None if fit is None else fit(on_progress)
        except (DataError, UsageError) as error:
            return agreement, str(error)

    # SMILE, SAS, the statistics, the figures and the calibration count their own progress.
    uses_smile, uses_sas = any(name in ("smile", *SUB_SCORES) for name in names), "sas" in names
    n_stages = uses_smile + uses_sas + 2 + with_calibration
    yield (yield from run(engine, cancelled, measure, "Measuring agreement", n_stages))


def calibrate_to_labels(
    engine: Engine, cancelled: threading.Event, file: LabelledFile, chosen: ChosenSetting
) -> Iterator[str | Calibration]:
    """Calibrates SMILE to people's labels; see `measure_agreement`."""
    file.scorer(chosen)  # wrong options are an error before the file is read
    yield note("Reading the file")
    labelled, _ = file.read(engine.limits)
    yield (yield from run(engine, cancelled, _fitting(engine, file, labelled, chosen), "Calibrating"))


def _fitting(
    engine: Engine, file: LabelledFile, labelled: LabelledRows, chosen: ChosenSetting
) -> Callable[[OnProgress], Calibration]:
    path = Path(str(file.path))
    digest = file_sha256(path)
    smile = engine.wait_for_scorer(ChosenSetting(chosen.name))
    scorer = file.scorer(chosen)

    def fit(on_progress: OnProgress) -> Calibration:
        from ...reporting.figures import calibration_figure, png, png_address

        result = calibrate(smile, labelled.file.rows, labelled, scorer, CONFIDENCE_LEVEL, on_progress=on_progress)
        about_file = (
            "There is no settings file, because it would make SMILE worse."
            if result.is_worse
            else "The settings file below is fitted on all answers."
        )
        curve = {"calibration": png_address(png(calibration_figure(result)))}
        card = report_html(Report("Calibration", [calibration_report(result, about_file)]), curve)
        return Calibration(result, card, result.settings_file(path.name, digest, calibration_warnings(result)))

    return fit
