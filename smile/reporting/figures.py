"""The figures of scores, a comparison, an estimate and agreement with human labels."""

import base64
import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..disk.atomic_writes import new_file_in_place
from ..people.agreement.agreement_scorer import SideBySide
from ..result_types import MeanEstimate
from ..runs.system_comparison import SystemComparison
from ..scoring.results import Scores
from ..settings.named_settings import Settings
from ..shared_types import BoolArray, FloatArray
from ..statistics.agreement_measures import best_threshold
from .agreement_report import best_metrics_first, title_of_metric
from .comparison_report import shown_rank
from .formatting import shortened

# The colours of Okabe and Ito (2008), which colour-blind people can tell apart.
BLUE, VERMILLION, GREY = "#0072b2", "#d55e00", "#999999"
CORRECT, INCORRECT = BLUE, VERMILLION

_DOTS_PER_INCH = 150


def panel_without_frame(axes: Axes, grid: Literal["x", "y", "both"] | None = None) -> None:
    """Removes the lines above and to the right of a panel, and draws a grid behind it where wanted."""
    if grid is not None:
        axes.grid(axis=grid, color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def figure_as_png(figure: Figure) -> bytes:
    """Returns a figure as a PNG."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=_DOTS_PER_INCH)
    return buffer.getvalue()


def png_address(picture: bytes) -> str:
    """Returns a PNG as an address that a page can embed (`data:image/png;base64,...`)."""
    return f"data:image/png;base64,{base64.b64encode(picture).decode('ascii')}"


def save_figure(path: Path, figure: Figure) -> None:
    """Writes a figure as a PNG, whole or not at all."""
    with new_file_in_place(path) as temporary:
        temporary.write_bytes(figure_as_png(figure))


_BINS = np.linspace(0, 1, 21)


def score_figure(scores: Scores, settings: Settings, source: str) -> Figure:
    """Draws how many rows have which SMILE, those that it accepts in another colour, under the accuracy.

    Args:
        scores: The scores.
        settings: The settings that they were made with.
        source: The name of the file, for the title.
    """
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    n, is_accepted = len(scores), scores.correct
    title = f"{shortened(source)}: {is_accepted.mean() * 100:.0f} % of {n:,} {'row' if n == 1 else 'rows'} correct"
    below = f"by SMILE, setting {settings.name}, mean {scores.smile.mean():.3f}"
    figure.suptitle(f"{title}\n{below}", parse_math=False)
    axes.hist(
        [scores.smile[is_accepted], scores.smile[~is_accepted]],
        bins=_BINS.tolist(),
        color=[CORRECT, INCORRECT],
        edgecolor="white",
        stacked=True,
        label=["accepted", "rejected"],
    )
    axes.axvline(settings.threshold, color="black", linestyle="--", label=f"threshold {settings.threshold:g}")
    axes.set(xlabel="SMILE", ylabel="Rows", xlim=(0, 1))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    # Above the panel, where there are no bars to hide.
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, frameon=False)
    panel_without_frame(axes)
    return figure


def comparison_figure(found: SystemComparison) -> Figure:
    """Draws each system's mean with its interval, and how far it is behind the best one."""
    systems = found.systems
    n, n_questions = len(systems), found.ranking.n_questions
    # One above the other, so that a phone can show them.
    figure = Figure(figsize=(6, 2.8 + 0.7 * n), layout="constrained")
    means, differences = figure.subplots(2, 1)
    figure.suptitle(
        f"SMILE of {n} systems on {n_questions:,} {'question' if n_questions == 1 else 'questions'}, with "
        f"{found.confidence_level * 100:g} % intervals"
    )

    for y, system in enumerate(systems):
        _draw_interval_in_figure(means, y, system["smile"], system["smile_ci"], BLUE)
    means.set(xlabel="Mean SMILE")
    names = [shortened(system["system"]) for system in systems]
    ranks = [f"{name}   {shown_rank(system)}" for name, system in zip(names, systems, strict=True)]
    # The best system is not behind itself.
    for axes, first, labels in ((means, 0, ranks), (differences, 1, names)):
        axes.set_ylim(n - 0.4, first - 0.6)
        axes.set_yticks(range(first, n), labels[first:], parse_math=False)  # a name may have dollar signs

    behind = {each["other"]: each for each in found.ranking.differences if each["system"] == systems[0]["system"]}
    for y, system in enumerate(systems[1:], start=1):
        each = behind[system["system"]]
        _draw_interval_in_figure(
            differences, y, each["difference"], each["difference_ci"], VERMILLION, each["significant"]
        )
    differences.axvline(0, color="black", linewidth=0.8)
    differences.set_xlabel(f"Mean SMILE behind {names[0]}\nhollow: not significant", parse_math=False)
    means.set_title("rank", loc="left", x=-0.01, ha="right", fontsize=10)
    for axes in (means, differences):
        panel_without_frame(axes, grid="x")
    return figure


def _draw_interval_in_figure(
    axes: Axes, y: float, value: float, interval: Sequence[float], color: str, is_filled: bool = True
) -> None:
    axes.plot(interval, [y, y], color=color, linewidth=1.6, solid_capstyle="butt")
    axes.plot(value, y, "o", color=color, markersize=6, markerfacecolor=color if is_filled else "white")


# The estimates that are drawn, and how.
_FROM = {
    "labels_only": ("labels alone", VERMILLION, "s"),
    "estimate": ("labels and scores", BLUE, "o"),
}


def shrinking_figure(curve: Sequence[tuple[int, MeanEstimate]]) -> Figure:
    """Draws the intervals of an estimate by the number of labels, from `Estimator.curve`."""
    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots()
    counts = [n for n, _ in curve]
    for name, (label, color, marker) in _FROM.items():
        values = [dict[str, Any](found) for _, found in curve]
        lows, highs = zip(*(found[f"{name}_ci"] for found in values), strict=True)
        axes.fill_between(counts, lows, highs, color=color, alpha=0.25, linewidth=0, label=label)
        means = [found[name] for found in values]
        axes.plot(counts, means, color=color, marker=marker, markersize=4, linewidth=1.2)
    axes.set(xlabel="Labels", ylabel="Mean label")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, frameon=False)
    panel_without_frame(axes, grid="both")
    return figure


