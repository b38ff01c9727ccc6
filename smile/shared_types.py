"""Shared types, and the progress of a part of a run."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]
VectorArray = npt.NDArray[np.float32]

# Called with the number done and the total.
OnProgress = Callable[[int, int], None]


def progress_of_part(on_progress: OnProgress | None, start: int, size: int, n: int) -> OnProgress | None:
    """Returns a callback that turns the progress of a part, in any unit, into that of the whole run; None for None.

    Args:
        on_progress: Called with the progress of the whole run.
        start: The number done before the part.
        size: The number in the part.
        n: The number in the whole run.

    >>> progress_of_part(print, 10, 5, 20)(50, 100)
    12 20
    """
    if on_progress is None:
        return None
    return lambda done, total: on_progress(start + size * done // max(1, total), n)
