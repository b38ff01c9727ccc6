"""Helpers to load models with torch: device, threads, progress bar, and forked processes."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points, version
from typing import Any

from ..caches import cached
from ..constants import Dtype
from ..errors import SmileError, UsageError, first_line
from ..optional_packages import is_installed
from .model_files import error_of_model_files

# The version suffix of CPU-only builds of torch.
_CPU_BUILD = "+cpu"


def has_accelerator() -> bool:
    """Returns whether torch has an accelerator here, without importing a CPU-only build, which is slow."""
    if not is_installed("torch"):
        return False
    if (
        "torch" not in sys.modules
        and version("torch").endswith(_CPU_BUILD)
        and not entry_points(group="torch.backends")
    ):
        return False
    import torch

    return bool(torch.accelerator.is_available())


def n_threads() -> int:
    """Returns the number of threads for a model: as many as torch uses, or would use by default."""
    torch = sys.modules.get("torch")
    if torch is not None:
        return int(torch.get_num_threads())
    wanted = os.environ.get("OMP_NUM_THREADS", "")
    return int(wanted) if wanted.isdecimal() else available_cores()


def available_cores() -> int:
    """Returns the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def no_progress_bar() -> Iterator[None]:
    """Hides the progress bar that transformers shows while it loads weights."""
    from transformers.utils import logging as transformers_logging

    logging: Any = transformers_logging
    was_enabled = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if was_enabled:
            logging.enable_progress_bar()


@contextmanager
def errors_of_torch_loading(model: str, revision: str | None, *remedy: str) -> Iterator[None]:
    """Turns a failure to load a model into an error that says how to fix it; hides the progress bar."""
    try:
        with no_progress_bar():
            yield
    except SmileError:
        raise
    except Exception as error:
        raise error_of_model_files(model, revision, error, *remedy) from error


def torch_load_options(device: str | None, dtype: Dtype) -> dict[str, Any]:
    """Returns the options to load a model of sentence-transformers with; raises as `choose_device` does."""
    import torch

    device = choose_device(device, dtype)
    return {"device": device, "trust_remote_code": False, "model_kwargs": {"dtype": getattr(torch, dtype)}}


def choose_device(device: str | None, dtype: Dtype) -> str:
    """Returns the device to load a model on, after trying it. Processes forked afterwards compute in one thread."""
    import torch
    from sentence_transformers.util import get_device_name

    device = device or get_device_name()
    try:
        torch.zeros(1, device=device)
    except Exception as error:
        raise UsageError(
            f"the device {device!r} cannot be used here ({first_line(error)}): leave it out to use the best device"
        ) from error
    if dtype == "float16" and torch.device(device).type == "cpu":
        raise UsageError("float16 is a hundred times slower on a CPU: use float32 or bfloat16")
    _protect_forks()
    return device


# Called before the first computation, not on import, so that a host program without a model keeps its threads.
@cached(1)
def _protect_forks() -> None:
    if hasattr(os, "register_at_fork"):  # not on Windows
        os.register_at_fork(after_in_child=_use_one_thread)


def _use_one_thread() -> None:
    """Limits torch to one thread: a fork copies no other OpenMP threads, and torch would wait for them."""
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)


def is_device_cpu(device: str | None) -> bool:
    """Returns whether a device, or the best one if it is None, is the CPU."""
    if device is not None:
        return device.partition(":")[0] == "cpu"
    return not has_accelerator()
