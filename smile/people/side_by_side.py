"""Metrics that are run on labelled rows and measured together."""

from collections.abc import Sequence
from dataclasses import replace

from ..aliases import OnProgress
from ..errors import UsageError
from ..settings.named_settings import Settings
from .agreement.agreement_scorer import AgreementScorer, SideBySide
from .agreement.metrics import Scorers, score_metrics
from .labels import LabelledRows
from .reference_counts import measure_references, pair_references
from .slices import compare_slices, find_slices


def measure_metrics(
    rows: LabelledRows,
    names: Sequence[str],
    scorer: AgreementScorer,
    settings: Settings,
    on_progress: OnProgress | None = None,
    scorers: Scorers | None = None,
    *,
    with_references: bool = False,
) -> SideBySide:
    """Scores rows with several metrics, and measures these together with the metrics whose scores are given.

    `scorers` take the place of SMILE and SAS with their own encoders. `on_progress` is called with the number of
    encoded strings and their total, then with the number of measured samples and theirs. `with_references` also
    measures agreement by the number of references.
    """
    for name in rows.scores:
        if name in names:
            raise UsageError(f"{name} is a metric to run and a column of scores: rename the column, or leave out one")
    texts, threshold = rows.file.rows, scorer.options.threshold
    pairs = pair_references(texts, rows.question_number) if with_references else None
    ran = score_metrics(texts, names, settings, on_progress, scorers)
    scores = {name: ran[name].scores for name in names} | rows.scores
    found = scorer.score_side_by_side(scores, rows, on_progress)
    slices = find_slices(texts, settings.language, ran[names[0]].is_truncated)
    tested = compare_slices(found.first, slices, threshold, scorer.options.confidence_level)
    found = replace(found, ran=ran, slices=tested)
    if pairs is None:
        return found
    of_pairs = score_metrics(pairs.rows, names, settings, on_progress, scorers)
    counts = {name: measure_references(pairs, each.scores, found.first, threshold) for name, each in of_pairs.items()}
    return replace(found, references=counts)
