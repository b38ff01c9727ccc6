"""`smile agree`: agreement of scores in a file, or of metrics, with human labels."""

from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...people.agreement.agreement_scorer import AgreementScorer
from ...people.agreement.metrics import ALL, METRICS, metric_names, open_scorers
from ...people.labelled_files import read_labelled
from ...people.published_sets import SETS, find_set, kept_folder, write_set
from ...people.side_by_side import measure_metrics
from ...reporting.agreement_report import agreement_report
from ..console import printed, progress_bar
from ..options import AsJson, ConfidenceLevel, LabelledOptions, ReportOptions, ScoringOptions, SetScoring, option
from .data import description


def agree(
    scoring: ScoringOptions,
    columns: LabelledOptions,
    files: ReportOptions,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="File with the rows (formats: see `smile score`). Leave it out with --data.",
            show_default=False,
        ),
    ] = None,
    data: Annotated[
        str | None,
        option(
            f"Published data set to use instead of FILE, downloaded on first use: {', '.join(SETS)}.",
            False,
            metavar="NAME",
        ),
    ] = None,
    metrics: Annotated[
        str | None,
        option(
            f"Metrics to score the rows with, separated by commas: {', '.join(METRICS)}, or {ALL} for every "
            "installed metric.",
            "none; use the scores in the file",
            metavar="A,B,...",
        ),
    ] = None,
    references: Annotated[
        bool, option("Also measure agreement by the number of references.", False, name="--references")
    ] = False,
    threshold: Annotated[
        float | None, option("Scores above this value count as correct.", "the setting's threshold")
    ] = None,
    changes: SetScoring = None,
    confidence_level: ConfidenceLevel = 0.95,
    as_json: AsJson = False,
) -> None:
    """Measure how well scores agree with human labels.

    Without --metrics, the scores come from the file: from its column smile, or from each --column score=NAME.
    """
    settings, store = scoring.read(changes)
    scorer = AgreementScorer(
        threshold=settings.threshold if threshold is None else threshold,
        label_threshold=columns.label_threshold,
        label_aggregation=columns.label_aggregation,
        confidence_level=confidence_level,
    )
    path, scores = _path(file, data), columns.named("score")
    files.check(path)
    scorers = open_scorers(settings, **store)
    if data is not None and not scores:
        metrics = metrics or "smile"
    names = [] if metrics is None else metric_names(metrics.split(","), settings.language)
    if references and not names:
        raise UsageError("--references has to score the rows: choose metrics with --metrics")
    scores = scores or ([] if names else ["smile"])
    rows = read_labelled(path, columns.labels(), columns.rows(), scores, with_rows=bool(names))
    if names:
        with progress_bar(as_json) as on_progress:
            found = measure_metrics(rows, names, scorer, settings, on_progress, scorers, with_references=references)
    else:
        found = scorer.score_side_by_side(rows.scores, rows)
    with printed(found.to_dict(), agreement_report(found), as_json):
        if files.are_wanted:
            from ...reporting.agreement_figures import figures

            files.write(figures(found), agreement_report(found, path.name), path.name)


def _path(file: Path | None, data: str | None) -> Path:
    """Returns the path of the file, or of the data set after downloading it."""
    if file is not None and data is None:
        return file
    if data is None or file is not None:
        raise UsageError("give either a FILE, or the name of a published data set with --data")
    wanted = find_set(data)
    written = write_set(wanted, kept_folder())
    typer.echo(description(wanted, written), err=True)
    return written.path
