"""The equivalence head as an encoder: it reads the texts of `head_text` and gives `probability_vectors`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..encoding.encoders import Encoder, SentenceEncoder
from ..encoding.model_files import FoundModel, find_embedded
from ..settings.named_settings import Settings
from .head_files import find_head

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

# Its name in signatures.
HEAD_NAME = "equivalence-head"


def head_encoder(settings: Settings) -> Encoder:
    """Returns the equivalence head. Nothing is loaded before the first use.

    Args:
        settings: Device, dtype, batch size and back end are taken from them.
    """
    return SentenceEncoder(settings, find_headed_model)


def find_headed_model() -> FoundModel:
    """Returns the embedded encoder that gets the head when it is loaded.

    Raises:
        ModelError: Files of the encoder or of the head are missing, or are not those of this version.
    """
    (folder, of_encoder), (head, of_head) = find_embedded(), find_head()
    return FoundModel(HEAD_NAME, folder, None, f"{of_encoder}-{of_head}", _AddHead(head))


@dataclass(frozen=True)
class _AddHead:
    """Adds the head to a loaded encoder; equal where the folder is, so that a loaded model is found again."""

    folder: Path

    def __call__(self, model: "SentenceTransformer") -> "SentenceTransformer":
        from .network import with_head

        return with_head(model, self.folder)
