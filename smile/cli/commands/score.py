"""`smile score`: scores a file with SMILE."""

import sys
from contextlib import ExitStack, redirect_stdout
from typing import Annotated

import typer

from ...checks import check_choice, check_share
from ...errors import UsageError
from ...files.row_columns import RowNeeds
from ...reporting.report import Report
from ...reporting.score_report import LISTED, lowest_table, score_report, score_report_layout, score_report_page
from ...runs.chunked_files import open_files_in_chunks, score_files_in_chunks
from ...scoring.scorer import SmileScorer
from .. import options
from ..console import FailedCheckError, print_after_writing, progress_bar

_ENGINES = ("local", "ray")


def score(
    file: options.File,
    scoring: options.ScoringOptions,
    results: options.ResultOptions,
    columns: options.ColumnOptions,
    page: options.ReportOptions,
    model: options.Model = None,
    threshold: options.Threshold = None,
    changes: options.SetScoring = None,
    engine: Annotated[
        str,
        options.cli_option(
            "Where to score: local (this machine) or ray (the cluster at RAY_ADDRESS; needs .parquet files)."
        ),
    ] = _ENGINES[0],
    workers: Annotated[
        int | None,
        options.cli_option(
            "Number of workers that score in parallel. It does not change the result.",
            "1; one per core for fast with many rows; with ray as many as fit",
            min=1,
        ),
    ] = None,
    worst: Annotated[int, options.result("Show the N lowest-scoring rows.", min=0, metavar="N")] = 5,
    plot: options.Plot = None,
    fail_under: Annotated[
        float | None,
        options.result(
            "Exit with code 3 if the accuracy is under this value, 0 to 1. The lowest-scoring rows come first."
        ),
    ] = None,
) -> None:
    """Score a file of answers against their references with SMILE.

    The file has the columns prediction and reference, and question if there is one.
    """
    if fail_under is not None:
        check_share("--fail-under", fail_under)
    settings, store = scoring.read(changes, threshold=threshold, model=model)
    check_choice("engine", engine, _ENGINES)
    on_ray = engine == "ray"
    if not on_ray and workers not in (None, 1) and "store" in store:
        raise UsageError("several --workers cannot share a --store: leave one of the two out")
    scorer = SmileScorer(settings, **store)
    results.check(file)
    page.check(file)
    options.check_plot_option(plot, file)
    needs = RowNeeds(questions=settings.use_questions is True)
    files = open_files_in_chunks(file, columns.rows(), needs, keeps_own=results.output is not None)
    if on_ray and files[0].path.suffix.lower() != ".parquet":
        raise UsageError(f"{file}: --engine ray reads only .parquet files: convert the file, or leave --engine out")
    n_lowest = worst if page.report is None else max(worst, LISTED)
    with ExitStack() as stack:
        # Ray reports lost nodes on standard output, where only the result belongs.
        with progress_bar(results.as_json, "Scoring rows") as on_progress, redirect_stdout(sys.stderr):
            scored = stack.enter_context(
                score_files_in_chunks(files, scorer, results.output, n_lowest, on_progress, workers, on_ray=on_ray)
            )
        level = 0.95 if len(scored.scores) > 1 else None
        if level is None:
            typer.echo("note: no confidence intervals, because they need at least 2 rows", err=True)
        summary = scored.scores.summary(level)
        layout = score_report_layout(settings.threshold, summary)
        numbers = score_report(file.name, summary, layout, level)
        listed = lowest_table(scored.lowest, scored.lowest_items, layout)
        fails = fail_under is not None and summary["accuracy"] < fail_under
        at = 1 if fails else -1  # after the headline, or before the signature
        worst_rows = [each.first(worst) for each in listed if worst]
        shown = Report(numbers.title, [*numbers.blocks[:at], *worst_rows, *numbers.blocks[at:]])
        with print_after_writing(summary, shown, results.as_json):
            scored.write()
            if plot is not None or page.report is not None:
                from ...reporting.figures import save_figure, score_figure

                figure = score_figure(scored.scores, settings, file.name)
                if plot is not None:
                    save_figure(plot, figure)
                page.write({"scores": figure}, score_report_page(numbers, listed, len(scored.scores)), file.name)
    if fails:
        raise FailedCheckError(f"the accuracy is {summary['accuracy']:.3f}, under --fail-under {fail_under:g}")
