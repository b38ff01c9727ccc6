"""SMILE as an evaluate module: `evaluate.load("smile")`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import evaluate

from ..checks import check_share
from ..scoring.results import check_interval
from ..scoring.scorer import SmileScorer
from ..settings.named_settings import OPTIONS, named_settings
from .base_modules import Module

# Options of the store of embeddings.
_KNOWN = ("store", "store_gigabytes")


class SmileModule(Module):
    """SMILE, the metric. `config_name` is a named setting: one of `smile.settings.named_settings.NAMED_SETTINGS`."""

    _document = "smile"
    _options = (*_KNOWN, *OPTIONS)
    _result_options = ("per_item", "confidence_level")
    _scorer: SmileScorer | None = None
    _known: Mapping[str, Any] = MappingProxyType({})

    def _info(self) -> evaluate.MetricInfo:
        named_settings(self.config_name)
        return super()._info()

    def _make_scorer(self, options: dict[str, Any]) -> SmileScorer:
        known: Mapping[str, Any] = {name: options.pop(name) for name in _KNOWN if name in options}
        settings = named_settings(self.config_name, **options)
        if self._scorer is None or self._scorer.settings != settings or self._known != known:
            self._scorer, self._known = SmileScorer(settings, **known), known
        return self._scorer

    def _check_result_options(self, options: Mapping[str, Any], n_rows: int | None) -> None:
        super()._check_result_options(options, n_rows)
        confidence_level = options.get("confidence_level")
        if confidence_level is not None:
            check_share("confidence_level", confidence_level, open_interval=True)
        if n_rows is not None:
            check_interval(confidence_level, n_rows)
