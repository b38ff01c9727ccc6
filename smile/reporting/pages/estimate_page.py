"""A self-contained HTML page about an estimate from few labels."""

import math
from collections.abc import Mapping
from typing import Any

from matplotlib.figure import Figure

from ..estimate_figures import CAPTIONS
from ..pictures import png, png_address
from .page_templates import filled_page


def estimate_page(
    result: Mapping[str, Any], figures: Mapping[str, Figure], source: str, confidence_level: float
) -> str:
    """Returns the page.

    Args:
        result: The result of `Estimator`, with the name of the `metric`.
        figures: Those of `smile.reporting.estimate_figures`.
        source: The name of the file.
        confidence_level: The level of the intervals.
    """
    return filled_page(
        "estimate_page.html.jinja",
        source=source,
        result=result,
        groupings=[name for name in result if name.startswith("by_")],
        has_effective=math.isfinite(result["effective_labels"]),
        figures={name: (png_address(png(figure)), CAPTIONS[name]) for name, figure in figures.items()},
        percent=f"{confidence_level * 100:g}",
    )
