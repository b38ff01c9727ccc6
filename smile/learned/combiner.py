"""The combiner of the setting `learned`: features of a pair and the reader's probabilities become one probability.

All features are of one pair: the other references of a row do not change its probability.
"""

import math
import unicodedata
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import chain

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray
from ..encoding.encoders import Encoder, cosine
from ..rows.checked_rows import Row
from ..rows.pair_table import PairTable
from ..settings.named_settings import NAMED_SETTINGS
from ..statistics.distributions import expit, logit
from ..text.view import View

# The features by name; the first three are SMILE's scores of the pair.
FEATURES: Mapping[str, str] = {
    "semantic": "semantic score",
    "easy_match": "easy match",
    "keyword_similarity": "keyword similarity",
    "is_other_value": "a rule for values found that the answer commits to another value than the reference's",
    "no_number_found": "the reference holds numbers, and the answer neither one of them nor the reference's value",
    "log_answer_words": "logarithm of 1 and the answer's words",
    "log_reference_words": "logarithm of 1 and the reference's distinct words",
    "has_reference": "the answer has the reference word for word, or its value in another form",
    "new_words_found": "share of the reference's words beyond the question's that the answer has (a half without any)",
    "precision": "share of the answer's words that the reference has",
    "is_equal": "the answer's words are the reference's",
    "new_words_similarity": "cosine of the word vectors of what answer and reference add to the question (1 where the "
    "answer has the reference)",
}

# The inputs of the combiner: the features, the logit of the reader's probability that the two mean the same, how
# similar it finds them, and the logit of its probability that the reference is asserted.
INPUTS = (*FEATURES, "equivalence_logit", "similarity", "asserted_logit")

# The reader's logit is cut off here: it is infinite for the same words.
_LARGEST_LOGIT = 6.0

# The combiner's weights of two logits: that of SMILE's score, relative to the threshold of `fast`, and that of the
# trees. With SMILE's, no score depends on the reader alone. Chosen by leaving out whole data sets.
WEIGHT_OF_SMILE, WEIGHT_OF_TREES = 0.3, 0.8
_LEAST_SMILE = 0.005

# Below this probability (odds of one to forty) that the reference is asserted, the answer's logit falls by this
# multiple of the difference in logits; above it only the trees count. Some correct answers look like denials, but few
# so clearly.
NOT_ASSERTED_BELOW = 1 / 41
_WEIGHT_OF_NOT_ASSERTED = 3.0

# The highest probability of an answer for which a rule found another value: of 1,658 such answers 12 would get more,
# and 3 of these are correct by human labels.
_MOST_OF_OTHER_VALUE = 0.3


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


def combined(table: FloatArray, read: PairProbabilities, smile: FloatArray, combiner: "BoostedTrees") -> FloatArray:
    """Returns the (P,) probabilities, 0 to 1, that a person would label the answers correct.

    Args:
        table: (P, k) features.
        read: The reader's probabilities.
        smile: (P,) SMILE of the pairs, as `fast` scores them.
        combiner: The trees over the columns `INPUTS`.
    """
    taken = _WEIGHT_OF_NOT_ASSERTED * np.minimum(logit(read.asserted) - logit(NOT_ASSERTED_BELOW), 0)
    start = logit(np.clip(smile, _LEAST_SMILE, 1 - _LEAST_SMILE)) - logit(NAMED_SETTINGS["fast"].threshold)
    trees = combiner.logits(combiner_inputs(table, read))
    most = np.where(table[:, list(FEATURES).index("is_other_value")] > 0, _MOST_OF_OTHER_VALUE, 1.0)
    probabilities: FloatArray = np.minimum(expit(WEIGHT_OF_SMILE * start + WEIGHT_OF_TREES * trees + taken), most)
    return probabilities


def combiner_inputs(table: FloatArray, read: PairProbabilities) -> FloatArray:
    """Returns the (P, k + 3) `INPUTS`: the (P, k) features and the reader's probabilities."""
    equivalence, asserted = np.clip(logit(np.stack((read.equivalence, read.asserted))), -_LARGEST_LOGIT, _LARGEST_LOGIT)
    return np.column_stack((table, equivalence, read.similarity, asserted))


