"""`smile judge`: a language model's verdict on each row of a file."""

import typer

from ...files.reading import read_rows
from ...files.row_columns import RowNeeds
from ...judges.rubric_scorer import RubricScorer
from ...reporting.report import Column
from ...reporting.score_report import Layout
from .. import options
from ..console import check_results, give_result, progress_bar
from ..option_groups import L3SCORE, EndpointOptions, JudgedColumns, JudgeMetric, JudgeOptions, ResultOptions

_COUNTS = {
    "n_scored": "Scored",
    "n_no_verdict": "Without Yes or No",
    "n_failed": "Failed, left out of the means",
    "n_asked": "Requests in this run",
    "n_from_cache": "Answers from earlier runs",
}


def judge(
    file: options.File,
    endpoint: EndpointOptions,
    results: ResultOptions,
    columns: JudgedColumns,
    judge_options: JudgeOptions,
    metric: JudgeMetric = L3SCORE,
) -> None:
    """Let a language model judge the answers (L3Score or a rubric).

    The key comes from the environment: the provider's own variable (OPENAI_API_KEY, ...), or SMILE_API_KEY.
    """
    scorer = judge_options.judge(metric, endpoint)
    if isinstance(scorer, RubricScorer):
        aggregates = {"rubric": "Rubric"} | ({"accuracy": "Yes"} if scorer.has_yes_no else {})
        layout = Layout(aggregates, {"rubric": Column("Rubric")}, _COUNTS)
    else:
        layout = Layout({"L3Score": "L3Score"}, {"L3Score": Column("L3Score")}, _COUNTS)
    check_results(file, results)
    file_rows = read_rows(file, columns.names(), RowNeeds(references=scorer.needs_references, questions=True))
    with progress_bar(results.as_json, "Asking the judge") as on_progress:
        scores = scorer.score_rows(file_rows.rows, on_progress)
    summary = scores.summary(per_item=results.per_item)
    give_result(file_rows, scores.items(), summary, layout, results)
    if not summary["n_scored"]:
        typer.echo("error: the judge gave no verdict on any row: see why each one failed", err=True)
        raise typer.Exit(1)
