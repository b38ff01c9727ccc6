"""`smile audit`: finds wrong references from the answers of several systems."""

from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...files.paired_systems import pairing_keys_of_systems, read_systems
from ...files.writing import ITEM_ENDINGS, write_table_columns
from ...reporting.audit_report import audit_report
from ...reporting.report import Line, Report
from ...runs.reference_audit import DECISION, DECISIONS, apply_audit_review, audit_review_columns, audit_rows
from ...scoring.scorer import SmileScorer
from ...settings.named_settings import NAMED_SETTINGS
from .. import options
from ..console import print_after_writing, progress_bar


def audit(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="One file per system (formats: see `smile score`), or one file with all answers.",
            show_default=False,
        ),
    ],
    columns: options.SystemColumnOptions,
    setting: Annotated[
        str,
        options.cli_option(
            f"Named setting to compare answers with: {', '.join(NAMED_SETTINGS)}. If rows have questions, learned "
            "finds more wrong references, but takes about 25 times as long."
        ),
    ] = "fast",
    changes: options.SetScoring = None,
    apply: Annotated[
        Path | None,
        options.cli_option(
            f"Reviewed file: apply its decisions ({', '.join(DECISIONS)}) to FILE and write --output.", False
        ),
    ] = None,
    output: Annotated[
        Path | None,
        options.result(
            f"Write the proposals, or with --apply the corrected data, to this file ({', '.join(ITEM_ENDINGS)})."
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Find references that are probably wrong, because several systems agree on another answer."""
    for file in (*files, *([apply] if apply else [])):
        options.check_output_option(output, ITEM_ENDINGS, file)
    if output is not None and (n := options.filled_in_entries(output, DECISION).total()):
        raise UsageError(
            f"{output} has {n:,} decisions in its column {DECISION!r}, which would be overwritten: choose another "
            f"output file, or apply them with --apply {output}"
        )
    if apply is not None:
        if output is None or len(files) > 1:
            raise UsageError("--apply needs a single FILE and --output for the corrected file: give both")
        counts = apply_audit_review(files[0], apply, output, columns.rows())
        by_decision = ", ".join(f"{n:,} {decision}" for decision, n in counts.items() if decision != "n")
        line = Line(f"{output} has new references in {counts['n']:,} rows ({by_decision}). {files[0]} is unchanged.")
        with print_after_writing(counts | {"output": str(output)}, Report("Corrected data set", [line]), as_json):
            return
    systems = read_systems(files, system_column=columns.single("system"), columns=columns.rows(), may_be_unnamed=True)
    paired_by, keys = pairing_keys_of_systems(systems)
    scorer = SmileScorer(setting, **options.with_set_options({}, changes))
    with progress_bar(as_json) as on_progress:
        found = audit_rows(
            [row for file in systems.values() for row in file.rows],
            [key for system in systems for key in keys[system]],
            [system for system, file in systems.items() for _ in file.rows],
            scorer,
            on_progress,
        )
    with print_after_writing(found.to_dict(), audit_report(found), as_json):
        if output is not None:
            write_table_columns(output, audit_review_columns(found, has_ids=paired_by == "id"))
