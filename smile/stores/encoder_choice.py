"""The one rule for which encoder a setting has."""

from pathlib import Path

from ..choices import STATIC_VECTORS
from ..encoding.encoders import Encoder, SentenceEncoder
from ..encoding.model_files import EMBEDDED_SIGNATURE
from ..encoding.static.static_encoder import StaticEncoder
from ..errors import UsageError
from ..settings.named_settings import Settings
from ..text.languages import compares_values
from .embedding_store import DEFAULT_GIGABYTES, StoredEncoder


def encoder_of(
    settings: Settings,
    encoder: Encoder | None = None,
    *,
    store: str | Path | None = None,
    store_gigabytes: float = DEFAULT_GIGABYTES,
) -> Encoder:
    """Returns the encoder of the settings, or the one given in its place; loads nothing.

    The store keeps the sentence encoder's embeddings; see `EmbeddingStore`. Beside static vectors it has only those of
    the reader, which the scorer keeps there.

    Raises:
        UsageError: The store is not a folder, its size is out of range, or nothing would be kept in it.
    """
    if store is not None and not fills_store(settings):
        raise UsageError(f"the setting {settings.name!r} runs no model, so a store would keep nothing: leave out store")
    if settings.vectors == STATIC_VECTORS:
        return StaticEncoder() if encoder is None else encoder
    exact: Encoder = SentenceEncoder(settings) if encoder is None else encoder
    return exact if store is None else StoredEncoder(exact, store, store_gigabytes)


def fills_store(settings: Settings) -> bool:
    """Returns whether the settings run a model, whose embeddings a store can keep: sums of static vectors need none.

    >>> from smile import named_settings
    >>> fills_store(named_settings("fast")), fills_store(named_settings("learned"))
    (False, True)
    """
    return settings.vectors != STATIC_VECTORS or settings.is_learned


def has_word_vectors(settings: Settings, encoder: str) -> bool:
    """Returns whether word vectors may choose what an encoder encodes: they were distilled from the embedded one.

    Args:
        settings: The settings; the paper's normalisation has everything encoded, and other languages were not tried.
        encoder: The encoder's signature.
    """
    is_embedded = encoder.partition("+")[0] == EMBEDDED_SIGNATURE and settings.vectors != STATIC_VECTORS
    return is_embedded and compares_values(settings.normalization, settings.language)
