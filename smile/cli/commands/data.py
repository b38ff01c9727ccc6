"""`smile data`: published sets of people's judgements."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from ...errors import UsageError
from ...people.published_sets import SETS, find_set, write_set
from .. import options
from ..row_sources import told


def data(
    action: Annotated[Literal["list", "get"], typer.Argument(help="Show the sets, or fetch one.", show_default=False)],
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Name of the set to fetch.", show_default=False)
    ] = None,
    output: Annotated[Path, options.result("Write the set into this folder, as NAME.jsonl.", metavar="DIR")] = Path(),
) -> None:
    """List published sets of people's judgements, or fetch one."""
    if action == "list":
        for each in SETS.values():
            typer.echo(f"{each.name}: {each.what}\n    {each.rows} rows, {each.licence}, {each.page}")
        return
    if name is None:
        raise UsageError(f"name the set to fetch: {', '.join(SETS)}")
    wanted = find_set(name)
    if (output / f"{name}.jsonl").exists():
        raise UsageError(f"{output / name}.jsonl exists: remove it, or name another folder with --output")
    typer.echo(told(wanted, write_set(wanted, output)))
