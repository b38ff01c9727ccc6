"""The options that several commands have one by one, and the headings of the help."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ..files.writing import FIGURE_ENDINGS
from ..people.agreement.metrics import ALL, METRICS

# An option under each of the headings of the help.
encoder, score, result, column, cluster = (
    partial(typer.Option, rich_help_panel=panel)
    for panel in ("Encoder", "Scores", "Results", "Columns of the file", "Cluster")
)

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
    column(help="Column of a metric's scores.", show_default="smile, without --metric and --setting"),
]
Prepared = Annotated[
    Path | None,
    encoder(help="Set that `smile prepare` made of these questions and references."),
]
ConfidenceLevel = Annotated[float, result(help="Confidence level of the intervals.")]
Plot = Annotated[
    Path | None,
    result(help=f"Draw the result and write the figure to this file ({', '.join(FIGURE_ENDINGS)})."),
]
Workers = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Number of processes on this machine that score; the result is the same.",
        show_default="one; for fast with many rows one for each core",
    ),
]
AsJson = Annotated[bool, result("--json", help="Print the result as a single JSON object.")]
VerdictThreshold = Annotated[
    float | None,
    score(
        help="The metric calls an answer right when its score is above this.", show_default="the setting's threshold"
    ),
]
