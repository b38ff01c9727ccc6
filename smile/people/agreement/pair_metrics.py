"""BERTScore, BLEURT and MoverScore, where their packages are installed: each scores pairs of two texts."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

import numpy as np

from ...aliases import BoolArray, FloatArray
from ...checks import is_blank
from ...choices import EMBEDDED_MODEL
from ...encoding.model_files import find_embedded, short_name
from ...encoding.torch_tools import no_progress_bar
from ...errors import ModelError, first_line
from ...rows.checked_rows import Row
from ...scoring.signature import join_pairs, reference_count
from ...version import __version__

BERT_SCORE_PACKAGE = "bert-score==0.3.13"
_BERT_SCORE_LAYERS = 6  # all that the embedded encoder has


@dataclass(frozen=True)
class PairMetric:
    """A metric of two texts, its model loaded.

    Attributes:
        score_pairs: Takes predictions and references, as many, and returns as many scores.
        is_cut: Says which of some texts go on beyond what is read; None where the package does not tell.
        parts: What the signature says of it.
    """

    score_pairs: Callable[[list[str], list[str]], Sequence[float]]
    is_cut: Callable[[list[str]], BoolArray] | None
    parts: dict[str, str]

    def score_rows(self, rows: Sequence[Row]) -> tuple[FloatArray, BoolArray]:
        """Returns (n,) the score of each row and whether some text of it was cut.

        The best of a row's references counts; an empty prediction scores 0.
        """
        is_empty = np.array([is_blank(row.prediction) for row in rows])
        scores, is_truncated = np.where(is_empty, 0.0, -np.inf), np.zeros(len(rows), dtype=np.bool_)
        pairs = [(i, row.prediction, each) for i, row in enumerate(rows) if not is_empty[i] for each in row.references]
        if pairs:
            of_row, predictions, references = (list(column) for column in zip(*pairs, strict=True))
            np.maximum.at(scores, of_row, np.asarray(self.score_pairs(predictions, references), dtype=np.float64))
            if self.is_cut is not None:
                np.logical_or.at(is_truncated, of_row, self.is_cut(predictions) | self.is_cut(references))
        return scores, is_truncated

    def signature(self, rows: Sequence[Row]) -> str:
        """Returns all that decides the scores."""
        return join_pairs({"nrefs": reference_count(rows), **self.parts, "version": __version__})


def load_pair_metric(name: str) -> PairMetric:
    """Loads one of `PAIR_METRICS`.

    Raises:
        ModelError: Its package or model is not installed, or does not run beside the packages that are.
    """
    return _LOADERS[name]()


def _bert_score() -> PairMetric:
    """BERTScore's F1 (Zhang et al. 2020) with the embedded encoder's last layer, neither idf nor rescaled."""
    from transformers import AutoTokenizer

    try:
        from bert_score import BERTScorer
    except ImportError as error:
        raise ModelError(f"BERTScore needs bert-score: run `pip install {BERT_SCORE_PACKAGE}`") from error
    folder, identity = find_embedded()
    with no_progress_bar():
        scorer = BERTScorer(model_type=folder, num_layers=_BERT_SCORE_LAYERS)

    def score(predictions: list[str], references: list[str]) -> Sequence[float]:
        f1: Sequence[float] = scorer.score(predictions, references)[2].tolist()
        return f1

    tokenizer = AutoTokenizer.from_pretrained(folder)

    def is_cut(texts: list[str]) -> BoolArray:
        lengths = {text: len(tokenizer(text)["input_ids"]) for text in dict.fromkeys(texts)}
        return np.array([lengths[text] > tokenizer.model_max_length for text in texts])

    model = f"{short_name(EMBEDDED_MODEL)}@{identity}"
    parts = {"metric": f"bert-score@{version('bert-score')}", "model": model, "layer": str(_BERT_SCORE_LAYERS)}
    return PairMetric(score, is_cut, parts)


def _bleurt() -> PairMetric:
    """BLEURT (Sellam et al. 2020) by its authors' package, with the checkpoint in the folder BLEURT_CHECKPOINT."""
    try:
        from bleurt.score import BleurtScorer
    except ImportError as error:
        raise ModelError(
            "BLEURT needs its authors' package and TensorFlow: run "
            "`pip install git+https://github.com/google-research/bleurt.git`"
        ) from error
    checkpoint = os.environ.get("BLEURT_CHECKPOINT")
    if not checkpoint:
        raise ModelError("BLEURT needs a checkpoint: put the folder of one (BLEURT-20) into BLEURT_CHECKPOINT")
    scorer = BleurtScorer(checkpoint)

    def score(predictions: list[str], references: list[str]) -> Sequence[float]:
        scores: Sequence[float] = scorer.score(references=references, candidates=predictions)
        return scores

    parts = {"metric": f"bleurt@{_version('bleurt')}", "model": os.path.basename(checkpoint.rstrip("/"))}
    return PairMetric(score, None, parts)


def _mover_score() -> PairMetric:
    """MoverScore (Zhao et al. 2019) of unigrams, all words weighing the same, by its authors' package."""
    try:
        from moverscore_v2 import word_mover_score
    except ImportError as error:
        raise ModelError(
            f"MoverScore needs its authors' package, which cannot be imported ({first_line(error)}): moverscore 1.0.3 "
            "was written for transformers 2 and numpy 1, so it needs an environment of its own"
        ) from error

    def score(predictions: list[str], references: list[str]) -> Sequence[float]:
        same_weight = _OneForAll()
        scores: Sequence[float] = word_mover_score(references, predictions, same_weight, same_weight)
        return scores

    return PairMetric(score, None, {"metric": f"moverscore@{_version('moverscore')}", "n": "1", "idf": "no"})


class _OneForAll(dict[int, float]):
    """The weight of every token."""

    def __missing__(self, token: int) -> float:
        return 1.0


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


_LOADERS: dict[str, Callable[[], PairMetric]] = {
    "bert_score": _bert_score,
    "bleurt": _bleurt,
    "mover_score": _mover_score,
}
PAIR_METRICS = tuple(_LOADERS)
