"""`smile sas`: semantic answer similarity of a file."""

from typing import Annotated

from ...baselines.sas_scorer import SAS_OPTIONS, SASScorer
from ...files.reading import read_rows
from ...reporting.report import Column
from ...reporting.score_report import Layout
from .. import options
from ..console import check_results, give_result, progress_bar
from ..option_groups import EncoderOptions, JudgedColumns, ResultOptions
from ..parameters import Only

_LAYOUT = Layout(aggregates={"sas": "SAS"}, numbers={"sas": Column("SAS")})


def sas(
    file: options.File,
    encoder: Annotated[EncoderOptions, Only(*SAS_OPTIONS[1:])],
    results: ResultOptions,
    columns: JudgedColumns,
    model: Annotated[
        str | None, options.encoder("Bi-encoder or cross-encoder: a Hub id or a folder.", "the embedded bi-encoder")
    ] = None,
) -> None:
    """Score by semantic answer similarity (SAS)."""
    scorer = SASScorer(**{name: getattr(encoder, name) for name in SAS_OPTIONS} | {"model": model})
    check_results(file, results)
    file_rows = read_rows(file, columns.names())
    with progress_bar(results.as_json) as on_progress:
        scores = scorer.score_rows(file_rows.rows, on_progress)
    give_result(file_rows, scores.items(), scores.summary(per_item=results.per_item), _LAYOUT, results)
