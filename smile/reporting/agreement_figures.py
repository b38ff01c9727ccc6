"""Figures of agreement with people: correlations, reliability, and scores by label."""

import math
from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..aliases import BoolArray, FloatArray
from ..people.agreement.agreement_scorer import SideBySide
from ..people.agreement.agreement_statistics import Agreement
from ..statistics.agreement_measures import best_threshold
from .agreement_report import best_first, title_of
from .figures import LINES, NEUTRAL, RIGHT, WRONG, without_frame

_CORRELATIONS = {"pearson": "Pearson", "spearman": "Spearman", "kendall_tau_b": "Kendall's tau-b"}
_BINS = 10


def correlation_bars(metrics: Mapping[str, Agreement]) -> Figure:
    """Draws each metric's correlations with people, with their intervals if there are any."""
    names = list(metrics)
    figure = Figure(figsize=(6.5, 1.3 + 0.36 * len(names)), layout="constrained")
    at = np.arange(len(names))
    panels = figure.subplots(1, len(_CORRELATIONS), sharey=True)
    for axes, (statistic, title) in zip(panels, _CORRELATIONS.items(), strict=True):
        values = np.array([metrics[name].value(statistic) for name in names])
        axes.barh(at, np.nan_to_num(values), color=RIGHT, height=0.7)
        lowest = 0.0
        for i, name in enumerate(names):
            low, high = metrics[name].statistics[statistic].interval or (math.nan, math.nan)
            if math.isnan(values[i]):
                axes.text(0.01, i, "undefined", va="center", color="#555555")
            elif not math.isnan(low):
                axes.plot([low, high], [i, i], color="black", linewidth=1.5, solid_capstyle="butt")
                lowest = min(lowest, low)
        axes.set(title=title, xlim=(np.nanmin([lowest, *values]), 1))
        # Without the tick at 1: its label would touch the next panel's 0.
        axes.xaxis.set_major_locator(MaxNLocator(3, prune="upper"))
        without_frame(axes, grid="x")
    panels[0].set_yticks(at, names)
    panels[0].invert_yaxis()
    return figure


def reliability_curves(scores: Mapping[str, FloatArray], is_right: BoolArray) -> Figure:
    """Draws the share of right answers against the score, in bins of equally many rows, of the first seven metrics."""
    figure = Figure(figsize=(6.5, 5.2), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color=NEUTRAL, linestyle="--", label="score is the probability")
    for (name, values), color in zip(list(scores.items()), LINES, strict=False):
        centre, share = reliability_curve(values, is_right)
        axes.plot(centre, share, marker="o", markersize=4, color=color, label=name)
    axes.set(
        xlabel="Score (average of each group of answers)", ylabel="Share that people call right", ylim=(-0.02, 1.02)
    )
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    without_frame(axes)
    return figure


def reliability_curve(scores: FloatArray, is_right: BoolArray) -> tuple[FloatArray, FloatArray]:
    """Returns (b,) the mean score and the share of right answers in up to ten bins of about as many rows.

    Equal scores stay in the same bin, so a metric with few different scores has fewer bins.

    >>> reliability_curve(np.array([0.0, 0.0, 1.0, 1.0]), np.array([False, True, True, True]))
    (array([0., 1.]), array([0.5, 1. ]))
    """
    edges = np.unique(np.quantile(scores, np.linspace(0, 1, _BINS + 1)[1:-1]))
    bins = np.searchsorted(edges, scores, side="right")
    counts = np.bincount(bins)
    is_filled = counts > 0
    means = (np.bincount(bins, weights=values)[is_filled] / counts[is_filled] for values in (scores, is_right))
    centre, share = means
    return centre, share


def score_distributions(scores: Mapping[str, FloatArray], is_right: BoolArray) -> Figure:
    """Draws for each metric the scores of right and of wrong answers, and the threshold that tells them apart best."""
    columns = min(2, len(scores))
    rows = math.ceil(len(scores) / columns)
    figure = Figure(figsize=(0.7 + 2.9 * columns, 0.6 + 2 * rows), layout="constrained")
    panels = list(figure.subplots(rows, columns, squeeze=False).flat)
    for axes, (name, values) in zip(panels, scores.items(), strict=False):
        low, high = min(0.0, float(values.min())), max(1.0, float(values.max()))
        bins = np.linspace(low, high, 26)
        for chosen, color, what in ((is_right, RIGHT, "right"), (~is_right, WRONG, "wrong")):
            axes.hist(values[chosen], bins=bins, color=color, alpha=0.6, label=what)
        threshold = best_threshold(values, is_right).threshold
        axes.axvline(threshold, color="black", linestyle="--", linewidth=1, label="best threshold")
        axes.set_title(f"{name}: {round(threshold, 2) + 0.0:.2f}", fontsize="medium")
        without_frame(axes)
    for axes in panels[len(scores) :]:
        axes.set_axis_off()
    handles, names = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside upper center", ncols=3, frameon=False)
    figure.supxlabel("Score")
    figure.supylabel("Answers")
    return figure


def figures(found: SideBySide) -> dict[str, Figure]:
    """Returns the figures by name: only the correlations if the labels do not tell which answers are right."""
    titles = {name: title_of(found, name) for name in best_first(found.metrics)}
    drawn = {"correlations": correlation_bars({title: found.metrics[name] for name, title in titles.items()})}
    is_right = found.first.is_right
    if is_right is None:
        return drawn
    scores = {title: found.scores[name] for name, title in titles.items()}
    drawn["reliability"] = reliability_curves(scores, is_right)
    drawn["scores_by_label"] = score_distributions(scores, is_right)
    return drawn
