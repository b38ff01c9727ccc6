"""The base class of all results: scores of rows and their aggregates."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast

from ..shared_types import BoolArray

Items = TypeVar("Items", bound=Mapping[str, Any], covariant=True)
Summary = TypeVar("Summary", bound=Mapping[str, Any], covariant=True)


class RowScores(ABC, Generic[Items, Summary]):
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
    def items(self) -> Items:
        """Returns the per-item results as lists of plain Python values, n long each."""

    @abstractmethod
    def aggregates(self) -> Summary:
        """Returns the aggregate result as plain floats, ints, strings and lists."""

    def summary(self, *, per_item: bool = False) -> Summary:
        """Returns the aggregate result; `per_item` adds `items`."""
        found = self.aggregates()
        return cast(Summary, {**found, "items": self.items()}) if per_item else found
