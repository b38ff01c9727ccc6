"""`smile judge`: verdicts of a language model."""

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from ...errors import ModelError, UsageError
from ...files.row_columns import RowNeeds
from ...files.row_files import FileRows, read_rows
from ...files.writing import write_item_table
from ...judges.base_judge import Judge, JudgeScores
from ...judges.named_judges import L3SCORE
from ...judges.rubric_scorer import RUBRIC_LANGUAGES
from ...reporting.cascade_report import plan_report
from ...reporting.report import Block, Column, Line, Report, SignatureLine, Table
from ...reporting.score_report import Layout
from ...rows.row_scores import Signature
from ...scoring.verdicts import EVEN
from .. import options
from ..console import print_after_writing, print_scores_on_console, progress_bar

_COUNTS = {
    "n_scored": "Scored",
    "n_no_verdict": "Without Yes or No",
    "n_failed": "Failed, left out of the means",
    "n_requests": "Requests in this run",
    "n_from_cache": "Answers from earlier runs",
}

# The number of rows that change to list.
_LISTED = 20


def judge(
    file: options.File,
    judging: options.JudgeOptions,
    results: options.ResultOptions,
    columns: options.ColumnOptions,
    rubric: Annotated[
        list[str] | None,
        options.judging(
            f"{options.RUBRIC_HELP} Repeat it to see the range of the results and the rows that change.", L3SCORE
        ),
    ] = None,
    dry_run: options.DryRun = False,
    language: Annotated[str, options.cli_option(f"Language of the rubric: {' or '.join(RUBRIC_LANGUAGES)}.")] = "en",
    changes: options.SetJudge = None,
) -> None:
    """Let a language model judge the answers, by L3Score or a rubric.

    Put the API key into the provider's environment variable (OPENAI_API_KEY, ...) or into SMILE_API_KEY.
    """
    names = rubric or [L3SCORE]
    if len(set(names)) < len(names):
        raise UsageError("a --rubric is given twice: give each once")
    judges = {name: judging.judge(changes, language, name, is_dry=dry_run) for name in names}
    results.check(file)
    needs = RowNeeds(references=any(each.judges_each_reference for each in judges.values()), questions=True)
    file_rows = read_rows(file, columns.rows(), needs)
    if dry_run:
        costs = [each.expected_cost(file_rows.rows) for each in judges.values()]
        sums = [None if None in each else sum(each) for each in zip(*(each.values() for each in costs), strict=True)]
        found: dict[str, Any] = {
            "n": len(file_rows.rows),
            **dict(zip(costs[0], sums, strict=True)),
            "signature": str(Signature() | {"judges": "+".join(judges), "model": judging.model}),
        }
        with print_after_writing(found, plan_report(found), results.as_json):
            return
    scored: dict[str, JudgeScores] = {}
    for name, scorer in judges.items():
        with progress_bar(results.as_json, f"Asking the judge ({name})") as on_progress:
            scored[name] = scorer.score_rows(file_rows.rows, on_progress)
    if len(judges) == 1:
        [scores] = scored.values()
        print_scores_on_console(file_rows, scores, _judge_layout(scores), results)
    else:
        found, report = _rubrics_side_by_side(judges, scored, file_rows)
        with print_after_writing(found, report, results.as_json):
            if results.output is not None:
                items = {f"{name}_{each}": cells for name, of in scored.items() for each, cells in of.items().items()}
                write_item_table(results.output, file_rows, items)
    if not all(each.summary()["n_scored"] for each in scored.values()):
        raise ModelError("the judge gave no verdict on any row: see the failures above")


def _judge_layout(scores: JudgeScores) -> Layout:
    label = scores.name[:1].upper() + scores.name[1:]
    aggregates = {scores.name: label} | ({"accuracy": "Yes"} if scores.has_yes_no else {})
    return Layout(aggregates, {scores.name: Column(label)}, _COUNTS)


def _rubrics_side_by_side(
    judges: Mapping[str, Judge], scored: Mapping[str, JudgeScores], file_rows: FileRows
) -> tuple[dict[str, Any], Report]:
    """Returns the result of several rubrics on a scale from 0 to 1, and the rows on which they disagree."""
    shares = {}
    for name, scorer in judges.items():
        least, most = scorer.scale
        shares[name] = (scored[name].score - least) / (most - least)
    table = np.array(list(shares.values()))
    means = {name: float(np.nanmean(share)) for name, share in shares.items()}
    accepted = np.where(np.isnan(table), -1, table > EVEN)
    known = ~np.isnan(table).any(axis=0)
    changed = np.flatnonzero(known & (accepted.min(axis=0) != accepted.max(axis=0))).tolist()
    low, high = min(means.values()), max(means.values())
    n_failed = int((~known).sum())
    found = {
        "means": means,
        "range": [low, high],
        "n": len(file_rows.rows),
        "n_changed": len(changed),
        "n_without_all": n_failed,
        "changed": [file_rows.ids[i] for i in changed],
        "rubrics": {name: each.summary() for name, each in scored.items()},
    }
    columns = [
        Column("Id"),
        *map(Column, shares),
        Column("Prediction", is_text=True),
        Column("Reference", is_text=True),
    ]
    rows = [
        [
            str(file_rows.ids[i]),
            *(f"{share[i]:.2f}" for share in shares.values()),
            file_rows.rows[i].prediction,
            " / ".join(file_rows.rows[i].references),
        ]
        for i in changed[:_LISTED]
    ]
    n_rows = f"{len(changed):,} of {len(file_rows.rows):,} rows"
    text = f"The rubrics give {low:.3f} to {high:.3f} (0 to 1), and {n_rows} change."
    blocks: list[Block] = [Line(text, "headline", "open")]
    blocks += (
        [Line(f"{n_failed:,} rows lack the verdict of a rubric and are not compared.", "warning")] if n_failed else []
    )
    blocks.append(Table("", [Column("Rubric"), Column("Mean (0 to 1)")], [[k, f"{v:.3f}"] for k, v in means.items()]))
    blocks += [Table("Rows that change", columns, rows)] if rows else []
    blocks += [SignatureLine(each.signature, name) for name, each in scored.items()]
    return found, Report("Judges side by side", blocks)
