"""`smile compare`: ranks systems by SMILE."""

from pathlib import Path
from typing import Annotated

import typer

from ...files.paired_systems import SYSTEM, pair_systems, read_systems
from ...files.writing import write_item_table
from ...reporting.comparison_report import changed_answers_report, comparison_report
from ...reporting.report import Report
from ...runs.system_comparison import compare_systems
from ...scoring.scorer import SmileScorer
from .. import options
from ..console import FailedCheckError, print_after_writing, progress_bar

# The number of newly correct rows, and of newly incorrect rows, to list.
_LISTED = 10


def compare(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="One file per system (formats: see `smile score`), or one file with a column of systems.",
            show_default=False,
        ),
    ],
    scoring: options.ScoringOptions,
    results: options.ResultOptions,
    columns: options.SystemColumnOptions,
    name: Annotated[
        list[str] | None,
        options.cli_option(
            "Name of the system in a file. Repeat for each file, in the same order.",
            "the model in an Inspect log, otherwise the file's name",
        ),
    ] = None,
    model: options.Model = None,
    threshold: options.Threshold = None,
    changes: options.SetScoring = None,
    plot: options.Plot = None,
    fail_if_worse: Annotated[
        bool,
        options.cli_option(
            "Exit with code 3 if the last system is significantly worse than the first, and show the newly incorrect "
            "rows first.",
            False,
            name="--fail-if-worse",
        ),
    ] = False,
) -> None:
    """Rank systems by SMILE on the same questions, and test which differences are significant."""
    settings, store = scoring.read(changes, threshold=threshold, model=model)
    for file in files:
        results.check(file)
        options.check_plot_option(plot, file)
    systems = read_systems(files, names=name or [], system_column=columns.single("system"), columns=columns.rows())
    paired = pair_systems(systems)
    scorer = SmileScorer(settings, **store)
    with progress_bar(results.as_json) as on_progress:
        scores = scorer.score_rows(paired.rows, on_progress)
    found = compare_systems(scores, paired.systems, 0.95, paired.paired_by, paired.left_out, paired.ids, paired.cells)
    report = comparison_report(found, settings.threshold)
    old, new = paired.systems[0], paired.systems[-1]
    fails = fail_if_worse and found.ranking.is_better(old, new)
    parts = [report.blocks, changed_answers_report(paired, scores, _LISTED)]
    report = Report(report.title, [block for part in (reversed(parts) if fails else parts) for block in part])
    with print_after_writing(found.to_dict(), report, results.as_json):
        if results.output is not None:
            write_item_table(results.output, paired.file_rows(), {SYSTEM: paired.answered_by(), **scores.items()})
        if plot is not None:
            from ...reporting.figures import comparison_figure, save_figure

            save_figure(plot, comparison_figure(found))
    if fails:
        raise FailedCheckError(f"{new} is significantly worse than {old}")
