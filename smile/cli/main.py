"""The program `smile` and its commands, each of which is a module of `commands`."""

import io
import sys
from typing import Annotated

import typer

from ..version import __version__
from .commands.agree import agree
from .commands.answer_similarity import sas
from .commands.calibrate import calibrate
from .commands.compare import compare
from .commands.estimated_share import estimate
from .commands.label import label
from .commands.match import match
from .commands.model_judge import judge
from .commands.prepare import prepare
from .commands.references import references
from .commands.score import score
from .commands.trust import trust

app = typer.Typer(
    name="smile",
    help="SMILE: is this answer right? Scores answers against reference answers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (score, prepare, match, sas, judge, agree, references, trust, calibrate, compare, estimate, label):
    app.command()(command)


def main() -> None:
    """Runs the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A character that the terminal or pipe cannot show must not end the run.
            stream.reconfigure(errors="backslashreplace")
    app()


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"smile {__version__}")
        raise typer.Exit


@app.callback()
def _smile(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass
