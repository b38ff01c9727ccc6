"""Types that many rooms name."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

# Called with how many are done and how many there are.
OnProgress = Callable[[int, int], None]
