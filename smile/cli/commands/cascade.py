"""`smile cascade`: verdicts by SMILE, and by a language model for the rows where SMILE is unsure."""

import re
from typing import Annotated, Any

from ...cascade.cascade_scorer import SHARE, CascadeScorer
from ...checks import check_share
from ...errors import ModelError, UsageError
from ...files.row_columns import RowNeeds
from ...files.row_files import read_rows
from ...files.writing import write_item_table
from ...judges.named_judges import L3SCORE, judge_class
from ...reporting.cascade_report import cascade_report, plan_report
from ...scoring.scorer import SmileScorer
from .. import options
from ..console import print_after_writing, progress_bar


def cascade(
    file: options.File,
    scoring: options.ScoringOptions,
    judging: options.JudgeOptions,
    results: options.ResultOptions,
    columns: options.ColumnOptions,
    rubric: Annotated[str, options.judging(options.RUBRIC_HELP)] = L3SCORE,
    threshold: options.Threshold = None,
    changes: options.SetCascade = None,
    ask: Annotated[float | None, options.cli_option("Share of the rows to ask the model about, 0 to 1.", SHARE)] = None,
    budget: Annotated[
        str | None,
        options.cli_option(
            "Largest number of requests (500) or US dollars ($2.50) to spend, instead of --ask.", metavar="N|$N"
        ),
    ] = None,
    dry_run: options.DryRun = False,
) -> None:
    """Score with SMILE, and ask a language model only about the rows where SMILE is unsure.

    Put the API key into the provider's environment variable (OPENAI_API_KEY, ...) or into SMILE_API_KEY.
    """
    limit = _limit_of_judge(ask, budget)
    changes = changes or []
    of_judge = [each for each in changes if each.partition("=")[0].replace("-", "_") in options.OPTIONS_OF_JUDGES]
    settings, store = scoring.read([each for each in changes if each not in of_judge], threshold=threshold)
    scorer = SmileScorer(settings, **store)
    language = settings.language if settings.language in judge_class(rubric).languages else "en"
    asked = judging.judge(of_judge, language, rubric, is_dry=dry_run)
    cascaded = CascadeScorer(scorer, asked, **limit)
    results.check(file)
    file_rows = read_rows(file, columns.rows(), RowNeeds(questions=True))
    with progress_bar(results.as_json, "Scoring rows") as on_progress:
        plan = cascaded.plan(file_rows.rows, on_progress)
    if dry_run:
        summary = plan.to_dict()
        report = plan_report(summary)
    else:
        with progress_bar(results.as_json, "Asking the judge") as on_progress:
            scores = cascaded.ask(plan, on_progress)
        summary = scores.summary()
        report = cascade_report(summary)
    with print_after_writing(summary, report, results.as_json):
        if results.output is not None and not dry_run:
            write_item_table(results.output, file_rows, scores.items())
    if summary["n_asked"] and summary.get("n_judge_failed") == summary["n_asked"]:
        raise ModelError("the judge gave no verdict on any row: see the failures above")


def _limit_of_judge(ask: float | None, budget: str | None) -> dict[str, Any]:
    """Returns the limit as an argument of `CascadeScorer`."""
    if ask is not None and budget is not None:
        raise UsageError("--ask and --budget are alternative limits: give one of them")
    if budget is None:
        return {"share": SHARE if ask is None else check_share("--ask", ask)}
    if not re.fullmatch(r"\d+|\$\d*\.?\d+", budget):
        raise UsageError(f"--budget must be a number of requests like 500, or of dollars like $2.50, got {budget!r}")
    return {"most_dollars": float(budget[1:])} if budget.startswith("$") else {"most_requests": int(budget)}
