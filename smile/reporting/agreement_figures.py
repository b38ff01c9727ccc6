"""The figure of agreement with people: the scores of right and of wrong answers."""

import math
from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from ..aliases import BoolArray, FloatArray
from ..people.agreement.agreement_scorer import SideBySide
from ..statistics.agreement_measures import best_threshold
from .agreement_report import best_first, title_of
from .figures import RIGHT, WRONG, without_frame


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
    """Returns the figure by its name: nothing if the labels do not tell which answers are right."""
    is_right = found.first.is_right
    if is_right is None:
        return {}
    scores = {title_of(found, name): found.scores[name] for name in best_first(found.metrics)}
    return {"scores_by_label": score_distributions(scores, is_right)}
