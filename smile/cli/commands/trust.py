"""`smile trust`: on which kinds of rows a metric's verdicts are not those of people, and where it errs most."""

from typing import Annotated, Any

import typer

from ...cli import options
from ...errors import UsageError
from ...files.writing import ITEM_ENDINGS, write_items
from ...people.agreement.agreement_scorer import AgreementScorer
from ...people.agreement.metrics import METRICS, metric_names, score_metrics, stored_encoders
from ...people.failures import PERMUTATIONS, describe_disagreements, largest_disagreements, measure_trust
from ...people.labelled_files import LabelOptions, read_labelled_rows
from ...people.slices import find_slices, names_of_row
from ...settings.named_settings import named_settings
from ...stores.embedding_store import DEFAULT_GIGABYTES
from ...text.refusals_and_negations import word_list
from ..console import check_written, errors_as_exit_codes, print_result, progress_bar
from ..tables.failures_table import print_trust


def trust(
    file: options.File,
    metric: Annotated[str, typer.Option(metavar="NAME", help=f"One of {', '.join(METRICS)}.")] = "smile",
    setting: options.Setting = "default",
    language: options.Language = None,
    store: options.Store = None,
    store_gigabytes: options.StoreGigabytes = DEFAULT_GIGABYTES,
    threshold: options.VerdictThreshold = None,
    label_threshold: options.LabelThreshold = None,
    annotators: options.Annotators = "mean",
    confidence_level: options.ConfidenceLevel = 0.95,
    disagreements: Annotated[
        int,
        typer.Option(
            min=0, metavar="N", help="Show the N largest of either kind.", rich_help_panel=options.RESULTS_PANEL
        ),
    ] = 5,
    output: options.Output = None,
    as_json: options.AsJson = False,
    label_column: options.LabelColumn = None,
    prediction_column: options.PredictionColumn = None,
    reference_column: options.ReferenceColumn = None,
    question_column: options.AnsweredQuestionColumn = None,
    id_column: options.IdColumn = None,
    synthetic_answer_column: options.SyntheticAnswerColumn = None,
) -> None:
    """Find out on which kinds of rows a metric is not to be trusted."""
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
        names = metric_names([metric], settings.language)
        if len(names) > 1:
            raise UsageError(f"metric={metric!r} is several: name one of {', '.join(METRICS)}")
        [name] = names
        if output is not None:
            check_written(output, ITEM_ENDINGS, file)
        row_columns = {
            "prediction": prediction_column,
            "reference": reference_column,
            "id": id_column,
            "synthetic_answer": synthetic_answer_column,
        }
        labelled = read_labelled_rows(file, LabelOptions(label_column, question_column), row_columns)
        rows, is_right = labelled.file.rows, scorer.right_answers(labelled.people)
        if is_right is None:
            raise UsageError(
                "the labels are not all between 0 and 1: give label_threshold, above which an answer is right"
            )
        with progress_bar(as_json) as on_progress:
            scored = score_metrics(rows, [name], settings, on_progress, encoders)[name]
        sample = scorer.sample(scored.scores, labelled.people)
        slices = find_slices(rows, settings.language, scored.is_truncated)
        result: dict[str, Any] = {"metric": name} | measure_trust(sample, slices, scorer.rules)
        result["disagreements"] = describe_disagreements(
            largest_disagreements(scored.scores, is_right, threshold, disagreements),
            rows,
            labelled.file.ids,
            sample,
            slices,
            lambda some: score_metrics(some, [name], settings, encoders=encoders)[name].scores,
        )
        result |= {"n_truncated": scored.n_truncated, "word_list": word_list(settings.language)}
        result |= {
            "metric_signature": scored.signature,
            "signature": f"{scorer.signature()}|permutations:{PERMUTATIONS}",
        }

        def write() -> None:
            if output is not None:
                is_over = scored.scores > threshold
                items = {
                    name: scored.scores.tolist(),
                    "label": sample.labels.tolist(),
                    "right": is_right.tolist(),
                    "correct": is_over.tolist(),
                    "agrees": (is_over == is_right).tolist(),
                    "slices": ["; ".join(names_of_row(slices, i)) for i in range(len(rows))],
                }
                write_items(output, labelled.file, items)

        print_result(
            result,
            lambda console: print_trust(console, result, confidence_level, settings.language),
            as_json=as_json,
            write=write,
        )
