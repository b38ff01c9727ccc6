"""Where rows with human labels come from: a file, or a published set."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ..checks import listed
from ..errors import UsageError
from ..people.published_sets import SETS, PublishedSet, WrittenSet, find_set, kept_folder, write_set
from .options import option


@dataclass(frozen=True)
class LabelledSource:
    """Where rows with people's labels come from."""

    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="File with the rows (.jsonl, .json, .csv, .tsv, .parquet or .eval); leave it out with --data.",
            show_default=False,
        ),
    ] = None
    data: Annotated[
        str | None,
        option(
            f"Published set of people's judgements in place of FILE, fetched once: {', '.join(SETS)}.",
            False,
            metavar="NAME",
        ),
    ] = None

    def path(self) -> Path:
        """Returns the path of the file, and fetches a set first.

        Raises:
            UsageError: Not exactly one of the two is given, or there is no such set.
            DataError: The set cannot be fetched.
        """
        if self.file is not None and self.data is None:
            return self.file
        if self.data is None or self.file is not None:
            raise UsageError("give a FILE, or with --data the name of a published set, and not both")
        wanted = find_set(self.data)
        written = write_set(wanted, kept_folder())
        typer.echo(told(wanted, written), err=True)
        return written.path


def told(wanted: PublishedSet, written: WrittenSet) -> str:
    """Returns what a set holds, what is left out, and whose it is."""
    left_out = listed([f"{n:,} {reason}" for reason, n in written.left_out.items()], separator=", ")
    without = f"; left out: {left_out}" if left_out else ""
    return f"{written.path}: {written.n:,} rows{without}. Licence: {wanted.licence}, {wanted.page}"
