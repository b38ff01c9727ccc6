"""`smile score`: SMILE of a file."""

import sys
from contextlib import ExitStack, redirect_stdout
from pathlib import Path

import typer

from ...checks import check_choice, check_share
from ...errors import UsageError
from ...files.reading import open_rows
from ...files.row_columns import RowNeeds
from ...reporting.score_report import lowest_table, score_report, smile_layout
from ...runs.in_chunks import score_file
from ...runs.on_cluster import score_dataset
from ...scoring.scorer import SmileScorer
from .. import options
from ..console import check_plot, check_results, print_result, printed, progress_bar
from ..option_groups import ClusterOptions, ColumnOptions, EncoderOptions, ResultOptions, SettingOptions, StoreOptions

_ENGINES = ("local", "ray")


def score(
    file: options.File,
    choice: SettingOptions,
    encoder: EncoderOptions,
    store: StoreOptions,
    cluster: ClusterOptions,
    results: ResultOptions,
    columns: ColumnOptions,
    confidence_level: options.ConfidenceLevel = 0.95,
    plot: options.Plot = None,
    workers: options.Workers = None,
) -> None:
    """Score a file of predictions against their references."""
    settings = choice.settings(encoder)
    check_share("confidence_level", confidence_level, open_interval=True)
    check_choice("engine", cluster.engine, _ENGINES)
    scorer = SmileScorer(settings, **vars(store))
    if cluster.engine == "ray":
        if plot is not None or results.per_item:
            raise UsageError("--plot and --per-item do not work with --engine ray: leave them out and read --output")
        if workers is not None:
            raise UsageError("--workers are of this machine, and --engine ray has --actors: leave one of them out")
        _score_on_cluster(file, scorer, cluster, confidence_level, results, columns)
    else:
        if cluster != ClusterOptions():
            raise UsageError("--actors, --cpus-per-actor and --gpus-per-actor need --engine ray: leave them out")
        if workers not in (None, 1) and store.store is not None:
            raise UsageError("--workers do not share a --store: leave one of them out")
        _score_here(file, scorer, confidence_level, results, plot, columns, workers)


def _score_here(
    file: Path,
    scorer: SmileScorer,
    confidence_level: float,
    results: ResultOptions,
    plot: Path | None,
    columns: ColumnOptions,
    workers: int | None,
) -> None:
    settings = scorer.settings
    check_results(file, results)
    check_plot(plot, file)
    rows_file = open_rows(file, columns.names(), RowNeeds(questions=settings.use_questions is True))
    with ExitStack() as stack:
        with progress_bar(results.as_json, "Scoring rows") as on_progress:
            scored = stack.enter_context(
                score_file(rows_file, scorer, results.output, results.worst, on_progress, workers)
            )
        interval_level = _interval_level(confidence_level, len(scored.scores))
        summary = scored.scores.summary(interval_level, results.per_item)
        layout = smile_layout(settings.threshold, summary)
        lowest = lowest_table(scored.lowest, scored.lowest_items, layout)
        with printed(summary, score_report(file.name, summary, layout, interval_level, lowest), results.as_json):
            scored.write()
            if plot is not None:
                from ...reporting.figures import save_figure, score_figure

                save_figure(plot, score_figure(scored.scores, settings.threshold))


def _score_on_cluster(
    file: Path,
    scorer: SmileScorer,
    cluster: ClusterOptions,
    confidence_level: float,
    results: ResultOptions,
    columns: ColumnOptions,
) -> None:
    if results.output is None:
        raise UsageError("--engine ray writes each row's scores into a folder: name it with --output")
    # Ray reports lost nodes on the standard output, which belongs to the result.
    with progress_bar(results.as_json, "Scoring rows") as on_progress, redirect_stdout(sys.stderr):
        scored = score_dataset(
            file,
            results.output,
            scorer,
            actors=cluster.actors,
            cpus_per_actor=cluster.cpus_per_actor,
            gpus_per_actor=cluster.gpus_per_actor,
            on_progress=on_progress,
            columns=columns.names(),
        )
    workers = scored.workers
    typer.echo(
        f"note: scored by {workers.size} actor{'s' * (workers.size > 1)} with {workers.cpus:g} CPUs and "
        f"{workers.gpus:g} GPUs each",
        err=True,
    )
    interval_level = _interval_level(confidence_level, scored.summary()["n"])
    summary = scored.summary(interval_level)
    layout = smile_layout(scorer.settings.threshold, summary)
    lowest = lowest_table(*scored.lowest(results.worst), layout)
    print_result(summary, score_report(file.name, summary, layout, interval_level, lowest), results.as_json)


def _interval_level(confidence_level: float, n: int) -> float | None:
    if n < 2:
        typer.echo("note: no intervals: they need at least 2 rows", err=True)
        return None
    return confidence_level
