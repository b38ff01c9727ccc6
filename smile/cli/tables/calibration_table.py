"""A calibration as tables for the terminal."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...people.calibration.calibrator import CalibrationResult
from ...people.calibration.cross_validation import Gain, Measure, Transfer
from ...reporting.formatting import one_line, shown, shown_change, shown_change_interval
from .plain_table import plain_table


def print_calibration(console: Console, result: CalibrationResult) -> None:
    """Prints the gain on held-out rows, the fitted values, how they transfer to other groups, and the warnings.

    Args:
        console: Where to print.
        result: What `calibrate` returns.
    """
    console.print(_held_out_table(result))
    console.print()
    console.print(_fitted_table(result))
    for transfer in result.transfers:
        console.print()
        console.print(_transfer_table(result, transfer))
    console.print()
    for warning in result.warnings():
        console.print(Text(f"Warning: {one_line(warning)}", style="yellow"))
    console.print(Text(f"Signature: {one_line(result.signature)}", style="dim"), soft_wrap=True)


def _held_out_table(result: CalibrationResult) -> Table:
    table = plain_table("On held-out rows", *_gain_headings(result))
    for cells in _gain_rows(result.gain):
        table.add_row(*cells)
    table.add_section()
    table.add_row("Rows", str(result.n))
    table.add_row("Questions", str(result.n_questions))
    return table


def _fitted_table(result: CalibrationResult) -> Table:
    table = plain_table("Fitted on all rows", result.settings.name, "calibrated", "in the folds")
    folds, start, fitted = result.held_out.folds, result.start, result.settings
    for label, before, after, of_folds in (
        (
            "Semantic weight",
            start.semantic_weight,
            fitted.semantic_weight,
            [fold.semantic_weight for fold in folds],
        ),
        ("Threshold", start.threshold, fitted.threshold, [fold.threshold for fold in folds]),
    ):
        table.add_row(label, f"{before:g}", f"{after:g}", _span(of_folds))
    return table


def _transfer_table(result: CalibrationResult, transfer: Transfer) -> Table:
    table = plain_table(f"Tested on {one_line(transfer.tested_on)}", *_gain_headings(result))
    table.title = Text(
        f"Calibrated on {one_line(transfer.calibrated_on)}: weight {transfer.choice.semantic_weight:g}, "
        f"threshold {transfer.choice.threshold:g}"
    )
    table.title_justify = "left"
    for cells in _gain_rows(transfer.gain):
        table.add_row(*cells)
    return table


def _gain_headings(result: CalibrationResult) -> tuple[str, ...]:
    return result.settings.name, "calibrated", "gain", f"{result.confidence_level * 100:g} % interval"


def _gain_rows(gain: Gain) -> list[list[str]]:
    return [[label, *_cells(measure)] for label, measure in (("Pearson", gain.pearson), ("Accuracy", gain.accuracy))]


def _cells(measure: Measure) -> list[str]:
    return [
        shown(measure.before),
        shown(measure.after),
        shown_change(measure.gain),
        shown_change_interval(measure.interval),
    ]


def _span(values: Sequence[float]) -> str:
    low, high = min(values), max(values)
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"
