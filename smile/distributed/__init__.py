"""Scores data of any size on a cluster, by Ray Data."""

from .scoring import ScoredDataset, score_dataset

__all__ = ["ScoredDataset", "score_dataset"]
