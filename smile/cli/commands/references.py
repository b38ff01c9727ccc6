"""`smile references`: how agreement with people depends on how many references there are."""

from typing import Annotated

import numpy as np
import typer

from ...cli import options
from ...files.writing import FIGURE_ENDINGS
from ...people.agreement.agreement_scorer import AgreementScorer
from ...people.agreement.metrics import METRICS, metric_names, score_metrics, stored_encoders
from ...people.labelled_files import LabelOptions, read_labelled_rows
from ...people.reference_counts import DRAWS, choose_most_references, measure_references, pair_references
from ...settings.named_settings import named_settings
from ...stores.embedding_store import DEFAULT_GIGABYTES
from ..console import check_written, errors_as_exit_codes, print_result, progress_bar
from ..tables.references_table import print_references


def references(
    file: options.File,
    metrics: Annotated[
        str,
        typer.Option(metavar="A,B,...", help=f"Metrics to measure: {', '.join(METRICS)}; or all that are installed."),
    ] = "smile",
    most_references: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            help="Draw up to K references at random, on the rows that have so many.",
            show_default="what half of the rows with several have, at most 5",
            rich_help_panel=options.SCORES_PANEL,
        ),
    ] = None,
    setting: options.Setting = "default",
    language: options.Language = None,
    store: options.Store = None,
    store_gigabytes: options.StoreGigabytes = DEFAULT_GIGABYTES,
    threshold: options.VerdictThreshold = None,
    label_threshold: options.LabelThreshold = None,
    annotators: options.Annotators = "mean",
    confidence_level: options.ConfidenceLevel = 0.95,
    plot: options.Plot = None,
    as_json: options.AsJson = False,
    label_column: options.LabelColumn = None,
    prediction_column: options.PredictionColumn = None,
    reference_column: options.ReferenceColumn = None,
    question_column: options.AnsweredQuestionColumn = None,
    synthetic_answer_column: options.SyntheticAnswerColumn = None,
) -> None:
    """Measure agreement with people with one reference, with more, and with their best or mean."""
    with errors_as_exit_codes():
        settings = named_settings(setting, language=language)
        threshold = settings.threshold if threshold is None else threshold
        scorer = AgreementScorer(
            threshold=threshold,
            label_threshold=label_threshold,
            annotators=annotators,
            confidence_level=confidence_level,
        )
        encoders = stored_encoders(settings, store, store_gigabytes)
        names = metric_names(metrics.split(","), settings.language)
        if plot is not None:
            check_written(plot, FIGURE_ENDINGS, file)
        columns = LabelOptions(label_column, question_column)
        row_columns = {
            "prediction": prediction_column,
            "reference": reference_column,
            "synthetic_answer": synthetic_answer_column,
        }
        labelled = read_labelled_rows(file, columns, row_columns)
        sample = scorer.sample(np.zeros(len(labelled.people)), labelled.people)
        pairs = pair_references(labelled.file.rows, sample.question)
        # Before the encoder has worked in vain.
        choose_most_references(pairs.counts, most_references)
        with progress_bar(as_json) as on_progress:
            scored = score_metrics(pairs.rows, names, settings, on_progress, encoders)
        result = {
            "metrics": {
                name: measure_references(pairs, each.scores, sample, scorer.rules, most_references)
                | {"n_truncated": each.n_truncated, "metric_signature": each.signature}
                for name, each in scored.items()
            },
            "signature": f"{scorer.signature()}|draws:{DRAWS}",
        }

        def write() -> None:
            if plot is not None:
                from ...reporting.references_figure import references_figure
                from ...reporting.score_figure import save_figure

                save_figure(plot, references_figure(result))

        print_result(
            result,
            lambda console: print_references(console, result, threshold, confidence_level),
            as_json=as_json,
            write=write,
        )
