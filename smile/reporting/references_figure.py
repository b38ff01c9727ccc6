"""The figure of `smile references --plot`: agreement by the number of references."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from ..people.agreement.metrics import METRICS
from ..people.reference_counts import OVER_REFERENCES, ReferenceCounts
from .drawing import GREY, LINES, without_frame

_PANELS = {"pearson": "Pearson correlation with people", "accuracy": "Accuracy"}
_OVER = {"max": ("best", "-", "o"), "mean": ("mean", "--", "s")}
_COLORS = (*LINES, GREY)


def references_figure(measured: Mapping[str, ReferenceCounts]) -> Figure:
    """Draws each metric's agreement with 1, 2, ... random references and with all, for their best and their mean."""
    figure = Figure(figsize=(10, 4.8), layout="constrained")
    first = next(iter(measured.values()))
    most = first.most_references
    figure.suptitle(
        f"{first.n_same_rows:,} rows with {most} references or more; bars: standard deviation of {first.n_draws} draws"
    )
    handles = {}
    for axes, (statistic, label) in zip(figure.subplots(1, 2), _PANELS.items(), strict=True):
        for i, (name, found) in enumerate(measured.items()):
            for over in OVER_REFERENCES:
                word, line, marker = _OVER[over]
                drawn = [each[over] for each in found.by_number]
                values = [each[statistic] for each in drawn] + [found.all_references[over][statistic]]
                spread = [each[f"{statistic}_sd"] for each in drawn] + [0.0]
                handles[f"{METRICS[name]}, {word} of the references"] = axes.errorbar(
                    range(1, most + 2),
                    values,
                    yerr=spread,
                    color=_COLORS[i % len(_COLORS)],
                    linestyle=line,
                    marker=marker,
                    markersize=5,
                    capsize=3,
                )
        axes.set_xticks(range(1, most + 2), [*map(str, range(1, most + 1)), "all"])
        axes.set(xlabel="References", ylabel=label)
        without_frame(axes, grid="y")
    figure.legend(
        handles.values(), handles.keys(), loc="outside lower center", ncols=2 if len(handles) < 5 else 4, frameon=False
    )
    return figure
