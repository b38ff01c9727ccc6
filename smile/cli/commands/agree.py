"""`smile agree`: how far scores agree with people, those in a file and those of metrics that are run on its rows."""

from pathlib import Path
from typing import Annotated

import typer

from ...cli import options
from ...disk.atomic_writes import check_writable, new_file
from ...errors import UsageError
from ...people.agreement.agreement_scorer import AgreementScorer
from ...people.agreement.metrics import METRICS, metric_names, stored_encoders
from ...people.agreement.side_by_side import SideBySide, measure_columns, measure_metrics
from ...people.labelled_files import LabelOptions, read_labelled, read_labelled_rows
from ...people.labelled_scores import LabelledScores
from ...settings.named_settings import named_settings
from ...statistics.krippendorff_alpha import LevelOfMeasurement
from ...stores.embedding_store import DEFAULT_GIGABYTES
from ..console import check_written, errors_as_exit_codes, print_result, progress_bar
from ..tables.agreement_table import print_agreement
from ..tables.metrics_table import print_side_by_side

_REPORT_ENDINGS = (".html",)


def agree(
    file: options.File,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help=f"Metrics to score the rows with: {', '.join(METRICS)}; or all that are installed. Any other metric "
            "joins by --score-column.",
        ),
    ] = None,
    score_column: Annotated[
        list[str] | None,
        typer.Option(
            help="A metric's scores, numbers; again for each further metric.",
            show_default="smile, without --metrics",
            rich_help_panel=options.COLUMNS_PANEL,
        ),
    ] = None,
    label_column: options.LabelColumn = None,
    question_column: options.AnsweredQuestionColumn = None,
    system_column: options.SystemColumn = None,
    group_column: options.GroupColumn = None,
    prediction_column: options.PredictionColumn = None,
    reference_column: options.ReferenceColumn = None,
    synthetic_answer_column: options.SyntheticAnswerColumn = None,
    setting: options.Setting = "default",
    language: options.Language = None,
    store: options.Store = None,
    store_gigabytes: options.StoreGigabytes = DEFAULT_GIGABYTES,
    threshold: options.VerdictThreshold = None,
    label_threshold: options.LabelThreshold = None,
    tie: Annotated[
        float, typer.Option(help="Answers tie under this difference.", rich_help_panel=options.SCORES_PANEL)
    ] = 0.05,
    annotators: options.Annotators = "mean",
    level_of_measurement: Annotated[
        LevelOfMeasurement,
        typer.Option(help="What Krippendorff's alpha takes labels for.", rich_help_panel=options.SCORES_PANEL),
    ] = "ordinal",
    confidence_level: options.ConfidenceLevel = 0.95,
    report: Annotated[
        Path | None,
        typer.Option(help="Write tables and figures as one page (.html).", rich_help_panel=options.RESULTS_PANEL),
    ] = None,
    plots: Annotated[
        Path | None,
        typer.Option(help="Write the figures into this folder (.png).", rich_help_panel=options.RESULTS_PANEL),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Measure how far scores agree with people."""
    with errors_as_exit_codes():
        settings = named_settings(setting, language=language)
        threshold = settings.threshold if threshold is None else threshold
        scorer = AgreementScorer(
            threshold=threshold,
            label_threshold=label_threshold,
            tie=tie,
            annotators=annotators,
            level_of_measurement=level_of_measurement,
            confidence_level=confidence_level,
        )
        columns = LabelOptions(label_column, question_column, system_column, group_column or [])
        if report is not None:
            check_written(report, _REPORT_ENDINGS, file)
        if plots is not None:
            check_writable(plots)
            if plots.is_file():
                raise UsageError(f"{plots} is a file: name a folder for the figures")
        encoders = stored_encoders(settings, store, store_gigabytes)
        names = [] if metrics is None else metric_names(metrics.split(","), settings.language)
        if metrics is None:
            given = read_labelled(file, score_column or ["smile"], columns)
            if len(given.scores) == 1 and report is None and plots is None:
                (scores,) = given.scores.values()
                result = scorer.score_rows(LabelledScores(scores, given.people))
                print_result(result, lambda each: print_agreement(each, result, confidence_level), as_json=as_json)
                return
            found = measure_columns(given, scorer)
        else:
            row_columns = {
                "prediction": prediction_column,
                "reference": reference_column,
                "synthetic_answer": synthetic_answer_column,
            }
            rows = read_labelled_rows(file, columns, row_columns, score_column or [])
            with progress_bar(as_json) as on_progress:
                found = measure_metrics(rows, names, scorer, settings, on_progress, encoders)

        def write() -> None:
            if report is not None or plots is not None:
                _write_figures(found, report, plots, file.name)

        print_result(
            found.result,
            lambda console: print_side_by_side(console, found, confidence_level),
            as_json=as_json,
            write=write,
        )


def _write_figures(found: SideBySide, report: Path | None, plots: Path | None, source: str) -> None:
    from ...reporting.agreement_figures import figures
    from ...reporting.agreement_page import html_report
    from ...reporting.score_figure import save_figure

    drawn = figures(found)
    if plots is not None:
        plots.mkdir(exist_ok=True)
        for name, figure in drawn.items():
            save_figure(plots / f"{name}.png", figure)
    if report is not None:
        page = html_report(found, drawn, source)
        with new_file(report) as temporary:
            temporary.write_text(page, encoding="utf-8")
