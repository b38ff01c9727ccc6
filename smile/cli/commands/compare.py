"""`smile compare`: which of several systems answers better."""

from pathlib import Path
from typing import Annotated

import typer

from ...checks import check_share
from ...cli import options
from ...files.systems import SYSTEM, pair_systems, read_systems
from ...files.writing import FIGURE_ENDINGS, ITEM_ENDINGS, write_items
from ...runs.system_comparison import compare_systems
from ...scoring.scorer import SmileScorer
from ...scoring.signature import RowKinds
from ...settings.settings_file import chosen_settings
from ...statistics.system_ranking import draws_needed
from ...stores.embedding_store import DEFAULT_GIGABYTES
from ..console import (
    check_written,
    errors_as_exit_codes,
    print_result,
    progress_bar,
    tell_of_unused_questions,
)
from ..tables.comparison_table import print_comparison


def compare(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="A .jsonl, .json, .csv, .tsv or .parquet file for each system, or one with a column of systems.",
            show_default=False,
        ),
    ],
    name: Annotated[
        list[str] | None,
        typer.Option(
            help="What to call a file's system; again for each file.", show_default="the file's name without ending"
        ),
    ] = None,
    setting: options.Setting = "default",
    settings_file: options.SettingsFile = None,
    semantic_weight: options.SemanticWeight = None,
    threshold: options.Threshold = None,
    aggregation: options.Aggregation = None,
    easy_match: options.EasyMatch = None,
    questions: options.Questions = None,
    language: options.Language = None,
    model: options.Model = None,
    revision: options.Revision = None,
    device: options.Device = None,
    batch_size: options.BatchSize = None,
    dtype: options.Dtype = None,
    backend: options.Backend = None,
    prompt: options.Prompt = None,
    store: options.Store = None,
    store_gigabytes: options.StoreGigabytes = DEFAULT_GIGABYTES,
    prepared: options.Prepared = None,
    confidence_level: options.ConfidenceLevel = 0.95,
    output: options.Output = None,
    plot: options.Plot = None,
    as_json: options.AsJson = False,
    prediction_column: options.PredictionColumn = None,
    reference_column: options.ReferenceColumn = None,
    question_column: options.QuestionColumn = None,
    id_column: options.IdColumn = None,
    synthetic_answer_column: options.SyntheticAnswerColumn = None,
    system_column: Annotated[
        str | None,
        typer.Option(help="Of one file with all systems, if not system.", rich_help_panel=options.COLUMNS_PANEL),
    ] = None,
) -> None:
    """Rank systems by SMILE on the same questions, and say which differences are real."""
    with errors_as_exit_codes():
        settings = chosen_settings(
            setting,
            settings_file,
            semantic_weight=semantic_weight,
            threshold=threshold,
            aggregation=aggregation,
            use_easy_match=easy_match,
            use_questions=questions,
            language=language,
            model=model,
            revision=revision,
            device=device,
            batch_size=batch_size,
            dtype=dtype,
            backend=backend,
            prompt=prompt,
        )
        check_share("confidence_level", confidence_level, open_interval=True)
        for file in files:
            if output is not None:
                check_written(output, ITEM_ENDINGS, file)
            if plot is not None:
                check_written(plot, FIGURE_ENDINGS, file)
        systems = read_systems(
            files,
            names=name or [],
            system_column=system_column,
            columns={
                "prediction": prediction_column,
                "reference": reference_column,
                "question": question_column,
                "id": id_column,
                "synthetic_answer": synthetic_answer_column,
            },
        )
        # Before the encoder has worked in vain.
        draws_needed(len(systems), confidence_level)
        paired = pair_systems(systems)
        tell_of_unused_questions(settings, RowKinds.of(paired.rows))
        with progress_bar(as_json) as on_progress:
            scores = SmileScorer(settings, store=store, store_gigabytes=store_gigabytes, prepared=prepared).score_rows(
                paired.rows, on_progress
            )
        result = {"paired_by": paired.paired_by} | compare_systems(scores, paired.systems, confidence_level)

        def write() -> None:
            if output is not None:
                write_items(output, paired.file_rows(), {SYSTEM: paired.answered_by()} | scores.items())
            if plot is not None:
                from ...reporting.comparison_figure import comparison_figure
                from ...reporting.score_figure import save_figure

                save_figure(plot, comparison_figure(result, confidence_level))

        print_result(
            result,
            lambda console: print_comparison(console, result, settings.threshold, confidence_level),
            as_json=as_json,
            write=write,
        )
