"""What all models of torch have in common: the device they run on, and that they load without a bar."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import UsageError, first_line


@contextmanager
def no_progress_bar() -> Iterator[None]:
    """Keeps transformers from drawing a bar for reading weights, which would stand among a user's output."""
    from transformers.utils import logging as transformers_logging

    logging: Any = transformers_logging
    was_enabled = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if was_enabled:
            logging.enable_progress_bar()


def check_device(device: str, dtype: str) -> str:
    """Returns the device, which has been tried.

    Raises:
        UsageError: It cannot be used, or not with that number format.
    """
    import torch

    try:
        torch.zeros(1, device=device)
    except Exception as error:
        raise UsageError(
            f"device={device!r} cannot be used here ({first_line(error)}): leave it out to take the best there is"
        ) from error
    if dtype == "float16" and torch.device(device).type == "cpu":
        raise UsageError("dtype='float16' is a hundred times slower on a CPU: use 'float32' or 'bfloat16'")
    return device
