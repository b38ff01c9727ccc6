"""SMILE scores how correct a short answer is against one or more reference answers (see README.md).

Importing this loads no library and no model: each name imports its package on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .errors import DataError, ModelError, SmileError, UsageError
from .version import __version__

if TYPE_CHECKING:
    from .baselines.match_scorer import QAMatchScorer as QAMatchScorer
    from .baselines.sas_scorer import SASScorer as SASScorer
    from .caches import clear_caches as clear_caches
    from .cascade.cascade_scorer import CascadeScorer as CascadeScorer
    from .judges.l3_scorer import L3Scorer as L3Scorer
    from .judges.rubric_scorer import RubricScorer as RubricScorer
    from .people.agreement.agreement_scorer import AgreementScorer as AgreementScorer
    from .people.estimates import Estimator as Estimator
    from .runs.reference_audit import find_wrong_references as find_wrong_references
    from .scoring.results import Scores as Scores
    from .scoring.scorer import SmileScorer as SmileScorer
    from .scoring.scorer import assert_accuracy as assert_accuracy
    from .scoring.scorer import score as score
    from .settings.named_settings import Settings as Settings
    from .settings.named_settings import named_settings as named_settings
    from .statistics.system_ranking import rank_systems as rank_systems

_HOMES = {
    "AgreementScorer": "people.agreement.agreement_scorer",
    "CascadeScorer": "cascade.cascade_scorer",
    "Estimator": "people.estimates",
    "L3Scorer": "judges.l3_scorer",
    "QAMatchScorer": "baselines.match_scorer",
    "RubricScorer": "judges.rubric_scorer",
    "SASScorer": "baselines.sas_scorer",
    "Scores": "scoring.results",
    "Settings": "settings.named_settings",
    "SmileScorer": "scoring.scorer",
    "clear_caches": "caches",
    "assert_accuracy": "scoring.scorer",
    "find_wrong_references": "runs.reference_audit",
    "named_settings": "settings.named_settings",
    "rank_systems": "statistics.system_ranking",
    "score": "scoring.scorer",
}

__all__ = ["DataError", "ModelError", "SmileError", "UsageError", "__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
