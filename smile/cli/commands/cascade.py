"""`smile cascade`: SMILE's verdicts, and a language model's where SMILE is unsure."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from ...cascade.cascade_scorer import SHARE, CascadeScorer
from ...errors import UsageError
from ...files.writing import ITEM_ENDINGS, write_items
from ...judges.chat_models.providers import ANY_KEY_VARIABLE, LOCAL
from ...people.labelled_files import check_drawn_alike, read_labelled
from ...reporting.cascade_report import cascade_report, plan_report, promised
from ...scoring.scorer import SmileScorer
from .. import options
from ..console import check_written, print_result, printed, progress_bar
from ..option_groups import (
    L3SCORE,
    ColumnOptions,
    EndpointOptions,
    JudgeMetric,
    JudgeOptions,
    PeopleOptions,
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
    people: Annotated[PeopleOptions, Only("label_column", "label_threshold", "label_aggregation")],
    columns: ColumnOptions,
    judge: JudgeMetric = L3SCORE,
    ask: Annotated[
        float | None, options.option("Share of the rows that the judge is asked about, 0 to 1.", SHARE)
    ] = None,
    budget: Annotated[
        str | None,
        options.option("The most requests, or the most dollars ($2.50), in place of a share.", metavar="N|$N"),
    ] = None,
    target: Annotated[
        float | None,
        options.option(
            "Let SMILE decide alone where this share of its verdicts is as people's, and ask about the others. "
            "Needs labels of some rows, drawn by chance."
        ),
    ] = None,
    delta: Annotated[float, options.option("For --target: the largest probability of a broken promise.")] = 0.1,
    dry_run: Annotated[
        bool, options.option("Say what would be asked and what it would cost; send nothing.", name="--dry-run")
    ] = False,
    output: Annotated[
        Path | None, options.result(f"Write each row's verdict to this file ({', '.join(ITEM_ENDINGS)}).")
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Score with SMILE, and ask a language model only where SMILE is unsure."""
    scorer = SmileScorer(choice.settings(), **vars(store))
    of_rubric = replace(judge_options, language="zh" if scorer.settings.language == "zh" else "en")
    # Without a key nothing can be sent by mistake.
    no_key = {"api_key": "none"} if dry_run and judge_options.provider != LOCAL else {}
    asked = of_rubric.judge(judge, endpoint, **no_key)
    limits: dict[str, Any] = {"target": target, **_limits(ask, budget, target)}
    cascaded = CascadeScorer(scorer, asked, delta=delta, **limits)
    check_written(output, ITEM_ENDINGS, file)
    needs_labels = target is not None
    rows = read_labelled(file, people.columns(), columns.names(), needs="some" if needs_labels else "none")
    if needs_labels and rows.probabilities is not None:
        check_drawn_alike(rows.probabilities[rows.is_labelled])
    labels = rows.combined(people.label_aggregation, people.label_threshold).label if needs_labels else None
    with progress_bar(as_json, "Scoring rows") as on_progress:
        plan = cascaded.plan(rows.file.rows, labels, on_progress)
    if dry_run:
        summary = plan.to_dict() | {"signature": plan.scores.signature}
        print_result(summary, plan_report(summary, promised(plan.guarantee)), as_json)
        return
    with progress_bar(as_json, "Asking the judge") as on_progress:
        scores = cascaded.ask(plan, on_progress)
    summary = scores.summary()
    with printed(summary, cascade_report(summary, promised(plan.guarantee)), as_json):
        if output is not None:
            write_items(output, rows.file, scores.items())


def _limits(ask: float | None, budget: str | None, target: float | None) -> dict[str, Any]:
    """Returns the limit that the options give, by its name in `CascadeScorer`."""
    if budget is None:
        return {"share": SHARE if ask is None and target is None else ask}
    kind = "most_dollars" if budget.startswith("$") else "most_requests"
    try:
        number = float(budget.removeprefix("$"))
    except ValueError as error:
        raise UsageError(f"--budget must be a number of requests, or of dollars like $2.50, got {budget!r}") from error
    return {"share": ask, kind: number}


cascade.__doc__ = f"""{cascade.__doc__}

The key comes from the environment: the provider's own variable (OPENAI_API_KEY, ...), or {ANY_KEY_VARIABLE}.
"""
