"""`smile match`: exact match, F1 and BLEU of a file."""

from typing import Annotated

from ...baselines.match_scorer import MATCH_AGGREGATIONS, QAMatchScorer
from ...files.reading import read_rows
from ...people.agreement.metrics import METRICS
from ...reporting.report import Column
from ...reporting.score_report import Layout
from .. import options
from ..console import check_results, give_result
from ..option_groups import JudgedColumns, ResultOptions

_NUMBERS = {
    "f1": Column("F1"),
    "exact_match": Column("EM", drop=1),
    "bleu_1": Column("BLEU-1", drop=1),
    "bleu_4": Column("BLEU-4", drop=1),
    "rouge_l": Column("ROUGE-L", drop=2),
    "meteor": Column("METEOR", drop=2),
}


def match(
    file: options.File,
    results: ResultOptions,
    columns: JudgedColumns,
    aggregation: Annotated[
        str, options.score(f"Which of the references' scores counts: {' or '.join(MATCH_AGGREGATIONS)}.")
    ] = "max",
    language: Annotated[str, options.score("Language of the rows: an ISO code, or any.")] = "en",
    rouge_l: Annotated[bool, options.score("Add ROUGE-L.", name="--rouge-l")] = False,
    meteor: Annotated[bool, options.score("Add METEOR.", name="--meteor")] = False,
) -> None:
    """Score by exact match, F1 and BLEU."""
    scorer = QAMatchScorer(aggregation=aggregation, language=language, rouge_l=rouge_l, meteor=meteor)
    check_results(file, results)
    file_rows = read_rows(file, columns.names())
    scores = scorer.score_rows(file_rows.rows)
    summary, items = scores.summary(per_item=results.per_item), scores.items()
    layout = Layout(
        aggregates={name: METRICS[name] for name in scores.measures} | {"corpus_bleu": "Corpus BLEU"},
        numbers={name: column for name, column in _NUMBERS.items() if name in items},
    )
    give_result(file_rows, items, summary, layout, results)
