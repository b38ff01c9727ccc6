"""The evaluate modules over a metric's scores and people's labels: agreement and estimate. They only translate."""

import math
from abc import ABC
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

import datasets

from ..checks import as_cells, as_list
from ..people.agreement.agreement_scorer import AGREEMENT_OPTIONS, AgreementScorer
from ..people.estimates import ESTIMATE_OPTIONS, Estimator
from ..people.labels import Needed, check_labelled, is_missing
from .base_modules import NUMBER, TEXT, Module

_IDENTITIES: Mapping[str, str] = {"question_id": "question_ids", "system": "systems", "group": "groups"}
_SCORES = ("predictions", "other_predictions")
_NUMBERS = ("other_predictions",)


class _LabelledModule(Module, ABC):
    """An evaluate module over scores and labels. It is abstract, so that evaluate's loader passes it over.

    `_make_scorer` returns a function that turns the columns into the result.
    """

    _result_options = ()
    _needs: ClassVar[Needed] = "all"

    def _features(self) -> datasets.Features:
        names = self._optional_columns.values()
        return datasets.Features(
            {"predictions": NUMBER, "references": datasets.Sequence(NUMBER)}
            | {name: NUMBER if name in _NUMBERS else TEXT for name in names}
        )

    def _check_result_options(self, options: Mapping[str, Any], n_rows: int | None) -> None:
        """There are none."""

    def _warm_up(self, scorer: Any) -> None:
        """Nothing is loaded."""

    def _compute(self, *, scorer: Callable[..., dict[str, Any]], **columns: list[Any]) -> dict[str, Any]:
        return scorer(**{name: _given(name, column) for name, column in columns.items()})

    def _as_features(self, predictions: Any, references: Any, **optional: Any) -> dict[str, list[Any]]:
        # A column may be one that can be read only once.
        columns = {"predictions": as_list("predictions", predictions), "references": as_list("references", references)}
        columns |= {name: as_list(name, column) for name, column in optional.items() if column is not None}
        scores = {name: column for name, column in columns.items() if name in _SCORES}
        others = {name: column for name, column in columns.items() if name not in _SCORES}
        check_labelled(**others, scores=scores, needs=self._needs)
        nothing = [None] * len(columns["predictions"])
        return {name: _stored(name, columns.get(name, nothing)) for name in self._columns().values()}


class Agreement(_LabelledModule):
    """Agreement with people: `evaluate.load("smile/agreement.py")`."""

    _document = "agreement"
    _options = AGREEMENT_OPTIONS
    _optional_columns = MappingProxyType({**_IDENTITIES, "other_prediction": "other_predictions"})

    def _make_scorer(self, options: dict[str, Any]) -> Callable[..., dict[str, Any]]:
        return AgreementScorer(**options).score


class Estimate(_LabelledModule):
    """The mean label of all answers, from labels of some: `evaluate.load("smile/estimate.py")`."""

    _document = "estimate"
    _options = ESTIMATE_OPTIONS
    _optional_columns = _IDENTITIES
    _needs = "none"

    def _make_scorer(self, options: dict[str, Any]) -> Callable[..., dict[str, Any]]:
        return Estimator(**options).estimate


def _stored(name: str, cells: list[Any]) -> list[Any]:
    """Returns the form of checked cells that Arrow stores: "", NaN and an empty list where there is none."""
    if name == "references":
        return [_labels(cell) for cell in cells]
    if name == "predictions" or name in _NUMBERS:
        return [_number(cell) for cell in cells]
    return ["" if cell is None else str(cell) for cell in cells]


def _given(name: str, stored: list[Any]) -> list[Any] | None:
    """Returns cells as they were given, None for a column without any."""
    if name in ("predictions", "references"):
        return stored
    if name in _NUMBERS:
        return None if all(map(math.isnan, stored)) else stored
    return [cell or None for cell in stored] if any(stored) else None


def _labels(cell: Any) -> list[float]:
    members = as_cells(cell)
    labels = [_number(member) for member in ([cell] if members is None else members)]
    return [] if all(map(math.isnan, labels)) else labels


def _number(cell: Any) -> float:
    return math.nan if is_missing(cell) else float(cell)
