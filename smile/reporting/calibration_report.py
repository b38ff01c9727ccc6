"""The report of a calibration, and the warnings that also stand in its settings file."""

from collections.abc import Sequence

from ..people.calibration.calibrator import CalibrationResult
from ..people.calibration.fitting import Gains
from .formatting import one_line, shown, shown_change, shown_interval
from .report import Column, Line, Picture, Report, Signature, Table


def calibration_report(result: CalibrationResult, about_file: str = "") -> Report:
    """Returns the gain on held-out rows, the fitted parameters and how they transfer to other groups."""
    folds, start, fitted = result.held_out.folds, result.start, result.settings
    weights, thresholds = [fold.semantic_weight for fold in folds], [fold.threshold for fold in folds]
    parameters = [
        ["Semantic weight", f"{start.semantic_weight:g}", f"{fitted.semantic_weight:g}", _span(weights)],
        ["Threshold", f"{start.threshold:g}", f"{fitted.threshold:g}", _span(thresholds)],
    ]
    method = (
        "Every answer is scored with settings fitted on the other folds; all answers to a question are in one fold."
    )
    caption = "Agreement with people by semantic weight; the arrows mark the weights of the folds"
    return Report(
        "Calibration",
        [
            Line(_headline(result), "headline", "yes" if result.is_better else "no"),
            _gains(
                f"{result.n:,} answers to {result.n_questions:,} questions, {len(folds)} folds",
                "On held-out rows",
                result,
                result.gain,
            ),
            Table(
                "",
                [Column(heading) for heading in ("Fitted on all rows", fitted.name, "calibrated", "in the folds")],
                parameters,
            ),
            *(
                _gains(
                    f"Calibrated on {one_line(each.calibrated_on)}: weight {each.parameters.semantic_weight:g}, "
                    f"threshold {each.parameters.threshold:g}",
                    f"Tested on {one_line(each.tested_on)}",
                    result,
                    each.gain,
                )
                for each in result.transfers
            ),
            *(Line(warning, "warning") for warning in calibration_warnings(result)),
            Picture("calibration", caption),
            Line(f"{method} {about_file}".strip(), "method"),
            Signature(result.signature),
        ],
    )


def calibration_warnings(result: CalibrationResult) -> list[str]:
    """Returns warnings where the gain may be chance, or nothing changed."""
    found = []
    for name, change in (("Pearson", result.gain.pearson), ("accuracy", result.gain.accuracy)):
        if change.may_be_chance:
            low, high = change.interval
            verdict = f"Calibration makes {name} worse" if high < 0 else f"The gain in {name} is noise"
            found.append(
                f"{verdict}: it is {change.gain:+.4f} on held-out rows, and its "
                f"{result.confidence_level * 100:g} % interval, {low:+.4f} to {high:+.4f}, is not above 0. Keep the "
                f"setting {result.settings.name!r}, or label more answers."
            )
    settings, start = result.settings, result.start
    if (settings.semantic_weight, settings.threshold) == (start.semantic_weight, start.threshold):
        found.append(f"Fitted on all rows, weight and threshold are those of the setting {settings.name!r}.")
    return found


def _headline(result: CalibrationResult) -> str:
    settings, start = result.settings, result.start
    text = (
        f"Weight {settings.semantic_weight:g} and threshold {settings.threshold:g} fit these labels best (before: "
        f"{start.semantic_weight:g} and {start.threshold:g}). "
    )
    if result.is_better:
        return text + "With them, SMILE agrees better with people on answers that they were not fitted to."
    if result.is_worse:
        return (
            f"{text}On answers that they were not fitted to, SMILE agrees less with people: keep the setting "
            f"{settings.name!r}, or label more answers."
        )
    return text + "No reliable improvement: on answers that they were not fitted to, the gain may be chance."


def _gains(title: str, heading: str, result: CalibrationResult, gains: Gains) -> Table:
    level = Column(f"{result.confidence_level * 100:g} % interval", is_interval=True)
    rows = [
        [
            (Column(heading), name),
            (Column(result.settings.name), shown(change.before)),
            (Column("calibrated"), shown(change.after)),
            (Column("gain"), shown_change(change.gain)),
            (level, shown_interval(change.interval, "+.4f")),
        ]
        for name, change in (("Pearson", gains.pearson), ("Accuracy", gains.accuracy))
    ]
    return Table.of(title, rows)


def _span(values: Sequence[float]) -> str:
    low, high = min(values), max(values)
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"
