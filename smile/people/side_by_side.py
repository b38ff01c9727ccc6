"""Several metrics, run on labelled rows and measured together."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..aliases import FloatArray, OnProgress
from ..errors import UsageError
from ..rows.checked_rows import Row
from ..settings.named_settings import Settings
from .agreement.agreement_scorer import AgreementScorer, SideBySide
from .agreement.metrics import SUB_SCORES, Scorers, score_metrics
from .labels import LabelledRows
from .slice_analysis import Disagreement, SliceAnalysis, analyse_slices, largest_disagreements
from .slices import find_slices


def measure_metrics(
    rows: LabelledRows,
    names: Sequence[str],
    scorer: AgreementScorer,
    settings: Settings,
    on_progress: OnProgress | None = None,
    scorers: Scorers | None = None,
) -> SideBySide:
    """Scores rows with several metrics, and measures these together with the metrics whose scores are given.

    `scorers` take the place of SMILE and SAS with their own encoders. `on_progress` is called with the number of
    encoded strings and their total, then with the number of measured samples and theirs.

    Raises:
        UsageError: A metric and a column of scores have the same name.
        ModelError: A model or package cannot be loaded.
    """
    for name in rows.scores:
        if name in names:
            raise UsageError(f"{name} is a metric to run and a column of scores: rename the column, or leave out one")
    # SMILE's sub-scores come with it, for the figure.
    parts = [part for part in SUB_SCORES[:2] if "smile" in names and part not in names]
    ran = score_metrics(rows.file.rows, [*names, *parts], settings, on_progress, scorers)
    scores = {name: ran[name].scores for name in names} | rows.scores
    return replace(scorer.score_side_by_side(scores, rows, on_progress), ran=ran)


def analyse_first(
    found: SideBySide, rows: LabelledRows, settings: Settings, scorers: Scorers | None = None, most: int = 0
) -> tuple[SliceAnalysis | None, dict[str, list[Disagreement]]]:
    """Returns where the first metric fails; nothing if it was not run here, or the labels do not tell what is right.

    There are at most `most` rows of each kind of disagreement.
    """
    name = next(iter(found.scores))
    if name not in found.ran or found.first.is_right is None:
        return None, {}
    slices = find_slices(rows.file.rows, settings.language, found.ran[name].is_truncated)
    score = metric_alone(name, settings, scorers)
    disagreements = largest_disagreements(found.first, slices, found.options.threshold, most, score)
    return analyse_slices(found.first, slices, found.options), disagreements


def metric_alone(name: str, settings: Settings, scorers: Scorers | None) -> Callable[[Sequence[Row]], FloatArray]:
    """Returns a metric as a function from rows to their scores."""
    return lambda rows: score_metrics(rows, [name], settings, scorers=scorers)[name].scores
