"""`smile agree`: how well scores agree with people, whether a file holds them or metrics score its rows."""

from typing import Annotated

from ...errors import UsageError
from ...people.agreement.metrics import metric_names, open_scorers
from ...people.labelled_files import read_labelled
from ...people.side_by_side import measure_metrics
from ...reporting.agreement_report import agreement_report
from .. import options
from ..console import check_report_files, printed, progress_bar, write_report_files
from ..option_groups import MetricSetting, PeopleOptions, ReportOptions, ScoredColumns, StoreOptions
from ..row_sources import LabelledSource


def agree(
    source: LabelledSource,
    choice: MetricSetting,
    store: StoreOptions,
    people: PeopleOptions,
    columns: ScoredColumns,
    files: ReportOptions,
    metrics: Annotated[
        str | None,
        options.option(
            f"Metrics to score the rows with, separated by commas: {options.METRIC_NAMES}. Add the scores of any "
            "other metric with --score-column.",
            metavar="A,B,...",
        ),
    ] = None,
    score_column: Annotated[
        list[str] | None,
        options.column(
            "Column of a metric's scores; repeat the option for each further metric.",
            "smile, without --metrics and --data",
        ),
    ] = None,
    references: Annotated[
        bool, options.score("Measure agreement by the number of references, too.", False, name="--references")
    ] = False,
    threshold: options.VerdictThreshold = None,
    tie_margin: Annotated[float, options.score("Scores closer than this count as a tie.")] = 0.05,
    confidence_level: options.ConfidenceLevel = 0.95,
    as_json: options.AsJson = False,
) -> None:
    """Measure how well scores agree with people."""
    settings = choice.settings()
    scorer = people.scorer(settings, threshold, confidence_level, tie_margin=tie_margin)
    file = source.path()
    check_report_files(files, file)
    scorers = open_scorers(settings, **vars(store))
    if source.data is not None and not score_column:
        metrics = metrics or "smile"
    names = [] if metrics is None else metric_names(metrics.split(","), settings.language)
    if references and not names:
        raise UsageError("--references scores the rows with each reference: name metrics with --metrics")
    scores = score_column or ([] if names else ["smile"])
    rows = read_labelled(file, people.columns(), columns.names(), scores, with_rows=bool(names))
    if names:
        with progress_bar(as_json) as on_progress:
            found = measure_metrics(rows, names, scorer, settings, on_progress, scorers, with_references=references)
    else:
        found = scorer.score_side_by_side(rows.scores, rows)
    with printed(found.to_dict(), agreement_report(found), as_json):
        if files.are_wanted:
            from ...reporting.agreement_figures import figures

            write_report_files(files, figures(found), agreement_report(found, file.name), file.name)
