"""`smile data`: published data sets of human labels."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from ...checks import listed
from ...errors import UsageError
from ...people.published_sets import SETS, PublishedSet, WrittenSet, find_set, write_set
from ..options import result


def data(
    action: Annotated[
        Literal["list", "get"], typer.Argument(help="List the data sets, or download one.", show_default=False)
    ],
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Name of the data set to download.", show_default=False)
    ] = None,
    output: Annotated[Path, result("Write the data set into this folder, as NAME.jsonl.", metavar="DIR")] = Path(),
) -> None:
    """List published data sets of human labels, or download one."""
    if action == "list":
        for each in SETS.values():
            typer.echo(f"{each.name}: {each.what}\n    {each.rows} rows, {each.licence}, {each.page}")
        return
    if name is None:
        raise UsageError(f"give the name of the data set to download: {', '.join(SETS)}")
    wanted = find_set(name)
    if (output / f"{name}.jsonl").exists():
        raise UsageError(f"{output / name}.jsonl already exists: remove it, or choose another folder with --output")
    typer.echo(description(wanted, write_set(wanted, output)))


def description(wanted: PublishedSet, written: WrittenSet) -> str:
    """Returns a line with the file, number of rows, rows left out, licence and page of a data set."""
    left_out = listed([f"{n:,} {reason}" for reason, n in written.left_out.items()], separator=", ")
    without = f"; left out: {left_out}" if left_out else ""
    return f"{written.path}: {written.n:,} rows{without}. Licence: {wanted.licence}, {wanted.page}"
