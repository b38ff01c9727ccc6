"""Figures as PNG files, and as addresses that hold a whole picture."""

import base64
import io

from matplotlib.figure import Figure

_DOTS_PER_INCH = 150


def png(figure: Figure) -> bytes:
    """Returns a figure as a PNG."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=_DOTS_PER_INCH)
    return buffer.getvalue()


def png_address(picture: bytes) -> str:
    """Returns a PNG as an address that a page can embed (`data:image/png;base64,...`)."""
    return f"data:image/png;base64,{base64.b64encode(picture).decode('ascii')}"
