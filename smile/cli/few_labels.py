"""What `smile estimate` and `smile label` share: scores from a column of the file or from a metric."""

from dataclasses import dataclass, replace
from typing import Any

from ..errors import UsageError
from ..people.agreement.metrics import METRICS, Scorers, metric_names, open_scorers, score_metrics
from ..people.labels import LabelledRows
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

    @property
    def columns(self) -> list[str]:
        """The columns of scores to read."""
        return [] if self.column is None else [self.column]


def scored_by(choice: SettingOptions, store: StoreOptions, metric: str | None, column: str | None) -> ScoredBy:
    """Returns where scores come from: a column, by default `smile`, unless a metric or a setting is named."""
    settings = choice.settings()
    is_metric = metric is not None or (column is None and choice.setting != SettingOptions.setting)
    if metric is not None and column is not None:
        raise UsageError("--metric scores the rows and --score-column reads scores: leave one of them out")
    names = metric_names([metric or _SMILE], settings.language)
    if len(names) > 1:
        raise UsageError(f"--metric takes a single metric, got {metric!r}: name one of {', '.join(METRICS)}")
    scorers = open_scorers(settings, **vars(store))
    return ScoredBy(None if is_metric else column or _SMILE, names[0], settings, scorers)


def with_scores(rows: LabelledRows, scored: ScoredBy, as_json: bool) -> tuple[LabelledRows, dict[str, Any]]:
    """Returns the rows with their scores, and what the result says of the metric."""
    if scored.column is not None:
        return rows, {"metric": scored.column}
    with progress_bar(as_json) as on_progress:
        found = score_metrics(rows.file.rows, [scored.metric], scored.settings, on_progress, scored.scorers)
    of_metric = found[scored.metric]
    return replace(rows, scores={scored.metric: of_metric.scores}), {
        "metric": scored.metric,
        **of_metric.counts(),
        "metric_signature": of_metric.signature,
    }
