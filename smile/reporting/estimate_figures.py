"""Figures of an estimate from few labels: its intervals, and how they shrink with labels."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from ..people.estimates import Estimates, MeanEstimate
from ..people.labels import SYSTEM
from .drawing import BLUE, GREEN, VERMILLION, without_frame
from .formatting import one_line, shortened

# The estimates that are drawn, and how.
_FROM: Mapping[str, tuple[str, dict[str, Any]]] = {
    "estimate": ("labels and scores", {"color": BLUE, "marker": "o"}),
    "labels_only": ("labels alone", {"color": VERMILLION, "marker": "s"}),
    "metric_only": ("scores alone", {"color": GREEN, "marker": "D"}),
}


def estimate_figures(found: Estimates, curve: Sequence[tuple[int, MeanEstimate]]) -> dict[str, Figure]:
    """Draws an estimate and how it came about, from `Estimator.curve`; returns the figures by name."""
    return {"intervals": _intervals(found), "by_labels": _shrinking(curve)}


def _intervals(found: Estimates) -> Figure:
    """Draws the three estimates of all rows and of each system or group."""
    members = {"all rows": found.whole} | {
        f"{'' if name == SYSTEM else one_line(name) + ': '}{one_line(member)}": of_member
        for name, in_grouping in found.by_grouping.items()
        for member, of_member in in_grouping.items()
    }
    figure = Figure(figsize=(9, 1.5 + 0.55 * len(members)), layout="constrained")
    axes = figure.subplots()
    for y, of_member in enumerate(members.values()):
        for i, (name, (label, style)) in enumerate(_FROM.items()):
            at, interval = y + 0.22 * (i - 1), getattr(of_member, f"{name}_ci", None)
            if interval is not None and not math.isnan(interval[0]):
                axes.plot(interval, [at, at], color=style["color"], linewidth=1.8, solid_capstyle="butt")
            axes.plot(
                getattr(of_member, name), at, linestyle="none", markersize=6, **style, label=label if y == 0 else None
            )
    axes.set(xlabel="Mean of people's labels", ylim=(len(members) - 0.4, -0.6))
    axes.set_yticks(range(len(members)), [shortened(name) for name in members], parse_math=False)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, frameon=False)
    without_frame(axes, grid="x")
    return figure


def _shrinking(curve: Sequence[tuple[int, MeanEstimate]]) -> Figure:
    """Draws the intervals by number of labels, those of labels and scores and those of the labels alone."""
    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots()
    counts = [n for n, _ in curve]
    for name in ("labels_only", "estimate"):
        label, style = _FROM[name]
        lows, highs = zip(*(getattr(found, f"{name}_ci") for _, found in curve), strict=True)
        axes.fill_between(counts, lows, highs, color=style["color"], alpha=0.25, linewidth=0, label=label)
        means = [getattr(found, name) for _, found in curve]
        axes.plot(counts, means, color=style["color"], marker=style["marker"], markersize=4, linewidth=1.2)
    axes.set(xlabel="Labels", ylabel="Mean of people's labels")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, frameon=False)
    without_frame(axes, grid="both")
    return figure
