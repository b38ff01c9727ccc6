"""The files of a model: found, checked, and identified by hash or commit."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ..constants import EMBEDDED_MODEL
from ..disk.hashes import check_file_hashes, file_sha256
from ..errors import ModelError, UsageError, first_line
from ..optional_packages import how_to_install, is_installed
from ..shared_types import IntArray, VectorArray

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from .bert import Weights

# The owner of most models, left out of signatures.
_OWNER = "sentence-transformers/"

# The files of the embedded encoder, written by `python -m tools.encoder_weights`, which rounds its weights to half
# precision.
EMBEDDED_FOLDER = Path(__file__).parent / "weights"
_EMBEDDED_SHA256 = {
    "model.safetensors": "5ba0032aefec27c763b2d9c8912eeec19529d4efdab9a71a9756e8056ba8f2e0",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
# The embedded encoder in signatures.
_EMBEDDED_IDENTITY = _EMBEDDED_SHA256["model.safetensors"][:8]
EMBEDDED_SIGNATURE = f"{EMBEDDED_MODEL.removeprefix(_OWNER)}@{_EMBEDDED_IDENTITY}"

_OTHERWISE = "use the setting 'default', which needs no download"


class Adaptation(Protocol):
    """Other layers and outputs for the embedded encoder. Adaptations are equal if their vectors are."""

    @property
    def dimensions(self) -> int:
        """The length of its vectors."""
        ...

    def __hash__(self) -> int:
        """Returns the same for equal ones."""
        ...

    def in_torch(self, model: "SentenceTransformer") -> "SentenceTransformer":
        """Returns the changed model of a loaded encoder."""
        ...

    def weights(self) -> "Weights":
        """Returns the weights that replace the encoder's, by name."""
        ...

    def segments(self, ids: IntArray) -> IntArray:
        """Returns the (b, l) segments, 0 or 1, of the tokens of b texts of equal length."""
        ...

    def vectors(self, ids: IntArray, tokens: VectorArray) -> VectorArray:
        """Returns the (b, d) vectors of unit length from the (b, l) ids and the vectors of the tokens."""
        ...


@dataclass(frozen=True)
class FoundModel:
    """A sentence-transformers model, found but not loaded. It can be compared, hashed and pickled.

    Attributes:
        name: Its name in signatures.
        path: Its local folder, or its id on the Hub.
        revision: The commit on the Hub; None for a folder.
        identity: The first digits of its files' SHA-256, or of the commit.
        adaptation: Changes the embedded encoder; None leaves the model as it is.
    """

    name: str
    path: str
    revision: str | None
    identity: str
    adaptation: Adaptation | None = None

    @property
    def signature(self) -> str:
        """Name and identity."""
        return f"{self.name}@{self.identity}"

    @property
    def is_embedded(self) -> bool:
        """Whether it is the embedded encoder, with or without an adaptation."""
        return self.path == str(EMBEDDED_FOLDER)


def find_model(model: str, revision: str | None, extra: str = "torch") -> FoundModel:
    """Finds a sentence-transformers model, in a folder or on the Hub, and identifies its files, without loading it.

    `extra` is what installs torch, for the error that says so.
    """
    if model == EMBEDDED_MODEL and revision is None:
        folder, identity = find_embedded_model_files()
        return FoundModel(short_model_name(model), folder, None, identity)
    if not is_installed("sentence_transformers"):
        raise ModelError(
            f"the encoder {model!r} needs the package sentence_transformers: {how_to_install(extra)}, or {_OTHERWISE}"
        )
    if not Path(model).is_dir():
        return _find_on_the_hub(model, revision)
    check_no_revision(model, revision)
    if not (Path(model) / "modules.json").is_file() or not any(
        path.suffix != ".json" for path in _model_files(Path(model))
    ):
        raise ModelError(
            f"the folder {model!r} has no sentence-transformers model (modules.json and weights): save one there with "
            "SentenceTransformer.save"
        )
    return FoundModel(short_model_name(model), model, None, identity_of_model_files(model, None))


def _find_on_the_hub(model: str, revision: str | None) -> FoundModel:
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import EntryNotFoundError, HFValidationError, LocalEntryNotFoundError

    try:
        # Kept as .../snapshots/COMMIT/modules.json.
        commit = Path(hf_hub_download(model, "modules.json", revision=revision)).parent.name
    except (EntryNotFoundError, HFValidationError, LocalEntryNotFoundError) as error:
        raise ModelError(
            f"{model!r} is neither a local folder nor a sentence-transformers model that can be found on the Hub (no "
            f"modules.json): check the id and the connection, set HF_TOKEN for a gated model, or {_OTHERWISE}"
        ) from error
    except Exception as error:
        raise error_of_model_files(model, revision, error) from error
    return FoundModel(short_model_name(model), model, commit, identity_of_model_files(model, commit))


def error_of_model_files(model: str, revision: str | None, error: Exception, otherwise: str = _OTHERWISE) -> ModelError:
    """Returns the error for a model that cannot be loaded."""
    return ModelError(
        f"the model {model!r}{f' at revision {revision!r}' if revision else ''} cannot be loaded "
        f"({type(error).__name__}: {first_line(error)}): check the id or folder and the connection to the Hub, "
        f"set HF_TOKEN for a gated model, or {otherwise}"
    )


def check_no_revision(model: str, revision: str | None) -> None:
    """Raises a `UsageError` if a folder is combined with a revision."""
    if revision is not None and Path(model).is_dir():
        raise UsageError(f"the revision {revision!r} does not apply to a folder ({model}): leave it out")


def is_model_here(model: str) -> bool:
    """Returns whether a sentence-transformers model is on this machine, with all packages that it needs."""
    if not is_installed("sentence_transformers"):
        return False
    if Path(model).is_dir():
        return True
    from huggingface_hub import try_to_load_from_cache

    return isinstance(try_to_load_from_cache(model, "modules.json"), str)


def find_embedded_model_files() -> tuple[str, str]:
    """Returns the folder of the embedded encoder and its identity in signatures, after checking its files."""
    check_file_hashes(EMBEDDED_FOLDER, _EMBEDDED_SHA256, "the embedded encoder", "install smile-metric again")
    return str(EMBEDDED_FOLDER), _EMBEDDED_IDENTITY


def find_tokenizer(path: str, revision: str | None) -> Path | None:
    """Returns a model's `tokenizer.json`; None if it has none."""
    if Path(path).is_dir():
        file = Path(path) / "tokenizer.json"
        return file if file.is_file() else None
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import EntryNotFoundError

    try:
        return Path(hf_hub_download(path, "tokenizer.json", revision=revision))
    except EntryNotFoundError:
        return None


def identity_of_model_files(model: str, commit: str | None) -> str:
    """Returns eight digits of the SHA-256 of a model's files, or of their commit."""
    return file_sha256(*_model_files(Path(model)))[:8] if Path(model).is_dir() else (commit or "main")[:8]


def _model_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".bin", ".json", ".safetensors"))


def short_model_name(model: str) -> str:
    """Returns a model's name in signatures: that of its folder, or its id on the Hub."""
    return Path(model).name if Path(model).is_dir() else model.removeprefix(_OWNER)
