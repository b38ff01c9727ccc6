"""The features of the learned setting: signs in the texts of a pair.

All features are of one pair: what the other references of a row say changes no pair's probability.
"""

import math
import unicodedata
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from typing import Protocol

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray
from ..choices import SMILE_NORMALIZATION
from ..encoding.encoders import Encoder
from ..encoding.vector_cosines import cosine
from ..rows.checked_rows import Row
from ..text.keywords import ReferenceWords, between_spaces
from ..text.normalization import words
from ..text.refusals_and_negations import is_refusal

# Separates the texts that the reader reads; its tokenizer reads it as the end of a text.
_SEPARATOR = " [SEP] "
_SPECIAL_TOKENS = ("[SEP]", "[CLS]", "[PAD]", "[MASK]", "[UNK]")

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
    "new_words_similarity": "cosine of the word vectors of what answer and reference add to the question (1 where the "
    "answer has the reference)",
}


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
    def said(self) -> list[list[str]]:
        """P lists of the answer's own words for the value that a rule compared."""
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
class _Answer:
    """An answer's words; `others` are those that its question has not, and `new` is the text of them."""

    n_words: int
    spaced: str
    distinct: frozenset[str]
    question: frozenset[str]
    others: frozenset[str]
    new: str
    refuses: bool


def features(rows: Sequence[Row], pairs: Pairs, word_vectors: Encoder) -> FloatArray:
    """Returns the (P, k) features of pairs, in the order of `FEATURES`.

    Args:
        rows: The rows, with the questions to read (`smile.rows.checked_rows.rows_as_read`).
        pairs: P pairs of them.
        word_vectors: Encodes texts by the sums of their words' vectors.

    Raises:
        ModelError: The vectors cannot be loaded.
    """
    known: dict[str, ReferenceWords] = {}
    table = np.zeros((len(pairs.row), len(FEATURES)))
    table[:, :3] = np.column_stack((pairs.semantic, pairs.easy_match, pairs.keyword_similarity))
    place = -1
    new_words: list[tuple[str, str]] = []
    columns = (pairs.row, pairs.reference_index, pairs.keyword_similarity, is_same_value(pairs))
    for pair, (i, index, keyword, is_same) in enumerate(zip(*(each.tolist() for each in columns), strict=True)):
        if i != place:
            place, answer = i, _answer(rows[i])
        text = rows[i].references[index]
        reference = known.get(text)
        if reference is None:
            reference = known[text] = _reference(text)
        table[pair, 3:-1] = _signs(answer, reference, keyword, is_same)
        new_words.append((answer.new, _text_without(reference.joined.split(" "), answer.question)))
    is_found = has_reference(table)
    table[is_found, -1] = 1.0
    compared = np.flatnonzero(~is_found & ~pairs.is_unread)
    table[compared, -1] = _cosines([new_words[pair] for pair in compared.tolist()], word_vectors)
    return table


def _text_without(words_of_text: Sequence[str], left_out: Set[str]) -> str:
    return " ".join(word for word in words_of_text if word not in left_out)


def _cosines(texts: Sequence[tuple[str, str]], encoder: Encoder) -> FloatArray:
    """Returns the (n,) cosines of n pairs of texts; each different text is encoded once."""
    place = {text: i for i, text in enumerate(dict.fromkeys(chain.from_iterable(texts)))}
    if not place:
        return np.zeros(0)
    embeddings = encoder.encode(list(place)).embeddings
    left, right = (np.array([place[text] for text in side]) for side in zip(*texts, strict=True))
    return cosine(embeddings, embeddings, left, right)


def _signs(answer: _Answer, reference: ReferenceWords, keyword: float, is_same_value: bool) -> tuple[float, ...]:
    """Returns the features of a pair that need no vectors and are not SMILE's."""
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
    new = _text_without(prediction, question)
    return _Answer(len(prediction), between_spaces(prediction), distinct, question, distinct - question, new, refuses)


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


def has_reference(table: FloatArray) -> BoolArray:
    """Returns the (P,) mask of the pairs whose answer has the reference word for word, or its value.

    Args:
        table: (P, k) features.
    """
    return table[:, list(FEATURES).index("has_reference")] > 0


def question_key(question: str) -> str:
    """Returns the key of a question, whatever its case and spaces; the key does not reveal the question.

    >>> question_key("Who is it?") == question_key("who  is it? ")
    True
    """
    plain = " ".join(unicodedata.normalize("NFKC", question).casefold().split())
    return blake2b(plain.encode(), digest_size=6).hexdigest()
