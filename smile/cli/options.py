"""The options that several commands have one by one, and the headings of the help."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from ..files.writing import FIGURE_ENDINGS
from ..people.agreement.metrics import ALL, METRICS


def option(text: str, shown: Any = True, *, name: str | None = None, panel: str | None = None, **more: Any) -> Any:
    """Returns an option with its help and the default that it shows; its name is that of the parameter if not given."""
    names, default = () if name is None else (name,), shown if isinstance(shown, bool) else str(shown)
    return typer.Option(*names, help=text, show_default=default, rich_help_panel=panel, **more)


# An option under each of the headings of the help.
encoder, score, result, column, cluster = (
    partial(option, panel=panel) for panel in ("Encoder", "Scores", "Results", "Columns of the file", "Cluster")
)

METRIC_NAMES = f"{', '.join(METRICS)}; {ALL} takes every one installed"

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="File with the rows (.jsonl, .json, .csv, .tsv, .parquet or .eval).", show_default=False
    ),
]
Metric = Annotated[
    str | None, option(f"Metric to score the rows with: {', '.join(METRICS)}.", "a column of scores", metavar="NAME")
]
ScoreColumn = Annotated[str | None, column("Column of a metric's scores.", "smile, without --metric and --setting")]
ConfidenceLevel = Annotated[float, result("Confidence level of the intervals.")]
Plot = Annotated[
    Path | None, result(f"Draw the result and write the figure to this file ({', '.join(FIGURE_ENDINGS)}).")
]
Workers = Annotated[
    int | None,
    option(
        "Number of processes on this machine that score; the result is the same.",
        "one; for fast with many rows one for each core",
        min=1,
    ),
]
AsJson = Annotated[bool, result("Print the result as a single JSON object.", name="--json")]
VerdictThreshold = Annotated[
    float | None, score("The metric calls an answer right when its score is above this.", "the setting's threshold")
]
