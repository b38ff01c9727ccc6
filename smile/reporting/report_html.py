"""A report as HTML: a section for the app, or a self-contained page. Every text is escaped."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from matplotlib.figure import Figure

from ..caches import cached
from .figures import figure_as_png, png_address
from .formatting import one_line
from .report import Cell, Report, Table, report_cell_text

_LONGEST_TEXT = 300
# More do not fit a page.
_MOST_COLUMNS = 9

ICONS = {
    "yes": Markup('<path d="M5 12.5l4.5 4.5L19 7.5"/>'),
    "no": Markup('<path d="M6 6l12 12M18 6L6 18"/>'),
    "check": Markup('<path d="M12 4.5v10M12 19v.5"/>'),
    "open": Markup('<path d="M5 9.5h14M5 14.5h14"/>'),
    "best": Markup('<path d="M12 3l2.7 5.6 6.1.8-4.5 4.2 1.1 6-5.4-2.9-5.4 2.9 1.1-6L3.2 9.4l6.1-.8z"/>'),
    "people": Markup(
        '<circle cx="9" cy="8" r="4"/><circle cx="17" cy="9" r="3"/>'
        '<path d="M1 20a8 7 0 0116 0zM18 20h5a6 5 0 00-7-5z"/>'
    ),
}


def report_html(report: Report, pictures: Mapping[str, str] | None = None) -> str:
    """Returns a report as a section of a page; `pictures` are addresses of figures by name, the others are left out."""
    template = _page_templates().get_template("report.html.jinja")
    return template.render(report=report, pictures=pictures or {}, icons=ICONS)


def report_page(report: Report, figures: Mapping[str, Figure], source: str) -> str:
    """Returns a report of the file `source` as a page that needs no other file."""
    pictures = {name: png_address(figure_as_png(figure)) for name, figure in figures.items()}
    body = Markup(report_html(report, pictures))  # noqa: S704 (the template has escaped it)
    template = _page_templates().get_template("page.html.jinja")
    return template.render(title=f"{report.title}: {one_line(source)}", heading=report.title, body=body)


@cached()
def _page_templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "line": one_line,
        "short": _shortened_html_cell,
        "cells": _html_cells_of_row,
        "narrow": lambda table: table.narrowed(_MOST_COLUMNS),
        "kind": lambda block: type(block).__name__,
    }
    return environment


def _shortened_html_cell(text: str) -> str | Markup:
    line = one_line(text)
    if not line:
        return Markup("<em>(empty)</em>")
    return line if len(line) <= _LONGEST_TEXT else f"{line[:_LONGEST_TEXT]} ..."


def _html_cells_of_row(table: Table, row: Sequence[str | Cell]) -> Iterator[tuple[str, str, Cell | None]]:
    """Yields each cell's text, the interval that stands in the column after it, and the bar."""
    for i, cell in enumerate(row):
        if not table.columns[i].is_interval:
            has_interval = i + 1 < len(row) and table.columns[i + 1].is_interval
            yield (
                report_cell_text(cell),
                report_cell_text(row[i + 1]) if has_interval else "",
                cell if isinstance(cell, Cell) else None,
            )
