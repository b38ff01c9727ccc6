"""Figures of an estimate from few labels: its intervals, and how they shrink with labels."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from .formatting import one_line
from .palette import BLUE, GREEN, VERMILLION
from .plot_axes import without_frame

CAPTIONS = {
    "intervals": "What people would say, from labels and scores together, from the labels alone and from the scores "
    "alone, which have no interval: they are known of all rows, and may be wrong.",
    "by_labels": "How the interval shrinks with labels: the same estimate from fewer of them, in random order.",
}
# The estimates that are drawn, and how.
_FROM: Mapping[str, tuple[str, dict[str, Any]]] = {
    "estimate": ("labels and scores", {"color": BLUE, "marker": "o"}),
    "labels_only": ("labels alone", {"color": VERMILLION, "marker": "s"}),
    "metric_only": ("scores alone", {"color": GREEN, "marker": "D"}),
}
_LONGEST_NAME = 32

Curve = Sequence[tuple[int, Mapping[str, Any]]]


def estimate_figures(result: Mapping[str, Any], curve: Curve) -> dict[str, Figure]:
    """Draws an estimate and how it came about; returns the figures by name.

    Args:
        result: The result of `Estimator`.
        curve: The estimates of `estimate_curve`.
    """
    return {"intervals": intervals(result), "by_labels": shrinking(curve)}


def intervals(result: Mapping[str, Any]) -> Figure:
    """Draws the three estimates of all rows and of each system or group."""
    members = {"all rows": result} | {
        f"{'' if name == 'by_system' else one_line(name.removeprefix('by_')) + ': '}{one_line(member)}": found
        for name in result
        if name.startswith("by_")
        for member, found in result[name].items()
    }
    figure = Figure(figsize=(9, 1.5 + 0.55 * len(members)), layout="constrained")
    axes = figure.subplots()
    for y, found in enumerate(members.values()):
        for i, (name, (label, style)) in enumerate(_FROM.items()):
            at, interval = y + 0.22 * (i - 1), found.get(f"{name}_ci")
            if interval is not None and not math.isnan(interval[0]):
                axes.plot(interval, [at, at], color=style["color"], linewidth=1.8, solid_capstyle="butt")
            axes.plot(found[name], at, linestyle="none", markersize=6, **style, label=label if y == 0 else None)
    axes.set(xlabel="Mean of people's labels", ylim=(len(members) - 0.4, -0.6))
    axes.set_yticks(range(len(members)), [_shortened(name) for name in members], parse_math=False)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, frameon=False)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    without_frame(axes)
    return figure


def shrinking(curve: Curve) -> Figure:
    """Draws the intervals by number of labels, those of labels and scores and those of the labels alone."""
    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots()
    counts = [n for n, _ in curve]
    for name in ("labels_only", "estimate"):
        label, style = _FROM[name]
        lows, highs = zip(*(found[f"{name}_ci"] for _, found in curve), strict=True)
        axes.fill_between(counts, lows, highs, color=style["color"], alpha=0.25, linewidth=0, label=label)
        axes.plot(counts, [found[name] for _, found in curve], color=style["color"], **_line(style))
    axes.set(xlabel="Labels", ylabel="Mean of people's labels")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, frameon=False)
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    without_frame(axes)
    return figure


def _line(style: Mapping[str, Any]) -> dict[str, Any]:
    return {"marker": style["marker"], "markersize": 4, "linewidth": 1.2}


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 3] + "..."
