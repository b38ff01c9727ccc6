"""`smile estimate`: how many answers people would call right, from a few labels and all scores."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from ...errors import UsageError
from ...people.agreement.metrics import METRICS, metric_names, open_scorers, score_metrics
from ...people.estimates import TARGETS, Estimator, first_labels
from ...people.labelled_files import read_labelled
from ...reporting.estimate_report import estimate_report
from .. import options
from ..console import check_report_files, printed, progress_bar, write_report_files
from ..option_groups import (
    MetricSetting,
    PeopleOptions,
    ReportOptions,
    ScoredColumnsAndId,
    SettingOptions,
    StoreOptions,
)


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
    settings = choice.settings()
    if metric is not None and score_column is not None:
        raise UsageError("--metric scores the rows and --score-column reads scores: leave one of them out")
    names = metric_names([metric or "smile"], settings.language)
    if len(names) > 1:
        raise UsageError(f"--metric takes a single metric, got {metric!r}: name one of {', '.join(METRICS)}")
    # A column of scores, by default `smile`, unless a metric or a setting is named.
    runs_metric = metric is not None or (score_column is None and choice.setting != SettingOptions.setting)
    [name] = names if runs_metric else [score_column or "smile"]
    scorers = open_scorers(settings, **vars(store))
    read = read_labelled(
        file,
        people.columns(),
        columns.names(),
        [] if runs_metric else [name],
        labels,
        with_rows=runs_metric,
        needs="some",
    )
    rows, of_metric = estimator.combined(read), dict[str, Any](metric=name)
    if runs_metric:
        with progress_bar(as_json) as on_progress:
            scored = score_metrics(rows.file.rows, names, settings, on_progress, scorers)[name]
        rows = replace(rows, scores={name: scored.scores})
        of_metric |= {**scored.counts(), "metric_signature": scored.signature}
    found = estimator.estimate_rows(rows)
    by = of_metric.get("metric_signature", f"from the file, column {name}")
    shown = estimate_report(found, by, of_metric.get("n_not_attempted", 0))
    with printed(found.to_dict() | of_metric, shown, as_json):
        if files.are_wanted:
            from ...reporting.figures import estimate_figures

            figures = estimate_figures(found, estimator.curve(first_labels(rows), found.whole.n_labelled))
            write_report_files(files, figures, shown, file.name)
