"""`smile trust`: the slices of the rows on which a metric disagrees with people, and its largest disagreements."""

from typing import Annotated

from ...files.writing import ITEM_ENDINGS, write_items
from ...people.agreement.metrics import METRICS, score_metrics
from ...people.labelled_files import read_labelled
from ...people.side_by_side import metric_alone
from ...people.slice_analysis import PERMUTATIONS, analyse_slices, largest_disagreements
from ...people.slices import find_slices, names_of_row
from ...reporting.report import Line, Signature
from ...reporting.slices_report import slices_report, slices_to_dict
from ...text.refusals_and_negations import word_list
from .. import options
from ..console import check_written, printed, progress_bar
from ..option_groups import LabelsOfPeople, MetricSetting, ResultOptions, ScoredColumnsAndId, StoreOptions
from ..parameters import Only
from ..row_sources import LabelledSource, scored_by


def trust(
    source: LabelledSource,
    choice: MetricSetting,
    store: StoreOptions,
    people: LabelsOfPeople,
    columns: ScoredColumnsAndId,
    results: Annotated[ResultOptions, Only("output", "as_json")],
    metric: Annotated[str, options.option(f"Metric to examine: {', '.join(METRICS)}.", metavar="NAME")] = "smile",
    threshold: options.VerdictThreshold = None,
    confidence_level: options.ConfidenceLevel = 0.95,
    disagreements: Annotated[
        int, options.result("Show the N largest disagreements of each kind.", min=0, metavar="N")
    ] = 5,
) -> None:
    """Find the slices of the rows on which a metric disagrees with people most."""
    by = scored_by(choice, store, metric, None)
    name, settings = by.metric, by.settings
    scorer = people.scorer(settings, threshold, confidence_level)
    file = source.path()
    check_written(results.output, ITEM_ENDINGS, file)
    labelled = read_labelled(file, people.columns(), columns.names())
    rows = labelled.file.rows
    is_right = scorer.sample(labelled.label, labelled).right
    with progress_bar(results.as_json) as on_progress:
        scored = score_metrics(rows, [name], settings, on_progress, by.scorers)[name]
    sample = scorer.sample(scored.scores, labelled)
    slices = find_slices(rows, settings.language, scored.is_truncated)
    found = analyse_slices(sample, slices, scorer.options)
    alone = metric_alone(name, settings, by.scorers)
    largest = largest_disagreements(sample, slices, found.threshold, disagreements, alone)
    words, signature = word_list(settings.language), f"{scorer.signature()}|permutations:{PERMUTATIONS}"
    result = {"metric": name} | slices_to_dict(found)
    result |= {
        "disagreements": {kind: [each.to_dict() for each in members] for kind, members in largest.items()},
        **scored.counts(),
        "word_list": words,
        "metric_signature": scored.signature,
        "signature": signature,
    }
    note = (
        f"Negations and refusals were found with the word list of {words}, because there is none for "
        f"{settings.language}."
    )
    others = [] if words == settings.language else [Line(note, "note")]
    signatures = [Signature(scored.signature, METRICS[name]), Signature(signature)]
    report = slices_report(found, METRICS[name], confidence_level, largest, [*others, *signatures])
    with printed(result, report, results.as_json):
        if results.output is not None:
            is_over = scored.scores > found.threshold
            items = {
                name: scored.scores.tolist(),
                "label": sample.label.tolist(),
                "right": is_right.tolist(),
                "correct": is_over.tolist(),
                "agrees": (is_over == is_right).tolist(),
                "slices": ["; ".join(names_of_row(slices, i)) for i in range(len(rows))],
            }
            write_items(results.output, labelled.file, items)
