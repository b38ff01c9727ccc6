"""Boosted trees in plain numpy: the joint model of the reader and the features."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..aliases import FloatArray


@dataclass(frozen=True)
class Tree:
    """A regression tree of n nodes, the first its root. A leaf leads to itself.

    Attributes:
        column: n columns by whose value a node splits.
        threshold: n thresholds.
        low: n nodes that follow where the value is at most the threshold.
        high: n nodes that follow where it is larger.
        value: n values; those of the leaves count.
    """

    column: Sequence[int]
    threshold: Sequence[float]
    low: Sequence[int]
    high: Sequence[int]
    value: Sequence[float]


@dataclass(frozen=True)
class BoostedTrees:
    """A sum of trees, as a logit.

    Source: Friedman 2001 ("Greedy function approximation: a gradient boosting machine"), Algorithm 5.

    Attributes:
        intercept: What all trees add to.
        trees: The trees.
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
