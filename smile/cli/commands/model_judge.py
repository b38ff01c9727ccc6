"""`smile judge`: a language model's verdict on each row of a file."""

from typing import Annotated

import typer

from ...errors import UsageError
from ...files.reading import read_rows
from ...files.row_columns import RowNeeds
from ...judges.chat_models.providers import ANY_KEY_VARIABLE, LOCAL, PROVIDERS
from ...judges.l3_scorer import L3Scorer
from ...judges.rubric_scorer import RubricScorer
from ...judges.rubrics import RUBRIC_LANGUAGES, RUBRICS
from ...judges.yes_no import TOP_LOGPROBS
from ...reporting.report import Column
from ...reporting.score_report import Layout
from .. import options
from ..console import check_results, errors_as_exit_codes, give_result, progress_bar
from ..option_groups import ColumnOptions, EndpointOptions, ResultOptions
from ..parameters import Only, with_option_groups

_L3SCORE, _RUBRIC = "l3score", "rubric"
_LOCAL_PANEL = "Local model"

_COUNTS = {
    "n_scored": "Scored",
    "n_no_verdict": "Without Yes or No",
    "n_failed": "Failed, left out of the means",
    "n_suspicious": "Answers that address the judge",
    "n_asked": "Requests in this run",
    "n_from_cache": "Answers from earlier runs",
}


@with_option_groups
@errors_as_exit_codes()
def judge(
    file: options.File,
    endpoint: EndpointOptions,
    results: ResultOptions,
    columns: Annotated[ColumnOptions, Only("prediction_column", "reference_column", "question_column", "id_column")],
    provider: Annotated[
        str, typer.Option(help=f"Who runs the model: {LOCAL}, {', '.join(PROVIDERS)}.", show_default=False)
    ],
    model: Annotated[
        str,
        typer.Option(help=f"The provider's name of the model; for {LOCAL} a Hub id or a folder.", show_default=False),
    ],
    metric: Annotated[str, typer.Option(help=f"How the model judges: {_L3SCORE} or {_RUBRIC}.")] = _L3SCORE,
    rubric: Annotated[
        str,
        typer.Option(
            help=f"Rubric for --metric {_RUBRIC}: {', '.join(RUBRICS)} (the last two are MORQA's own prompts, for "
            "medical advice), or a template file."
        ),
    ] = "three_step",
    language: Annotated[str, typer.Option(help=f"Language of the rubric: {', '.join(RUBRIC_LANGUAGES)}.")] = "en",
    top_logprobs: Annotated[
        int,
        typer.Option(help=f"Number of the most likely tokens to read for --metric {_L3SCORE}, as far as there are."),
    ] = TOP_LOGPROBS,
    on_error: Annotated[
        str, typer.Option(help="What to do with a failed row: nan counts it and goes on, raise stops the run.")
    ] = "nan",
    revision: Annotated[
        str | None, typer.Option(help="Branch, tag or commit of the model on the Hub.", rich_help_panel=_LOCAL_PANEL)
    ] = None,
    device: Annotated[
        str | None,
        typer.Option(
            help="Device that runs the model: cuda, mps, cpu, ...",
            show_default="the best one here",
            rich_help_panel=_LOCAL_PANEL,
        ),
    ] = None,
    dtype: Annotated[
        str | None,
        typer.Option(
            help="Number format of the model: float32, bfloat16, float16.",
            show_default="float32",
            rich_help_panel=_LOCAL_PANEL,
        ),
    ] = None,
) -> None:
    """Let a language model judge the answers (L3Score or a rubric)."""
    if metric not in (_L3SCORE, _RUBRIC):
        raise UsageError(f"--metric must be {_L3SCORE} or {_RUBRIC}, got {metric!r}")
    judge_options = endpoint.requests() | {
        "revision": revision,
        "device": device,
        "dtype": dtype,
        "cache": endpoint.kept_answers(),
        "on_error": on_error,
    }
    scorer: L3Scorer | RubricScorer
    if metric == _L3SCORE:
        scorer = L3Scorer(provider, model, top_logprobs, **judge_options)
        layout = Layout({"L3Score": "L3Score"}, {"L3Score": Column("L3Score")}, _COUNTS)
    else:
        scorer = RubricScorer(provider, model, rubric, language, **judge_options)
        aggregates = {"rubric": "Rubric"} | ({"accuracy": "Yes"} if scorer.rubric.has_yes_no else {})
        layout = Layout(aggregates, {"rubric": Column("Rubric")}, _COUNTS)
    check_results(file, results)
    file_rows = read_rows(file, columns.names(), RowNeeds(references=metric == _L3SCORE, questions=True))
    with progress_bar(results.as_json, "Asking the judge") as on_progress:
        scores = scorer.score_rows(file_rows.rows, on_progress)
    give_result(file_rows, scores.items(), scores.summary(per_item=results.per_item), layout, results)


judge.__doc__ = f"""{judge.__doc__}

The key comes from the environment: the provider's own variable (OPENAI_API_KEY, ...), or {ANY_KEY_VARIABLE}.
"""
