"""`smile estimate`: human-judged accuracy from a few labels and the scores of all rows."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from ...errors import UsageError
from ...people.agreement.metrics import METRICS, metric_names, open_scorers, score_metrics
from ...people.estimates import Estimator
from ...people.labelled_files import read_labelled
from ...reporting.estimate_report import estimate_report
from .. import options
from ..console import printed, progress_bar


def estimate(
    file: options.File,
    scoring: options.ScoringOptions,
    columns: options.LabelledOptions,
    files: options.ReportOptions,
    labels: Annotated[
        Path | None,
        options.option("File with the labels, written by `smile label`.", "the labels are in FILE"),
    ] = None,
    metric: Annotated[
        str | None,
        options.option(
            f"Metric to score the rows with: {', '.join(METRICS)}.",
            "the scores in the file, or smile if one of its options is given",
            metavar="NAME",
        ),
    ] = None,
    changes: options.SetScoring = None,
    as_json: options.AsJson = False,
) -> None:
    """Estimate human-judged accuracy from a few labels and the scores of all rows.

    With --metric or an option of SMILE, the rows are scored. Otherwise the scores come from the file.
    """
    estimator = Estimator(
        label_threshold=columns.label_threshold,
    )
    files.check(file)
    settings, store = scoring.read(changes)
    score_column = columns.single("score")
    if metric is not None and score_column is not None:
        raise UsageError(
            "--metric scores the rows, but --column score=NAME reads scores from the file: leave one of them out"
        )
    names = metric_names([metric or "smile"], settings.language)
    if len(names) > 1:
        raise UsageError(f"--metric takes a single metric, got {metric!r}: choose one of {', '.join(METRICS)}")
    is_changed = scoring != options.ScoringOptions() or bool(changes)
    runs_metric = metric is not None or (score_column is None and is_changed)
    [name] = names if runs_metric else [score_column or "smile"]
    scorers = open_scorers(settings, **store)
    read = read_labelled(
        file,
        columns.labels(),
        columns.rows(),
        [] if runs_metric else [name],
        labels,
        with_rows=runs_metric,
        needs="some",
        score_option="score_column" if score_column else "score_column, or --metric smile to score the rows",
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
        files.write({}, shown, file.name)
