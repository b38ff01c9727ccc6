"""`smile score`: SMILE of a file."""

import sys
from contextlib import ExitStack, redirect_stdout
from typing import Any

import typer

from ...checks import check_choice, check_share
from ...cli import options
from ...errors import UsageError
from ...files.reading import open_rows
from ...files.writing import FIGURE_ENDINGS
from ...runs.in_chunks import score_file
from ...runs.on_cluster import ScoredDataset, score_dataset
from ...scoring.scorer import SmileScorer
from ...settings.named_settings import Settings
from ...settings.settings_file import chosen_settings
from ...stores.embedding_store import DEFAULT_GIGABYTES
from ..console import (
    check_results,
    check_written,
    errors_as_exit_codes,
    print_result,
    progress_bar,
    tell_of_unused_questions,
)
from ..tables.result_table import Layout, print_report

# What encoded, and where the strings of a run came from.
_STRINGS = {
    "backend": "Back end",
    "n_encoded": "Strings encoded",
    "n_from_store": "Strings from the store",
    "n_from_prepared": "Strings prepared",
    "n_rows_encoded": "Rows encoded for want of static vectors",
    "n_rows_learned_from": "Rows with questions learned from",
}


def score(
    file: options.File,
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
    engine: options.Engine = "local",
    actors: options.Actors = None,
    cpus_per_actor: options.CpusPerActor = 1,
    gpus_per_actor: options.GpusPerActor = 0,
    confidence_level: options.ConfidenceLevel = 0.95,
    worst: options.Worst = 5,
    output: options.Output = None,
    plot: options.Plot = None,
    as_json: options.AsJson = False,
    per_item: options.PerItem = False,
    prediction_column: options.PredictionColumn = None,
    reference_column: options.ReferenceColumn = None,
    question_column: options.QuestionColumn = None,
    id_column: options.IdColumn = None,
    synthetic_answer_column: options.SyntheticAnswerColumn = None,
) -> None:
    """Score a file of predictions against their references."""
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
        check_choice("engine", engine, options.ENGINES)
        scorer = SmileScorer(settings, store=store, store_gigabytes=store_gigabytes, prepared=prepared)
        columns: dict[str, Any] = {
            "prediction_column": prediction_column,
            "reference_column": reference_column,
            "question_column": question_column,
            "id_column": id_column,
            "synthetic_answer_column": synthetic_answer_column,
        }
        if engine == "ray":
            if output is None:
                raise UsageError("--engine ray writes each row's scores: name the folder to make with --output")
            if plot is not None or per_item:
                raise UsageError("--plot and --per-item do not go with --engine ray, which leaves the rows to --output")
            # Ray tells of lost nodes on the standard output, which is the result's.
            with progress_bar(as_json, "Scoring rows") as on_progress, redirect_stdout(sys.stderr):
                on_cluster = score_dataset(
                    file,
                    output,
                    scorer,
                    actors=actors,
                    cpus_per_actor=cpus_per_actor,
                    gpus_per_actor=gpus_per_actor,
                    on_progress=on_progress,
                    **columns,
                )
            _print_result_of_cluster(on_cluster, settings, confidence_level, worst, as_json)
            return
        if actors is not None or cpus_per_actor != 1 or gpus_per_actor != 0:
            raise UsageError("--actors, --cpus-per-actor and --gpus-per-actor go with --engine ray: leave them out")
        check_results(file, output, as_json, per_item)
        if plot is not None:
            check_written(plot, FIGURE_ENDINGS, file)
        file_rows = open_rows(file, needs_questions=settings.use_questions is True, **columns)
        with ExitStack() as stack:
            with progress_bar(as_json, "Scoring rows") as on_progress:
                scored = stack.enter_context(score_file(file_rows, scorer, output, worst, on_progress))
            tell_of_unused_questions(settings, scored.kinds)
            scores = scored.scores
            interval_level = _interval_level(confidence_level, len(scores))
            summary = scores.summary(interval_level, per_item)
            layout = _layout(settings, summary)

            def write() -> None:
                scored.write()
                if plot is not None:
                    from ...reporting.score_figure import save_figure, score_figure

                    save_figure(plot, score_figure(scores, settings.threshold))

            print_result(
                summary,
                lambda console: print_report(
                    console, scored.lowest, scored.lowest_items, summary, layout, interval_level
                ),
                as_json=as_json,
                write=write,
            )


def _print_result_of_cluster(
    scored: ScoredDataset, settings: Settings, confidence_level: float, worst: int, as_json: bool
) -> None:
    workers = scored.workers
    typer.echo(
        f"note: scored by {workers.size} actor{'s' * (workers.size > 1)} of {workers.cpus:g} CPUs and "
        f"{workers.gpus:g} GPUs each",
        err=True,
    )
    tell_of_unused_questions(settings, scored.kinds)
    interval_level = _interval_level(confidence_level, scored.summary()["n"])
    summary = scored.summary(interval_level)
    layout = _layout(settings, summary)
    print_result(
        summary,
        lambda console: print_report(console, *scored.lowest(worst), summary, layout, interval_level),
        as_json=as_json,
    )


def _interval_level(confidence_level: float, n: int) -> float | None:
    if n < 2:
        typer.echo("note: no intervals, which need at least 2 rows", err=True)
        return None
    return confidence_level


def _layout(settings: Settings, summary: dict[str, Any]) -> Layout:
    # Of `learned` alone.
    has_head = "equivalence" in summary
    return Layout(
        aggregates={
            "smile": "SMILE",
            "semantic": "  semantic",
            "lexical": "  lexical",
            "easy_match": "    easy match",
            "keyword_similarity": "    keyword similarity",
            **({"equivalence": "  equivalence head"} if has_head else {}),
            "accuracy": f"Accuracy (SMILE over {settings.threshold:g})",
        },
        numbers={
            "smile": ("SMILE", 0),
            "semantic": ("Sem.", 72),
            "lexical": ("Lex.", 72),
            "easy_match": ("Easy", 72),
            "keyword_similarity": ("Keyw.", 72),
            **({"equivalence": ("Head", 72)} if has_head else {}),
        },
        counts=_STRINGS,
    )
