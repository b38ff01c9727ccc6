"""`smile estimate`: human-judged accuracy from a few labels and the scores of all rows."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

from ...errors import Option, UsageError
from ...people.agreement.metrics import METRICS, metric_names, open_metric_scorers, score_metrics
from ...people.estimates import Estimator
from ...people.labelled_files import read_labelled
from ...people.labels import LabelledRows, Needed
from ...reporting.estimate_report import corrected_report, estimate_report
from ...scoring.verdicts import EVEN
from ...statistics.corrected_share import corrected_share
from .. import options
from ..console import print_after_writing, progress_bar

LEVEL = 0.95


def estimate(
    file: options.File,
    scoring: options.ScoringOptions,
    columns: options.LabelledOptions,
    files: options.ReportOptions,
    labels: Annotated[
        Path | None,
        options.cli_option("File with the labels, written by `smile label`.", "the labels are in FILE"),
    ] = None,
    errors_from: Annotated[
        Path | None,
        options.cli_option(
            "File with labels of other answers: they show the metric's errors, which are corrected in FILE.",
            False,
        ),
    ] = None,
    metric: Annotated[
        str | None,
        options.cli_option(
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
    if errors_from is not None and labels is not None:
        raise UsageError("--labels are labels of answers in FILE, and --errors-from of other answers: give one of them")
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
    scorers = open_metric_scorers(settings, **store)

    def with_scores(path: Path, needs: Needed) -> tuple[LabelledRows, dict[str, Any]]:
        """Returns the rows of a file with one label each and their scores, and the counts and signature of these."""
        read = read_labelled(
            path,
            columns.labels(),
            columns.rows(),
            [] if runs_metric else [name],
            labels,
            with_rows=runs_metric,
            needs=needs,
            score_option=Option("score_column")
            if score_column
            else "--column score=NAME, or --metric smile to score the rows",
        )
        rows = read if needs == "none" else estimator.combined(read)
        if not runs_metric:
            return rows, {}
        with progress_bar(as_json) as on_progress:
            scored = score_metrics(rows.file.rows, names, settings, on_progress, scorers)[name]
        return replace(rows, scores={name: scored.scores}), {
            **scored.counts(),
            "metric_signature": str(scored.signature),
        }

    if errors_from is not None:
        (rows, of_metric), (known, _) = with_scores(file, "none"), with_scores(errors_from, "some")
        at = known.is_labelled
        accepted, accepted_labelled = (each.scores[name] > settings.threshold for each in (rows, known))
        corrected = corrected_share(accepted, accepted_labelled[at], known.label[at] > EVEN, LEVEL)
        by = of_metric.get("metric_signature", f"from the file, column {name}")
        shown = corrected_report(corrected, LEVEL, by, settings.threshold)
        with print_after_writing(asdict(corrected) | {"metric": name} | of_metric, shown, as_json):
            files.write({}, shown, file.name)
        return
    rows, of_metric = with_scores(file, "some")
    found = estimator.estimate_rows(rows)
    by = of_metric.get("metric_signature", f"from the file, column {name}")
    shown = estimate_report(found, by, of_metric.get("n_not_attempted", 0))
    with print_after_writing(found.to_dict() | {"metric": name} | of_metric, shown, as_json):
        files.write({}, shown, file.name)
