"""`smile agree`: how far scores agree with people, those in a file and those of metrics that are run on its rows."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from ..agreement_scorer import AgreementScorer
from ..annotators import LevelOfMeasurement
from ..errors import UsageError
from ..files.labelled import LabelColumns, LabelledColumns, read_labelled, read_labelled_rows
from ..files.writing import replacing
from ..labelled_scores import LabelledScores
from ..meta_evaluation.metrics import METRICS, PARTS, MetricScores, metric_names, score_metrics
from ..rows import Row
from ..settings import Settings, named_settings
from . import options
from .agreement_report import print_agreement
from .run import check_written, errors_as_exit_codes, print_result, progress_bar
from .side_by_side_report import print_side_by_side

_REPORT_ENDINGS = (".html",)


def agree(
    file: options.File,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...", help=f"Score the rows by these: {', '.join(METRICS)}; or all that can be had here."
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
    threshold: options.VerdictThreshold = 0.67,
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
        scorer = AgreementScorer(
            threshold=threshold,
            label_threshold=label_threshold,
            tie=tie,
            annotators=annotators,
            level_of_measurement=level_of_measurement,
            confidence_level=confidence_level,
        )
        columns = LabelColumns(label_column or ["human"], question_column, system_column, group_column or [])
        if report is not None:
            check_written(report, _REPORT_ENDINGS, file)
        if plots is not None and (plots.is_file() or not plots.resolve().parent.is_dir()):
            raise UsageError(f"{plots} is no folder that can be written to: name one in a folder that is there")
        settings = named_settings(setting, language=language)
        names = [] if metrics is None else metric_names(metrics.split(","), settings.language)
        if metrics is None:
            given = read_labelled(file, score_column or ["smile"], columns)
            ran: dict[str, MetricScores] = {}
        else:
            row_columns = {
                "prediction": prediction_column,
                "reference": reference_column,
                "synthetic_answer": synthetic_answer_column,
            }
            _check_apart(names, score_column or [])
            rows = read_labelled_rows(file, columns, row_columns, score_column or [])
            given, ran = rows, _run(rows.file.rows, names, settings, as_json)
        if not ran and len(given.scores) == 1 and report is None and plots is None:
            (scores,) = given.scores.values()
            result = scorer.score_rows(LabelledScores(scores, given.people))
            print_result(result, lambda console: print_agreement(console, result, confidence_level), as_json=as_json)
            return
        _side_by_side(scorer, given, ran, names, file, threshold, confidence_level, as_json, report, plots)


def _check_apart(names: list[str], score_columns: list[str]) -> None:
    for name in score_columns:
        if name in names:
            raise UsageError(f"{name} is a metric to run and a column of scores: rename the column, or leave out one")


def _run(rows: list[Row], names: list[str], settings: Settings, as_json: bool) -> dict[str, MetricScores]:
    # SMILE's parts come with it, for the figure.
    wanted = [*names, *(part for part in PARTS[:2] if "smile" in names and part not in names)]
    with progress_bar(as_json) as on_progress:
        return score_metrics(rows, wanted, settings, on_progress)


def _side_by_side(
    scorer: AgreementScorer,
    given: LabelledColumns,
    ran: Mapping[str, MetricScores],
    names: list[str],
    file: Path,
    threshold: float,
    confidence_level: float,
    as_json: bool,
    report: Path | None,
    plots: Path | None,
) -> None:
    scores = {name: ran[name].scores for name in names} | given.scores
    labels = {name: METRICS.get(name, name) if name in ran else name for name in scores}
    result = scorer.score_side_by_side(scores, given.people)
    for name in names:
        result["metrics"][name] |= {"n_truncated": ran[name].n_truncated, "metric_signature": ran[name].signature}

    def write() -> None:
        if report is None and plots is None:
            return
        from ..meta_evaluation.figures import figures
        from ..meta_evaluation.html_report import html_report
        from .plot import save_figure

        parts = (ran["semantic"].scores, ran["lexical"].scores) if "smile" in ran else None
        drawn = figures(result, scores, scorer.right_answers(given.people), threshold, labels, parts)
        if plots is not None:
            plots.mkdir(exist_ok=True)
            for name, figure in drawn.items():
                save_figure(plots / f"{name}.png", figure)
        if report is not None:
            page = html_report(result, labels, drawn, source=file.name, confidence_level=confidence_level)
            with replacing(report) as temporary:
                temporary.write_text(page, encoding="utf-8")

    print_result(
        result,
        lambda console: print_side_by_side(console, result, labels, confidence_level),
        as_json=as_json,
        write=write,
    )
