"""Asks the equivalence head about each row's best reference, and joins its answer with the row's other features.

The head reads that reference alone: each further one costs as much and adds nothing (README, "The learned setting").
"""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..aliases import BoolArray, FloatArray, OnProgress
from ..encoding.encoders import Encoder, backend_of
from ..errors import LearnedWarning
from ..rows.checked_rows import Row, rows_as_read
from .features import BestReferences, features, head_text, probability, question_key
from .head_files import LEARNED, Learned, find_head, read_learned
from .probability_vectors import from_vectors


@dataclass(frozen=True)
class LearnedScores:
    """The scores of n rows by the setting `learned`, 0 for an empty prediction.

    The head has the vocabulary of the encoder. Where that cannot compare a row's texts, both are SMILE's own score.

    Attributes:
        equivalence: (n,) the head's own probability that the answer means what the best reference means.
        probability: (n,) the probability, from the head and all other features, that a person calls the answer right.
    """

    equivalence: FloatArray
    probability: FloatArray


@dataclass(frozen=True)
class HeadResult:
    """What the head returns for n rows.

    Attributes:
        scores: The scores.
        is_truncated: (n,) whether a row's text was longer than the head reads.
        n_strings: How many texts came from where, and how many rows have a question that the head was trained on
            (`n_rows_learned_from`).
        backend: The back end that computed; None where it computed nothing.
    """

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
        best: BestReferences,
        use_questions: bool | None,
        on_progress: OnProgress | None = None,
    ) -> HeadResult:
        """Scores rows.

        Args:
            rows: n rows.
            best: SMILE's scores of each row's best reference.
            use_questions: Whether their questions are read; None reads the question of each row that has one.
            on_progress: Called with the number of texts read and the number of all texts.

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
        answered = np.flatnonzero(~best.is_empty & ~best.is_unread)
        texts = [_text(rows[i], int(best.best_reference[i])) for i in answered.tolist()]
        place = {text: k for k, text in enumerate(dict.fromkeys(texts))}
        n_strings = Counter(n_rows_learned_from=n_known)
        equivalence, joined = (np.where(best.is_unread, best.smile, 0.0) for _ in range(2))
        is_truncated = np.zeros(len(rows), dtype=np.bool_)
        if not place:
            return HeadResult(LearnedScores(equivalence, joined), is_truncated, n_strings, None)
        encoded = self._encoder.encode(list(place), on_progress)
        of_text = np.array([place[text] for text in texts])
        equivalence[answered] = from_vectors(encoded.embeddings)[of_text]
        table = features(rows, best)
        has_question = np.array([row.question is not None for row in rows])
        for is_asked, joint in learned.joint.items():
            of_kind = answered[has_question[answered] == is_asked]
            joined[of_kind] = probability(table[of_kind], equivalence[of_kind], joint)
        is_truncated[answered] = encoded.is_truncated[of_text]
        n_strings.update(encoded.n_strings)
        return HeadResult(LearnedScores(equivalence, joined), is_truncated, n_strings, backend_of(self._encoder))


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
