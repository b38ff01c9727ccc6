"""Runs the reader on pairs, and combines its probabilities with the pairs' features.

A row's score is the highest probability of its pairs. The reader reads the most probable pair of each row first, then
those that could still be more probable, so that the highest is found without reading all.
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..encoding.encoders import Encoder, backend_of_encoder, load_encoder, sum_of_strings
from ..errors import LearnedWarning
from ..result_types import StringCounts
from ..rows.checked_rows import Row, rows_as_read
from ..rows.pair_table import PairTable
from ..shared_types import BoolArray, FloatArray, IntArray, OnProgress, progress_of_part
from .combiner import (
    Features,
    PairProbabilities,
    combined_probability,
    combiner_features_of_pairs,
    question_hash_for_combiner,
)
from .reader_files import LEARNED, LearnedParameters, find_reader, read_learned_parameters
from .reader_texts import PairTexts, texts_of_pairs

# If an answer has the reference word for word, and the reader of mentions is surer than this that it is asserted, the
# meaning is not read. In EVOUNA this holds for 78 % of such answers, and agreement with human labels is the same.
_SURELY_ASSERTED = 0.8

# The probability that an answer asserts a reference that it denies by a rule for values.
_DENIED = 0.002
_EVEN = 0.5

# The most words of a row that are read: the answer's words, once for each reference, and these for question and
# reference.
_MOST_WORDS = 600
_WORDS_AROUND = 15

# Reads texts; the number is the most texts that may follow. Returns for each text the two probabilities of the reader:
# of the reading, and of similarity.
Read = Callable[[Sequence[str], int], Mapping[str, Sequence[float]]]


@dataclass(frozen=True)
class ReaderResult:
    """The reader's result for P pairs of n rows. It scored k pairs; no other pair can be the best of its row.

    Attributes:
        scored: (k,) positions of the pairs that have scores.
        equivalence: (k,) the reader's probability that answer and reference mean the same. It is 1 without reading if
            their words are the same, if a rule for values found the same value, or if the answer surely asserts the
            reference word for word. If the vocabulary lacks the texts, it is 1 for an answer that has the reference
            word for word, and 0.5 for others.
        asserted: (k,) the reader's probability that the answer asserts the reference that it mentions, and does not
            deny it, take it back or offer it as one of several. It is 1 if the answer does not mention it, and 0.002
            for a denial that a rule for values found.
        probability: (k,) the probability, from the reader and all features, that a person labels the answer correct.
        is_truncated: (n,) whether a text of the row was longer than the reader reads.
        n_strings: Strings by source.
        n_learned_from: The number of rows with a question that the reader was trained on.
        backend: The back end that computed; None if it computed nothing.
    """

    scored: IntArray
    equivalence: FloatArray
    asserted: FloatArray
    probability: FloatArray
    is_truncated: BoolArray
    n_strings: StringCounts
    n_learned_from: int
    backend: str | None


class Reader:
    """Scores rows by the reader, an encoder from `smile.learned.reader_files.reader_encoder`, and the combiner.

    Nothing is loaded before the first use.
    """

    def __init__(self, encoder: Encoder, word_vectors: Encoder) -> None:
        self._encoder = encoder
        self._word_vectors = word_vectors
        self._warned: set[str] = set()

    @property
    def signature(self) -> str:
        """The reader's signature."""
        return self._encoder.signature

    def load(self) -> None:
        """Loads the reader."""
        load_encoder(self._encoder)

    def warnings(self, rows: Sequence[Row], use_questions: bool | None) -> list[LearnedWarning]:
        """Returns warnings about the scores of rows."""
        return _reader_warnings(_learned_parameters(), rows_as_read(rows, use_questions), _n_learned_from(rows))

    def score(
        self,
        rows: Sequence[Row],
        pairs: PairTable,
        smile: FloatArray,
        use_questions: bool | None,
        on_progress: OnProgress | None = None,
    ) -> ReaderResult:
        """Scores pairs, at least each row's best.

        Args:
            rows: n rows.
            pairs: All P pairs of them.
            smile: (P,) SMILE of the pairs, as `fast` scores them.
            use_questions: Whether their questions are read; None reads the question of each row that has one.
            on_progress: Called with the number of pairs read and the largest number that there can be.
        """
        learned, n_learned_from = _learned_parameters(), _n_learned_from(rows)
        rows = rows_as_read(rows, use_questions)
        for warning in _reader_warnings(learned, rows, n_learned_from):
            if warning.kind not in self._warned:  # a run calls this once for each chunk of its rows
                self._warned.add(warning.kind)
                warnings.warn(warning, stacklevel=2)
        reading = _PairFindings(
            rows,
            pairs,
            combiner_features_of_pairs(rows, pairs, smile, self._word_vectors, learned.order),
            learned.weights,
        )
        texts = _EachOnce(self._encoder, on_progress)
        # First each row's most probable pair before reading, then all that may still be more probable.
        alone = reading.probabilities()
        reading.read(alone >= reading.highest_of_row(alone), alone, texts, is_last=False)
        most = reading.probabilities(at_most=True)
        found = np.where(reading.is_scored, reading.probabilities(), 0.0)
        reading.read(most >= reading.highest_of_row(found), most, texts, is_last=True)
        scored = np.flatnonzero(reading.is_scored)
        return ReaderResult(
            scored,
            reading.found.equivalence[scored],
            reading.found.asserted[scored],
            reading.probabilities()[scored],
            reading.is_truncated,
            texts.n_strings,
            n_learned_from,
            backend_of_encoder(self._encoder) if texts.n_read else None,
        )


