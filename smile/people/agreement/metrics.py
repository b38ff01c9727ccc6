"""The metrics that SMILE can be compared with, by name, and their scores of the same rows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

import numpy as np

from ...baselines.match_scorer import QAMatchScorer
from ...baselines.sas_scorer import SASScorer
from ...checks import is_blank, unknown_name
from ...constants import EMBEDDED_MODEL
from ...encoding.embedding_store import DEFAULT_GIGABYTES
from ...encoding.encoder_choice import choose_encoder
from ...encoding.model_files import find_embedded_model_files, short_model_name
from ...encoding.torch_tools import no_progress_bar
from ...errors import Option, SmileError, UsageError
from ...optional_packages import check_installed
from ...rows.checked_rows import Row
from ...rows.row_scores import Signature
from ...scoring.scorer import SmileScorer
from ...scoring.signature import references_in_signature, signature_of_run
from ...settings.named_settings import Settings, named_settings
from ...shared_types import BoolArray, FloatArray, OnProgress
from ..labels import LabelledRows
from ..reference_counts import measure_reference_counts, pairs_for_reference_counts
from ..slices import compare_slices, find_slices
from .agreement_scorer import AgreementScorer, MetricScores, SideBySide

# The metrics and their titles, in the order of the tables.
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
}
ALL = "all"
SUB_SCORES = ("semantic", "lexical", "easy_match", "keyword_similarity")
_MATCH = ("f1", "exact_match", "bleu_1", "bleu_4", "rouge_l", "meteor")


@dataclass(frozen=True)
class Scorers:
    """The scorers that have an encoder."""

    smile: SmileScorer
    sas: SASScorer


def open_metric_scorers(
    settings: Settings, store: Path | None = None, store_gigabytes: float = DEFAULT_GIGABYTES
) -> Scorers:
    """Returns SMILE and SAS with their own encoders; loads nothing."""
    sas = choose_encoder(named_settings(), store=store, store_gigabytes=store_gigabytes)
    kept = store if settings.runs_model else None
    return Scorers(SmileScorer(settings, store=kept, store_gigabytes=store_gigabytes), SASScorer(sas))


def metric_names(wanted: Sequence[str], language: str = "en") -> list[str]:
    """Returns the names of metrics as spelled in `METRICS`; `all` stands for those that are installed.

    A name may be in any case, with or without underscores and hyphens: `bleu4`, `ROUGE-L`.

    >>> metric_names(["SMILE", "bleu4", "rouge-l"])
    ['smile', 'bleu_4', 'rouge_l']
    """
    known = {_plain_metric_name(name): name for name in METRICS}
    names: list[str] = []
    for name in wanted:
        if _plain_metric_name(name) == ALL:
            names += [each for each in METRICS if why_metric_is_missing(each, language) is None]
        elif _plain_metric_name(name) in known:
            names.append(known[_plain_metric_name(name)])
        else:
            message = unknown_name(name, (*METRICS, ALL), "metric")
            raise UsageError("{}. For any other metric, give its scores as {}", message, Option("score_column"))
    if not names:
        raise UsageError(f"no metric is named: give some of {', '.join(METRICS)}, or {ALL}")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"the metric {name} is named twice: name it once")
    return names


def why_metric_is_missing(name: str, language: str) -> str | None:
    """Returns why a metric cannot be loaded or does not support the language; None if it works."""
    try:
        if name in _MATCH:
            QAMatchScorer(language=language, rouge_l=name == "rouge_l", meteor=name == "meteor").warm_up()
        elif name == "bert_score":
            BertScore()
    except SmileError as error:
        return str(error)
    return None


def score_metrics(
    rows: Sequence[Row],
    names: Sequence[str],
    settings: Settings | None = None,
    on_progress: OnProgress | None = None,
    scorers: Scorers | None = None,
) -> dict[str, MetricScores]:
    """Scores the same rows with several metrics, by name. Each metric takes the best of a row's references.

    SMILE's sub-scores are those of the reference with the highest SMILE; the other metrics take the language from
    SMILE's settings. `scorers` take the place of SMILE and SAS with their own encoders. `on_progress` is called with
    the number of strings that SMILE or SAS has encoded and their total.
    """
    settings = settings or named_settings()
    scorers = scorers or open_metric_scorers(settings)
    # Loaded first: a missing package is an error before an hour of scoring.
    bert_score = BertScore() if "bert_score" in names else None
    found: dict[str, MetricScores] = {}
    if any(name in _MATCH for name in names):
        scorer = QAMatchScorer(language=settings.language, rouge_l="rouge_l" in names, meteor="meteor" in names)
        match = scorer.score_rows(rows)
        nothing_cut = np.zeros(len(rows), dtype=np.bool_)
        found |= {
            name: MetricScores(scores, nothing_cut, match.run_signature) for name, scores in match.measures.items()
        }
    if any(name in ("smile", *SUB_SCORES) for name in names):
        smile = scorers.smile.score_rows(rows, on_progress)
        for name in ("smile", *SUB_SCORES):
            n_none = sum(map(bool, smile.not_attempted)) if name == "smile" else None
            found[name] = MetricScores(getattr(smile, name), smile.is_truncated, smile.run_signature, n_none)
    if "sas" in names:
        sas = scorers.sas.score_rows(rows, on_progress)
        found["sas"] = MetricScores(sas.sas, sas.is_truncated, sas.run_signature)
    if bert_score is not None:
        found["bert_score"] = MetricScores(*bert_score.score_rows(rows), bert_score.signature(rows))
    return {name: found[name] for name in names}


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
    encoded strings and their total. `with_references` also measures agreement by the number of references.
    """
    for name in rows.scores:
        if name in names:
            raise UsageError(f"{name} is a metric to run and a column of scores: rename the column, or leave out one")
    texts, threshold = rows.file.rows, scorer.options.threshold
    pairs = pairs_for_reference_counts(texts, rows.question_number) if with_references else None
    ran = score_metrics(texts, names, settings, on_progress, scorers)
    scores = {name: ran[name].scores for name in names} | rows.scores
    found = scorer.score_side_by_side(scores, rows)
    slices = find_slices(texts, settings.language, ran[names[0]].is_truncated)
    tested = compare_slices(found.first, slices, threshold, scorer.options.confidence_level)
    found = replace(found, ran=ran, slices=tested)
    if pairs is None:
        return found
    of_pairs = score_metrics(pairs.rows, names, settings, on_progress, scorers)
    counts = {
        name: measure_reference_counts(pairs, each.scores, found.first, threshold) for name, each in of_pairs.items()
    }
    return replace(found, references=counts)


