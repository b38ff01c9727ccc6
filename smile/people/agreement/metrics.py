"""The metrics that can be measured side by side, by name, and their scores of the same rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...aliases import BoolArray, FloatArray, OnProgress
from ...baselines.match_scorer import QAMatchScorer
from ...baselines.sas_scorer import SASScorer
from ...checks import unknown_option
from ...encoding.encoders import Encoder, SentenceEncoder
from ...errors import SmileError, UsageError
from ...learned.head_encoder import head_encoder
from ...rows.checked_rows import Row
from ...scoring.results import Scores
from ...scoring.scorer import SmileScorer
from ...settings.named_settings import Settings, named_settings
from ...stores.embedding_store import with_store
from .pair_metrics import PAIR_METRICS, load_pair_metric

# By name what tables call them, in the order in which tables show them.
METRICS = {
    "smile": "SMILE",
    "semantic": "SMILE semantic",
    "lexical": "SMILE lexical",
    "easy_match": "SMILE easy match",
    "keyword_similarity": "SMILE keyword sim.",
    "sas": "SAS",
    "f1": "F1",
    "exact_match": "Exact match",
    "bleu_1": "BLEU-1",
    "bleu_4": "BLEU-4",
    "rouge_l": "ROUGE-L",
    "meteor": "METEOR",
    "bert_score": "BERTScore",
    "bleurt": "BLEURT",
    "mover_score": "MoverScore",
}
ALL = "all"
SUB_SCORES = ("semantic", "lexical", "easy_match", "keyword_similarity")
_MATCH = ("f1", "exact_match", "bleu_1", "bleu_4", "rouge_l", "meteor")


@dataclass(frozen=True)
class MetricScores:
    """What one metric says of n rows.

    Attributes:
        scores: (n,) its scores, the higher the better.
        is_truncated: (n,) whether a row has a text that goes on beyond what the metric reads; None where it does not
            tell.
        signature: All that decides the scores.
    """

    scores: FloatArray
    is_truncated: BoolArray | None
    signature: str

    @property
    def n_truncated(self) -> int | None:
        """How many rows have such a text."""
        return None if self.is_truncated is None else int(self.is_truncated.sum())


@dataclass(frozen=True)
class Encoders:
    """Encoders that others use too.

    Attributes:
        smile: That of SMILE's settings.
        sas: A bi-encoder, the embedded one by default.
        head: Of `learned`, what computes its verdicts; None where the scorer is to load it, or needs none.
    """

    smile: Encoder
    sas: Encoder
    head: Encoder | None = None


def stored_encoders(settings: Settings, store: Path | None, gigabytes: float) -> Encoders | None:
    """Returns encoders whose embeddings are kept in a store, None without one.

    Args:
        settings: SMILE's.
        store: The store's folder.
        gigabytes: How large it may grow.

    Raises:
        UsageError: It is no folder, or the size is out of range.
    """
    if store is None:
        return None
    smile, sas = (with_store(SentenceEncoder(each), store, gigabytes) for each in (settings, named_settings()))
    head = with_store(head_encoder(settings), store, gigabytes) if settings.is_learned else None
    return Encoders(smile, sas, head)


def metric_names(wanted: Sequence[str], language: str = "en") -> list[str]:
    """Returns the names of metrics as `METRICS` has them; `all` stands for those that can be had here.

    Args:
        wanted: Names in any case, with or without underscores and hyphens: `bleu4`, `ROUGE-L`.
        language: ISO code of the rows' language, or `any`.

    Raises:
        UsageError: There is none, or a name is unknown or given twice.

    >>> metric_names(["SMILE", "bleu4", "rouge-l"])
    ['smile', 'bleu_4', 'rouge_l']
    """
    known = {_plain(name): name for name in METRICS}
    names: list[str] = []
    for name in wanted:
        if _plain(name) == ALL:
            names += [each for each in METRICS if why_missing(each, language) is None]
        elif _plain(name) in known:
            names.append(known[_plain(name)])
        else:
            raise UsageError(unknown_option(name, (*METRICS, ALL)).replace("option", "metric"))
    if not names:
        raise UsageError(f"no metric is named: give some of {', '.join(METRICS)}, or {ALL}")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"the metric {name} is named twice")
    return names


def why_missing(name: str, language: str) -> str | None:
    """Returns why a metric cannot be had here or does not know the language, None where it can."""
    try:
        if name in _MATCH:
            QAMatchScorer(language=language, rouge_l=name == "rouge_l", meteor=name == "meteor").warm_up()
        elif name in PAIR_METRICS:
            load_pair_metric(name)
    except SmileError as error:
        return str(error)
    return None


def score_metrics(
    rows: Sequence[Row],
    names: Sequence[str],
    settings: Settings | None = None,
    on_progress: OnProgress | None = None,
    encoders: Encoders | None = None,
) -> dict[str, MetricScores]:
    """Scores the same rows by several metrics; of several references the best counts for each.

    Args:
        rows: Checked rows, n.
        names: Some of `METRICS`.
        settings: SMILE's; the other metrics take the language from it.
        on_progress: Called with how many strings SMILE or SAS has encoded and how many there are.
        encoders: In place of those that SMILE and SAS would load.

    Returns:
        The scores by name, in the order of the names. The parts of SMILE are those of the reference with the highest
        SMILE.

    Raises:
        ModelError: A model or package cannot be had.
    """
    settings = settings or named_settings()
    # What is missing is found before an hour is spent.
    pair_metrics = {name: load_pair_metric(name) for name in names if name in PAIR_METRICS}
    found: dict[str, MetricScores] = {}
    if any(name in _MATCH for name in names):
        scorer = QAMatchScorer(language=settings.language, rouge_l="rouge_l" in names, meteor="meteor" in names)
        match = scorer.score_rows(rows)
        nothing_cut = np.zeros(len(rows), dtype=np.bool_)
        found |= {name: MetricScores(scores, nothing_cut, match.signature) for name, scores in match.measures.items()}
    if any(name in ("smile", *SUB_SCORES) for name in names):
        given = (None, None) if encoders is None else (encoders.smile, encoders.head)
        found |= _of_smile(SmileScorer(settings, given[0], head=given[1]).score_rows(rows, on_progress))
    if "sas" in names:
        sas = SASScorer(None if encoders is None else encoders.sas).score_rows(rows, on_progress)
        found["sas"] = MetricScores(sas.sas, sas.is_truncated, sas.signature)
    for name, metric in pair_metrics.items():
        scores, is_truncated = metric.score_rows(rows)
        found[name] = MetricScores(scores, None if metric.is_cut is None else is_truncated, metric.signature(rows))
    return {name: found[name] for name in names}


def _of_smile(scores: Scores) -> dict[str, MetricScores]:
    return {
        name: MetricScores(getattr(scores, name), scores.is_truncated, scores.signature)
        for name in ("smile", *SUB_SCORES)
    }


def _plain(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "").strip()
