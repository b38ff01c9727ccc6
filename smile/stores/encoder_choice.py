"""The one rule for which encoder a setting has."""

from pathlib import Path

from ..choices import STATIC_VECTORS
from ..encoding.encoders import Encoder, SentenceEncoder
from ..encoding.static_encoder import StaticEncoder
from ..settings.named_settings import Settings
from .embedding_store import DEFAULT_GIGABYTES, with_store


def encoder_of(
    settings: Settings,
    sentence_encoder: Encoder | None = None,
    *,
    store: str | Path | None = None,
    store_gigabytes: float = DEFAULT_GIGABYTES,
) -> Encoder:
    """Returns the encoder of the settings; loads nothing.

    Args:
        settings: The settings.
        sentence_encoder: An encoder in place of the settings' sentence encoder. Static vectors count as distilled from
            it.
        store: A folder that keeps the sentence encoder's embeddings; see `EmbeddingStore`.
        store_gigabytes: The largest size of the store.

    Raises:
        UsageError: The store is not a folder, or its size is out of range.
    """
    exact: Encoder = SentenceEncoder(settings) if sentence_encoder is None else sentence_encoder
    if store is not None:
        exact = with_store(exact, store, store_gigabytes)
    return StaticEncoder(settings, exact) if settings.vectors == STATIC_VECTORS else exact
