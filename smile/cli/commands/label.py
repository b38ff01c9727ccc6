"""`smile label`: which rows people should label next."""

from pathlib import Path
from typing import Annotated

from ...checks import check_choice
from ...files.reading import FileRows
from ...files.writing import ITEM_ENDINGS, write_items
from ...people.label_choice import choose_rows
from ...people.labelled_files import LABEL, PROBABILITY, ROW, read_labelled
from ...people.labels import LABEL_AGGREGATIONS
from ...reporting.estimate_report import choice_report
from ...statistics.bootstrap import SEED
from .. import options
from ..console import check_written, printed
from ..option_groups import MetricSetting, PeopleOptions, ScoredColumnsAndId, StoreOptions
from ..parameters import Only
from ..row_sources import scored_by, with_scores


def label(
    file: options.File,
    choice: MetricSetting,
    store: StoreOptions,
    people: Annotated[PeopleOptions, Only("label_column", "question_column", "label_aggregation", "system_column")],
    columns: ScoredColumnsAndId,
    output: Annotated[Path, options.result(f"Write the rows to label to this file ({', '.join(ITEM_ENDINGS)}).")],
    n: Annotated[int, options.option("Number of rows to choose.", name="--n", min=1, metavar="N")] = 100,
    labels: Annotated[
        Path | None, options.option("File with the labels of an earlier round.", "those in FILE, if any")
    ] = None,
    metric: options.Metric = None,
    score_column: options.ScoreColumn = None,
    probability: Annotated[
        bool | None,
        options.score(
            "The score is the probability that a person calls the answer right: rows near 0.5 come more often.",
            "probability with --setting learned",
            name="--probability/--no-probability",
        ),
    ] = None,
    seed: Annotated[int, options.option("Random seed.")] = SEED,
    as_json: options.AsJson = False,
) -> None:
    """Choose rows for people to label, at random with known probabilities, and write them without their scores."""
    check_choice("label_aggregation", people.label_aggregation, LABEL_AGGREGATIONS)
    scored = scored_by(choice, store, metric, score_column)
    for each in (file, labels or file):
        check_written(output, ITEM_ENDINGS, each)
    read = read_labelled(file, people.columns(), columns.names(), scored.columns, labels, needs="none")
    rows, of_metric = with_scores(read.combined(people.label_aggregation), scored, as_json)
    is_learned = scored.column is None and scored.settings.is_learned and scored.metric == "smile"
    chosen = choose_rows(rows, n, is_probability=is_learned if probability is None else probability, seed=seed)
    at = chosen.rows.tolist()
    result = {
        "n": len(at),
        "n_new": chosen.n_new,
        "n_earlier": len(at) - chosen.n_new,
        "probabilities_by": chosen.by,
        "seed": seed,
        "output": str(output),
    } | of_metric
    with printed(result, choice_report(chosen, output), as_json):
        texts, ids = rows.file, rows.file.ids
        items = {PROBABILITY: chosen.probabilities.tolist(), LABEL: rows.label[chosen.rows].tolist()}
        if len(set(map(str, ids))) < len(ids):
            items = {ROW: at} | items
        write_items(output, FileRows([texts.rows[i] for i in at], [ids[i] for i in at], texts.has_ids), items)