def agreement_figures(found: SideBySide) -> dict[str, Figure]:
    """Returns the figure of agreement by its name; nothing if the labels do not decide which answers are correct."""
    is_right = found.first.is_right
    if is_right is None:
        return {}
    scores = {title_of_metric(found, name): found.scores[name] for name in best_metrics_first(found.metrics)}
    return {"scores_by_label": _score_distributions_figure(scores, is_right)}


def _score_distributions_figure(scores: Mapping[str, FloatArray], is_right: BoolArray) -> Figure:
    """Draws for each metric the scores of correct and of incorrect answers, and the best threshold between them."""
    columns = min(2, len(scores))
    rows = math.ceil(len(scores) / columns)
    figure = Figure(figsize=(0.7 + 2.9 * columns, 0.6 + 2 * rows), layout="constrained")
    panels = list(figure.subplots(rows, columns, squeeze=False).flat)
    for axes, (name, values) in zip(panels, scores.items(), strict=False):
        low, high = min(0.0, float(values.min())), max(1.0, float(values.max()))
        bins = np.linspace(low, high, 26)
        for chosen, color, what in ((is_right, CORRECT, "correct"), (~is_right, INCORRECT, "incorrect")):
            axes.hist(values[chosen], bins=bins, color=color, alpha=0.6, label=what)
        threshold = best_threshold(values, is_right).threshold
        axes.axvline(threshold, color="black", linestyle="--", linewidth=1, label="best threshold")
        axes.set_title(f"{name}: threshold {round(threshold, 2) + 0.0:.2f}", fontsize="medium")
        panel_without_frame(axes)
    for axes in panels[len(scores) :]:
        axes.set_axis_off()
    handles, names = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside upper center", ncols=3, frameon=False)
    figure.supxlabel("Score")
    figure.supylabel("Answers")
    return figure
