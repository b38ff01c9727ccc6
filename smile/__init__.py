"""SMILE: is this answer right? A sentence-level and a keyword-level score in one (see README.md)."""

from .errors import DataError, ModelError, SmileError, UsageError
from .results import Scores
from .scorer import SmileScorer
from .settings import Settings, named_settings
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
