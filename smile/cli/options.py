"""The options that several commands have one by one, and the panels of the help."""

from pathlib import Path
from typing import Annotated

import typer

from ..files.writing import FIGURE_ENDINGS
from ..people.agreement.metrics import ALL, METRICS

ENCODER_PANEL = "Encoder"
SCORES_PANEL = "Scores"
RESULTS_PANEL = "Results"
COLUMNS_PANEL = "Columns of the file"
ENDPOINT_PANEL = "Endpoint"
CLUSTER_PANEL = "Cluster"

METRIC_NAMES = f"{', '.join(METRICS)}; {ALL} takes every one installed"

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="File with the rows (.jsonl, .json, .csv, .tsv, .parquet or .eval).", show_default=False
    ),
]
Metric = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help=f"Metric to score the rows with: {', '.join(METRICS)}.", show_default="a column of scores"
    ),
]
ScoreColumn = Annotated[
    str | None,
    typer.Option(
        help="Column of a metric's scores.",
        show_default="smile, without --metric and --setting",
        rich_help_panel=COLUMNS_PANEL,
    ),
]
Prepared = Annotated[
    Path | None,
    typer.Option(
        help="Set that `smile prepare` made of these questions and references.", rich_help_panel=ENCODER_PANEL
    ),
]
ConfidenceLevel = Annotated[
    float, typer.Option(help="Confidence level of the intervals.", rich_help_panel=RESULTS_PANEL)
]
Plot = Annotated[
    Path | None,
    typer.Option(
        help=f"Draw the result and write the figure to this file ({', '.join(FIGURE_ENDINGS)}).",
        rich_help_panel=RESULTS_PANEL,
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Number of processes on this machine that score; the result is the same.",
        show_default="one; for fast with many rows one for each core",
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print the result as a single JSON object.", rich_help_panel=RESULTS_PANEL)
]
VerdictThreshold = Annotated[
    float | None,
    typer.Option(
        help="The metric calls an answer right when its score is above this.",
        show_default="the setting's threshold",
        rich_help_panel=SCORES_PANEL,
    ),
]
