"""`smile estimate`: how many answers people would call right, from a few labels and all scores."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...people.estimates import TARGETS, Estimator
from ...people.labelled_files import LabelOptions, read_labelled
from ...people.labelling.label_choice import plan_labels
from .. import options
from ..console import errors_as_exit_codes, print_result
from ..few_labels import scored_by, with_scores
from ..option_groups import ColumnOptions, PeopleOptions, SettingOptions, StoreOptions
from ..parameters import Only, with_option_groups
from ..report_files import check_report_files, write_report_files
from ..tables.estimates_table import print_estimates, print_plan


@with_option_groups
@errors_as_exit_codes()
def estimate(
    file: options.File,
    choice: Annotated[SettingOptions, Only("setting", "language")],
    store: StoreOptions,
    people: PeopleOptions,
    columns: Annotated[
        ColumnOptions, Only("prediction_column", "reference_column", "id_column", "synthetic_answer_column")
    ],
    labels: Annotated[
        Path | None,
        typer.Option(help="File with the labels, as `smile label` writes it.", show_default="the labels are in FILE"),
    ] = None,
    metric: options.Metric = None,
    score_column: options.ScoreColumn = None,
    system_column: options.SystemColumn = None,
    group_column: options.GroupColumns = None,
    target: Annotated[
        str,
        typer.Option(
            help="What the interval is for: rows (the rows of this file) or questions (all that could have been asked "
            "in place of these).",
            rich_help_panel=options.SCORES_PANEL,
        ),
    ] = TARGETS[0],
    plan: Annotated[
        float | None,
        typer.Option(
            metavar="WIDTH",
            help="Say how many labels give an interval of this width (0.06 for plus or minus 0.03), and estimate "
            "nothing.",
            show_default=False,
        ),
    ] = None,
    correlation: Annotated[
        float | None,
        typer.Option(
            help="For --plan: the metric's Pearson correlation with people.", show_default="that of the labels so far"
        ),
    ] = None,
    confidence_level: options.ConfidenceLevel = 0.95,
    report: options.Report = None,
    plots: options.Plots = None,
    as_json: options.AsJson = False,
) -> None:
    """Estimate how many answers people would call right, from labels of some rows and scores of all."""
    estimator = Estimator(
        target=target,
        label_threshold=people.label_threshold,
        label_aggregation=people.label_aggregation,
        confidence_level=confidence_level,
    )
    check_report_files(report, plots, file)
    if plan is not None and (report is not None or plots is not None):
        raise UsageError("--plan estimates nothing that a report could show: leave --report and --plots out")
    scored = scored_by(choice, store, metric, score_column)
    label_columns = LabelOptions(people.label_column, people.question_column, system_column, group_column or [])
    read = read_labelled(
        file,
        label_columns,
        columns.names(),
        scored.columns,
        labels,
        with_rows=scored.column is None,
        needs="some" if plan is None else "none",
    )
    rows, of_metric = with_scores(estimator.combined(read), scored, as_json)
    if plan is not None:
        planned = of_metric | plan_labels(rows, plan, correlation, confidence_level)
        print_result(planned, lambda console: print_plan(console, planned, confidence_level), as_json=as_json)
        return
    result = estimator.estimate_rows(rows) | of_metric

    def write() -> None:
        if report is not None or plots is not None:
            from ...people.labelling.estimate_curve import estimate_curve
            from ...reporting.estimate_figures import estimate_figures
            from ...reporting.pages.estimate_page import estimate_page

            figures = estimate_figures(result, estimate_curve(estimator.estimate_rows, rows))
            page = partial(estimate_page, result, figures, file.name, confidence_level)
            write_report_files(report, plots, figures, page)

    print_result(
        result, lambda console: print_estimates(console, result, confidence_level), as_json=as_json, write=write
    )