def _plain_metric_name(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "").strip()


_LAYERS = 6  # all that the embedded encoder has


class BertScore:
    """BERTScore's F1 (Zhang et al. 2020) by its authors' package, from the embedded encoder's last layer.

    Without idf weights and without rescaling.
    """

    def __init__(self) -> None:
        check_installed("bert_score", "BERTScore", "bert-score")
        from bert_score import BERTScorer
        from transformers import AutoTokenizer

        folder, self._identity = find_embedded_model_files()
        with no_progress_bar():
            self._scorer = BERTScorer(model_type=folder, num_layers=_LAYERS)
        self._tokenizer = AutoTokenizer.from_pretrained(folder)

    def score_pairs(self, predictions: list[str], references: list[str]) -> list[float]:
        """Returns the F1 of each prediction and its reference."""
        f1: list[float] = self._scorer.score(predictions, references)[2].tolist()
        return f1

    def score_rows(self, rows: Sequence[Row]) -> tuple[FloatArray, BoolArray]:
        """Returns (n,) the score of each row and (n,) whether a text of it is longer than the encoder reads.

        The best of a row's references counts; an empty prediction scores 0.
        """
        is_empty = np.array([is_blank(row.prediction) for row in rows])
        scores, is_truncated = np.where(is_empty, 0.0, -np.inf), np.zeros(len(rows), dtype=np.bool_)
        pairs = [(i, row.prediction, each) for i, row in enumerate(rows) if not is_empty[i] for each in row.references]
        if pairs:
            of_row, predictions, references = (list(column) for column in zip(*pairs, strict=True))
            np.maximum.at(scores, of_row, np.asarray(self.score_pairs(predictions, references), dtype=np.float64))
            np.logical_or.at(is_truncated, of_row, self._is_cut(predictions) | self._is_cut(references))
        return scores, is_truncated

    def _is_cut(self, texts: list[str]) -> BoolArray:
        lengths = {text: len(self._tokenizer(text)["input_ids"]) for text in dict.fromkeys(texts)}
        return np.array([lengths[text] > self._tokenizer.model_max_length for text in texts])

    def signature(self, rows: Sequence[Row]) -> Signature:
        """Returns all that decides the scores."""
        parts = {"nrefs": references_in_signature(rows), "metric": f"bert-score@{version('bert-score')}"}
        parts |= {"model": f"{short_model_name(EMBEDDED_MODEL)}@{self._identity}", "layer": str(_LAYERS)}
        return signature_of_run(parts)
