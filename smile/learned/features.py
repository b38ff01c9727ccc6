"""The features of the learned setting, and the joint model that turns them into one probability.

All features are of one pair: what the other references of a row say changes no pair's probability.
"""

import math
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray
from ..choices import OTHER_VALUE_FACTOR, SMILE_NORMALIZATION
from ..rows.checked_rows import Row
from ..text.keywords import ReferenceWords, between_spaces
from ..text.normalization import words
from ..text.refusals_and_negations import is_refusal
from .boosted_trees import BoostedTrees

# Separates the texts that the reader reads; its tokenizer reads it as the end of a text.
_SEPARATOR = " [SEP] "
_SPECIAL_TOKENS = ("[SEP]", "[CLS]", "[PAD]", "[MASK]", "[UNK]")

# The reader's logit is cut here: it is infinite where the words are the same.
_LARGEST_LOGIT = 6.0

_LANGUAGE = "en"

# The features by name; the first three are SMILE's scores of the pair.
FEATURES: Mapping[str, str] = {
    "semantic": "semantic score",
    "easy_match": "easy match",
    "keyword_similarity": "keyword similarity",
    "reference_has_number": "the reference holds a number",
    "number_similarity": "keyword similarity where the reference holds a number (else 0)",
    "no_number_found": "the reference holds numbers, and the answer neither one of them nor the reference's value",
    "log_answer_words": "logarithm of 1 and the answer's words",
    "has_reference": "the answer has the reference word for word, or its value in another form",
    "log_other_words": "logarithm of 1 and the answer's words that neither question nor reference has",
    "new_words_found": "share of the reference's words beyond the question's that the answer has (a half without any)",
    "precision": "share of the answer's words that the reference has",
    "refuses": "the answer refuses, and the reference does not say the same",
    "is_equal": "the answer's words are the reference's",
}
# The joint model has the features, the logit of the reader's probability that the two mean the same, and how similar
# it finds them.
JOINED = (*FEATURES, "equivalence_logit", "similarity")

# The reader of mentions takes away where it is surer than this that the reference is not asserted (odds of one to
# seven): so many times what its logit is short of it. It never adds. Some natural right answers look to it like
# denials, but of few is it so sure.
NOT_ASSERTED_BELOW = 1 / (1 + math.exp(2))
_WEIGHT_OF_NOT_ASSERTED = 3.0


class Pairs(Protocol):
    """P pairs of a prediction and a reference; `smile.scoring.pairs.MeasuredPairs` has this shape."""

    @property
    def row(self) -> IntArray:
        """(P,) row of each pair, ascending."""
        ...

    @property
    def reference_index(self) -> IntArray:
        """(P,) index of the pair's reference in its row."""
        ...

    @property
    def semantic(self) -> FloatArray:
        """(P,) semantic scores, 0 to 1."""
        ...

    @property
    def easy_match(self) -> FloatArray:
        """(P,) easy matches, 0 to 1."""
        ...

    @property
    def keyword_similarity(self) -> FloatArray:
        """(P,) keyword similarities, 0 to 1."""
        ...

    @property
    def rule(self) -> list[str]:
        """P names of the rules for values that apply, "" for none."""
        ...

    @property
    def evidence(self) -> list[str]:
        """P texts, the values that the rule compared, "" for none."""
        ...

    @property
    def is_other_value(self) -> BoolArray:
        """(P,) whether the answer commits to another value than the reference's."""
        ...

    @property
    def is_unread(self) -> BoolArray:
        """(P,) whether the encoder cannot compare the pair's texts."""
        ...


def meaning_text(question: str | None, reference: str, prediction: str) -> str:
    """Returns the text that the reader reads; the tokenizer's marks inside the texts are broken up.

    Space around reference and prediction and a full stop at their end are left out: they change no answer.

    >>> meaning_text("What is it?", "a mark", " It is [SEP].")
    'What is it? [SEP] a mark [SEP] It is [ SEP]'
    """
    answers = [reference.strip().rstrip(". "), prediction.strip().rstrip(". ")]
    texts = answers if question is None else [question, *answers]
    for mark in _SPECIAL_TOKENS:
        texts = [text.replace(mark, f"[ {mark[1:]}") for text in texts]
    return _SEPARATOR.join(texts)


@dataclass(frozen=True, slots=True)
class Readings:
    """What the reader says of P pairs.

    Attributes:
        equivalence: (P,) its probabilities that the answers mean what the references mean.
        similarity: (P,) how similar it finds answers and references, 0 to 1, as people grade sentences.
        asserted: (P,) its probabilities that the answers assert the references that they mention.
    """

    equivalence: FloatArray
    similarity: FloatArray
    asserted: FloatArray

    def of(self, pairs: IntArray | BoolArray) -> "Readings":
        """Returns the readings of some pairs."""
        return Readings(self.equivalence[pairs], self.similarity[pairs], self.asserted[pairs])

    def put(self, pairs: IntArray, others: "Readings") -> None:
        """Puts other readings in the place of those of some pairs."""
        self.equivalence[pairs] = others.equivalence
        self.similarity[pairs] = others.similarity
        self.asserted[pairs] = others.asserted


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer's words; `others` are those that its question has not."""

    n_words: int
    spaced: str
    distinct: frozenset[str]
    question: frozenset[str]
    others: frozenset[str]
    refuses: bool


