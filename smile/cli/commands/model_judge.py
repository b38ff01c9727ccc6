"""`smile judge`: a language model's verdict on each row of a file."""

from typing import Annotated

import typer

from ...errors import UsageError
from ...files.reading import read_rows
from ...files.row_columns import RowNeeds
from ...judges.chat_models.providers import ANY_KEY_VARIABLE
from ...judges.l3_scorer import TOP_LOGPROBS, L3Scorer
from ...judges.rubric_scorer import RubricScorer
from ...judges.rubrics import RUBRIC_LANGUAGES, RUBRICS
from ...reporting.report import Column
from ...reporting.score_report import Layout
from .. import options
from ..console import check_results, errors_as_exit_codes, give_result, progress_bar
from ..option_groups import EndpointOptions, JudgedColumns, ResultOptions, of_judge
from ..parameters import with_option_groups

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
    columns: JudgedColumns,
    provider: Annotated[str, of_judge("provider", panel=None, show_default=False)],
    model: Annotated[str, of_judge("model", panel=None, show_default=False)],
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
    on_error: Annotated[str | None, of_judge("on_error", panel=None)] = None,
    revision: Annotated[str | None, of_judge("revision", _LOCAL_PANEL)] = None,
    device: Annotated[str | None, of_judge("device", _LOCAL_PANEL, show_default="the best one here")] = None,
    dtype: Annotated[str | None, of_judge("dtype", _LOCAL_PANEL)] = None,
) -> None:
    """Let a language model judge the answers (L3Score or a rubric)."""
    if metric not in (_L3SCORE, _RUBRIC):
        raise UsageError(f"--metric must be {_L3SCORE} or {_RUBRIC}, got {metric!r}")
    given = {"revision": revision, "device": device, "dtype": dtype, "on_error": on_error}
    judge_options = endpoint.of_judges() | given
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
