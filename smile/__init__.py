"""SMILE: is this answer right? A sentence-level and a keyword-level score in one (see README.md).

Importing this loads no library and no model: a name brings its room with it on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .errors import DataError, ModelError, SmileError, UsageError
from .version import __version__

if TYPE_CHECKING:
    from .baselines.match_scorer import QAMatchScorer
    from .baselines.sas_scorer import SASScorer
    from .judges.l3_scorer import L3Scorer
    from .judges.rubric_scorer import RubricScorer
    from .people.agreement.agreement_scorer import AgreementScorer
    from .people.estimates import Estimator
    from .runs.on_cluster import score_dataset
    from .runs.scored_dataset import ScoredDataset
    from .scoring.results import Scores
    from .scoring.scorer import SmileScorer
    from .settings.named_settings import Settings, named_settings
    from .settings.settings_file import chosen_settings
    from .statistics.system_ranking import rank_systems

__all__ = [
    "AgreementScorer",
    "DataError",
    "Estimator",
    "L3Scorer",
    "ModelError",
    "QAMatchScorer",
    "RubricScorer",
    "SASScorer",
    "ScoredDataset",
    "Scores",
    "Settings",
    "SmileError",
    "SmileScorer",
    "UsageError",
    "__version__",
    "chosen_settings",
    "named_settings",
    "rank_systems",
    "score_dataset",
]

_HOMES = {
    "AgreementScorer": "people.agreement.agreement_scorer",
    "Estimator": "people.estimates",
    "L3Scorer": "judges.l3_scorer",
    "QAMatchScorer": "baselines.match_scorer",
    "RubricScorer": "judges.rubric_scorer",
    "SASScorer": "baselines.sas_scorer",
    "ScoredDataset": "runs.scored_dataset",
    "Scores": "scoring.results",
    "Settings": "settings.named_settings",
    "SmileScorer": "scoring.scorer",
    "chosen_settings": "settings.settings_file",
    "named_settings": "settings.named_settings",
    "rank_systems": "statistics.system_ranking",
    "score_dataset": "runs.on_cluster",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
