"""`smile agree`: how well scores agree with people, whether a file holds them or metrics score its rows."""

from pathlib import Path
from typing import Annotated

import typer

from ...people.agreement.agreement_scorer import AgreementScorer
from ...people.agreement.metrics import metric_names, open_scorers
from ...people.labelled_files import LabelOptions, read_labelled
from ...people.labels import LabelledRows
from ...people.side_by_side import SideBySide, measure_columns, measure_metrics
from ...statistics.krippendorff_alpha import LevelOfMeasurement
from .. import options
from ..console import check_report_files, errors_as_exit_codes, print_result, progress_bar, write_report_files
from ..option_groups import ColumnOptions, PeopleOptions, SettingOptions, StoreOptions
from ..parameters import Only, with_option_groups
from ..tables.agreement_table import print_agreement
from ..tables.metrics_table import print_side_by_side


@with_option_groups
@errors_as_exit_codes()
def agree(
    file: options.File,
    choice: Annotated[SettingOptions, Only("setting", "language")],
    store: StoreOptions,
    people: PeopleOptions,
    columns: Annotated[ColumnOptions, Only("prediction_column", "reference_column", "synthetic_answer_column")],
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help=f"Metrics to score the rows with, separated by commas: {options.METRIC_NAMES}. Add the scores of any "
            "other metric with --score-column.",
        ),
    ] = None,
    score_column: Annotated[
        list[str] | None,
        typer.Option(
            help="Column of a metric's scores; repeat the option for each further metric.",
            show_default="smile, without --metrics",
            rich_help_panel=options.COLUMNS_PANEL,
        ),
    ] = None,
    system_column: options.SystemColumn = None,
    group_column: options.GroupColumns = None,
    threshold: options.VerdictThreshold = None,
    tie_margin: Annotated[
        float, typer.Option(help="Scores closer than this count as a tie.", rich_help_panel=options.SCORES_PANEL)
    ] = 0.05,
    level_of_measurement: Annotated[
        LevelOfMeasurement,
        typer.Option(
            help="Level of measurement of the labels, for Krippendorff's alpha.", rich_help_panel=options.SCORES_PANEL
        ),
    ] = "ordinal",
    confidence_level: options.ConfidenceLevel = 0.95,
    report: options.Report = None,
    plots: options.Plots = None,
    as_json: options.AsJson = False,
) -> None:
    """Measure how well scores agree with people."""
    settings = choice.settings()
    scorer = AgreementScorer(
        threshold=settings.threshold if threshold is None else threshold,
        label_threshold=people.label_threshold,
        tie_margin=tie_margin,
        label_aggregation=people.label_aggregation,
        level_of_measurement=level_of_measurement,
        confidence_level=confidence_level,
    )
    label_columns = LabelOptions(people.label_column, people.question_column, system_column, group_column or [])
    check_report_files(report, plots, file)
    scorers = open_scorers(settings, store.store, store.store_gigabytes)
    if metrics is None:
        given = read_labelled(file, label_columns, score_columns=score_column or ["smile"], with_rows=False)
        if len(given.scores) == 1 and report is None and plots is None:
            _print_single(given, scorer, confidence_level, as_json)
            return
        found = measure_columns(given, scorer)
    else:
        names = metric_names(metrics.split(","), settings.language)
        rows = read_labelled(file, label_columns, columns.names(), score_column or [])
        with progress_bar(as_json) as on_progress:
            found = measure_metrics(rows, names, scorer, settings, on_progress, scorers)

    def write() -> None:
        if report is not None or plots is not None:
            _write_figures(found, report, plots, file.name)

    print_result(
        found.result,
        lambda console: print_side_by_side(console, found, confidence_level),
        as_json=as_json,
        write=write,
    )


def _print_single(given: LabelledRows, scorer: AgreementScorer, confidence_level: float, as_json: bool) -> None:
    result = scorer.score_rows(given)
    print_result(result, lambda console: print_agreement(console, result, confidence_level), as_json=as_json)


def _write_figures(found: SideBySide, report: Path | None, plots: Path | None, source: str) -> None:
    from ...reporting.agreement_figures import figures
    from ...reporting.pages.agreement_page import html_report

    drawn = figures(found)
    write_report_files(report, plots, drawn, lambda: html_report(found, drawn, source))
