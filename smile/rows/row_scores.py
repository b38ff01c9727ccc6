"""The base class of all results: scores of rows and their aggregates."""

from abc import ABC, abstractmethod
from typing import Any

from ..shared_types import BoolArray


class RowScores(ABC):
    """The scores of n rows, in the order of the rows.

    Attributes:
        is_empty: (n,) whether the prediction is empty, which scores 0 throughout.
        signature: Everything that the scores depend on.
    """

    is_empty: BoolArray
    signature: str

    def __len__(self) -> int:
        """Returns the number of rows."""
        return len(self.is_empty)

    @abstractmethod
    def items(self) -> dict[str, list[Any]]:
        """Returns the per-item results as lists of plain Python values, n long each."""

    @abstractmethod
    def aggregates(self) -> dict[str, Any]:
        """Returns the aggregate result as plain floats, ints, strings and lists."""

    def summary(self, *, per_item: bool = False) -> dict[str, Any]:
        """Returns the aggregate result; `per_item` adds `items`."""
        return self.aggregates() | ({"items": self.items()} if per_item else {})
