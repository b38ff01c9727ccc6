"""The joint model of the learned setting: features and what the reader says become one probability."""

import math
from dataclasses import dataclass

import numpy as np

from ..aliases import BoolArray, FloatArray, IntArray
from ..choices import OTHER_VALUE_FACTOR
from .boosted_trees import BoostedTrees
from .features import FEATURES

# The reader's logit is cut here: it is infinite where the words are the same.
_LARGEST_LOGIT = 6.0

# The joint model has the features, the logit of the reader's probability that the two mean the same, and how similar
# it finds them.
JOINED = (*FEATURES, "equivalence_logit", "similarity")

# The reader of mentions takes away where it is surer than this that the reference is not asserted (odds of one to
# seven): so many times what its logit is short of it. It never adds. Some natural right answers look to it like
# denials, but of few is it so sure.
NOT_ASSERTED_BELOW = 1 / (1 + math.exp(2))
_WEIGHT_OF_NOT_ASSERTED = 3.0


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
