"""`smile judge`: verdicts of a language model."""

from typing import Annotated

import typer

from ...files.reading import read_rows
from ...files.row_columns import RowNeeds
from ...judges.rubric_scorer import RUBRIC_LANGUAGES, RubricScorer
from ...reporting.report import Column
from ...reporting.score_report import Layout
from ..console import print_scores, progress_bar
from ..options import ColumnOptions, File, JudgeOptions, ResultOptions, SetJudge, option

_COUNTS = {
    "n_scored": "Scored",
    "n_no_verdict": "Without Yes or No",
    "n_failed": "Failed, left out of the means",
    "n_asked": "Requests in this run",
    "n_from_cache": "Answers from earlier runs",
}


def judge(
    file: File,
    judging: JudgeOptions,
    results: ResultOptions,
    columns: ColumnOptions,
    language: Annotated[str, option(f"Language of the rubric: {' or '.join(RUBRIC_LANGUAGES)}.")] = "en",
    changes: SetJudge = None,
) -> None:
    """Let a language model judge the answers, by L3Score or a rubric.

    Put the API key into the provider's environment variable (OPENAI_API_KEY, ...) or into SMILE_API_KEY.
    """
    scorer = judging.judge(changes, language)
    if isinstance(scorer, RubricScorer):
        aggregates = {"rubric": "Rubric"} | ({"accuracy": "Yes"} if scorer.has_yes_no else {})
        layout = Layout(aggregates, {"rubric": Column("Rubric")}, _COUNTS)
    else:
        layout = Layout({"L3Score": "L3Score"}, {"L3Score": Column("L3Score")}, _COUNTS)
    results.check(file)
    file_rows = read_rows(file, columns.rows(), RowNeeds(references=scorer.needs_references, questions=True))
    with progress_bar(results.as_json, "Asking the judge") as on_progress:
        scores = scorer.score_rows(file_rows.rows, on_progress)
    print_scores(file_rows, scores, layout, results)
    if not scores.summary()["n_scored"]:
        typer.echo("error: the judge gave no verdict on any row: see the failures above", err=True)
        raise typer.Exit(1)
