"""`smile synthesize`: adds the synthetic answers of the paper."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from ...checks import check_choice
from ...errors import DataError, UsageError
from ...files.row_columns import RowColumns, RowNeeds, outer_columns
from ...files.row_files import open_rows
from ...files.writing import ITEM_ENDINGS, write_table_columns
from ...judges.chat_models.judge_settings import JUDGE_HELP, judge_settings
from ...judges.chat_models.providers import LOCAL, PROVIDERS
from ...judges.synthesis import LOCAL_MODEL, TEMPLATE, synthetic_answers
from ...reporting.report import Column, Line, Report, SignatureLine, Table
from ...rows.checked_rows import Row
from ...settings.named_settings import check_language_setting
from ..console import print_after_writing, progress_bar
from ..options import (
    AsJson,
    BaseUrl,
    ColumnOptions,
    File,
    SetJudge,
    check_output_option,
    cli_option,
    result,
    with_set_options,
)

COLUMN = "synthetic_answer"

_COUNTS = {
    "n": "Rows",
    "n_pairs": "Question-reference pairs",
    "n_generated": "Sentences by the model",
    "n_regenerated": "  on a second request",
    "n_by_template": 'Sentences "question reference"',
    "n_failed": "Failed requests",
    "n_requests": "Requests in this run",
    "n_from_cache": "Answers from earlier runs",
}


def synthesize(
    file: File,
    columns: ColumnOptions,
    output: Annotated[Path, result(f"File to write ({', '.join(ITEM_ENDINGS)}).", False)],
    provider: Annotated[
        str,
        cli_option(
            f"Who writes the sentences: {TEMPLATE} (question and reference, offline), {LOCAL} (transformers), "
            f"{', '.join(PROVIDERS)}."
        ),
    ] = TEMPLATE,
    model: Annotated[str | None, cli_option(JUDGE_HELP["model"], f"{LOCAL}: {LOCAL_MODEL}")] = None,
    base_url: BaseUrl = None,
    language: Annotated[str, cli_option("Language of the rows: an ISO code, or any.")] = "en",
    changes: SetJudge = None,
    as_json: AsJson = False,
) -> None:
    """Add synthetic answers to a file: sentences that state each reference as the answer to its question.

    If a request fails, the sentence is "question reference"; --set on_error=raise stops the run instead.
    Put the API key into the provider's environment variable (OPENAI_API_KEY, ...) or into SMILE_API_KEY.
    """
    asked = with_set_options({"model": model, "base_url": base_url}, changes)
    check_choice("provider", provider, (TEMPLATE, LOCAL, *PROVIDERS))
    if provider == TEMPLATE and asked:
        raise UsageError(
            f"{', '.join(asked)} cannot be used with provider={TEMPLATE!r}, which needs no model: leave them out, or "
            "choose another provider"
        )
    of_provider = {"model": LOCAL_MODEL} if provider == LOCAL else {}
    asking = None if provider == TEMPLATE else judge_settings(provider, **(of_provider | asked))
    check_language_setting(language)
    check_output_option(output, ITEM_ENDINGS, file)
    rows, own = _rows_to_synthesize(file, columns.rows())
    of_row = [[(row.question or "", reference) for reference in row.references] for row in rows]
    pairs = list(dict.fromkeys(pair for pairs in of_row for pair in pairs))
    with progress_bar(as_json, "Asking the model") as on_progress:
        found = synthetic_answers(pairs, asking, language, on_progress)
    answer_of = dict(zip(pairs, found.answers, strict=True))
    answers = [[answer_of[pair] for pair in pairs] for pairs in of_row]
    summary = {"n": len(of_row), "n_pairs": len(pairs), **found.counts, "output": str(output)}
    with print_after_writing(summary, _synthesis_report(summary), as_json):
        is_one_each = all(len(each) == 1 for each in answers)
        write_table_columns(output, {**own, COLUMN: [each[0] for each in answers] if is_one_each else answers})


def _rows_to_synthesize(file: Path, columns: RowColumns) -> tuple[Sequence[Row], dict[str, list[Any]]]:
    """Returns the rows of a file, and all its columns unchanged."""
    found = open_rows(file, columns, RowNeeds(predictions=False, questions=True), optional=None)
    names = found.table.column_names
    there = COLUMN if COLUMN in names else found.columns["synthetic_answer"]
    if there is not None:
        raise DataError(f"{file} already has the column {there!r}: remove or rename the column")
    rows, table = found.whole()
    return rows.rows, {name: table.cells(name) for name in outer_columns(names)}


def _synthesis_report(summary: dict[str, Any]) -> Report:
    counts = [[label, f"{summary[name]:,}"] for name, label in _COUNTS.items() if name in summary]
    if summary.get("cost") is not None:
        counts.append(["Cost in US dollars", f"{summary['cost']:.4f}"])
    notes = [Line(f"Failed: {failure}", "note") for failure in summary.get("failures", ())]
    if notes:
        notes.append(Line("Run the command again: it repeats only the failed requests.", "note"))
    table = Table("", [Column(""), Column("")], counts)
    return Report("Synthetic answers", [table, *notes, SignatureLine(summary["output"], "Written to")])
