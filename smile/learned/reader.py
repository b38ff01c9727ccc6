"""Asks the reader about pairs, and joins what it says with the pairs' features.

A row's score is the highest probability of its pairs. The reader reads the most probable pair of each row, and then
those that could still be more probable, so that the highest is found although not all are read.
"""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..aliases import BoolArray, FloatArray, OnProgress, progress_of_part
from ..encoding.encoders import Encoder, backend_of, load_encoder
from ..errors import LearnedWarning
from ..rows.checked_rows import Row, rows_as_read
from .features import Pairs, features, has_reference, is_equal, is_same_value, question_key
from .joint_model import Readings, probability
from .pair_texts import PairTexts, readings_of, texts_of_pairs
from .probability_vectors import from_vectors
from .reader_files import LEARNED, Learned, find_reader, read_learned


@dataclass(frozen=True)
class LearnedScores:
    """The scores of P pairs by the setting `learned`.

    Attributes:
        equivalence: (P,) the reader's probability that the answer means what the reference means. It does not read
            every pair: this is 1 where their words are the same, where a rule for values found the same value, or where
            the answer surely asserts the reference word for word. Where the encoder, whose vocabulary the reader has,
            cannot compare the texts, it is 1 if the answer has the reference word for word, and 0.5 if not.
        asserted: (P,) the reader's probability that the answer asserts the reference where it mentions it, and neither
            denies it, nor takes it back, nor offers it as one of several; 1 where it does not mention it.
        probability: (P,) the probability, from the reader and all features, that a person calls the answer right.
    """

    equivalence: FloatArray
    asserted: FloatArray
    probability: FloatArray


@dataclass(frozen=True)
class ReaderResult:
    """What the reader returns for P pairs of n rows.

    Attributes:
        is_scored: (P,) whether the pair has scores; no other pair can be the best of its row.
        scores: The scores of those pairs.
        is_truncated: (n,) whether a text of the row was longer than the reader reads.
        n_strings: How many texts came from where, and how many rows have a question that the reader was trained on
            (`n_rows_learned_from`).
        backend: The back end that computed; None where it computed nothing.
    """

    is_scored: BoolArray
    scores: LearnedScores
    is_truncated: BoolArray
    n_strings: Mapping[str, int]
    backend: str | None


class Reader:
    """Scores rows by the reader and the joint model. Loads nothing before the first use.

    Args:
        encoder: The encoder that computes the probabilities, as `smile.learned.reader_encoder` makes it.
        word_vectors: The encoder of the features, by the vectors of words.
    """

    def __init__(self, encoder: Encoder, word_vectors: Encoder) -> None:
        """Stores the encoders."""
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

    def cautions(self, rows: Sequence[Row], use_questions: bool | None) -> list[str]:
        """Returns what to know before trusting the scores of rows.

        Raises:
            ModelError: The reader's files are missing or damaged.
            DataError: Questions must be used, and a row has none.
        """
        learned = _read()
        return _cautions(learned, rows_as_read(rows, use_questions), _count_known(rows, learned.questions))

    def score(
        self,
        rows: Sequence[Row],
        pairs: Pairs,
        use_questions: bool | None,
        on_progress: OnProgress | None = None,
    ) -> ReaderResult:
        """Scores pairs, at least each row's best.

        Args:
            rows: n rows.
            pairs: All pairs of them.
            use_questions: Whether their questions are read; None reads the question of each row that has one.
            on_progress: Called with the number of pairs read and the largest number that there can be.

        Raises:
            ModelError: The reader cannot be loaded.
        """
        learned = _read()
        n_known = _count_known(rows, learned.questions)
        rows = rows_as_read(rows, use_questions)
        for caution in _cautions(learned, rows, n_known):
            if caution not in self._warned:  # a run calls this once for each chunk of its rows
                self._warned.add(caution)
                warnings.warn(caution, LearnedWarning, stacklevel=2)
        model = _PairModel(rows, pairs, features(rows, pairs, self._word_vectors), learned)
        reading = _Reading(self._encoder, on_progress)
        # Of texts that nobody can compare the words decide.
        is_same = model.is_equal | is_same_value(pairs) | (pairs.is_unread & model.has_reference)
        equivalence = np.where(is_same, 1.0, 0.5)
        # Texts that nobody can compare are not found similar, so that two unknown strings never score high.
        similarity = np.where(pairs.is_unread & ~is_same, 0.0, equivalence)
        readings = Readings(equivalence, similarity, np.ones(len(is_same)))
        is_scored, is_truncated = model.is_equal | pairs.is_unread, np.zeros(len(rows), dtype=np.bool_)

        def read(is_wanted: BoolArray, is_last: bool) -> None:
            wanted = np.flatnonzero(is_wanted & ~is_scored)
            texts = texts_of_pairs(rows, pairs, wanted, model.has_reference)
            n_left = 0 if is_last else int(np.sum(~is_scored)) - len(wanted)
            found, is_cut = reading.of(texts, n_left)
            readings.put(wanted, found)
            is_truncated[pairs.row[wanted[is_cut]]] = True
            is_scored[wanted] = True

        alone = model.probabilities(readings)
        read(alone >= model.highest_of_row(alone), is_last=False)
        found = np.where(is_scored, model.probabilities(readings), 0.0)
        ones = np.ones(len(found))
        most = model.probabilities(Readings(ones, ones, readings.asserted))
        read(most >= model.highest_of_row(found), is_last=True)
        probabilities = model.probabilities(readings)[is_scored]
        scores = LearnedScores(readings.equivalence[is_scored], readings.asserted[is_scored], probabilities)
        backend = backend_of(self._encoder) if reading.n_read else None
        n_strings = {"n_rows_learned_from": n_known, **reading.n_strings}
        return ReaderResult(is_scored, scores, is_truncated, n_strings, backend)


