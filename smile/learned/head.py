"""Asks the equivalence head about each row's best reference, and joins what it says with the measured pairs.

Only that reference is read: the others cost as much each, and bring nothing (README, "The learned setting").
"""

import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..aliases import OnProgress
from ..encoding.encoders import Encoder, backend_of
from ..errors import LearnedWarning
from ..rows.checked_rows import Row
from ..scoring.pairs import LearnedScores, MeasuredPairs, score_pairs
from ..scoring.results import Scores
from ..settings.named_settings import Settings
from .features import features, head_text, probability, question_key
from .head_files import LEARNED, Learned, find_head, read_learned
from .probability_vectors import from_vectors


class EquivalenceHead:
    """Joins the head's verdicts with the parts of rows. Nothing is loaded before the first use.

    Args:
        settings: Those of the scorer.
        encoder: What computes the verdicts.
    """

    def __init__(self, settings: Settings, encoder: Encoder) -> None:
        """Stores them."""
        self._settings = settings
        self._encoder = encoder
        self._warned: set[str] = set()

    @property
    def signature(self) -> str:
        """Which head this is."""
        return self._encoder.signature

    def warm_up(self) -> None:
        """Loads the head."""
        self._encoder.encode(["warm up"])

    def cautions(self, rows: Sequence[Row], with_questions: bool) -> list[str]:
        """Returns what to know before trusting what `judge` says of rows.

        Raises:
            ModelError: The head cannot be had.
        """
        learned = _read()
        return _cautions(learned, with_questions, _count_known(rows, learned.questions))

    def judge(
        self, rows: Sequence[Row], measured: MeasuredPairs, with_questions: bool, on_progress: OnProgress | None = None
    ) -> MeasuredPairs:
        """Returns the parts of rows with the verdicts on them.

        Args:
            rows: n rows.
            measured: What SMILE says of them.
            with_questions: Whether their questions are read.
            on_progress: Called with how many texts are read and how many there are.

        Raises:
            ModelError: The head cannot be had.
        """
        learned = _read()
        n_known = _count_known(rows, learned.questions)
        for caution in _cautions(learned, with_questions, n_known):
            if caution not in self._warned:  # rows come in many parts
                self._warned.add(caution)
                warnings.warn(caution, LearnedWarning, stacklevel=2)
        scores = score_pairs(measured, self._settings, "")
        answered = np.flatnonzero(~scores.is_empty)
        texts = [
            head_text(
                rows[i].question if with_questions else None, _best_reference(rows, scores, i), rows[i].prediction
            )
            for i in answered.tolist()
        ]
        place = {text: k for k, text in enumerate(dict.fromkeys(texts))}
        n_strings = Counter({**measured.n_strings, "n_rows_learned_from": n_known})
        if not place:
            nothing = np.zeros(len(rows))
            return replace(measured, learned=LearnedScores(nothing, nothing), n_strings=n_strings)
        encoded = self._encoder.encode(list(place), on_progress)
        of_text = np.array([place[text] for text in texts])
        equivalence, joined = np.zeros(len(rows)), np.zeros(len(rows))
        equivalence[answered] = from_vectors(encoded.embeddings)[of_text]
        joined[answered] = probability(
            features(rows, scores, with_questions), equivalence, learned.joint[with_questions]
        )[answered]
        is_truncated = measured.is_truncated.copy()
        is_truncated[answered] |= encoded.is_truncated[of_text]
        n_strings["n_encoded"] += len(place) - sum(encoded.n_known.values())
        n_strings.update({f"n_from_{source}": n for source, n in encoded.n_known.items()})
        backend = backend_of(self._encoder)
        return replace(
            measured,
            learned=LearnedScores(equivalence, joined),
            is_truncated=is_truncated,
            n_strings=n_strings,
            backend=measured.backend if backend is None else backend,
        )


def _read() -> Learned:
    return read_learned(find_head()[0] / LEARNED)


def _cautions(learned: Learned, with_questions: bool, n_known: int) -> list[str]:
    without, with_them = learned.pearson[False], learned.pearson[True]
    no_questions = (
        "the setting 'learned' is used without questions, which it was trained to read: its mean Pearson correlation "
        f"with people was {without:.3f} without them and {with_them:.3f} with them, on questions held out: give every "
        "row its question"
    )
    known = (
        "the setting 'learned' was trained on some of these questions: on their rows (n_rows_learned_from) it looks "
        "better than it is on others"
    )
    return [text for text, applies in ((no_questions, not with_questions), (known, n_known > 0)) if applies]


def _best_reference(rows: Sequence[Row], scores: Scores, i: int) -> str:
    return rows[i].references[int(scores.best_reference[i])]


def _count_known(rows: Sequence[Row], keys: frozenset[str]) -> int:
    """Counts the rows whose question is among those that were learned from."""
    return sum(row.question is not None and question_key(row.question) in keys for row in rows)
