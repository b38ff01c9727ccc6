"""BERTScore (Zhang et al. 2020) by its authors' package, with the embedded encoder."""

from collections.abc import Sequence
from importlib.metadata import version

import numpy as np

from ...aliases import BoolArray, FloatArray
from ...checks import check_installed, is_blank
from ...choices import EMBEDDED_MODEL
from ...encoding.model_files import find_embedded, short_name
from ...encoding.torch_tools import no_progress_bar
from ...rows.checked_rows import Row
from ...scoring.signature import join_pairs, reference_count
from ...version import __version__

_LAYERS = 6  # all that the embedded encoder has


class BertScore:
    """BERTScore's F1 from the embedded encoder's last layer, without idf weights and without rescaling.

    Raises:
        ModelError: The package bert-score is not installed.
    """

    def __init__(self) -> None:
        check_installed("bert_score", "BERTScore", "bert-score")
        from bert_score import BERTScorer
        from transformers import AutoTokenizer

        folder, self._identity = find_embedded()
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

    def signature(self, rows: Sequence[Row]) -> str:
        """Returns all that decides the scores."""
        parts = {
            "nrefs": reference_count(rows),
            "metric": f"bert-score@{version('bert-score')}",
            "model": f"{short_name(EMBEDDED_MODEL)}@{self._identity}",
            "layer": str(_LAYERS),
            "version": __version__,
        }
        return join_pairs(parts)
