"""`smile estimate`: how many answers people would call right, from a few labels and all scores."""

from pathlib import Path
from typing import Annotated

from ...people.estimates import TARGETS, Estimator, first_labels
from ...people.labelled_files import read_labelled
from ...reporting.estimate_report import estimate_report
from .. import options
from ..console import check_report_files, printed, write_report_files
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
    scored = scored_by(choice, store, metric, score_column)
    read = read_labelled(
        file,
        people.columns(),
        columns.names(),
        scored.columns,
        labels,
        with_rows=scored.column is None,
        needs="some",
    )
    rows, of_metric = with_scores(estimator.combined(read), scored, as_json)
    found = estimator.estimate_rows(rows)
    by = of_metric.get("metric_signature", f"from the file, column {of_metric['metric']}")
    shown = estimate_report(found, by, of_metric.get("n_not_attempted", 0))
    with printed(found.to_dict() | of_metric, shown, as_json):
        if files.are_wanted:
            from ...reporting.figures import estimate_figures

            figures = estimate_figures(found, estimator.curve(first_labels(rows), found.whole.n_labelled))
            write_report_files(files, figures, shown, file.name)
