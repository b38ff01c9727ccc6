"""Asks the equivalence head about pairs, and joins its answers with the pairs' features.

A row's score is the highest probability of its pairs. The head reads the most probable pair of each row, and then those
that could still be more probable, so that the highest is found although not all are read.
"""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..aliases import BoolArray, FloatArray, OnProgress, progress_of_part
from ..encoding.encoders import Encoder, backend_of
from ..errors import LearnedWarning
from ..rows.checked_rows import Row, rows_as_read
from .features import Pairs, features, head_text, is_equal, probability, question_key
from .head_files import LEARNED, Learned, find_head, read_learned
from .probability_vectors import from_vectors


@dataclass(frozen=True)
class LearnedScores:
    """The scores of P pairs by the setting `learned`.

    Attributes:
        equivalence: (P,) the head's own probability that the answer means what the reference means. The head does not
            read every pair: it is 1 where their words are the same, and 0.5 where the encoder, whose vocabulary the
            head has, cannot compare the texts.
        probability: (P,) the probability, from the head and all features, that a person calls the answer right.
    """

    equivalence: FloatArray
    probability: FloatArray


@dataclass(frozen=True)
class HeadResult:
    """What the head returns for P pairs of n rows.

    Attributes:
        is_scored: (P,) whether the pair has scores; no other pair can be the best of its row.
        scores: The scores of those pairs.
        is_truncated: (n,) whether a text of the row was longer than the head reads.
        n_strings: How many texts came from where, and how many rows have a question that the head was trained on
            (`n_rows_learned_from`).
        backend: The back end that computed; None where it computed nothing.
    """

    is_scored: BoolArray
    scores: LearnedScores
    is_truncated: BoolArray
    n_strings: Mapping[str, int]
    backend: str | None


class EquivalenceHead:
    """Scores rows by the equivalence head and the joint model. Loads nothing before the first use.

    Args:
        encoder: The encoder that computes the head's probabilities, as `smile.learned.head_encoder` makes it.
    """

    def __init__(self, encoder: Encoder) -> None:
        """Stores the encoder."""
        self._encoder = encoder
        self._warned: set[str] = set()

    @property
    def signature(self) -> str:
        """The head's signature."""
        return self._encoder.signature

    def warm_up(self) -> None:
        """Loads the head."""
        self._encoder.encode(["warm up"])

    def cautions(self, rows: Sequence[Row], use_questions: bool | None) -> list[str]:
        """Returns what to know before trusting the scores of rows.

        Raises:
            ModelError: The head's files are missing or damaged.
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
    ) -> HeadResult:
        """Scores pairs, at least each row's best.

        Args:
            rows: n rows.
            pairs: All pairs of them.
            use_questions: Whether their questions are read; None reads the question of each row that has one.
            on_progress: Called with the number of texts read and the largest number that there can be.

        Raises:
            ModelError: The head cannot be loaded.
        """
        learned = _read()
        n_known = _count_known(rows, learned.questions)
        rows = rows_as_read(rows, use_questions)
        for caution in _cautions(learned, rows, n_known):
            if caution not in self._warned:  # a run calls this once for each chunk of its rows
                self._warned.add(caution)
                warnings.warn(caution, LearnedWarning, stacklevel=2)
        model = _PairModel(rows, pairs, learned)
        reading = _Reading(self._encoder, on_progress)
        equivalence = np.where(model.is_equal, 1.0, 0.5)
        is_scored, is_truncated = model.is_equal | pairs.is_unread, np.zeros(len(rows), dtype=np.bool_)

        def read(is_wanted: BoolArray, is_last: bool) -> None:
            wanted = np.flatnonzero(is_wanted & ~is_scored)
            texts = [_text(rows[pairs.row[k]], int(pairs.reference_index[k])) for k in wanted.tolist()]
            n_left = 0 if is_last else int(np.sum(~is_scored)) - len(wanted)
            equivalence[wanted], is_cut = reading.of(texts, n_left)
            is_truncated[pairs.row[wanted[is_cut]]] = True
            is_scored[wanted] = True

        alone = model.probabilities(equivalence)
        read(alone >= model.highest_of_row(alone), is_last=False)
        found = np.where(is_scored, model.probabilities(equivalence), 0.0)
        read(model.probabilities(np.ones(len(found))) >= model.highest_of_row(found), is_last=True)
        scores = LearnedScores(equivalence[is_scored], model.probabilities(equivalence)[is_scored])
        backend = backend_of(self._encoder) if reading.n_read else None
        n_strings = {"n_rows_learned_from": n_known, **reading.n_strings}
        return HeadResult(is_scored, scores, is_truncated, n_strings, backend)


class _PairModel:
    """The joint models with the features of P pairs: what the head says of the pairs makes their probabilities.

    Attributes:
        is_equal: (P,) whether answer and reference have the same words.
    """

    def __init__(self, rows: Sequence[Row], pairs: Pairs, learned: Learned) -> None:
        self._table, self._pairs, self._joint = features(rows, pairs), pairs, learned.joint
        self._n_rows = len(rows)
        self._has_question = np.array([row.question is not None for row in rows], dtype=np.bool_)[pairs.row]
        self.is_equal = is_equal(self._table)

    def probabilities(self, head: FloatArray) -> FloatArray:
        """Returns the (P,) probabilities from the head's; they rise with it."""
        found = np.zeros(len(head))
        for is_asked, joint in self._joint.items():
            here = self._has_question == is_asked
            found[here] = probability(self._table[here], head[here], self._pairs.is_other_value[here], joint)
        return found

    def highest_of_row(self, values: FloatArray) -> FloatArray:
        """Returns for each of the (P,) pairs the highest of its row's values."""
        highest = np.zeros(self._n_rows)
        np.maximum.at(highest, self._pairs.row, values)
        return highest[self._pairs.row]


class _Reading:
    """Reads texts with the head, each once.

    Attributes:
        n_read: Number of texts read.
        n_strings: How many of them came from where.
    """

    def __init__(self, encoder: Encoder, on_progress: OnProgress | None) -> None:
        self.n_read = 0
        self.n_strings: Counter[str] = Counter()
        self._encoder = encoder
        self._on_progress = on_progress
        self._known: dict[str, tuple[float, bool]] = {}

    def of(self, texts: Sequence[str], n_left: int) -> tuple[FloatArray, BoolArray]:
        """Returns the probabilities of texts, and which are longer than the head reads.

        Args:
            texts: n texts.
            n_left: How many more texts may follow.
        """
        new = list(dict.fromkeys(text for text in texts if text not in self._known))
        if new:
            progress = progress_of_part(self._on_progress, self.n_read, len(new), self.n_read + len(new) + n_left)
            encoded = self._encoder.encode(new, progress)
            found = zip(from_vectors(encoded.embeddings).tolist(), encoded.is_truncated.tolist(), strict=True)
            self._known.update(zip(new, found, strict=True))
            self.n_read += len(new)
            self.n_strings.update(encoded.n_strings)
        known = [self._known[text] for text in texts]
        return np.array([value for value, _ in known]), np.array([is_cut for _, is_cut in known], dtype=np.bool_)


def _read() -> Learned:
    return read_learned(find_head()[0] / LEARNED)


def _text(row: Row, reference: int) -> str:
    return head_text(row.question, row.references[reference], row.prediction)


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
