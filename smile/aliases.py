"""Types that many rooms use, and the progress of a part as progress of the whole."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

# Called with the number done and the number of all.
OnProgress = Callable[[int, int], None]


def progress_of_part(on_progress: OnProgress | None, start: int, size: int, n: int) -> OnProgress | None:
    """Returns what a part of a run calls with its own progress; None if nobody follows the run.

    Args:
        on_progress: Called with the progress of the whole run.
        start: How many are done before the part.
        size: How many the part holds; it may count its progress in other units.
        n: How many there are in the whole run.

    >>> progress_of_part(print, 10, 5, 20)(50, 100)
    12 20
    """
    if on_progress is None:
        return None
    return lambda done, total: on_progress(start + size * done // max(1, total), n)
