"""`smile data`: published data sets of human labels."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from ...checks import first_listed, unknown_name
from ...errors import UsageError
from ...people.published_sets import SETS, write_published_set
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
    if name not in SETS:
        raise UsageError(unknown_name(name, tuple(SETS), "set"))
    path, wanted = output / f"{name}.jsonl", SETS[name]
    if path.exists():
        raise UsageError(f"{path} already exists: remove it, or choose another folder with --output")
    n, left_out = write_published_set(wanted, path)
    without = first_listed([f"{n_entries:,} {reason}" for reason, n_entries in left_out.items()], separator=", ")
    typer.echo(
        f"{path}: {n:,} rows{f'; left out: {without}' if without else ''}. Licence: {wanted.licence}, {wanted.page}"
    )
