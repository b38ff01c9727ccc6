"""Which back end computes an encoder's vectors."""

import os
import warnings
from functools import lru_cache

from ..checks import how_to_install
from ..choices import DTYPES_OF
from ..errors import BackendWarning, ModelError, UsageError
from ..settings.named_settings import Settings
from .batches import Backend
from .exported_encoders import open_exported
from .model_files import FoundModel
from .runtimes import ONNX, OPENVINO, Runtime
from .torch_backend import load_torch
from .torch_tools import has_accelerator, n_threads

_RUNTIMES = {runtime.name: runtime for runtime in (OPENVINO, ONNX)}


def signature_of_numbers(settings: Settings) -> str | None:
    """Returns what a signature says about the number format; None for float32, in which all back ends agree."""
    if settings.dtype == "float32":
        return None
    backend = _only(settings)
    return settings.dtype if backend == "torch" else f"{settings.dtype}@{backend}"


def open_backend(found: FoundModel, settings: Settings) -> Backend:
    """Opens the back end that the settings ask for.

    For float32 on a CPU, `auto` takes the first library that is installed. It takes torch if none is installed or an
    accelerator is available; if the library cannot run the model, which gives a warning; and in a process forked after
    a back end was opened, where an export could wait for threads that the fork did not copy.

    Args:
        found: The model.
        settings: Back end, device, dtype and prompt are taken from it.

    Raises:
        ModelError: The model cannot be loaded, or the back end asked for cannot run it.
        UsageError: The back end is not installed, or does not run on the device.
    """
    is_forked = os.getpid() != _first_process()
    if settings.backend != "auto" or settings.dtype != "float32":
        name = _only(settings)
        return _torch(found, settings) if name == "torch" else _exported(_RUNTIMES[name], found, settings)
    runtimes = [runtime for runtime in _RUNTIMES.values() if runtime.is_installed()]
    if not runtimes or not _is_on_cpu(settings.device) or is_forked:
        return _torch(found, settings)
    try:
        return _exported(runtimes[0], found, settings)
    except ModelError as error:
        backend = _torch(found, settings)
        warnings.warn(f"torch computes the vectors: {error}, which spares the attempt", BackendWarning, stacklevel=2)
        return backend


# Asked for when a back end is opened; the answer survives a fork, so that a forked process gets its ancestor's.
@lru_cache(maxsize=1)
def _first_process() -> int:
    return os.getpid()


def _only(settings: Settings) -> str:
    """Returns the back end that is named, or the one `auto` takes for a number format that rounds."""
    if settings.backend != "auto":
        return settings.backend
    return next(backend for backend, dtypes in DTYPES_OF.items() if settings.dtype in dtypes)


def _torch(found: FoundModel, settings: Settings) -> Backend:
    return load_torch(found, settings.device, settings.dtype, settings.prompt)


def _exported(runtime: Runtime, found: FoundModel, settings: Settings) -> Backend:
    if settings.device is not None and not _is_on_cpu(settings.device):
        raise UsageError(
            f"backend={runtime.name!r} computes on a CPU, not on device={settings.device!r}: leave one of them out"
        )
    if not runtime.is_installed():
        raise UsageError(
            f"backend={runtime.name!r} needs {', '.join(runtime.packages)}: {how_to_install(runtime.name)}, or use "
            "backend='torch'"
        )
    return open_exported(runtime, found, settings.dtype, settings.prompt, n_threads())


def _is_on_cpu(device: str | None) -> bool:
    if device is not None:
        return device.partition(":")[0] == "cpu"
    return not has_accelerator()
