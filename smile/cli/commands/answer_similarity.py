"""`smile sas`: semantic answer similarity of a file."""

from typing import Annotated

import typer

from ...baselines.sas_scorer import SASScorer
from ...cli import options
from ...files.reading import read_rows
from ..console import check_results, errors_as_exit_codes, give_result, progress_bar
from ..tables.result_table import Layout

_LAYOUT = Layout(aggregates={"sas": "SAS"}, numbers={"sas": ("SAS", 0)}, counts={"backend": "Back end"})


def sas(
    file: options.File,
    model: Annotated[
        str | None,
        typer.Option(
            help="Hub id or folder of a bi-encoder or cross-encoder.",
            show_default="the embedded bi-encoder",
            rich_help_panel=options.MODEL_PANEL,
        ),
    ] = None,
    revision: options.Revision = None,
    device: options.Device = None,
    batch_size: options.BatchSize = None,
    dtype: options.Dtype = None,
    backend: options.Backend = None,
    worst: options.Worst = 5,
    output: options.Output = None,
    as_json: options.AsJson = False,
    per_item: options.PerItem = False,
    prediction_column: options.PredictionColumn = None,
    reference_column: options.ReferenceColumn = None,
    question_column: options.QuestionColumn = None,
    id_column: options.IdColumn = None,
) -> None:
    """Score by semantic answer similarity (SAS)."""
    with errors_as_exit_codes():
        scorer = SASScorer(
            model=model, revision=revision, device=device, batch_size=batch_size, dtype=dtype, backend=backend
        )
        check_results(file, output, as_json, per_item)
        file_rows = read_rows(
            file,
            prediction_column=prediction_column,
            reference_column=reference_column,
            question_column=question_column,
            id_column=id_column,
        )
        with progress_bar(as_json) as on_progress:
            scores = scorer.score_rows(file_rows.rows, on_progress)
        summary, items = scores.summary(per_item), scores.items()
        give_result(file_rows, items, summary, _LAYOUT, output=output, as_json=as_json, worst=worst)
