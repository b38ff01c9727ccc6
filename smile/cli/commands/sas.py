"""`smile sas`: semantic answer similarity."""

from ...baselines.sas_scorer import SASScorer
from ...files.row_files import read_rows
from ...reporting.report import Column
from ...reporting.score_report import Layout
from ..console import print_scores_on_console, progress_bar
from ..options import ColumnOptions, File, Model, ResultOptions, SetEncoder, with_set_options

_LAYOUT = Layout(aggregates={"sas": "SAS"}, numbers={"sas": Column("SAS")})


def sas(
    file: File,
    results: ResultOptions,
    columns: ColumnOptions,
    model: Model = None,
    changes: SetEncoder = None,
) -> None:
    """Score by semantic answer similarity (SAS).

    The model is a bi-encoder or a cross-encoder. The default is the bi-encoder that is installed with SMILE.
    """
    scorer = SASScorer(**with_set_options({"model": model}, changes))
    results.check(file)
    file_rows = read_rows(file, columns.rows())
    with progress_bar(results.as_json) as on_progress:
        scores = scorer.score_rows(file_rows.rows, on_progress)
    print_scores_on_console(file_rows, scores, _LAYOUT, results)
