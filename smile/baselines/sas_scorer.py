"""Semantic answer similarity (SAS, Risch et al. 2021) by a bi-encoder or a cross-encoder."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..checks import is_blank, refuse_unknown
from ..constants import SMILE_NORMALIZATION
from ..encoding.cross_encoders import PairEncoder, is_cross_encoder
from ..encoding.encoders import Encoder, SentenceEncoder, backend_of_encoder, cosine, load_encoder
from ..encoding.unknown_tokens import cannot_compare, unknown_tokens_of
from ..errors import UsageError
from ..result_types import SASItems, SASSummary
from ..rows.checked_rows import Row, check_rows
from ..rows.row_scores import RowScores, Signature
from ..scoring.signature import references_in_signature, signature_of_run
from ..settings.named_settings import named_settings
from ..shared_types import BoolArray, FloatArray, IntArray, OnProgress
from ..text.languages import ANY_LANGUAGE
from ..text.normalization import normalized_words

SAS_OPTIONS = ("model", "revision", "device", "batch_size", "dtype", "backend")


@dataclass(frozen=True)
class SASScores(RowScores[SASItems, SASSummary]):
    """The scores of n rows, in the order of the rows.

    Attributes:
        sas: (n,) cosine of a bi-encoder, -1 to 1, or score of a cross-encoder, 0 to 1.
        best_reference: (n,) index of the reference with this score.
        is_empty: (n,) whether the prediction is empty; its score is 0.
        is_out_of_vocabulary: (n,) whether the model does not know the row's texts; the score is then 1 if they have
            the same words and otherwise 0.
        is_truncated: (n,) whether a text of the row exceeds the model's maximum length.
        backend: The back end that was used; None if nothing was computed or the encoder does not name it.
    """

    sas: FloatArray
    best_reference: IntArray
    is_empty: BoolArray
    is_out_of_vocabulary: BoolArray
    is_truncated: BoolArray
    run_signature: Signature
    backend: str | None = None

    def items(self) -> SASItems:
        """Returns the per-item results; see `RowScores`."""
        return {"sas": self.sas.tolist(), "best_reference": self.best_reference.tolist()}

    def aggregates(self) -> SASSummary:
        """Returns the aggregate result; see `RowScores`."""
        found: SASSummary = {
            "sas": float(self.sas.mean()),
            "n": len(self),
            "n_empty_predictions": int(self.is_empty.sum()),
            "notes": {
                "truncated": int(self.is_truncated.sum()),
                "out_of_vocabulary": int(self.is_out_of_vocabulary.sum()),
            },
            "signature": self.signature,
        }
        if self.backend is not None:
            found["backend"] = self.backend
        return found


class SASScorer:
    """Scores predictions by a similarity model; the highest score among a row's references counts.

    A model whose configuration names a `...ForSequenceClassification` is a cross-encoder; all others are bi-encoders.

    Args:
        encoder: A bi-encoder to use instead of the options.
        **options: Any of `SAS_OPTIONS`; see `smile.settings.named_settings.Settings`. The default model is the
            bi-encoder that is installed with SMILE.

    Raises:
        UsageError: An option is unknown or out of range.

    Examples:
        >>> scorer = SASScorer()
        >>> round(scorer.score(["NYC"], ["New York City"]).summary()["sas"], 2)
        0.92
    """

    def __init__(self, encoder: Encoder | None = None, **options: Any) -> None:
        refuse_unknown(options, SAS_OPTIONS)
        if encoder is not None and options:
            raise UsageError(f"an encoder cannot be combined with {', '.join(options)}: leave one of the two out")
        self.settings = named_settings(**options)
        self._encoder: Encoder | PairEncoder | None = encoder

    def warm_up(self) -> None:
        """Loads the model, which is otherwise loaded on first use."""
        model = self._model()
        if isinstance(model, PairEncoder):
            model.score([("warm up", "warm up")])
        else:
            load_encoder(model)

    def score(self, predictions: Any, references: Any, on_progress: OnProgress | None = None) -> SASScores:
        """Scores columns in any form that `check_rows` accepts.

        Raises:
            DataError: A row is invalid.
            ModelError: The model cannot be loaded, or is not a similarity model.
        """
        return self.score_rows(check_rows(predictions, references), on_progress)

    def score_rows(self, rows: Sequence[Row], on_progress: OnProgress | None = None) -> SASScores:
        """Scores checked rows; see `score`."""
        is_empty = np.array([is_blank(row.prediction) for row in rows])
        pairs = [
            (row.prediction, reference)
            for row, is_blank_row in zip(rows, is_empty, strict=True)
            if not is_blank_row
            for reference in row.references
        ]
        model = self._model()
        similarity, is_cut = _similarities_of_pairs(pairs, model, on_progress)
        unknown = unknown_tokens_of(model, [text for pair in pairs for text in pair])
        of_pair = np.array([cannot_compare(*pair, unknown) for pair in pairs], dtype=np.bool_)
        for k in np.flatnonzero(of_pair).tolist():
            left, right = (normalized_words(text, SMILE_NORMALIZATION, ANY_LANGUAGE) for text in pairs[k])
            similarity[k] = left == right

        sas, best = np.zeros(len(rows)), np.zeros(len(rows), dtype=np.int64)
        is_unknown, is_truncated = (np.zeros(len(rows), dtype=np.bool_) for _ in range(2))
        start = 0
        for i in np.flatnonzero(~is_empty).tolist():
            of_row = slice(start, start + len(rows[i].references))
            best[i] = similarity[of_row].argmax()
            sas[i] = similarity[of_row][best[i]]
            is_unknown[i] = of_pair[of_row][best[i]]
            is_truncated[i] = is_cut[of_row].any()
            start = of_row.stop
        kind = "cross-encoder" if isinstance(model, PairEncoder) else "bi-encoder"
        parts = {"nrefs": references_in_signature(rows), "kind": kind, "model": model.signature}
        backend = backend_of_encoder(model) if pairs else None
        return SASScores(sas, best, is_empty, is_unknown, is_truncated, signature_of_run(parts), backend)

    def _model(self) -> Encoder | PairEncoder:
        if self._encoder is None:
            is_cross = is_cross_encoder(self.settings.model, self.settings.revision)
            self._encoder = PairEncoder(self.settings) if is_cross else SentenceEncoder(self.settings)
        return self._encoder


def _similarities_of_pairs(
    pairs: Sequence[tuple[str, str]], model: Encoder | PairEncoder, on_progress: OnProgress | None
) -> tuple[FloatArray, BoolArray]:
    """Returns the similarity of each pair and whether a text was cut; encodes each distinct text or pair once."""
    if isinstance(model, PairEncoder):
        place_of_pair = {pair: i for i, pair in enumerate(dict.fromkeys(pairs))}
        scored = model.score(list(place_of_pair), on_progress)
        at = np.array([place_of_pair[pair] for pair in pairs], dtype=np.int64)
        return scored.score[at], scored.is_truncated[at]
    place = {text: i for i, text in enumerate(dict.fromkeys(text for pair in pairs for text in pair))}
    encoded = model.encode(list(place), on_progress)
    left, right = (np.array([place[pair[side]] for pair in pairs], dtype=np.int64) for side in (0, 1))
    similarity = cosine(encoded.embeddings, encoded.embeddings, left, right)
    return similarity, encoded.is_truncated[left] | encoded.is_truncated[right]
