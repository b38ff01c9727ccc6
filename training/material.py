"""The reader's output on texts, and the inputs of the combiner: the best pairs of each row."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from smile.encoding.embedding_store import StoredEncoder
from smile.encoding.encoder_choice import choose_encoder
from smile.encoding.encoders import SentenceEncoder
from smile.encoding.model_files import FoundModel, find_embedded_model_files
from smile.learned.combiner import (
    Features,
    PairProbabilities,
    WordOrder,
    combined_probability,
    combiner_features_of_pairs,
    combiner_inputs,
)
from smile.learned.reader import probabilities_from_vectors, reader_probabilities_of
from smile.learned.reader_files import READER_NAME, WEIGHTS
from smile.learned.reader_texts import texts_of_pairs
from smile.learned.reader_without_torch import ReaderAdaptation
from smile.rows.checked_rows import Row, rows_as_read
from smile.scoring.pair_scores import measure_pairs
from smile.settings.named_settings import named_settings
from smile.shared_types import FloatArray, IntArray

# So many of a row's pairs are read: the best by SMILE.
MOST_READ = 4
_GIGABYTES = 4.0

# Turns n texts into the reader's (n, 2) probabilities: of what it reads, and of similarity.
Read = Callable[[Sequence[str]], FloatArray]


@dataclass(frozen=True)
class ReadPairs:
    """P pairs of n rows, read.

    Attributes:
        row: (P,) the row of each pair, ascending.
        features: The features of the pairs.
        readings: What the reader says of the pairs.
    """

    row: IntArray
    features: Features
    readings: PairProbabilities

    def inputs(self) -> FloatArray:
        """Returns the (P, k) inputs of the combiner."""
        return combiner_inputs(self.features, self.readings)

    def scores(self, weights: FloatArray, n: int) -> FloatArray:
        """Returns the (n,) scores of the rows by a combiner."""
        return self.highest(combined_probability(self.features, self.readings, weights), n)

    def highest(self, values: FloatArray, n: int) -> FloatArray:
        """Returns each row's highest of the (P,) values of its pairs, 0 without a pair."""
        highest = np.zeros(n)
        np.maximum.at(highest, self.row, values)
        return highest


def read_by(folder: Path, device: str | None = None, store: Path | None = None) -> Read:
    """Returns the reader with the weights of a folder.

    Args:
        folder: The folder of the weights.
        device: A device of torch; None for the best.
        store: A folder that keeps what was read, so that a later run reads only new texts.
    """

    def find() -> FoundModel:
        base, of_encoder = find_embedded_model_files()
        of_weights = sha256((folder / WEIGHTS).read_bytes()).hexdigest()[:16]
        return FoundModel(READER_NAME, base, None, f"{of_encoder}-{of_weights}", ReaderAdaptation(folder / WEIGHTS))

    encoder = SentenceEncoder(named_settings("learned", device=device), find)
    reader = encoder if store is None else StoredEncoder(encoder, store, _GIGABYTES)
    return lambda texts: probabilities_from_vectors(reader.encode(texts).embeddings)


def read_pairs(rows: Sequence[Row], read: Read, order: WordOrder) -> ReadPairs:
    """Measures the pairs of rows, and lets the reader read the best of them.

    Args:
        rows: The rows.
        read: Turns texts into the reader's probabilities.
        order: The table of neighbouring words.
    """
    settings = named_settings("learned")
    encoder = choose_encoder(settings)
    measured = measure_pairs(rows, settings, encoder)
    pairs, smile = measured.pairs, measured.smile(settings)
    chosen = np.lexsort((pairs.reference_index, -smile, pairs.row))
    chosen = chosen[np.arange(len(chosen)) - np.searchsorted(pairs.row, pairs.row) < MOST_READ]
    pairs = pairs.at(chosen)
    answers = rows_as_read(measured.answers.rows, None)
    known = combiner_features_of_pairs(answers, pairs, smile[chosen], encoder, order)
    to_read = np.flatnonzero(~known.is_equal)
    ones = np.ones(len(chosen))
    readings = PairProbabilities(ones, ones.copy(), ones.copy())
    texts = texts_of_pairs(answers, pairs, to_read, known.has_reference)
    readings.put(to_read, reader_probabilities_of(texts, _each_once(read)))
    return ReadPairs(pairs.row, known, readings)


def _each_once(read: Read) -> Callable[[Sequence[str], int], dict[str, list[float]]]:
    def read_each_once(texts: Sequence[str], n_more: int) -> dict[str, list[float]]:
        wanted = list(dict.fromkeys(texts))
        return dict(zip(wanted, read(wanted).tolist(), strict=True)) if wanted else {}

    return read_each_once
