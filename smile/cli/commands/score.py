"""`smile score`: SMILE of a file."""

import sys
from contextlib import ExitStack, redirect_stdout

import typer

from ...checks import check_choice, check_share
from ...errors import UsageError
from ...files.row_columns import RowNeeds
from ...reporting.score_report import lowest_table, score_report, smile_layout
from ...runs.in_chunks import open_files, score_files
from ...runs.on_cluster import Actors
from ...scoring.scorer import SmileScorer
from .. import options
from ..console import check_plot, check_results, printed, progress_bar
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
    if workers not in (None, 1) and store.store is not None:
        raise UsageError("--workers do not share a --store: leave one of them out")
    actors = _actors(cluster, workers)
    scorer = SmileScorer(settings, **vars(store))
    check_results(file, results)
    check_plot(plot, file)
    files = open_files(file, columns.names(), RowNeeds(questions=settings.use_questions is True))
    if actors is not None and files[0].path.suffix.lower() != ".parquet":
        raise UsageError(f"{file}: the engine 'ray' reads .parquet files only: convert it, or leave the engine out")
    with ExitStack() as stack:
        # Ray reports lost nodes on the standard output, which belongs to the result.
        with progress_bar(results.as_json, "Scoring rows") as on_progress, redirect_stdout(sys.stderr):
            scored = stack.enter_context(
                score_files(files, scorer, results.output, results.worst, on_progress, workers, actors)
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


def _actors(cluster: ClusterOptions, workers: int | None) -> Actors | None:
    """Returns the actors of a cluster, None for this machine."""
    if cluster.engine == "local":
        if cluster != ClusterOptions():
            raise UsageError("--actors, --cpus-per-actor and --gpus-per-actor need --engine ray: leave them out")
        return None
    if workers is not None:
        raise UsageError("--workers are of this machine, and --engine ray has --actors: leave one of them out")
    return Actors(cluster.actors, cluster.cpus_per_actor, cluster.gpus_per_actor)


def _interval_level(confidence_level: float, n: int) -> float | None:
    if n < 2:
        typer.echo("note: no intervals: they need at least 2 rows", err=True)
        return None
    return confidence_level
