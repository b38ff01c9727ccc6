"""The features of the learned setting, and the joint model that turns them into one probability."""

import math
import unicodedata
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Protocol

import numpy as np
from scipy.special import expit, logit

from ..aliases import BoolArray, FloatArray, IntArray
from ..choices import SMILE_NORMALIZATION
from ..rows.checked_rows import Row
from ..text.keywords import between_spaces, easy_match, numbers
from ..text.normalization import words
from ..text.refusals_and_negations import is_refusal
from .head_files import Joint

# Separates the texts that the head reads; its tokenizer reads it as the end of a text.
_SEPARATOR = " [SEP] "
_SPECIAL_TOKENS = ("[SEP]", "[CLS]", "[PAD]", "[MASK]", "[UNK]")

# The head's logit is cut here: a larger one is no surer, and lies outside the range of the calibration.
_LARGEST_LOGIT = 8.0

_LANGUAGE = "en"


# The features by name; the first three are SMILE's scores of the row's best reference.
FEATURES: Mapping[str, str] = {
    "semantic": "semantic score",
    "easy_match": "easy match",
    "keyword_similarity": "keyword similarity",
    "reference_has_number": "the reference holds a number",
    "no_number_found": "the reference holds numbers, and the answer none of them",
    "log_answer_words": "logarithm of 1 and the answer's words",
    "log_references": "logarithm of the number of references",
    "log_exact_references": "logarithm of 1 and the references that the answer has word for word",
    "log_other_words": "logarithm of 1 and the answer's words that neither question nor reference has",
    "new_words_found": "share of the reference's words beyond the question's that the answer has (a half without any)",
    "precision": "share of the answer's words that the reference has",
    "refuses": "the answer refuses",
}
# The joint model weighs the features and this one.
HEAD_LOGIT = "head_logit"


class BestReferences(Protocol):
    """SMILE's scores of each row's best reference; `smile.scoring.results.Scores` has this shape."""

    @property
    def best_reference(self) -> IntArray:
        """(n,) index of the best of a row's references."""
        ...

    @property
    def semantic(self) -> FloatArray:
        """(n,) semantic scores, 0 to 1."""
        ...

    @property
    def easy_match(self) -> FloatArray:
        """(n,) easy matches, 0 to 1."""
        ...

    @property
    def keyword_similarity(self) -> FloatArray:
        """(n,) keyword similarities, 0 to 1."""
        ...

    @property
    def smile(self) -> FloatArray:
        """(n,) SMILE, 0 to 1."""
        ...

    @property
    def is_unread(self) -> BoolArray:
        """(n,) whether the encoder cannot compare the row's texts."""
        ...

    @property
    def is_empty(self) -> BoolArray:
        """(n,) whether the prediction is empty."""
        ...


def head_text(question: str | None, reference: str, prediction: str) -> str:
    """Returns the text that the head reads; the tokenizer's marks inside the texts are broken up.

    >>> head_text("What is it?", "a mark", "It is [SEP]")
    'What is it? [SEP] a mark [SEP] It is [ SEP]'
    """
    texts = [reference, prediction] if question is None else [question, reference, prediction]
    for mark in _SPECIAL_TOKENS:
        texts = [text.replace(mark, f"[ {mark[1:]}") for text in texts]
    return _SEPARATOR.join(texts)


def features(rows: Sequence[Row], best: BestReferences) -> FloatArray:
    """Returns the (n, k) features of rows, in the order of `FEATURES`.

    Args:
        rows: n rows, with the questions to read (`smile.rows.checked_rows.rows_as_read`).
        best: SMILE's scores of each row's best reference.
    """
    known: dict[str, tuple[str, ...]] = {}

    def of_reference(text: str) -> tuple[str, ...]:
        if text not in known:
            known[text] = words(text, SMILE_NORMALIZATION, _LANGUAGE)
        return known[text]

    table = np.zeros((len(rows), len(FEATURES)))
    for i, row in enumerate(rows):
        references = [of_reference(reference) for reference in row.references]
        reference = references[best.best_reference[i]]
        prediction = words(row.prediction, SMILE_NORMALIZATION, _LANGUAGE)
        question = words(row.question or "", SMILE_NORMALIZATION, _LANGUAGE)
        spaced, distinct = between_spaces(prediction), set(prediction)
        wanted_numbers = set(numbers(reference))
        new = tuple(set(reference) - set(question))
        table[i] = (
            best.semantic[i],
            best.easy_match[i],
            best.keyword_similarity[i],
            bool(wanted_numbers),
            bool(wanted_numbers) and wanted_numbers.isdisjoint(distinct),
            math.log1p(len(prediction)),
            math.log(len(references)),
            math.log1p(sum(between_spaces(each) in spaced for each in references)),
            math.log1p(len(distinct - set(question) - set(reference))),
            easy_match(distinct, new) if new else 0.5,
            len(distinct & set(reference)) / max(1, len(distinct)),
            is_refusal(row.prediction, _LANGUAGE),
        )
    return table


def probability(table: FloatArray, head: FloatArray, joint: Joint) -> FloatArray:
    """Returns the (n,) probabilities, 0 to 1, that a person would call the answers right.

    Args:
        table: (n, k) features.
        head: (n,) the head's own probabilities.
        joint: The joint model.
    """
    columns = joint_columns(table, head)
    weights = np.array([joint.weights[name] for name in (*FEATURES, HEAD_LOGIT)])
    probabilities: FloatArray = expit(joint.intercept + columns @ weights)
    return probabilities


def joint_columns(table: FloatArray, head: FloatArray) -> FloatArray:
    """Returns the (n, k + 1) columns that the joint model weighs: the features and the head's logit.

    Args:
        table: (n, k) features.
        head: (n,) the head's own probabilities.
    """
    return np.column_stack((table, np.clip(logit(head), -_LARGEST_LOGIT, _LARGEST_LOGIT)))


def question_key(question: str) -> str:
    """Returns the key of a question, whatever its case and spaces; the key does not reveal the question.

    >>> question_key("Who is it?") == question_key("who  is it? ")
    True
    """
    plain = " ".join(unicodedata.normalize("NFKC", question).casefold().split())
    return blake2b(plain.encode(), digest_size=6).hexdigest()
