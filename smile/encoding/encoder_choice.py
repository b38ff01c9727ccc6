"""Chooses the encoder of a setting."""

from pathlib import Path

from ..constants import STATIC_VECTORS
from ..errors import UsageError
from ..settings.named_settings import Settings
from ..text.languages import has_value_rules
from .embedding_store import DEFAULT_GIGABYTES, StoredEncoder
from .encoders import Encoder, SentenceEncoder
from .static.static_encoder import StaticEncoder


def choose_encoder(
    settings: Settings,
    encoder: Encoder | None = None,
    *,
    store: str | Path | None = None,
    store_gigabytes: float = DEFAULT_GIGABYTES,
) -> Encoder:
    """Returns the given encoder or that of the settings, around it the store if one is given. Loads nothing.

    Static vectors are not stored. For `learned`, the scorer stores the reader's results.
    """
    if store is not None and not settings.runs_model:
        raise UsageError(
            f"the setting {settings.name!r} runs no model, so a store would keep nothing: leave out the store"
        )
    if settings.vectors == STATIC_VECTORS:
        return StaticEncoder() if encoder is None else encoder
    exact: Encoder = SentenceEncoder(settings) if encoder is None else encoder
    return exact if store is None else StoredEncoder(exact, store, store_gigabytes)


def has_word_vectors(settings: Settings, encoder: Encoder) -> bool:
    """Returns whether word vectors select what to encode. They were distilled from the embedded encoder.

    The paper's normalisation encodes everything, and other languages were not tried.
    """
    is_embedded = settings.vectors != STATIC_VECTORS and getattr(encoder, "is_embedded", False)
    return is_embedded and has_value_rules(settings.normalization, settings.language)
