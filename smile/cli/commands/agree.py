"""`smile agree`: agreement of scores in a file, or of metrics, with human labels."""

from typing import Annotated

from ...errors import Option, UsageError
from ...people.agreement.agreement_scorer import AgreementScorer
from ...people.agreement.metrics import ALL, METRICS, measure_metrics, metric_names, open_metric_scorers
from ...people.labelled_files import read_labelled
from ...reporting.agreement_report import agreement_report
from ..console import print_after_writing, progress_bar
from ..options import AsJson, File, LabelledOptions, ReportOptions, ScoringOptions, SetScoring, cli_option


def agree(
    file: File,
    scoring: ScoringOptions,
    columns: LabelledOptions,
    files: ReportOptions,
    metrics: Annotated[
        list[str] | None,
        cli_option(
            f"Metrics to score the rows with: {', '.join(METRICS)}, or {ALL} for every installed metric. "
            "Repeatable, or separated by commas.",
            "none; use the scores in the file",
            metavar="A,B,...",
        ),
    ] = None,
    references: Annotated[
        bool, cli_option("Also measure agreement by the number of references.", False, name="--references")
    ] = False,
    threshold: Annotated[
        float | None, cli_option("Scores above this value count as correct.", "the setting's threshold")
    ] = None,
    changes: SetScoring = None,
    as_json: AsJson = False,
) -> None:
    """Measure how well scores agree with human labels.

    Without --metrics, the scores come from the file: from its column smile, or from each --column score=NAME.
    """
    settings, store = scoring.read(changes)
    scorer = AgreementScorer(
        threshold=settings.threshold if threshold is None else threshold,
        label_threshold=columns.label_threshold,
    )
    scores = columns.named("score")
    files.check(file)
    scorers = open_metric_scorers(settings, **store)
    names = [] if not metrics else metric_names(",".join(metrics).split(","), settings.language)
    if references and not names:
        raise UsageError("--references has to score the rows: choose metrics with --metrics")
    rows = read_labelled(
        file,
        columns.labels(),
        columns.rows(),
        scores or ([] if names else ["smile"]),
        with_rows=bool(names),
        score_option=Option("score_column") if scores else "--column score=NAME, or --metrics smile to score the rows",
    )
    if names:
        with progress_bar(as_json) as on_progress:
            found = measure_metrics(rows, names, scorer, settings, on_progress, scorers, with_references=references)
    else:
        found = scorer.score_side_by_side(rows.scores, rows)
    with print_after_writing(found.to_dict(), agreement_report(found), as_json):
        if files.report is not None:
            from ...reporting.figures import agreement_figures

            files.write(agreement_figures(found), agreement_report(found, file.name), file.name)
