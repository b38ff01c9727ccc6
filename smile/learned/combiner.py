"""The combiner of the setting `learned`: a logistic regression of a dozen inputs on the label of a pair.

The inputs are what the reader, the words and the rules for values find. All inputs are of one pair: the other
references of a row do not change its probability. No weight is negative, so the probability never falls if an input
rises.
"""

import math
import unicodedata
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, fields
from functools import cache
from hashlib import blake2b
from itertools import chain

import numpy as np
import regex

from ..encoding.encoders import Encoder, cosine
from ..rows.checked_rows import Row
from ..rows.pair_table import PairTable
from ..settings.named_settings import NAMED_SETTINGS
from ..shared_types import BoolArray, FloatArray, IntArray
from ..statistics.distributions import expit, logit
from ..text.view import View

# The inputs by name.
INPUTS: Mapping[str, str] = {
    "equivalence": "logit of the reader's probability that answer and reference mean the same",
    "equivalence, long reference": "the same, times how long the reference is",
    "equivalence, short answer": "the same, times how short the answer is",
    "similarity": "logit of the similarity that the reader finds",
    "asserted": "logit of the reader's probability that the answer asserts the reference",
    "not asserted": "the same where it is negative, else 0",
    "smile": "logit of the score of `fast`, relative to that of its threshold",
    "same value": "a rule for values finds the reference's value",
    "no other value": "-1 if a rule for values finds that the answer commits to another value, else 0",
    "has reference": "the answer has the reference word for word, or its value in another form",
    "new words": "cosine of the word vectors of what answer and reference add to the question (1 where the answer has "
    "the reference)",
    "word order": "0 for answers in the order of English words; negative for shuffled words",
}

# The logits of the reader are cut off here. The upper limits are also what counts where nothing has to be read.
_EQUIVALENCE, _SIMILARITY, _ASSERTED = (-4.0, 3.5), (-4.0, 2.5), (-6.0, 6.0)
_LEAST_SMILE = 0.0025

# An answer of this many words is not short, and a reference of this many different words is long.
_WORDS_OF_LONG_ANSWER, _WORDS_OF_LONG_REFERENCE = 250, 12

# The highest probability of an answer for which a rule found another value: of 1,658 such answers 12 would get more,
# and 3 of these are correct by human labels.
_MOST_OF_OTHER_VALUE = 0.3

_WORD = regex.compile(r"\w+(?:'\w+)?|[.,;:!?]")
# Natural texts have log odds of more than the first number. The second is the most that disorder counts.
_LEAST_OF_ORDER, _MOST_DISORDER = -2.5, 8.0
# Longer texts count as if they had so many pairs of words.
_PAIRS_OF_WORDS = 16


@dataclass(frozen=True, slots=True)
class PairProbabilities:
    """The reader's probabilities for P pairs.

    Attributes:
        equivalence: (P,) probabilities that answer and reference mean the same.
        similarity: (P,) graded similarity of answer and reference, 0 to 1.
        asserted: (P,) probabilities that the answer asserts the reference that it mentions.
    """

    equivalence: FloatArray
    similarity: FloatArray
    asserted: FloatArray

    def of(self, pairs: IntArray | BoolArray) -> "PairProbabilities":
        """Returns the probabilities of some pairs."""
        return PairProbabilities(self.equivalence[pairs], self.similarity[pairs], self.asserted[pairs])

    def put(self, pairs: IntArray, others: "PairProbabilities") -> None:
        """Replaces the probabilities of some pairs."""
        self.equivalence[pairs] = others.equivalence
        self.similarity[pairs] = others.similarity
        self.asserted[pairs] = others.asserted


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """The features of P pairs that need no reader; `INPUTS` explains them.

    Attributes:
        smile: (P,) 0 to 1.
        is_same_value: (P,) whether a rule for values finds the reference's value.
        is_other_value: (P,) whether one finds another value.
        has_reference: (P,) whether the answer has the reference word for word, or its value.
        is_equal: (P,) whether the answer's words are the reference's.
        long_reference: (P,) 0 for one word, 1 for a dozen.
        short_answer: (P,) 1 for no word, 0 for a long text.
        new_words: (P,) cosines.
        word_order: (P,) 0 or less.
    """

    smile: FloatArray
    is_same_value: BoolArray
    is_other_value: BoolArray
    has_reference: BoolArray
    is_equal: BoolArray
    long_reference: FloatArray
    short_answer: FloatArray
    new_words: FloatArray
    word_order: FloatArray

    def of(self, pairs: IntArray | BoolArray) -> "Features":
        """Returns the features of some pairs."""
        return Features(**{each.name: getattr(self, each.name)[pairs] for each in fields(self)})


@dataclass(frozen=True)
class WordOrder:
    """How likely neighbouring words are in English, compared with shuffled texts.

    Attributes:
        words: k frequent words and signs. All others count as one word; so do the two ends of a text.
        log_odds: (k + 2, k + 2) log odds of a word, by row, before another, by column.
    """

    words: Sequence[str]
    log_odds: FloatArray

    @staticmethod
    def tokens(text: str) -> list[str]:
        """Returns the words and signs of a text in small letters."""
        return _WORD.findall(text.casefold())

    def pairs(self, text: str) -> tuple[IntArray, IntArray]:
        """Returns the numbers of each word and of the word after it, from the start to the end of the text."""
        number = {word: i for i, word in enumerate(self.words)}
        k = len(number)
        found = [k + 1, *(number.get(word, k) for word in self.tokens(text)), k + 1]
        return np.array(found[:-1]), np.array(found[1:])

    def of(self, text: str) -> float:
        """Returns 0 for words in normal order, down to -8 for disordered words.

        >>> order = WordOrder(["of", "the"], np.array([[-2.0, 2, 0, -3], [-3, -3, 1, -3], [1, 0, 0, 0], [0, 1, 0, 0]]))
        >>> order.of("The capital of the land"), order.of("capital land the of the of")
        (0.0, -4.5)
        """
        before, behind = self.pairs(text)
        total = self.log_odds[before, behind].sum() * min(1.0, _PAIRS_OF_WORDS / len(before))
        return float(np.clip(total - _LEAST_OF_ORDER, -_MOST_DISORDER, 0.0))


