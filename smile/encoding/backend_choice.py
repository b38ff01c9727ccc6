"""Which back end computes an encoder's vectors."""

import os
import warnings

from ..choices import DTYPES_OF
from ..errors import BackendWarning, ModelError, UsageError
from ..settings.named_settings import Settings
from .batches import Backend
from .exported_backend import open_exported
from .model_files import FoundModel
from .runtimes import ONNX, OPENVINO, Runtime
from .torch_backend import load_torch

# The process that read this module; in one that was forked from it, another's.
_READ_BY = os.getpid()

_RUNTIMES = {runtime.name: runtime for runtime in (OPENVINO, ONNX)}


def signature_of_numbers(settings: Settings) -> str | None:
    """Returns what a signature says of the number format; None of float32, in which all back ends agree."""
    if settings.dtype == "float32":
        return None
    backend = _only(settings)
    return settings.dtype if backend == "torch" else f"{settings.dtype}@{backend}"


def open_backend(found: FoundModel, settings: Settings) -> Backend:
    """Opens the back end that the settings ask for.

    `auto` takes the first library there is for float32 on a CPU, and torch where there is none or where an accelerator
    is, or in a process that was forked, in which an export may wait for threads that were not forked with it. Where the
    library cannot run the model, it says so in a warning and takes torch.

    Args:
        found: The model.
        settings: Back end, device, dtype and prompt are taken from it.

    Raises:
        ModelError: The model cannot be had, or not by the back end asked for.
        UsageError: The back end is not installed, or is not for the device.
    """
    if settings.backend != "auto" or settings.dtype != "float32":
        name = _only(settings)
        return _torch(found, settings) if name == "torch" else _exported(_RUNTIMES[name], found, settings)
    runtimes = [runtime for runtime in _RUNTIMES.values() if runtime.is_installed()]
    if not runtimes or not _is_on_cpu(settings.device) or os.getpid() != _READ_BY:
        return _torch(found, settings)
    try:
        return _exported(runtimes[0], found, settings)
    except ModelError as error:
        backend = _torch(found, settings)
        warnings.warn(f"torch computes the vectors: {error}, which spares the attempt", BackendWarning, stacklevel=2)
        return backend


def _only(settings: Settings) -> str:
    """Returns the back end that is named, or the one that `auto` takes for a number format that rounds."""
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
            f"backend={runtime.name!r} needs {', '.join(runtime.packages)}: run `{runtime.install}`, or use "
            "backend='torch'"
        )
    import torch

    return open_exported(runtime, found, settings.dtype, settings.prompt, torch.get_num_threads())


def _is_on_cpu(device: str | None) -> bool:
    if device is not None:
        return device.partition(":")[0] == "cpu"
    import torch

    return not torch.accelerator.is_available()
