"""The reader as an encoder: it reads the texts of `texts_of_pairs` and gives `probability_vectors`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..encoding.encoders import Encoder, SentenceEncoder
from ..encoding.model_files import FoundModel, find_embedded
from ..settings.named_settings import Settings
from .reader_files import find_reader

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

# Its name in signatures.
READER_NAME = "reader"


def reader_encoder(settings: Settings) -> Encoder:
    """Returns the reader. Nothing is loaded before the first use.

    Args:
        settings: Device, dtype, batch size and back end are taken from them.
    """
    return SentenceEncoder(settings, find_reader_model)


def find_reader_model() -> FoundModel:
    """Returns the embedded encoder that gets the reader when it is loaded.

    Raises:
        ModelError: Files of the encoder or of the reader are missing, or are not those of this version.
    """
    (folder, of_encoder), (weights, of_reader) = find_embedded(), find_reader()
    return FoundModel(READER_NAME, folder, None, f"{of_encoder}-{of_reader}", _AddReader(weights))


@dataclass(frozen=True)
class _AddReader:
    """Adds the reader to a loaded encoder; equal where the folder is, so that a loaded model is found again."""

    folder: Path

    def __call__(self, model: "SentenceTransformer") -> "SentenceTransformer":
        from .network import with_reader

        return with_reader(model, self.folder)
