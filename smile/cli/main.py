"""The program `smile`. Each of its commands is a module in `commands`."""

import io
import signal
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


_SHORT_HELP = {"help_option_names": ["-h", "--help"]}


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
            command = load_command(*args)
            if config := ctx.params["config"]:
                ctx.default_map = {args[0]: _defaults(config, args[0], command)}
            return args[0], command, args[1:]
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
    context_settings=_SHORT_HELP,
)


def load_command(name: str, *arguments: str) -> Any:
    """Imports a command and returns it as a typer command with its options; errors may repeat the typed arguments."""
    from .console import errors_as_exit_codes

    command = getattr(import_module(f".commands.{name}", __package__), name)
    alone = typer.Typer(add_completion=False)
    alone.command(name, context_settings=_SHORT_HELP)(
        errors_as_exit_codes(name, *arguments)(with_option_groups(command))
    )
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
    signal.signal(signal.SIGTERM, _stop)
    app()


def _stop(number: int, _: Any) -> None:
    """Ends the run in order, which removes temporary files."""
    sys.exit(128 + number)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"smile {__version__}")
        raise typer.Exit


def _defaults(path: Path, name: str, command: Any) -> dict[str, Any]:
    """Returns the values of a command's options in a TOML file: the file's own, then those of the command's table."""
    try:
        import tomllib
    except ImportError:
        raise typer.BadParameter("--config needs Python 3.11 or later") from None
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"{path} cannot be read as TOML ({error})") from error
    tables = {key: value for key, value in given.items() if isinstance(value, dict)}
    shared, own, options = given.keys() - tables.keys(), tables.get(name, {}), _options(command)
    for key in [*(tables.keys() - set(COMMANDS)), *(own.keys() - options.keys())]:
        raise typer.BadParameter(f"{path}: unknown option {key!r}: smile {name} has {', '.join(options)}")
    for key in shared - options.keys():
        if not any(key in _options(load_command(each)) for each in COMMANDS):
            raise typer.BadParameter(f"{path}: unknown option {key!r}: no command has it")
    return {options[key]: value for key, value in ({key: given[key] for key in shared} | own).items() if key in options}


def _options(command: Any) -> dict[str, str]:
    """Returns the names of a command's options, each with that of its parameter."""
    return {each.removeprefix("--"): param.name for param in command.params for each in param.opts if each[:2] == "--"}


@app.callback()
def _smile(
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="TOML file with the options of every day, such as setting = 'fast'. A table has those of one command.",
            show_default=False,
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass
