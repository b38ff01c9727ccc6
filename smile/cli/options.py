"""The options that more than one command has, each written once."""

from pathlib import Path
from typing import Annotated

import typer

from ..choices import AGGREGATIONS, BACKENDS, DTYPES
from ..errors import UsageError
from ..files.writing import FIGURE_ENDINGS, ITEM_ENDINGS
from ..people.annotators import COMBINATIONS
from ..people.labelled_files import LABEL
from ..settings.named_settings import NAMED_SETTINGS

_DEFAULT = NAMED_SETTINGS["default"]
_THE_SETTINGS = "the setting's"

MODEL_PANEL = "Encoder"
SCORES_PANEL = "Scores"
RESULTS_PANEL = "Results"
COLUMNS_PANEL = "Columns of the file"
ENDPOINT_PANEL = "Endpoint"
CLUSTER_PANEL = "Cluster"

ENGINES = ("local", "ray")

File = Annotated[
    Path, typer.Argument(metavar="FILE", help="A .jsonl, .json, .csv, .tsv or .parquet file.", show_default=False)
]

Setting = Annotated[str, typer.Option(help=f"Named setting: {', '.join(NAMED_SETTINGS)}.")]
SettingsFile = Annotated[
    Path | None, typer.Option("--settings", help="A settings file, which `smile calibrate` writes.", show_default=False)
]
SemanticWeight = Annotated[
    float | None,
    typer.Option(
        help="The paper's w, 0 to 1.", show_default=str(_DEFAULT.semantic_weight), rich_help_panel=SCORES_PANEL
    ),
]
Threshold = Annotated[
    float | None,
    typer.Option(
        help="A row counts as correct above it, 0 to 1.",
        show_default=str(_DEFAULT.threshold),
        rich_help_panel=SCORES_PANEL,
    ),
]
Aggregation = Annotated[
    str | None,
    typer.Option(
        help=f"One of {', '.join(AGGREGATIONS)}.", show_default=_DEFAULT.aggregation, rich_help_panel=SCORES_PANEL
    ),
]
EasyMatch = Annotated[
    bool | None,
    typer.Option(
        "--easy-match/--no-easy-match",
        help="Whether it is part of the lexical score.",
        show_default="easy-match",
        rich_help_panel=SCORES_PANEL,
    ),
]
Questions = Annotated[
    bool | None,
    typer.Option(
        "--questions/--no-questions",
        help="Whether each row's question stands before both texts of the semantic part.",
        show_default="default: where every row has one; other settings: no",
        rich_help_panel=SCORES_PANEL,
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        help="ISO code of the rows' language, or any.", show_default=_THE_SETTINGS, rich_help_panel=SCORES_PANEL
    ),
]

Model = Annotated[
    str | None,
    typer.Option(
        help="Hub id or folder of a sentence-transformers model.",
        show_default=_THE_SETTINGS,
        rich_help_panel=MODEL_PANEL,
    ),
]
Revision = Annotated[str | None, typer.Option(help="Branch, tag or commit of the model.", rich_help_panel=MODEL_PANEL)]
Device = Annotated[
    str | None, typer.Option(help="cuda, mps, cpu, ...", show_default="the best there is", rich_help_panel=MODEL_PANEL)
]
BatchSize = Annotated[
    int | None,
    typer.Option(
        help="Texts per pass at most; changes speed, not scores.",
        show_default="as many as the device likes",
        rich_help_panel=MODEL_PANEL,
    ),
]
Dtype = Annotated[
    str | None,
    typer.Option(help=f"One of {', '.join(DTYPES)}.", show_default=_DEFAULT.dtype, rich_help_panel=MODEL_PANEL),
]
Backend = Annotated[
    str | None,
    typer.Option(
        help=f"What computes, on a CPU: one of {', '.join(BACKENDS)}.",
        show_default=_DEFAULT.backend,
        rich_help_panel=MODEL_PANEL,
    ),
]

Prompt = Annotated[
    str | None, typer.Option(help="Put before every text, for models that need it.", rich_help_panel=MODEL_PANEL)
]

Store = Annotated[
    Path | None,
    typer.Option(help="A folder that keeps embeddings, so that no run encodes again.", rich_help_panel=MODEL_PANEL),
]
StoreGigabytes = Annotated[float, typer.Option(help="How large the store may grow.", rich_help_panel=MODEL_PANEL)]

Prepared = Annotated[
    Path | None,
    typer.Option(help="A set that smile prepare made of these questions and references.", rich_help_panel=MODEL_PANEL),
]

