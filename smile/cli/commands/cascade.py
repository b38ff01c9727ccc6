"""`smile cascade`: SMILE's verdicts, and a language model's where SMILE is unsure."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from ...cascade.cascade_scorer import SHARE, CascadeScorer
from ...checks import check_share
from ...errors import UsageError
from ...files.reading import read_rows
from ...files.row_columns import RowNeeds
from ...files.writing import ITEM_ENDINGS, write_items
from ...judges.chat_models.providers import LOCAL
from ...reporting.cascade_report import cascade_report, plan_report
from ...reporting.report import Line
from ...scoring.scorer import SmileScorer
from .. import options
from ..console import check_written, print_result, printed, progress_bar
from ..option_groups import (
    L3SCORE,
    ColumnOptions,
    EndpointOptions,
    JudgeMetric,
    JudgeOptions,
    SettingOptions,
    StoreOptions,
)
from ..parameters import Only


def cascade(
    file: options.File,
    choice: SettingOptions,
    store: StoreOptions,
    judge_options: Annotated[
        JudgeOptions, Only("provider", "model", "rubric", "top_logprobs", "on_error", "revision", "device", "dtype")
    ],
    endpoint: EndpointOptions,
    columns: ColumnOptions,
    judge: JudgeMetric = L3SCORE,
    ask: Annotated[
        float | None, options.option("Share of the rows that the judge is asked about, 0 to 1.", SHARE)
    ] = None,
    budget: Annotated[
        str | None,
        options.option("The most requests, or the most dollars ($2.50), in place of a share.", metavar="N|$N"),
    ] = None,
    dry_run: Annotated[
        bool, options.option("Say what would be asked and what it would cost; send nothing.", name="--dry-run")
    ] = False,
    output: Annotated[
        Path | None, options.result(f"Write each row's verdict to this file ({', '.join(ITEM_ENDINGS)}).")
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Score with SMILE, and ask a language model only where SMILE is unsure.

    The key comes from the environment: the provider's own variable (OPENAI_API_KEY, ...), or SMILE_API_KEY.
    """
    limit = _limit(ask, budget)
    scorer = SmileScorer(choice.settings(), **vars(store))
    of_rubric = replace(judge_options, language="zh" if scorer.settings.language == "zh" else "en")
    # Without a key nothing can be sent by mistake.
    no_key = {"api_key": "none"} if dry_run and judge_options.provider != LOCAL else {}
    asked = of_rubric.judge(judge, endpoint, **no_key)
    cascaded = CascadeScorer(scorer, asked, **limit)
    check_written(output, ITEM_ENDINGS, file)
    file_rows = read_rows(file, columns.names(), RowNeeds(questions=True))
    with progress_bar(as_json, "Scoring rows") as on_progress:
        plan = cascaded.plan(file_rows.rows, on_progress)
    if dry_run:
        summary = plan.to_dict() | {"signature": plan.scores.signature}
        print_result(summary, plan_report(summary, [Line("Nothing was sent.")]), as_json)
        return
    with progress_bar(as_json, "Asking the judge") as on_progress:
        scores = cascaded.ask(plan, on_progress)
    summary = scores.summary()
    with printed(summary, cascade_report(summary), as_json):
        if output is not None:
            write_items(output, file_rows, scores.items())


def _limit(ask: float | None, budget: str | None) -> dict[str, Any]:
    """Returns the limit that the options give, by its name in `CascadeScorer`."""
    if ask is not None and budget is not None:
        raise UsageError("--ask and --budget are different limits: give one of them")
    if budget is None:
        return {"share": SHARE if ask is None else check_share("--ask", ask)}
    if not re.fullmatch(r"\d+|\$\d*\.?\d+", budget):
        raise UsageError(f"--budget must be a number of requests like 500, or of dollars like $2.50, got {budget!r}")
    return {"most_dollars": float(budget[1:])} if budget.startswith("$") else {"most_requests": int(budget)}
