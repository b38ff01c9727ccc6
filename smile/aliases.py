"""Types that many rooms use."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

# Called with the number done and the number of all.
OnProgress = Callable[[int, int], None]
