"""`smile calibrate`: semantic weight and threshold from people's labels."""

from pathlib import Path
from typing import Annotated

from ...checks import check_share
from ...disk.atomic_writes import new_file
from ...disk.hashes import file_sha256
from ...people.agreement.agreement_scorer import AgreementScorer
from ...people.calibration.calibrator import calibrate as calibrate_rows
from ...people.labelled_files import LabelOptions, read_labelled
from ...people.labels import SYSTEM
from ...reporting.calibration_report import calibration_report, calibration_warnings
from ...scoring.scorer import SmileScorer
from .. import options
from ..console import check_plot, check_written, printed, progress_bar
from ..option_groups import EncoderOptions, LabelsOfPeople, ScoredColumns, SettingOptions, StoreOptions
from ..parameters import Only
from ..row_sources import LabelledSource

_SETTINGS_ENDINGS = (".json",)


def calibrate(
    source: LabelledSource,
    choice: Annotated[SettingOptions, Only("setting", "easy_match", "questions", "language", "answer")],
    encoder: EncoderOptions,
    store: StoreOptions,
    people: LabelsOfPeople,
    columns: ScoredColumns,
    group_column: Annotated[
        str | None,
        options.column(
            "Column of groups (data set, language, ...): fits on each group and tests on the others. A,B groups "
            "by each combination of A and B."
        ),
    ] = None,
    confidence_level: options.ConfidenceLevel = 0.95,
    output: Annotated[Path | None, options.result("Write the settings to this file (.json).")] = None,
    plot: options.Plot = None,
    as_json: options.AsJson = False,
) -> None:
    """Fit semantic weight and threshold to people's labels, and measure the gain on held-out rows."""
    settings = choice.settings(encoder)
    check_share("confidence_level", confidence_level, open_interval=True)
    scorer = SmileScorer(settings, **vars(store))
    agreement = AgreementScorer(label_threshold=people.label_threshold, label_aggregation=people.label_aggregation)
    file = source.path()
    check_written(output, _SETTINGS_ENDINGS, file)
    check_plot(plot, file)
    by_system = group_column == SYSTEM
    label_columns = LabelOptions(
        people.label_column,
        people.question_column,
        SYSTEM if by_system else None,
        [] if group_column is None or by_system else [group_column],
    )
    labelled = read_labelled(file, label_columns, columns.names())
    digest = file_sha256(file)
    with progress_bar(as_json) as on_progress:
        result = calibrate_rows(
            scorer, labelled.file.rows, labelled, agreement, confidence_level, group_column, on_progress
        )
    warnings = calibration_warnings(result)
    with printed(result.summary(warnings), calibration_report(result), as_json):
        if output is not None:
            with new_file(output) as temporary:
                temporary.write_text(result.settings_file(file.name, digest, warnings), encoding="utf-8")
        if plot is not None:
            from ...reporting.figures import calibration_figure, save_figure

            save_figure(plot, calibration_figure(result))
