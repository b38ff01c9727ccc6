"""The program `smile`. Each of its commands is a module in `commands`."""

import io
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from ..version import __version__
from .parameters import with_option_groups

# Each is a function in the module of the same name, which is imported when needed: some load large libraries.
COMMANDS = (
    "score",
    "compare",
    "agree",
    "audit",
    "label",
    "estimate",
    "judge",
    "cascade",
    "match",
    "sas",
    "synthesize",
    "data",
)


class _Commands(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        """Returns the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Returns a command with its summary, without importing its module."""
        return TyperCommand(cmd_name, help=_summary(cmd_name)) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Returns the command that the arguments name, with its options."""
        if args[0] in COMMANDS:
            return args[0], load_command(*args), args[1:]
        self.commands = {name: self.get_command(ctx, name) for name in COMMANDS}  # for suggestions after a typing error
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Runs the command, and rewrites typer's errors about arguments as sentences."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            message = error.message.removeprefix("Value error, ").partition(", unable to parse")[0]
            error.message = message.replace("Input should be", "it must be")
            raise


app = typer.Typer(
    name="smile",
    cls=_Commands,
    help="Score how correct short answers are against reference answers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def load_command(name: str, *arguments: str) -> Any:
    """Imports a command and returns it as a typer command with its options; errors may repeat the typed arguments."""
    from .console import errors_as_exit_codes

    command = getattr(import_module(f".commands.{name}", __package__), name)
    alone = typer.Typer(add_completion=False)
    alone.command(name)(errors_as_exit_codes(name, *arguments)(with_option_groups(command)))
    return typer.main.get_command(alone)


def _summary(name: str) -> str:
    """Returns the first line of a command's docstring, read from its source: importing all commands takes a second."""
    source = (Path(__file__).parent / "commands" / f"{name}.py").read_text("utf-8")
    return source.partition(f"\ndef {name}(")[2].split('"""')[1].splitlines()[0]


def main() -> None:
    """Runs the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A character that the terminal or pipe cannot encode must not stop the run.
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
