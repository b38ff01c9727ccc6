"""`smile match`: exact match, F1 and BLEU of a file."""

from typing import Annotated

import typer

from ...baselines.match_scorer import MATCH_AGGREGATIONS, QAMatchScorer
from ...cli import options
from ...files.reading import read_rows
from ..console import check_results, errors_as_exit_codes, give_result
from ..tables.result_table import Layout

_LABELS = {
    "exact_match": "Exact match",
    "f1": "F1",
    "bleu_1": "BLEU-1",
    "bleu_4": "BLEU-4",
    "rouge_l": "ROUGE-L",
    "meteor": "METEOR",
    "corpus_bleu": "Corpus BLEU",
}
_NUMBERS = {
    "f1": ("F1", 0),
    "exact_match": ("EM", 72),
    "bleu_1": ("BLEU-1", 72),
    "bleu_4": ("BLEU-4", 72),
    "rouge_l": ("ROUGE-L", 90),
    "meteor": ("METEOR", 90),
}


def match(
    file: options.File,
    aggregation: Annotated[
        str,
        typer.Option(
            help=f"Over the references: {' or '.join(MATCH_AGGREGATIONS)}.", rich_help_panel=options.SCORES_PANEL
        ),
    ] = "max",
    language: Annotated[
        str, typer.Option(help="ISO code of the rows' language, or any.", rich_help_panel=options.SCORES_PANEL)
    ] = "en",
    rouge_l: Annotated[
        bool, typer.Option("--rouge-l", help="Add ROUGE-L.", rich_help_panel=options.SCORES_PANEL)
    ] = False,
    meteor: Annotated[bool, typer.Option("--meteor", help="Add METEOR.", rich_help_panel=options.SCORES_PANEL)] = False,
    worst: options.Worst = 5,
    output: options.Output = None,
    as_json: options.AsJson = False,
    per_item: options.PerItem = False,
    prediction_column: options.PredictionColumn = None,
    reference_column: options.ReferenceColumn = None,
    question_column: options.QuestionColumn = None,
    id_column: options.IdColumn = None,
) -> None:
    """Score by exact match, F1 and BLEU."""
    with errors_as_exit_codes():
        scorer = QAMatchScorer(aggregation=aggregation, language=language, rouge_l=rouge_l, meteor=meteor)
        check_results(file, output, as_json, per_item)
        file_rows = read_rows(
            file,
            prediction_column=prediction_column,
            reference_column=reference_column,
            question_column=question_column,
            id_column=id_column,
        )
        scores = scorer.score_rows(file_rows.rows)
        summary, items = scores.summary(per_item), scores.items()
        layout = Layout(
            aggregates={name: label for name, label in _LABELS.items() if name in summary},
            numbers={name: column for name, column in _NUMBERS.items() if name in items},
        )
        give_result(file_rows, items, summary, layout, output=output, as_json=as_json, worst=worst)
