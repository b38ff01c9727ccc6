"""A self-contained HTML page about several metrics' agreement with people."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from ...people.side_by_side import CAPTIONS, IN_GROUPS, STATISTICS, SideBySide, best_first, mean_over_groups
from ..drawing import png, png_address
from .page_templates import filled_page


def html_report(found: SideBySide, figures: Mapping[str, Figure], source: str) -> str:
    """Returns the page.

    Args:
        found: The measured metrics.
        figures: The figures of `smile.reporting.agreement_figures` by name.
        source: The name of the measured file.
    """
    result, confidence_level = found.result, found.rules.confidence_level
    names = best_first(result["metrics"])
    metrics = {name: result["metrics"][name] for name in names}
    first = next(iter(result["metrics"]))
    return filled_page(
        "agreement_page.html.jinja",
        source=source,
        result=result,
        metrics=metrics,
        labels=found.labels,
        trust=found.trust,
        threshold=found.rules.threshold,
        first=first,
        statistics=STATISTICS,
        in_groups=IN_GROUPS,
        mean_over_groups=mean_over_groups,
        groupings=[name for name in metrics[first] if name.startswith("by_")],
        figures={name: (png_address(png(figure)), CAPTIONS[name]) for name, figure in figures.items()},
        percent=None if confidence_level is None else f"{confidence_level * 100:g}",
    )