class _PairModel:
    """The joint models with the features of P pairs: what the reader says of the pairs makes their probabilities.

    Attributes:
        is_equal: (P,) whether answer and reference have the same words.
        has_reference: (P,) whether the answer has the reference word for word, or its value.
    """

    def __init__(self, rows: Sequence[Row], pairs: Pairs, table: FloatArray, learned: Learned) -> None:
        self._table, self._pairs, self._joint = table, pairs, learned.joint
        self._n_rows = len(rows)
        self._has_question = np.array([row.question is not None for row in rows], dtype=np.bool_)[pairs.row]
        self.is_equal, self.has_reference = is_equal(self._table), has_reference(self._table)

    def probabilities(self, readings: Readings) -> FloatArray:
        """Returns the (P,) probabilities from what the reader says; they rise with all of it."""
        found = np.zeros(len(self._table))
        for is_asked, joint in self._joint.items():
            here = self._has_question == is_asked
            is_other = self._pairs.is_other_value[here]
            found[here] = probability(self._table[here], readings.of(here), is_other, joint)
        return found

    def highest_of_row(self, values: FloatArray) -> FloatArray:
        """Returns for each of the (P,) pairs the highest of its row's values."""
        highest = np.zeros(self._n_rows)
        np.maximum.at(highest, self._pairs.row, values)
        return highest[self._pairs.row]


class _Reading:
    """Reads texts, each once.

    Attributes:
        n_read: Number of texts read.
        n_strings: How many texts came from where.
    """

    def __init__(self, encoder: Encoder, on_progress: OnProgress | None) -> None:
        self.n_read = 0
        self.n_strings: Counter[str] = Counter()
        self._encoder = encoder
        self._on_progress = on_progress
        self._known: dict[str, list[float]] = {}
        self._cut: set[str] = set()

    def of(self, pairs: Sequence[PairTexts], n_left: int) -> tuple[Readings, BoolArray]:
        """Returns what the reader says of n pairs, and the (n,) mask of those with a text that was cut.

        Args:
            pairs: What to read of n pairs.
            n_left: How many more pairs may follow.
        """
        found = readings_of(pairs, lambda texts, n_more: self._read(texts, n_more + n_left))
        is_cut = [not self._cut.isdisjoint((*pair.meanings, *pair.mentions)) for pair in pairs]
        return found, np.array(is_cut, dtype=np.bool_)

    def _read(self, texts: Sequence[str], n_more: int) -> Mapping[str, Sequence[float]]:
        """Reads the texts that are not known yet, and returns what is known; `n_more` texts may follow."""
        new = list(dict.fromkeys(text for text in texts if text not in self._known))
        if new:
            progress = progress_of_part(self._on_progress, self.n_read, len(new), self.n_read + len(new) + n_more)
            encoded = self._encoder.encode(new, progress)
            self._known.update(zip(new, from_vectors(encoded.embeddings).tolist(), strict=True))
            self._cut.update(text for text, is_cut in zip(new, encoded.is_truncated, strict=True) if is_cut)
            self.n_read += len(new)
            self.n_strings.update(encoded.n_strings)
        return self._known


def _read() -> Learned:
    return read_learned(find_reader()[0] / LEARNED)


def _cautions(learned: Learned, rows: Sequence[Row], n_known: int) -> list[str]:
    without, with_them = learned.pearson[False], learned.pearson[True]
    n_without = sum(row.question is None for row in rows)
    where = "" if n_without == len(rows) else " in some rows (n_without_question)"
    no_questions = (
        f"the setting 'learned' is used without questions{where}, which it was trained to read: its mean Pearson "
        f"correlation with people was {without:.3f} without them and {with_them:.3f} with them, on questions held out: "
        "give every row its question"
    )
    known = (
        "the setting 'learned' was trained on some of these questions: on their rows (n_rows_learned_from) it looks "
        "better than it is on others"
    )
    return [text for text, applies in ((no_questions, n_without > 0), (known, n_known > 0)) if applies]


def _count_known(rows: Sequence[Row], keys: frozenset[str]) -> int:
    """Counts the rows whose question is one of the training questions."""
    return sum(row.question is not None and question_key(row.question) in keys for row in rows)