Engine = Annotated[
    str,
    typer.Option(
        help=f"One of {', '.join(ENGINES)}; ray scores a .parquet file, or a folder of them, on the cluster of "
        "RAY_ADDRESS or this machine, into the folder --output.",
        rich_help_panel=CLUSTER_PANEL,
    ),
]
Actors = Annotated[
    int | None,
    typer.Option(help="Scorers at a time.", show_default="as many as there is room for", rich_help_panel=CLUSTER_PANEL),
]
CpusPerActor = Annotated[float, typer.Option(help="CPUs that each takes.", rich_help_panel=CLUSTER_PANEL)]
GpusPerActor = Annotated[
    float, typer.Option(help="GPUs that each takes, or a fraction of one.", rich_help_panel=CLUSTER_PANEL)
]

ConfidenceLevel = Annotated[float, typer.Option(help="Of the intervals.", rich_help_panel=RESULTS_PANEL)]
Worst = Annotated[
    int, typer.Option(min=0, metavar="N", help="Show the N lowest-scoring rows.", rich_help_panel=RESULTS_PANEL)
]
Output = Annotated[
    Path | None,
    typer.Option(help=f"Write each row's scores ({', '.join(ITEM_ENDINGS)}).", rich_help_panel=RESULTS_PANEL),
]
Plot = Annotated[
    Path | None, typer.Option(help=f"Draw the result ({', '.join(FIGURE_ENDINGS)}).", rich_help_panel=RESULTS_PANEL)
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

LabelColumn = Annotated[
    list[str] | None,
    typer.Option(
        help="People's labels, numbers or true and false; again for each further person.",
        show_default=LABEL,
        rich_help_panel=COLUMNS_PANEL,
    ),
]
AnsweredQuestionColumn = Annotated[
    str | None,
    typer.Option(
        "--question-column",
        help="Which question is answered.",
        show_default="question, if there",
        rich_help_panel=COLUMNS_PANEL,
    ),
]
SystemColumn = Annotated[
    str | None,
    typer.Option(help="What answered; adds a table.", show_default="system, if there", rich_help_panel=COLUMNS_PANEL),
]
GroupColumn = Annotated[
    list[str] | None,
    typer.Option(
        help="Data set, language, ...; adds a table; again for each further one. A,B takes each pair of A and B.",
        rich_help_panel=COLUMNS_PANEL,
    ),
]
LabelThreshold = Annotated[
    float | None,
    typer.Option(
        help="A label above it calls the answer right.",
        show_default="0.5 for labels of 0 to 1",
        rich_help_panel=SCORES_PANEL,
    ),
]
Annotators = Annotated[
    str,
    typer.Option(help=f"Several people's labels as one: {' or '.join(COMBINATIONS)}.", rich_help_panel=SCORES_PANEL),
]
VerdictThreshold = Annotated[
    float | None,
    typer.Option(
        help="A score above it calls the answer right.",
        show_default=f"{_THE_SETTINGS}: {_DEFAULT.threshold}",
        rich_help_panel=SCORES_PANEL,
    ),
]

Cache = Annotated[bool, typer.Option("--cache/--no-cache", help="Keep answers, and use those kept.")]
CacheFile = Annotated[
    Path | None, typer.Option(help="Where they are kept.", show_default="~/.cache/smile/judge.sqlite")
]
BaseUrl = Annotated[
    str | None, typer.Option(help="Another address than the provider's own.", rich_help_panel=ENDPOINT_PANEL)
]
Concurrency = Annotated[
    int | None, typer.Option(help="Requests at a time.", show_default="8", rich_help_panel=ENDPOINT_PANEL)
]
Timeout = Annotated[
    float | None, typer.Option(help="Seconds for one try.", show_default="60", rich_help_panel=ENDPOINT_PANEL)
]
MaxRetries = Annotated[
    int | None, typer.Option(help="Tries after the first.", show_default="6", rich_help_panel=ENDPOINT_PANEL)
]
Price = Annotated[
    tuple[float, float] | None,
    typer.Option(
        help="US dollars per million tokens sent and generated.",
        metavar="SENT GENERATED",
        show_default="the known price",
        rich_help_panel=ENDPOINT_PANEL,
    ),
]


def kept_answers(cache: bool, cache_file: Path | None) -> bool | Path:
    """Returns the file of kept answers, or whether they are kept at all.

    Raises:
        UsageError: The two options contradict each other.
    """
    if cache_file is not None and not cache:
        raise UsageError("--cache-file and --no-cache contradict each other: give one of them")
    return cache_file or cache
