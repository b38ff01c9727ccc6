"""`smile label`: a random sample of rows for human labelling."""

from pathlib import Path
from typing import Annotated

from ...files.reading import FileRows
from ...files.writing import ITEM_ENDINGS, write_items
from ...people.labelled_files import LABEL, ROW, read_labelled
from ...people.labels import choose_rows
from ...reporting.report import Line, Report
from ...statistics.bootstrap import SEED
from .. import options
from ..console import check_written, printed
from ..option_groups import ColumnOptions, PeopleOptions
from ..parameters import Only


def label(
    file: options.File,
    people: Annotated[PeopleOptions, Only("label_column", "question_column", "system_column")],
    columns: Annotated[ColumnOptions, Only("prediction_column", "reference_column", "id_column")],
    output: Annotated[Path, options.result(f"Write the rows to label to this file ({', '.join(ITEM_ENDINGS)}).")],
    n: Annotated[int, options.option("Number of rows to draw.", name="--n", min=1, metavar="N")] = 100,
    labels: Annotated[
        Path | None, options.option("File with the labels of an earlier round.", "those in FILE, if any")
    ] = None,
    seed: Annotated[int, options.option("Random seed.")] = SEED,
    as_json: options.AsJson = False,
) -> None:
    """Draw a random sample of rows for human labelling, and write them without scores."""
    for each in (file, labels or file):
        check_written(output, ITEM_ENDINGS, each)
    rows = read_labelled(file, people.columns(), columns.names(), label_file=labels, needs="none")
    new = choose_rows(rows, n, seed).tolist()
    earlier = rows.is_labelled.nonzero()[0].tolist()
    at, ids = [*earlier, *new], rows.file.ids
    result = {"n": len(at), "n_new": len(new), "n_earlier": len(earlier), "seed": seed, "output": str(output)}
    after = f", after {len(earlier)} with a label" if earlier else ""
    fill_in = (
        f"Fill in the column {LABEL!r} (true or false), from the top: if you stop early, the rows that have a label "
        "are still a random sample. Then run `smile estimate` with --labels."
    )
    lines = [Line(f"{len(new)} rows to label are in {output}{after}, drawn at random."), Line(fill_in)]
    with printed(result, Report("Rows to label", lines), as_json):
        items = {LABEL: rows.combined("mean").label[at].tolist()}
        if len(set(map(str, ids))) < len(ids):
            items = {ROW: at} | items
        texts = FileRows([rows.file.rows[i] for i in at], [ids[i] for i in at], rows.file.has_ids)
        write_items(output, texts, items)
