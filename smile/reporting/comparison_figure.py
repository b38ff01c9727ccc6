"""The figure of a comparison of systems: their means, and their differences."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..runs.system_comparison import SystemComparison
from ..statistics.system_ranking import Difference
from .comparison_report import shown_rank
from .drawing import BLUE, GREEN, VERMILLION, without_frame
from .formatting import shortened

_MEAN = {"color": BLUE, "marker": "o", "markersize": 6}
# By the system that it is compared with.
_BEST = {"color": VERMILLION, "marker": "o", "markersize": 6}
_NEXT = {"color": GREEN, "marker": "s", "markersize": 5}


def comparison_figure(found: SystemComparison) -> Figure:
    """Draws each system's mean with its interval, and how far it is behind the best and the next better one."""
    systems = found.systems
    n, n_questions = len(systems), found.ranking.n_questions
    figure = Figure(figsize=(10, 2.1 + 0.4 * n), layout="constrained")
    means, differences = figure.subplots(1, 2, sharey=True)
    figure.suptitle(
        f"SMILE of {n} systems on {n_questions:,} {'question' if n_questions == 1 else 'questions'}, with "
        f"{found.confidence_level * 100:g} % intervals"
    )

    for y, system in enumerate(systems):
        _draw(means, y, system.smile, system.smile_ci, _MEAN)
    means.set(xlabel="Mean SMILE", ylim=(n - 0.4, -0.6))
    means.set_yticks(
        range(n),
        [f"{shortened(system.system)}   {shown_rank(system)}" for system in systems],
        parse_math=False,  # a name may have dollar signs
    )

    names = found.best_first
    places = {system.system: y for y, system in enumerate(systems)}
    for i in range(1, n):
        y, has_two = places[names[i]], i > 1
        _draw_difference(differences, y - 0.13 * has_two, found.difference(names[0], names[i]), _BEST)
        if has_two:
            _draw_difference(differences, y + 0.13, found.difference(names[i - 1], names[i]), _NEXT)
    differences.axvline(0, color="black", linewidth=0.8)
    differences.set(xlabel="Behind by (points of SMILE)")
    differences.tick_params(axis="y", length=0)

    means.set_title("rank", loc="left", x=-0.01, ha="right", fontsize=10)
    labels = [(_BEST, True, "behind the best")]
    if n > 2:
        labels.append((_NEXT, True, "behind the next better"))
    labels.append(({"color": "#555555", "marker": "o", "markersize": 6}, False, "hollow: cannot be told apart"))
    handles = [_draw(differences, np.nan, np.nan, (np.nan, np.nan), style, is_filled) for style, is_filled, _ in labels]
    figure.legend(handles, [label for _, _, label in labels], loc="outside lower center", ncols=3, frameon=False)
    for axes in (means, differences):
        without_frame(axes, grid="x")
    differences.spines["left"].set_visible(False)
    return figure


def _draw_difference(axes: Axes, y: float, found: Difference, style: dict[str, Any]) -> None:
    _draw(axes, y, found.difference, found.difference_ci, style, found.significant)


def _draw(
    axes: Axes, y: float, value: float, interval: Sequence[float], style: dict[str, Any], is_filled: bool = True
) -> Any:
    low, high = interval
    color = style["color"]
    axes.plot([low, high], [y, y], color=color, linewidth=1.6, solid_capstyle="butt")
    [point] = axes.plot(value, y, linestyle="none", **style, markerfacecolor=color if is_filled else "white")
    return point
