"""`smile judge`: a language model's verdict on each row of a file."""

from typing import Annotated

import typer

from ...cli import options
from ...errors import UsageError
from ...files.reading import read_rows
from ...judges.chat_models.providers import ANY_KEY_VARIABLE, LOCAL, PROVIDERS
from ...judges.l3_scorer import L3Scorer
from ...judges.rubric_scorer import RubricScorer
from ...judges.rubrics import RUBRIC_LANGUAGES, RUBRICS
from ..console import check_results, errors_as_exit_codes, give_result, progress_bar
from ..tables.result_table import Layout

_L3SCORE, _RUBRIC = "l3score", "rubric"
_LOCAL_PANEL = "Local model"

_COUNTS = {
    "n_scored": "Scored",
    "n_no_verdict": "Neither Yes nor No",
    "n_failed": "Failed, in no mean",
    "n_suspicious": "Answers that speak to the judge",
    "n_asked": "Asked in this run",
    "n_from_cache": "Known from earlier runs",
}


def judge(
    file: options.File,
    provider: Annotated[str, typer.Option(help=f"{LOCAL}, {', '.join(PROVIDERS)}.", show_default=False)],
    model: Annotated[
        str, typer.Option(help="What the provider calls it; of local a Hub id or folder.", show_default=False)
    ],
    metric: Annotated[str, typer.Option(help=f"{_L3SCORE} or {_RUBRIC}.")] = _L3SCORE,
    rubric: Annotated[
        str, typer.Option(help=f"Of --metric {_RUBRIC}: {', '.join(RUBRICS)}, or a template file.")
    ] = "three_step",
    language: Annotated[str, typer.Option(help=f"Of the rubric: {', '.join(RUBRIC_LANGUAGES)}.")] = "en",
    top_logprobs: Annotated[
        int | None,
        typer.Option(help=f"Of --metric {_L3SCORE}: read only so many of the likeliest tokens.", show_default="all"),
    ] = None,
    cache: options.Cache = True,
    cache_file: options.CacheFile = None,
    on_error: Annotated[str, typer.Option(help="nan: count a failed row and go on; raise: stop.")] = "nan",
    base_url: options.BaseUrl = None,
    concurrency: options.Concurrency = None,
    timeout: options.Timeout = None,
    max_retries: options.MaxRetries = None,
    price: options.Price = None,
    revision: Annotated[
        str | None, typer.Option(help="Branch, tag or commit of the model.", rich_help_panel=_LOCAL_PANEL)
    ] = None,
    device: Annotated[
        str | None,
        typer.Option(help="cuda, mps, cpu, ...", show_default="the best there is", rich_help_panel=_LOCAL_PANEL),
    ] = None,
    dtype: Annotated[
        str | None,
        typer.Option(help="float32, bfloat16 or float16.", show_default="float32", rich_help_panel=_LOCAL_PANEL),
    ] = None,
    worst: options.Worst = 5,
    output: options.Output = None,
    as_json: options.AsJson = False,
    per_item: options.PerItem = False,
    prediction_column: options.PredictionColumn = None,
    reference_column: options.ReferenceColumn = None,
    question_column: options.QuestionColumn = None,
    id_column: options.IdColumn = None,
) -> None:
    """Let a language model judge (L3Score or a rubric)."""
    with errors_as_exit_codes():
        if metric not in (_L3SCORE, _RUBRIC):
            raise UsageError(f"--metric must be {_L3SCORE} or {_RUBRIC}, got {metric!r}")
        judge_options = {
            "base_url": base_url,
            "concurrency": concurrency,
            "timeout": timeout,
            "max_retries": max_retries,
            "price": price,
            "revision": revision,
            "device": device,
            "dtype": dtype,
            "cache": options.kept_answers(cache, cache_file),
            "on_error": on_error,
        }
        scorer: L3Scorer | RubricScorer
        if metric == _L3SCORE:
            scorer = L3Scorer(provider, model, top_logprobs, **judge_options)
            layout = Layout({"L3Score": "L3Score"}, {"L3Score": ("L3Score", 0)}, _COUNTS)
        else:
            scorer = RubricScorer(provider, model, rubric, language, **judge_options)
            aggregates = {"rubric": "Rubric"} | ({"accuracy": "Yes"} if scorer.rubric.has_yes_no else {})
            layout = Layout(aggregates, {"rubric": ("Rubric", 0)}, _COUNTS)
        check_results(file, output, as_json, per_item)
        file_rows = read_rows(
            file,
            prediction_column=prediction_column,
            reference_column=reference_column,
            question_column=question_column,
            id_column=id_column,
            needs_references=metric == _L3SCORE,
            needs_questions=True,
        )
        with progress_bar(as_json, "Asking the judge") as on_progress:
            scores = scorer.score_rows(file_rows.rows, on_progress)
        summary, items = scores.summary(per_item), scores.items()
        give_result(file_rows, items, summary, layout, output=output, as_json=as_json, worst=worst)


judge.__doc__ = f"""{judge.__doc__}

The key comes from the environment: the provider's own variable (OPENAI_API_KEY, ...), or {ANY_KEY_VARIABLE}.
"""
