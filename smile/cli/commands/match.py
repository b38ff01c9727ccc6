"""`smile match`: exact match, F1 and BLEU."""

from typing import Annotated

from ...baselines.match_scorer import MATCH_AGGREGATIONS, QAMatchScorer
from ...files.row_files import read_rows
from ...people.agreement.metrics import METRICS
from ...reporting.report import Column
from ...reporting.score_report import Layout
from ..console import print_scores_on_console
from ..options import ColumnOptions, File, ResultOptions, cli_option

_NUMBERS = {
    "f1": Column("F1"),
    "exact_match": Column("exact match"),
    "bleu_1": Column("BLEU-1"),
    "bleu_4": Column("BLEU-4"),
    "rouge_l": Column("ROUGE-L"),
    "meteor": Column("METEOR"),
}


def match(
    file: File,
    results: ResultOptions,
    columns: ColumnOptions,
    aggregation: Annotated[
        str, cli_option(f"How to combine the scores for several references: {' or '.join(MATCH_AGGREGATIONS)}.")
    ] = "max",
    language: Annotated[str, cli_option("Language of the rows: an ISO code, or any.")] = "en",
    rouge_l: Annotated[
        bool, cli_option("Also compute ROUGE-L (needs the package rouge-score).", name="--rouge-l")
    ] = False,
    meteor: Annotated[bool, cli_option("Also compute METEOR (needs WordNet for NLTK).", name="--meteor")] = False,
) -> None:
    """Score by exact match, F1 and BLEU."""
    scorer = QAMatchScorer(aggregation=aggregation, language=language, rouge_l=rouge_l, meteor=meteor)
    results.check(file)
    file_rows = read_rows(file, columns.rows())
    scores = scorer.score_rows(file_rows.rows)
    layout = Layout(
        aggregates={name: METRICS[name] for name in scores.measures} | {"corpus_bleu": "Corpus BLEU"},
        numbers={name: column for name, column in _NUMBERS.items() if name in scores.measures},
    )
    print_scores_on_console(file_rows, scores, layout, results)
