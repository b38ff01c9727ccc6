"""SMILE: is this answer right? A sentence-level and a keyword-level score in one (see README.md)."""

from .errors import DataError, ModelError, SmileError, UsageError
from .scoring.results import Scores
from .scoring.scorer import SmileScorer
from .settings.named_settings import Settings, named_settings
from .version import __version__

__all__ = [
    "DataError",
    "ModelError",
    "Scores",
    "Settings",
    "SmileError",
    "SmileScorer",
    "UsageError",
    "__version__",
    "named_settings",
]
