"""The files of a report: a page (`--report`) and a folder of figures (`--plots`), checked before any work is done."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..checks import check_installed
from ..disk.atomic_writes import check_writable, new_file
from ..errors import UsageError
from .console import check_written

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_ENDINGS = (".html",)


def check_report_files(report: Path | None, plots: Path | None, file: Path) -> None:
    """Checks that the report can be written and is not the input.

    Raises:
        UsageError: It cannot be written, or what draws the figures is not installed.
    """
    if report is not None:
        check_written(report, _ENDINGS, file)
    if report is not None or plots is not None:
        check_installed("matplotlib", "--report and --plots", "plots")
    if plots is not None:
        check_writable(plots)
        if plots.is_file():
            raise UsageError(f"{plots} is a file: name a folder for the figures")


def write_report_files(
    report: Path | None, plots: Path | None, figures: "Mapping[str, Figure]", page: Callable[[], str]
) -> None:
    """Writes the figures as PNGs into a folder, and the page.

    Args:
        report: The page's file; None for no page.
        plots: The folder; None for no pictures.
        figures: The figures by name.
        page: Makes the page.
    """
    from ..reporting.drawing import save_figure

    if plots is not None:
        plots.mkdir(exist_ok=True)
        for name, figure in figures.items():
            save_figure(plots / f"{name}.png", figure)
    if report is not None:
        text = page()
        with new_file(report) as temporary:
            temporary.write_text(text, encoding="utf-8")
