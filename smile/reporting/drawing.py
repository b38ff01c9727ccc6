"""What all figures share: colours, axes, and PNG files."""

import base64
import io
import math
from pathlib import Path
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..aliases import FloatArray
from ..disk.atomic_writes import new_file

# The colours of Okabe and Ito (2008), which colour-blind people can tell apart.
BLUE, VERMILLION, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#999999"

# One per line of a figure; more cannot be told apart.
LINES = (BLUE, VERMILLION, GREEN, "#cc79a7", "#e69f00", "#56b4e9", "#000000")

RIGHT, WRONG, NEUTRAL = BLUE, VERMILLION, GREY

_DOTS_PER_INCH = 150


def without_frame(axes: Axes, grid: Literal["x", "y", "both"] | None = None) -> None:
    """Removes the lines above and to the right of a panel, and draws a grid behind it where wanted."""
    if grid is not None:
        axes.grid(axis=grid, color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def start_of_axis(scores: FloatArray) -> float:
    """Returns the tenth at or under the lowest of (n,) scores: an axis from there to 1 spends its length on the points.

    >>> import numpy as np
    >>> start_of_axis(np.array([0.87, 0.95])), start_of_axis(np.array([1.0])), start_of_axis(np.array([]))
    (0.8, 0.9, 0.0)
    """
    return min(0.9, math.floor(scores.min() * 10) / 10) if len(scores) else 0.0


def png(figure: Figure) -> bytes:
    """Returns a figure as a PNG."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=_DOTS_PER_INCH)
    return buffer.getvalue()


def png_address(picture: bytes) -> str:
    """Returns a PNG as an address that a page can embed (`data:image/png;base64,...`)."""
    return f"data:image/png;base64,{base64.b64encode(picture).decode('ascii')}"


def save_figure(path: Path, figure: Figure) -> None:
    """Writes a figure as a PNG, whole or not at all.

    Raises:
        UsageError: The file cannot be written.
    """
    with new_file(path) as temporary:
        temporary.write_bytes(png(figure))
