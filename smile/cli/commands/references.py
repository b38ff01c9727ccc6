"""`smile references`: how agreement with people depends on how many references there are."""

from typing import Annotated

import numpy as np

from ...people.agreement.metrics import metric_names, open_scorers, score_metrics
from ...people.labelled_files import read_labelled
from ...people.reference_counts import DRAWS, choose_most_references, measure_references, pair_references
from ...reporting.references_report import references_report
from .. import options
from ..console import check_plot, printed, progress_bar
from ..option_groups import LabelsOfPeople, MetricSetting, ScoredColumns, StoreOptions
from ..row_sources import LabelledSource


def references(
    source: LabelledSource,
    choice: MetricSetting,
    store: StoreOptions,
    people: LabelsOfPeople,
    columns: ScoredColumns,
    metrics: Annotated[
        str, options.option(f"Metrics to measure, separated by commas: {options.METRIC_NAMES}.", metavar="A,B,...")
    ] = "smile",
    most_references: Annotated[
        int | None,
        options.score(
            "Draw 1 to K references at random, on the rows that have at least K.",
            "the number that half of the rows with several references have, at most 5",
            metavar="K",
        ),
    ] = None,
    threshold: options.VerdictThreshold = None,
    confidence_level: options.ConfidenceLevel = 0.95,
    plot: options.Plot = None,
    as_json: options.AsJson = False,
) -> None:
    """Measure how agreement with people depends on the number of references."""
    settings = choice.settings()
    scorer = people.scorer(settings, threshold, confidence_level)
    scorers = open_scorers(settings, **vars(store))
    names = metric_names(metrics.split(","), settings.language)
    file = source.path()
    check_plot(plot, file)
    labelled = read_labelled(file, people.columns(), columns.names())
    sample = scorer.sample(np.zeros(len(labelled)), labelled)
    pairs = pair_references(labelled.file.rows, sample.question_number)
    # Too large a number is an error before the encoder starts.
    choose_most_references(pairs.counts, most_references)
    with progress_bar(as_json) as on_progress:
        scored = score_metrics(pairs.rows, names, settings, on_progress, scorers)
    measured = {
        name: measure_references(pairs, each.scores, sample, scorer.options, most_references)
        for name, each in scored.items()
    }
    signature = f"{scorer.signature()}|draws:{DRAWS}"
    results = {
        name: each.to_dict() | {"n_truncated": scored[name].n_truncated, "metric_signature": scored[name].signature}
        for name, each in measured.items()
    }
    report = references_report(measured, scored, signature, scorer.options.threshold, confidence_level)
    with printed({"metrics": results, "signature": signature}, report, as_json):
        if plot is not None:
            from ...reporting.figures import references_figure, save_figure

            save_figure(plot, references_figure(measured))