def combined_probability(features: Features, read: PairProbabilities, weights: FloatArray) -> FloatArray:
    """Returns the (P,) probabilities, 0 to 1, that a person would label the answers correct.

    Args:
        features: The features of the pairs.
        read: The reader's probabilities.
        weights: (k + 1,) weights of the k `INPUTS`, and the intercept.
    """
    most = np.where(features.is_other_value, _MOST_OF_OTHER_VALUE, 1.0)
    probabilities: FloatArray = np.minimum(expit(combiner_inputs(features, read) @ weights[:-1] + weights[-1]), most)
    return probabilities


def combiner_inputs(features: Features, read: PairProbabilities) -> FloatArray:
    """Returns the (P, k) `INPUTS`."""
    equivalence = np.clip(logit(read.equivalence), *_EQUIVALENCE)
    asserted = np.clip(logit(read.asserted), *_ASSERTED)
    smile = logit(np.clip(features.smile, _LEAST_SMILE, 1 - _LEAST_SMILE)) - logit(NAMED_SETTINGS["fast"].threshold)
    return np.column_stack(
        (
            equivalence,
            equivalence * features.long_reference,
            equivalence * features.short_answer,
            np.clip(logit(read.similarity), *_SIMILARITY),
            asserted,
            np.minimum(asserted, 0.0),
            smile,
            features.is_same_value,
            -1.0 * features.is_other_value,
            features.has_reference,
            features.new_words,
            features.word_order,
        )
    )


def combiner_features_of_pairs(
    rows: Sequence[Row], pairs: PairTable, smile: FloatArray, word_vectors: Encoder, order: WordOrder
) -> Features:
    """Returns the features of P pairs with the (P,) scores `smile` of `fast`."""
    reference_view, order_of = cache(View), cache(order.of)
    found = np.zeros((4, len(pairs.row)))
    is_equal, has = np.zeros((2, len(pairs.row)), dtype=np.bool_)
    place = -1
    new_words: list[tuple[str, str]] = []
    columns = (pairs.row, pairs.reference_index, pairs.is_same_value)
    for pair, (i, index, is_same) in enumerate(zip(*(each.tolist() for each in columns), strict=True)):
        row = rows[i]
        if i != place:
            place, answer, question = i, View(row.prediction), View(row.question or "").distinct
            new = _text_without(answer.words, question)
        reference = reference_view(row.references[index])
        is_equal[pair] = answer.norm == reference.norm
        has[pair] = is_same or reference.norm in answer.norm
        found[:3, pair] = (
            _combiner_share_of_words(len(reference.different) - 1, _WORDS_OF_LONG_REFERENCE),
            1 - _combiner_share_of_words(len(answer.words), _WORDS_OF_LONG_ANSWER),
            # A reference in disorder, such as a table or a formula, excuses the answer's.
            min(0.0, order_of(row.prediction) - order_of(row.references[index])),
        )
        new_words.append((new, _text_without(reference.words, question)))
    found[3, has] = 1.0
    compared = np.flatnonzero(~has & ~pairs.is_out_of_vocabulary)
    found[3, compared] = _cosines_of_pairs([new_words[pair] for pair in compared.tolist()], word_vectors)
    long_reference, short_answer, word_order, new_words_cosine = found
    return Features(
        smile=smile,
        is_same_value=pairs.is_same_value,
        is_other_value=pairs.is_other_value,
        has_reference=has,
        is_equal=is_equal,
        long_reference=long_reference,
        short_answer=short_answer,
        new_words=new_words_cosine,
        word_order=word_order,
    )


def _combiner_share_of_words(n: int, most: int) -> float:
    """Returns a number of words on a logarithmic scale: 0 for none, 1 for the maximum or more."""
    return min(1.0, math.log1p(max(0, n)) / math.log1p(most))


def _text_without(words_of_text: Sequence[str], left_out: Set[str]) -> str:
    return " ".join(word for word in words_of_text if word not in left_out)


def _cosines_of_pairs(texts: Sequence[tuple[str, str]], encoder: Encoder) -> FloatArray:
    """Returns the (n,) cosines of n pairs of texts; each different text is encoded once."""
    place = {text: i for i, text in enumerate(dict.fromkeys(chain.from_iterable(texts)))}
    if not place:
        return np.zeros(0)
    embeddings = encoder.encode(list(place)).embeddings
    left, right = (np.array([place[text] for text in side]) for side in zip(*texts, strict=True))
    return cosine(embeddings, embeddings, left, right)


def question_hash_for_combiner(question: str) -> str:
    """Returns a hash of a question, which does not reveal it and ignores case and spaces.

    >>> question_hash_for_combiner("Who is it?") == question_hash_for_combiner("who  is it? ")
    True
    """
    plain = " ".join(unicodedata.normalize("NFKC", question).casefold().split())
    return blake2b(plain.encode(), digest_size=6).hexdigest()
