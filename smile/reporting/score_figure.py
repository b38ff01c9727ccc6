"""The figures of `--plot`."""

import numpy as np
from matplotlib.figure import Figure

from ..scoring.results import Scores
from .drawing import NEUTRAL, RIGHT, WRONG, start_of_axis, without_frame

_CORRECT = {"color": RIGHT, "marker": "o", "label": "right"}
_WRONG = {"color": WRONG, "marker": "x", "label": "not right"}
_BINS = np.linspace(0, 1, 21)


def score_figure(scores: Scores, threshold: float) -> Figure:
    """Draws a histogram of SMILE, and the semantic against the lexical score of each row."""
    figure = Figure(figsize=(10, 4.5), layout="constrained")
    spread, parts = figure.subplots(1, 2)
    n = len(scores)
    figure.suptitle(f"SMILE of {n:,} {'row' if n == 1 else 'rows'}, mean {scores.smile.mean():.3f}")

    spread.hist(scores.smile, bins=_BINS, color=NEUTRAL, edgecolor="white")
    spread.axvline(threshold, color="black", linestyle="--", label=f"threshold {threshold:g}")
    spread.set(xlabel="SMILE", ylabel="Rows", xlim=(0, 1))
    spread.yaxis.get_major_locator().set_params(integer=True)

    for is_chosen, style in ((scores.correct, _CORRECT), (~scores.correct, _WRONG)):
        parts.scatter(
            scores.semantic[is_chosen], scores.lexical[is_chosen], s=24, alpha=0.6, clip_on=False, zorder=3, **style
        )
    parts.set(xlabel="Semantic (the whole)", ylabel="Lexical (the words)", ylim=(0, 1))
    parts.set_xlim(start_of_axis(scores.semantic), 1)
    for axes in (spread, parts):
        # Above the panel, where there are no bars and points to hide.
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, frameon=False)
        without_frame(axes)
    return figure
