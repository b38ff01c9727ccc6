"""The base class of all results: scores of rows and their aggregates."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from ..shared_types import BoolArray

Items = TypeVar("Items", bound=Mapping[str, Any], covariant=True)
Summary = TypeVar("Summary", bound=Mapping[str, Any], covariant=True)


@dataclass(frozen=True)
class Signature:
    """Everything that decides a score. Two results can be compared if their signatures are equal.

    It is printed, compared as a whole, and never read back from its text.

    >>> print(Signature() | {"agg": "max"} | {"cl": 0.95})
    agg:max|cl:0.95
    """

    parts: tuple[tuple[str, str], ...] = ()

    def __or__(self, others: Mapping[str, object]) -> "Signature":
        """Returns the signature with more parts at its end."""
        return Signature((*self.parts, *((name, str(value)) for name, value in others.items())))

    def __str__(self) -> str:
        return "|".join(map(":".join, self.parts))


class RowScores(ABC, Generic[Items, Summary]):
    """The scores of n rows, in the order of the rows.

    Attributes:
        is_empty: (n,) whether the prediction is empty, which scores 0 throughout.
        run_signature: Everything that the scores depend on: what `signature` prints.
    """

    is_empty: BoolArray
    run_signature: Signature

    @property
    def signature(self) -> str:
        """Everything that the scores depend on, in one line."""
        return str(self.run_signature)

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
