"""Boosted trees of a single split each."""

from smile.learned.combiner import INPUTS, BoostedTrees, Tree


def stumps(intercept: float, *splits: tuple[str, float, float, float]) -> BoostedTrees:
    """Returns trees from the name of a column, its threshold, and the values up to it and above it."""
    return BoostedTrees(
        intercept,
        [
            Tree([INPUTS.index(name), 0, 0], [threshold, 0, 0], [1, 1, 2], [2, 1, 2], [0, low, high])
            for name, threshold, low, high in splits
        ],
    )
