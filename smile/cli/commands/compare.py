"""`smile compare`: which of several systems answers better."""

from pathlib import Path
from typing import Annotated

import typer

from ...checks import check_share
from ...files.pairing import pair_systems
from ...files.systems import SYSTEM, read_systems
from ...files.writing import ITEM_ENDINGS, write_items
from ...reporting.changes_report import changed_answers
from ...reporting.comparison_report import comparison_report
from ...reporting.report import Report
from ...runs.system_comparison import compare_systems
from ...scoring.scorer import SmileScorer
from ...statistics.system_ranking import draws_needed
from .. import options
from ..console import check_plot, check_written, printed, progress_bar
from ..option_groups import ColumnOptions, EncoderOptions, ResultOptions, SettingOptions, StoreOptions
from ..parameters import Only

# Rows that are newly right, and as many newly wrong, on the terminal.
_LISTED = 10


def compare(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="File of each system (formats: see `smile score`), or one file with a column of systems.",
            show_default=False,
        ),
    ],
    choice: SettingOptions,
    encoder: EncoderOptions,
    store: StoreOptions,
    results: Annotated[ResultOptions, Only("output", "as_json")],
    columns: ColumnOptions,
    name: Annotated[
        list[str] | None,
        options.option(
            "Name of a file's system; repeat the option for each file, in the same order.",
            "the model in a log of Inspect, else the file's name",
        ),
    ] = None,
    confidence_level: options.ConfidenceLevel = 0.95,
    plot: options.Plot = None,
    system_column: Annotated[
        str | None, options.column("Column that names the system, in a single file with all systems.", SYSTEM)
    ] = None,
) -> None:
    """Rank systems by SMILE on the same questions, and say which differences are significant."""
    settings = choice.settings(encoder)
    check_share("confidence_level", confidence_level, open_interval=True)
    for file in files:
        check_written(results.output, ITEM_ENDINGS, file)
        check_plot(plot, file)
    systems = read_systems(files, names=name or [], system_column=system_column, columns=columns.names())
    # A wrong confidence level is an error before the encoder starts.
    draws_needed(len(systems), confidence_level)
    paired = pair_systems(systems)
    scorer = SmileScorer(settings, **vars(store))
    with progress_bar(results.as_json) as on_progress:
        scores = scorer.score_rows(paired.rows, on_progress)
    found = compare_systems(scores, paired.systems, confidence_level, paired.paired_by, paired.left_out, paired.ids)
    report = comparison_report(found, settings.threshold)
    report = Report(report.title, [*report.blocks, *changed_answers(paired, scores, _LISTED)])
    with printed(found.to_dict(), report, results.as_json):
        if results.output is not None:
            write_items(results.output, paired.file_rows(), {SYSTEM: paired.answered_by()} | scores.items())
        if plot is not None:
            from ...reporting.figures import comparison_figure, save_figure

            save_figure(plot, comparison_figure(found))