class _PairFindings:
    """The reader's findings so far on P pairs of n rows; pairs not read yet have their prior probabilities."""

    def __init__(self, rows: Sequence[Row], pairs: PairTable, known: Features, weights: FloatArray) -> None:
        self._rows, self._pairs, self._features, self._weights = rows, pairs, known, weights
        # If the vocabulary lacks the texts, the words are compared, as two unknown strings would always look the same:
        # the reader knows only English, and takes any two names in Arabic for the same.
        is_foreign = [
            _is_foreign(rows[row].references[index])
            for row, index in zip(pairs.row.tolist(), pairs.reference_index.tolist(), strict=True)
        ]
        is_unknown = pairs.is_out_of_vocabulary | np.array(is_foreign, dtype=np.bool_)
        is_same = known.is_equal | pairs.is_same_value | (is_unknown & known.has_reference)
        equivalence = np.where(is_same, 1.0, 0.5)
        similarity = np.where(is_unknown & ~is_same, 0.0, equivalence)
        self.found = PairProbabilities(equivalence, similarity, np.ones(len(is_same)))
        self.is_scored = known.is_equal | is_unknown
        self.is_truncated = np.zeros(len(rows), dtype=np.bool_)
        self._n_words = (
            np.array([min(_MOST_WORDS, len(row.prediction.split())) for row in rows])[pairs.row] + _WORDS_AROUND
        )
        self._n_words_read = np.zeros(len(rows), dtype=np.int64)

    def probabilities(self, at_most: bool = False) -> FloatArray:
        """Returns the (P,) probabilities so far, or the highest that are still possible."""
        ones = np.ones(len(self.found.asserted))
        found = PairProbabilities(ones, ones, self.found.asserted) if at_most else self.found
        return combined_probability(self._features, found, self._weights)

    def highest_of_row(self, values: FloatArray) -> FloatArray:
        """Returns for each pair the highest of its row's (P,) values."""
        highest = np.zeros(len(self._rows))
        np.maximum.at(highest, self._pairs.row, values)
        return highest[self._pairs.row]

    def read(self, is_wanted: BoolArray, likely: FloatArray, texts: "_EachOnce", is_last: bool) -> None:
        """Reads the pairs of a (P,) mask that are not scored yet, the likeliest first within a row's limit of words."""
        wanted = self._within_bound(np.flatnonzero(is_wanted & ~self.is_scored), likely)
        of_pairs = texts_of_pairs(self._rows, self._pairs, wanted, self._features.has_reference)
        texts.n_left = 0 if is_last else int(np.sum(~self.is_scored)) - len(wanted)
        self.found.put(wanted, reader_probabilities_of(of_pairs, texts.read))
        is_cut = [each.is_cut or not texts.cut.isdisjoint((*each.meanings, *each.mentions)) for each in of_pairs]
        self.is_truncated[self._pairs.row[wanted[np.array(is_cut, dtype=np.bool_)]]] = True
        self.is_scored[wanted] = True

    def _within_bound(self, wanted: IntArray, likely: FloatArray) -> IntArray:
        """Returns the wanted pairs within the limit of words of their row, whose likeliest pair always stays."""
        order = wanted[np.lexsort((-likely[wanted], self._pairs.row[wanted]))]
        row, n_words = self._pairs.row[order], self._n_words[order]
        before = np.cumsum(n_words) - n_words
        before += self._n_words_read[row] - before[np.searchsorted(row, row)]
        is_kept = before < _MOST_WORDS
        np.add.at(self._n_words_read, row[is_kept], n_words[is_kept])
        self.is_truncated[row[~is_kept]] = True
        return np.sort(order[is_kept])


