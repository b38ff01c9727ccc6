"""The rows that a command reads, and the scores that it reads or makes."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ..checks import listed
from ..errors import UsageError
from ..people.agreement.metrics import METRICS, Scorers, metric_names, open_scorers, score_metrics
from ..people.labels import LabelledRows
from ..people.published_sets import SETS, PublishedSet, WrittenSet, find_set, kept_folder, write_set
from ..settings.named_settings import Settings
from .console import progress_bar
from .option_groups import SettingOptions, StoreOptions
from .options import option


@dataclass(frozen=True)
class LabelledSource:
    """Where rows with people's labels come from."""

    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="File with the rows (.jsonl, .json, .csv, .tsv, .parquet or .eval); leave it out with --data.",
            show_default=False,
        ),
    ] = None
    data: Annotated[
        str | None,
        option(
            f"Published set of people's judgements in place of FILE, fetched once: {', '.join(SETS)}.",
            False,
            metavar="NAME",
        ),
    ] = None

    def path(self) -> Path:
        """Returns the path of the file, and fetches a set first.

        Raises:
            UsageError: Not exactly one of the two is given, or there is no such set.
            DataError: The set cannot be fetched.
        """
        if self.file is not None and self.data is None:
            return self.file
        if self.data is None or self.file is not None:
            raise UsageError("give a FILE, or with --data the name of a published set, and not both")
        wanted = find_set(self.data)
        written = write_set(wanted, kept_folder())
        typer.echo(told(wanted, written), err=True)
        return written.path


def told(wanted: PublishedSet, written: WrittenSet) -> str:
    """Returns what a set holds, what is left out, and whose it is."""
    left_out = listed([f"{n:,} {reason}" for reason, n in written.left_out.items()], separator=", ")
    without = f"; left out: {left_out}" if left_out else ""
    return f"{written.path}: {written.n:,} rows{without}. Licence: {wanted.licence}, {wanted.page}"


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
