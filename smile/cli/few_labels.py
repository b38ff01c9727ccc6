"""What `smile estimate` and `smile label` share: scores from a column of the file or from a metric."""

from dataclasses import dataclass
from typing import Any

from ..errors import UsageError
from ..people.agreement.metrics import METRICS, Scorers, metric_names, open_scorers, score_metrics
from ..people.labelling.partial_labels import PartialLabels
from ..people.labelling.partly_labelled_files import Check, PartlyLabelledFile
from ..settings.named_settings import Settings
from .console import progress_bar
from .option_groups import SettingOptions, StoreOptions

_SMILE = "smile"


@dataclass(frozen=True)
class ScoredBy:
    """Where scores come from: a column, or a metric if that is None."""

    column: str | None
    metric: str
    settings: Settings
    scorers: Scorers


def scored_by(choice: SettingOptions, store: StoreOptions, metric: str | None, column: str | None) -> ScoredBy:
    """Returns where scores come from: a column, by default `smile`, unless a metric or a setting is named.

    Raises:
        UsageError: Both or several metrics are named, or one is unknown.
    """
    settings = choice.settings()
    is_metric = metric is not None or (column is None and choice.setting != SettingOptions.setting)
    if metric is not None and column is not None:
        raise UsageError("--metric scores the rows and --score-column reads scores: leave one of them out")
    names = metric_names([metric or _SMILE], settings.language)
    if len(names) > 1:
        raise UsageError(f"--metric takes a single metric, got {metric!r}: name one of {', '.join(METRICS)}")
    scorers = open_scorers(settings, store.store, store.store_gigabytes)
    return ScoredBy(None if is_metric else column or _SMILE, names[0], settings, scorers)


def read_or_score(
    read: PartlyLabelledFile, scored: ScoredBy, check: Check, as_json: bool
) -> tuple[PartialLabels, dict[str, Any]]:
    """Returns the checked scores and labels, and what the result says of the metric.

    Raises:
        DataError: A cell has the wrong type.
        ModelError: The metric cannot be loaded.
    """
    if scored.column is not None:
        return read.checked(check), {"metric": scored.column}
    assert read.file is not None  # noqa: S101 (it is read where there is no column of scores)
    with progress_bar(as_json) as on_progress:
        found = score_metrics(read.file.rows, [scored.metric], scored.settings, on_progress, scored.scorers)
    of_metric = found[scored.metric]
    return read.checked(check, of_metric.scores), {
        "metric": scored.metric,
        "n_truncated": of_metric.n_truncated,
        "metric_signature": of_metric.signature,
    }