@dataclass(frozen=True)
class Tree:
    """A regression tree of n nodes. The first is the root; a leaf leads to itself.

    A node compares a column with a threshold; `low` is the next node for values up to it, `high` for larger ones.
    Only the values of leaves count.
    """

    column: Sequence[int]
    threshold: Sequence[float]
    low: Sequence[int]
    high: Sequence[int]
    value: Sequence[float]


@dataclass(frozen=True)
class BoostedTrees:
    """A sum of an intercept and trees, as a logit.

    Source: Friedman 2001 ("Greedy function approximation: a gradient boosting machine"), Algorithm 5.
    """

    intercept: float
    trees: Sequence[Tree]

    def logits(self, columns: FloatArray) -> FloatArray:
        """Returns the (n,) logits of the (n, k) columns.

        >>> tree = Tree([1, 0, 0], [0.5, 0, 0], [1, 1, 2], [2, 1, 2], [0, -1.5, 2])
        >>> BoostedTrees(0.25, [tree]).logits(np.array([[7, 0.5], [7, 0.6]])).tolist()
        [-1.25, 2.25]
        """
        logits = np.full(len(columns), self.intercept)
        every = np.arange(len(columns))
        for tree in self.trees:
            column, threshold = np.array(tree.column), np.array(tree.threshold)
            low, high = np.array(tree.low), np.array(tree.high)
            node = np.zeros(len(columns), dtype=np.intp)
            while True:
                value = columns[every, column[node]]
                following = np.where(value <= threshold[node], low[node], high[node])
                if np.array_equal(following, node):
                    break
                node = following
            logits += np.array(tree.value)[node]
        return logits


def features(rows: Sequence[Row], pairs: PairTable, word_vectors: Encoder) -> FloatArray:
    """Returns the (P, k) features of pairs, in the order of `FEATURES`."""
    reference_view = cache(View)
    table = np.zeros((len(pairs.row), len(FEATURES)))
    table[:, :3] = np.column_stack((pairs.semantic, pairs.easy_match, pairs.keyword_similarity))
    place = -1
    new_words: list[tuple[str, str]] = []
    columns = (pairs.row, pairs.reference_index, pairs.is_other_value, pairs.is_same_value)
    for pair, (i, index, is_other, is_same) in enumerate(zip(*(each.tolist() for each in columns), strict=True)):
        if i != place:
            place, answer, question = i, View(rows[i].prediction), View(rows[i].question or "").distinct
            new = _text_without(answer.words, question)
        reference = reference_view(rows[i].references[index])
        table[pair, 3:-1] = _signs(answer, reference, question, is_other, is_same)
        new_words.append((new, _text_without(reference.words, question)))
    is_found = has_reference(table)
    table[is_found, -1] = 1.0
    compared = np.flatnonzero(~is_found & ~pairs.is_out_of_vocabulary)
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


def _signs(answer: View, reference: View, question: Set[str], is_other: bool, is_same_value: bool) -> tuple[float, ...]:
    """Returns the features of a pair that need no vectors and are not SMILE's."""
    lacks_numbers = bool(reference.numbers) and not is_same_value and answer.distinct.isdisjoint(reference.numbers)
    found = [word in answer.distinct for word in reference.different]
    is_new = [word not in question for word in reference.different]
    new_found = sum(map(min, found, is_new)) / sum(is_new) if any(is_new) else 0.5
    return (
        is_other,
        lacks_numbers,
        math.log1p(len(answer.words)),
        math.log1p(len(reference.different)),
        is_same_value or reference.norm in answer.norm,
        1.0 if is_same_value else new_found,
        sum(found) / max(1, len(answer.distinct)),
        answer.norm == reference.norm,
    )


def is_equal(table: FloatArray) -> BoolArray:
    """Returns a (P,) mask of the pairs whose texts have the same words, by their (P, k) features."""
    return table[:, list(FEATURES).index("is_equal")] > 0


def has_reference(table: FloatArray) -> BoolArray:
    """Returns a (P,) mask of the pairs with the reference word for word, or its value, by the (P, k) features."""
    return table[:, list(FEATURES).index("has_reference")] > 0


def question_key(question: str) -> str:
    """Returns the key of a question, which does not reveal it; case and spaces do not matter.

    >>> question_key("Who is it?") == question_key("who  is it? ")
    True
    """
    plain = " ".join(unicodedata.normalize("NFKC", question).casefold().split())
    return blake2b(plain.encode(), digest_size=6).hexdigest()
