"""Inputs of the joint model: the best pairs of each row, with their features and the output of the reader."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sentence_transformers import SentenceTransformer

from smile.aliases import FloatArray, IntArray
from smile.encoding.batches import embed_texts
from smile.encoding.model_files import find_embedded
from smile.encoding.torch_backend import TorchBackend
from smile.learned.combiner import BoostedTrees, PairProbabilities, combined, features, has_reference, is_equal
from smile.learned.network import with_reader
from smile.learned.reader import Read as ReadTexts
from smile.learned.reader import from_vectors, probabilities_of
from smile.learned.reader_files import WEIGHTS
from smile.learned.texts import texts_of_pairs
from smile.rows.checked_rows import Row, rows_as_read
from smile.scoring.pairs import measure_pairs
from smile.settings.named_settings import named_settings
from smile.stores.encoder_choice import encoder_of

# So many of a row's pairs are read: the best by SMILE.
MOST_READ = 4

# Turns n texts into the reader's (n, 2) probabilities: of what it reads, and of similarity.
Read = Callable[[Sequence[str]], FloatArray]


@dataclass(frozen=True)
class ReadPairs:
    """P pairs of n rows, read.

    Attributes:
        start: (n,) where each row's pairs begin, its best by SMILE first.
        smile: (P,) SMILE of the pairs, as `fast` scores them.
        table: (P, k) features.
        readings: What the reader says of the pairs.
    """

    start: IntArray
    smile: FloatArray
    table: FloatArray
    readings: PairProbabilities

    def scores(self, joint: BoostedTrees) -> FloatArray:
        """Returns each row's score by a joint model."""
        return self.highest(combined(self.table, self.readings, self.smile, joint))

    def highest(self, values: FloatArray) -> FloatArray:
        """Returns each row's highest of the (P,) values of its pairs."""
        highest: FloatArray = np.maximum.reduceat(values, self.start)
        return highest

    def of(self, rows: IntArray) -> "ReadPairs":
        """Returns the pairs of some rows, in their order."""
        stop = np.append(self.start[1:], len(self.table))
        n = (stop - self.start)[rows]
        first = np.cumsum(n) - n
        pairs = np.repeat(self.start[rows] - first, n) + np.arange(n.sum())
        return ReadPairs(first, self.smile[pairs], self.table[pairs], self.readings.of(pairs))


def read_by(folder: Path, device: str = "cpu") -> Read:
    """Returns the reader with the weights of a folder.

    Args:
        folder: The folder of the weights.
        device: A device of torch.
    """
    backend = TorchBackend(with_reader(SentenceTransformer(find_embedded()[0], device=device), folder / WEIGHTS))
    return lambda texts: from_vectors(embed_texts(backend, texts)[0])


def read_pairs(rows: Sequence[Row], with_questions: bool, read: Read) -> ReadPairs:
    """Measures the pairs of rows with an answer, and lets the reader read the best of them.

    Args:
        rows: The rows.
        with_questions: Whether their questions are read.
        read: Turns texts into the reader's probabilities.
    """
    settings = named_settings("learned", use_questions=None if with_questions else False)
    encoder = encoder_of(settings)
    measured = measure_pairs(rows, settings, encoder)
    pairs, smile = measured.pairs, measured.smile(settings)
    order = np.lexsort((pairs.reference_index, -smile, pairs.row))
    first = np.searchsorted(pairs.row, np.arange(len(rows)))
    order = order[np.arange(len(order)) - first[pairs.row] < MOST_READ]
    as_read = rows_as_read(rows, None if with_questions else False)
    table = features(as_read, pairs, encoder)[order]
    to_read = np.flatnonzero(~is_equal(table))
    found = np.zeros(len(pairs.row), dtype=np.bool_)
    found[order] = has_reference(table)
    readings = PairProbabilities(np.ones(len(order)), np.ones(len(order)), np.ones(len(order)))
    readings.put(to_read, probabilities_of(texts_of_pairs(as_read, pairs, order[to_read], found), _each_once(read)))
    start = np.searchsorted(pairs.row[order], np.arange(len(rows)))
    return ReadPairs(start, smile[order], table, readings)


def _each_once(read: Read) -> ReadTexts:
    def read_each_once(texts: Sequence[str], n_more: int) -> dict[str, list[float]]:
        wanted = list(dict.fromkeys(texts))
        return dict(zip(wanted, read(wanted).tolist(), strict=True)) if wanted else {}

    return read_each_once
