"""The program `smile` and its commands, each of which is a module of `commands`."""

import io
import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ..version import __version__
from .parameters import with_option_groups

# The module and the help of each command. Its module is imported when it is asked for, as some load large libraries.
COMMANDS = {
    "score": ("score", "Score a file of predictions against their references."),
    "match": ("match", "Score by exact match, F1 and BLEU."),
    "sas": ("answer_similarity", "Score by semantic answer similarity (SAS)."),
    "judge": ("model_judge", "Let a language model judge the answers (L3Score or a rubric)."),
    "synthesize": (
        "synthesize",
        "Add synthetic answers to a file: sentences that state each reference as the answer to its question.",
    ),
    "cascade": ("cascade", "Score with SMILE, and ask a language model only where SMILE is unsure."),
    "data": ("data", "List published sets of people's judgements, or fetch one."),
    "agree": ("agree", "Measure how well scores agree with people."),
    "compare": ("compare", "Rank systems by SMILE on the same questions, and say which differences are significant."),
    "estimate": (
        "estimated_share",
        "Estimate how many answers people would call right, from labels of some rows and scores of all.",
    ),
    "label": ("label", "Draw a random sample of rows for human labelling, and write them without scores."),
}


class _Commands(TyperGroup):
    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Returns the command that the arguments name, with its options."""
        if args[0] in COMMANDS:
            self.add_command(load_command(args[0]))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Runs the command; an error of an argument is a sentence, which typer's checks do not write."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            message = error.message.removeprefix("Value error, ").partition(", unable to parse")[0]
            error.message = message.replace("Input should be", "it must be")
            raise


app = typer.Typer(
    name="smile",
    cls=_Commands,
    help="SMILE: is this answer right? Scores answers against reference answers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def load_command(name: str) -> Any:
    """Imports a command and returns it with its options, as typer runs it."""
    from .console import errors_as_exit_codes

    command = getattr(import_module(f".commands.{COMMANDS[name][0]}", __package__), name)
    alone = typer.Typer(add_completion=False)
    alone.command(name)(with_option_groups(errors_as_exit_codes()(command)))
    return typer.main.get_command(alone)


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


def _not_imported() -> None:
    """Stands for a command in the list of commands."""


for _name, (_, _help) in COMMANDS.items():
    app.command(_name, help=_help)(_not_imported)