def _is_foreign(text: str) -> bool:
    """Returns whether a text has words but no Latin letter or digit; a lone "π" is a symbol.

    >>> _is_foreign("القاهرة"), _is_foreign("π"), _is_foreign("Åse")
    (True, False, False)
    """
    return not any(sign.isascii() and sign.isalnum() for sign in text) and sum(map(str.isalpha, text)) > 1


class _EachOnce:
    """Reads each text once. `cut` are the texts that were cut; `n_left` counts further texts, for the progress."""

    def __init__(self, encoder: Encoder, on_progress: OnProgress | None) -> None:
        self.n_read = self.n_left = 0
        self.n_strings: StringCounts = {"n_encoded": 0}
        self.cut: set[str] = set()
        self._encoder = encoder
        self._on_progress = on_progress
        self._known: dict[str, list[float]] = {}

    def read(self, texts: Sequence[str], n_more: int) -> Mapping[str, Sequence[float]]:
        """Reads the texts that are not known yet, and returns what is known; `n_more` texts may follow."""
        new = list(dict.fromkeys(text for text in texts if text not in self._known))
        if new:
            n_all = self.n_read + len(new) + n_more + self.n_left
            progress = progress_of_part(self._on_progress, self.n_read, len(new), n_all)
            encoded = self._encoder.encode(new, progress)
            self._known.update(zip(new, probabilities_from_vectors(encoded.embeddings).tolist(), strict=True))
            self.cut.update(text for text, is_cut in zip(new, encoded.is_truncated, strict=True) if is_cut)
            self.n_read += len(new)
            self.n_strings = sum_of_strings([self.n_strings, encoded.n_strings])
        return self._known


def reader_probabilities_of(pairs: Sequence[PairTexts], read: Read) -> PairProbabilities:
    """Reads pairs, first their mentions and then their meanings. Where a pair has no text, its probability is 1."""
    n_meanings = len({text for pair in pairs for text in pair.meanings})
    # A mention that stands alone is asserted without reading.
    opposed = [() if pair.is_alone else pair.mentions for pair in pairs]
    known = read([text for texts in opposed for text in texts], n_meanings)
    asserted = [min((known[text][0] for text in texts), default=1.0) for texts in opposed]
    # Offering a choice makes a doubtful assertion a denial.
    asserted = [
        _DENIED if pair.is_denied or (pair.offers and probability < _EVEN) else probability
        for pair, probability in zip(pairs, asserted, strict=True)
    ]
    # If the mention was not found, such as "twenty five" for 25, the meaning is read.
    meanings = [
        [] if pair.has_reference and pair.mentions and probability > _SURELY_ASSERTED else pair.meanings
        for pair, probability in zip(pairs, asserted, strict=True)
    ]
    known = read([text for texts in meanings for text in texts], 0)
    equivalence, similarity = (
        np.array([max((known[text][which] for text in texts), default=1.0) for texts in meanings]) for which in (0, 1)
    )
    return PairProbabilities(equivalence, similarity, np.array(asserted))


def probabilities_from_vectors(vectors: npt.NDArray[np.float32]) -> FloatArray:
    """Returns the (n, k) probabilities, 0 to 1, in (n, 2k) vectors of `network.vectors_of_probabilities`."""
    k = vectors.shape[1] // 2
    # A back end's last digit may make 1.0000001 of a probability, which has no logit.
    probabilities: FloatArray = np.minimum(k * vectors[:, k:].astype(np.float64) ** 2, 1.0)
    return probabilities


def _learned_parameters() -> LearnedParameters:
    return read_learned_parameters(find_reader()[0] / LEARNED)


def _reader_warnings(learned: LearnedParameters, rows: Sequence[Row], n_learned_from: int) -> list[LearnedWarning]:
    found = []
    n_without = sum(row.question is None for row in rows)
    if n_without:
        where = "" if n_without == len(rows) else " in some rows"
        told = (
            f"the setting 'learned' is used without questions{where}, but was trained with them: on held-out questions "
            "its Pearson correlation with human labels is {:.3f} with them and {:.3f} without; give every row its "
            "question"
        )
        found.append(LearnedWarning(told, learned.pearson[True], learned.pearson[False]))
    if n_learned_from:
        told = (
            "the setting 'learned' was trained on some of these questions: its scores of these rows look better than "
            "those of other rows will"
        )
        found.append(LearnedWarning(told))
    return found


def _n_learned_from(rows: Sequence[Row]) -> int:
    keys = _learned_parameters().questions
    return sum(row.question is not None and question_hash_for_combiner(row.question) in keys for row in rows)
