"""Answers with human labels, in folds that share no question."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from smile.checks import is_blank
from smile.errors import DataError
from smile.learned.combiner import question_hash_for_combiner
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.labelled_files import LabelOptions, read_labelled
from smile.people.labels import LabelledRows
from smile.rows.checked_rows import Row
from smile.shared_types import BoolArray, IntArray

N_FOLDS = 5
# The fold of the questions that the reader does not learn from.
LEFT_OUT = 0


@dataclass(frozen=True)
class LabelledAnswers:
    """n answers with human labels.

    Attributes:
        file: The rows and labels of the file.
        is_right: (n,) whether the answer is labelled correct.
        keys: n keys of the questions.
        fold: (n,) 0 to 4, the same for all answers to a question, in any file and data set.
    """

    file: LabelledRows
    is_right: BoolArray
    keys: list[str]
    fold: IntArray

    @property
    def rows(self) -> Sequence[Row]:
        """The rows."""
        return self.file.file.rows

    def __len__(self) -> int:
        """Returns the number of answers."""
        return len(self.keys)


def read_answers(path: Path) -> LabelledAnswers:
    """Reads answers with the columns `dataset`, `system`, `question`, `references`, `prediction` and `human`.

    Raises:
        DataError: A row is invalid, or has no question or no answer.
    """
    file = read_labelled(path, LabelOptions())
    is_right = AgreementScorer().sample(file.labels[:, 0], file).is_right
    if is_right is None:
        raise DataError(f"{path}: the labels are not between 0 and 1")
    keys = []
    for i, row in enumerate(file.file.rows):
        if row.question is None:
            raise DataError(f"{path}: row {i} has no question, which the reader is trained to read")
        if is_blank(row.prediction):
            raise DataError(f"{path}: row {i} has an empty answer, from which nothing can be learned: leave it out")
        keys.append(question_hash_for_combiner(row.question))
    return LabelledAnswers(file, is_right, keys, np.array(list(map(fold_of, keys))))


def fold_of(key: str) -> int:
    """Returns the fold of a question, from its key alone: nothing here may differ between runs."""
    digest = sha256(key.encode()).digest()
    return (digest[0] * 256 + digest[1]) % N_FOLDS
