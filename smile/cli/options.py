"""The options that more than one command has, each written once."""

from pathlib import Path
from typing import Annotated

import typer

from ..files.writing import ITEM_ENDINGS
from ..settings import DTYPES, NAMED_SETTINGS

_DEFAULT = NAMED_SETTINGS["default"]

THE_SETTINGS = "the setting's"
MODEL_PANEL = "Encoder"
SCORES_PANEL = "Scores"
RESULTS_PANEL = "Results"
COLUMNS_PANEL = "Columns of the file"

File = Annotated[
    Path, typer.Argument(metavar="FILE", help="A .jsonl, .json, .csv, .tsv or .parquet file.", show_default=False)
]

Revision = Annotated[str | None, typer.Option(help="Branch, tag or commit of the model.", rich_help_panel=MODEL_PANEL)]
Device = Annotated[
    str | None, typer.Option(help="cuda, mps, cpu, ...", show_default="the best there is", rich_help_panel=MODEL_PANEL)
]
BatchSize = Annotated[
    int | None,
    typer.Option(
        help="Texts per pass; changes speed, not scores.",
        show_default=str(_DEFAULT.batch_size),
        rich_help_panel=MODEL_PANEL,
    ),
]
Dtype = Annotated[
    str | None,
    typer.Option(help=f"One of {', '.join(DTYPES)}.", show_default=_DEFAULT.dtype, rich_help_panel=MODEL_PANEL),
]

Worst = Annotated[
    int, typer.Option(min=0, metavar="N", help="Show the N lowest-scoring rows.", rich_help_panel=RESULTS_PANEL)
]
Output = Annotated[
    Path | None,
    typer.Option(help=f"Write each row's scores ({', '.join(ITEM_ENDINGS)}).", rich_help_panel=RESULTS_PANEL),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print the result as one JSON object only.", rich_help_panel=RESULTS_PANEL)
]
PerItem = Annotated[
    bool, typer.Option("--per-item", help="Add each row's scores to --json.", rich_help_panel=RESULTS_PANEL)
]

PredictionColumn = Annotated[str | None, typer.Option(help="If not prediction or pred.", rich_help_panel=COLUMNS_PANEL)]
ReferenceColumn = Annotated[
    str | None, typer.Option(help="If not reference, references or answer.", rich_help_panel=COLUMNS_PANEL)
]
QuestionColumn = Annotated[str | None, typer.Option(help="If not question.", rich_help_panel=COLUMNS_PANEL)]
IdColumn = Annotated[str | None, typer.Option(help="If not id.", rich_help_panel=COLUMNS_PANEL)]
SyntheticAnswerColumn = Annotated[
    str | None, typer.Option(help="If not synthetic_answer or syn_ans.", rich_help_panel=COLUMNS_PANEL)
]
