"""The figure of a calibration: agreement with people by semantic weight, as in the paper's Figure 5."""

from matplotlib.figure import Figure

from ..people.calibration.calibrator import CalibrationResult
from .drawing import BLUE, VERMILLION, without_frame


def calibration_figure(result: CalibrationResult) -> Figure:
    """Draws Pearson by weight with its interval, and marks the setting's, the fitted and the folds' weights."""
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    figure.suptitle(f"Agreement with people by semantic weight, {result.n:,} rows")
    weights = [point.semantic_weight for point in result.curve]
    lows, highs = zip(*(point.interval for point in result.curve), strict=True)
    axes.fill_between(
        weights, lows, highs, color="#cccccc", label=f"{result.confidence_level * 100:g} % interval", linewidth=0
    )
    axes.plot(weights, [point.pearson for point in result.curve], color="black", marker=".", label="Pearson")
    start, fitted = result.start.semantic_weight, result.settings.semantic_weight
    axes.axvline(start, color=VERMILLION, linestyle="--", label=f"{result.settings.name} ({start:g})")
    axes.axvline(fitted, color=BLUE, label=f"calibrated ({fitted:g})")
    of_folds = [fold.semantic_weight for fold in result.held_out.folds]
    # On the axis: the weight that each fold was scored with.
    axes.plot(
        of_folds,
        [0] * len(of_folds),
        color=BLUE,
        marker="^",
        linestyle="none",
        transform=axes.get_xaxis_transform(),
        clip_on=False,
        label="fitted without one fold",
    )
    axes.set(xlabel="Semantic weight", ylabel="Agreement with people (Pearson)", xlim=(0, 1))
    axes.legend(frameon=False)
    without_frame(axes)
    return figure
