"""Figures as pictures that a page holds."""

import base64
import io

from matplotlib.figure import Figure

_DOTS_PER_INCH = 150


def png_address(figure: Figure) -> str:
    """Returns a figure as the address of a PNG that holds it whole (`data:image/png;base64,...`)."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=_DOTS_PER_INCH)
    return f"data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode('ascii')}"
