"""Fills the templates of the reports' pages; every text is escaped."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from ..formatting import shown, shown_change, shown_interval, shown_p


def filled_page(template: str, **values: Any) -> str:
    """Returns a page.

    Args:
        template: The name of a file of this folder.
        **values: What it shows.
    """
    environment = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True)
    environment.filters |= {"number": shown, "interval": shown_interval, "p_value": shown_p, "change": shown_change}
    return environment.get_template(template).render(**values)