def features(rows: Sequence[Row], pairs: Pairs) -> FloatArray:
    """Returns the (P, k) features of pairs, in the order of `FEATURES`.

    Args:
        rows: The rows, with the questions to read (`smile.rows.checked_rows.rows_as_read`).
        pairs: P pairs of them.
    """
    known: dict[str, ReferenceWords] = {}
    table = np.zeros((len(pairs.row), len(FEATURES)))
    table[:, :3] = np.column_stack((pairs.semantic, pairs.easy_match, pairs.keyword_similarity))
    place = -1
    columns = (pairs.row, pairs.reference_index, pairs.keyword_similarity, is_same_value(pairs))
    for pair, (i, index, keyword, is_same) in enumerate(zip(*(each.tolist() for each in columns), strict=True)):
        if i != place:
            place, answer = i, _answer(rows[i])
        text = rows[i].references[index]
        reference = known.get(text)
        if reference is None:
            reference = known[text] = _reference(text)
        table[pair, 3:] = _signs(answer, reference, keyword, is_same)
    return table


def _signs(answer: _Answer, reference: ReferenceWords, keyword: float, is_same_value: bool) -> tuple[float, ...]:
    """Returns the features of a pair that SMILE has not."""
    has_number = bool(reference.numbers)
    lacks_numbers = has_number and not is_same_value and answer.distinct.isdisjoint(reference.numbers)
    found = [word in answer.distinct for word in reference.distinct]
    n_other = len(answer.others) - sum(map(answer.others.__contains__, reference.distinct))
    is_new = [word not in answer.question for word in reference.distinct]
    new_found = sum(map(min, found, is_new)) / sum(is_new) if any(is_new) else 0.5
    is_equal = answer.spaced == reference.spaced
    return (
        has_number,
        keyword if has_number else 0.0,
        lacks_numbers,
        math.log1p(answer.n_words),
        is_same_value or reference.spaced in answer.spaced,
        math.log1p(n_other),
        1.0 if is_same_value else new_found,
        sum(found) / max(1, len(answer.distinct)),
        answer.refuses and not is_equal,
        is_equal,
    )


def _answer(row: Row) -> _Answer:
    prediction = words(row.prediction, SMILE_NORMALIZATION, _LANGUAGE)
    distinct = frozenset(prediction)
    question = frozenset(words(row.question or "", SMILE_NORMALIZATION, _LANGUAGE))
    refuses = is_refusal(row.prediction, _LANGUAGE)
    return _Answer(len(prediction), between_spaces(prediction), distinct, question, distinct - question, refuses)


def _reference(text: str) -> ReferenceWords:
    return ReferenceWords.of(words(text, SMILE_NORMALIZATION, _LANGUAGE))


def is_same_value(pairs: Pairs) -> BoolArray:
    """Returns the (P,) mask of the pairs whose answer gives the reference's value, as a rule for values found."""
    has_rule = np.array([rule != "" for rule in pairs.rule], dtype=np.bool_)
    return has_rule & ~pairs.is_other_value


def is_equal(table: FloatArray) -> BoolArray:
    """Returns the (P,) mask of the pairs whose texts have the same words, which the reader need not read.

    Args:
        table: (P, k) features.
    """
    return table[:, list(FEATURES).index("is_equal")] > 0


def probability(table: FloatArray, readings: Readings, is_other_value: BoolArray, joint: BoostedTrees) -> FloatArray:
    """Returns the (P,) probabilities, 0 to 1, that a person would call the answers right.

    Args:
        table: (P, k) features.
        readings: What the reader says of the pairs. Of `asserted`, what is below `NOT_ASSERTED_BELOW` takes from the
            answer's logit; what is above it changes nothing.
        is_other_value: (P,) whether the answer commits to another value than the reference's, which halves it.
        joint: The joint model.
    """
    from scipy.special import expit, logit  # a fifth of a second, which other settings need not spend

    taken = _WEIGHT_OF_NOT_ASSERTED * np.minimum(logit(readings.asserted) - logit(NOT_ASSERTED_BELOW), 0)
    probabilities: FloatArray = expit(joint.logits(joint_columns(table, readings)) + taken)
    return np.where(is_other_value, OTHER_VALUE_FACTOR * probabilities, probabilities)


def joint_columns(table: FloatArray, readings: Readings) -> FloatArray:
    """Returns the (P, k + 2) columns of the joint model, in the order of `JOINED`.

    Args:
        table: (P, k) features.
        readings: What the reader says of the pairs.
    """
    from scipy.special import logit

    equivalence_logit = np.clip(logit(readings.equivalence), -_LARGEST_LOGIT, _LARGEST_LOGIT)
    return np.column_stack((table, equivalence_logit, readings.similarity))


def question_key(question: str) -> str:
    """Returns the key of a question, whatever its case and spaces; the key does not reveal the question.

    >>> question_key("Who is it?") == question_key("who  is it? ")
    True
    """
    plain = " ".join(unicodedata.normalize("NFKC", question).casefold().split())
    return blake2b(plain.encode(), digest_size=6).hexdigest()
