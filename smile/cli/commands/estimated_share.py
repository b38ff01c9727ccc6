"""`smile estimate`: how many answers people would call right, from a few labels and all scores."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from ...errors import UsageError
from ...people.estimates import TARGETS, Estimator, first_labels
from ...people.label_choice import plan_labels
from ...people.labelled_files import read_labelled
from ...reporting.estimate_report import estimate_report, plan_report
from .. import options
from ..console import check_report_files, print_result, printed, write_report_files
from ..option_groups import MetricSetting, PeopleOptions, ReportOptions, ScoredColumnsAndId, StoreOptions
from ..row_sources import scored_by, with_scores


def estimate(
    file: options.File,
    choice: MetricSetting,
    store: StoreOptions,
    people: PeopleOptions,
    columns: ScoredColumnsAndId,
    files: ReportOptions,
    labels: Annotated[
        Path | None, options.option("File with the labels, as `smile label` writes it.", "the labels are in FILE")
    ] = None,
    metric: options.Metric = None,
    score_column: options.ScoreColumn = None,
    target: Annotated[
        str,
        options.score(
            "What the interval is for: rows (the rows of this file) or questions (all that could have been asked "
            "in place of these)."
        ),
    ] = TARGETS[0],
    plan: Annotated[
        float | None,
        options.option(
            "Say how many labels give an interval of this width (0.06 for plus or minus 0.03), and estimate nothing.",
            False,
            metavar="WIDTH",
        ),
    ] = None,
    correlation: Annotated[
        float | None,
        options.option("For --plan: the metric's Pearson correlation with people.", "that of the labels so far"),
    ] = None,
    confidence_level: options.ConfidenceLevel = 0.95,
    as_json: options.AsJson = False,
) -> None:
    """Estimate how many answers people would call right, from labels of some rows and scores of all."""
    estimator = Estimator(
        target=target,
        label_threshold=people.label_threshold,
        label_aggregation=people.label_aggregation,
        confidence_level=confidence_level,
    )
    check_report_files(files, file)
    if plan is not None and files.are_wanted:
        raise UsageError("--plan estimates nothing that a report could show: leave --report and --plots out")
    scored = scored_by(choice, store, metric, score_column)
    read = read_labelled(
        file,
        people.columns(),
        columns.names(),
        scored.columns,
        labels,
        with_rows=scored.column is None,
        needs="some" if plan is None else "none",
    )
    rows, of_metric = with_scores(estimator.combined(read), scored, as_json)
    if plan is not None:
        planned = plan_labels(rows, plan, correlation, confidence_level)
        print_result(of_metric | asdict(planned), plan_report(planned, confidence_level), as_json)
        return
    found = estimator.estimate_rows(rows)
    by = of_metric.get("metric_signature", f"from the file, column {of_metric['metric']}")
    shown = estimate_report(found, by, of_metric.get("n_not_attempted", 0))
    with printed(found.to_dict() | of_metric, shown, as_json):
        if files.are_wanted:
            from ...reporting.figures import estimate_figures

            figures = estimate_figures(found, estimator.curve(first_labels(rows), found.whole.n_labelled))
            write_report_files(files, figures, shown, file.name)
