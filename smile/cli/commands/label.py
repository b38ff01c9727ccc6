"""`smile label`: draws rows for human labelling."""

from collections import Counter
from pathlib import Path
from typing import Annotated

from ...checks import listed_names
from ...errors import DataError, UsageError
from ...files.paired_systems import id_as_pairing_key
from ...files.row_files import FileRows
from ...files.writing import ITEM_ENDINGS, write_item_table
from ...people.labelled_files import LABEL, ROW, read_labelled
from ...people.labels import choose_rows_to_label
from ...reporting.report import Line, Report
from ..console import print_after_writing
from ..options import AsJson, File, LabelColumnOptions, check_output_option, cli_option, filled_in_entries, result


def label(
    file: File,
    columns: LabelColumnOptions,
    output: Annotated[Path, result(f"Write the rows to label to this file ({', '.join(ITEM_ENDINGS)}).")],
    n: Annotated[int, cli_option("Number of rows to draw.", name="--n", min=1, metavar="N")] = 100,
    labels: Annotated[
        Path | None, cli_option("File with labels from an earlier round.", "the labels in FILE, if any")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Draw a random sample of rows for human labelling, and write them without scores."""
    for each in (file, labels or file):
        check_output_option(output, ITEM_ENDINGS, each)
    rows = read_labelled(file, columns.labels(), columns.rows(), label_file=labels, needs="none")
    if rows.is_labelled.all():
        where = str(labels) if labels else f"column {listed_names(columns.labels().label_names())}"
        raise DataError(f"all {len(rows):,} rows of {file} have a label already ({where}): no row is left to label")
    new = choose_rows_to_label(rows, n).tolist()
    earlier = rows.is_labelled.nonzero()[0].tolist()
    at, ids = [*earlier, *new], rows.file.ids
    written = rows.combined().label[at].tolist()
    if lost := (
        filled_in_entries(output, LABEL) - Counter(zip([id_as_pairing_key(ids[i]) for i in at], written, strict=True))
    ).total():
        raise UsageError(
            f"{output} has {lost:,} labels in its column {LABEL!r}, which would be overwritten: choose another output "
            f"file, and give --labels {output} to keep them"
        )
    found = {"n": len(at), "n_new": len(new), "n_earlier": len(earlier), "output": str(output)}
    after = f", after {len(earlier)} rows that have a label" if earlier else ""
    fill_in = (
        f"Fill in the column {LABEL!r} (true or false) from top to bottom. If you stop early, the labelled rows are "
        "still a random sample. Then run `smile estimate` with --labels."
    )
    lines = [Line(f"{output} has {len(new)} rows to label, drawn at random{after}."), Line(fill_in)]
    with print_after_writing(found, Report("Rows to label", lines), as_json):
        items = {LABEL: written}
        if len(set(map(str, ids))) < len(ids):
            items = {ROW: at} | items
        texts = FileRows([rows.file.rows[i] for i in at], [ids[i] for i in at], rows.file.has_ids)
        write_item_table(output, texts, items)
