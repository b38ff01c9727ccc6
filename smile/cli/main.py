"""The program `smile`. Each of its commands is a module in `commands`."""

import io
import shutil
import signal
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature, signature
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, BinaryIO

import typer
from typer.core import TyperCommand, TyperGroup

from ..errors import UsageError
from ..files.table_formats import read_errors
from ..files.text_files import GZIP_MAGIC
from ..version import __version__

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
        return TyperCommand(cmd_name, help=_help_summary(cmd_name)) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Returns the command that the arguments name, with its options."""
        if args[0] in COMMANDS:
            command = load_command(*args)
            if config := ctx.params["config"]:
                ctx.default_map = {args[0]: _defaults_of_config(config, args[0], command)}
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

    function = getattr(import_module(f".commands.{name}", __package__), name)
    alone, options = typer.Typer(add_completion=False), dict[str, str]()
    alone.command(name, context_settings=_SHORT_HELP)(
        errors_as_exit_codes(options, name, *arguments)(with_option_groups(function))
    )
    command = typer.main.get_command(alone)
    options |= {parameter: f"--{typed}" for typed, parameter in _option_names_of_command(command).items()}
    return command


def _help_summary(name: str) -> str:
    """Returns the first line of a command's docstring, read from its source: importing all commands takes a second."""
    source = (Path(__file__).parent / "commands" / f"{name}.py").read_text("utf-8")
    return source.partition(f"\ndef {name}(")[2].split('"""')[1].splitlines()[0]


def main() -> None:
    """Runs the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A character that the terminal or pipe cannot encode must not stop the run.
            stream.reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGTERM, _stop_on_signal)
    app()


def _stop_on_signal(number: int, _: Any) -> None:
    """Ends the run in order, which removes temporary files."""
    sys.exit(128 + number)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"smile {__version__}")
        raise typer.Exit


def _defaults_of_config(path: Path, name: str, command: Any) -> dict[str, Any]:
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
    shared, own, options = given.keys() - tables.keys(), tables.get(name, {}), _option_names_of_command(command)
    for key in [*(tables.keys() - set(COMMANDS)), *(own.keys() - options.keys())]:
        raise typer.BadParameter(f"{path}: unknown option {key!r}: smile {name} has {', '.join(options)}")
    for key in shared - options.keys():
        if not any(key in _option_names_of_command(load_command(each)) for each in COMMANDS):
            raise typer.BadParameter(f"{path}: unknown option {key!r}: no command has it")
    return {options[key]: value for key, value in ({key: given[key] for key in shared} | own).items() if key in options}


def _option_names_of_command(command: Any) -> dict[str, str]:
    """Returns the names of a command's options, each with that of its parameter."""
    return {each.removeprefix("--"): param.name for param in command.params for each in param.opts if each[:2] == "--"}


@app.callback()
def _smile_program(
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="TOML file with options that you use often, such as setting = 'fast'. A table is for one command.",
            show_default=False,
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


# Names of parameters that are files to read.
_READ = ("file", "files", "labels")


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Returns the command with the fields of its groups as options of its own.

    A group is a dataclass whose fields are typer options. The command gets an instance with the user's values. A
    command that reads files also accepts standard input and pipes.
    """
    own = signature(command).parameters
    groups: dict[str, Any] = {name: each.annotation for name, each in own.items() if is_dataclass(each.annotation)}
    parameters = [
        parameter
        for name, each in own.items()
        for parameter in (
            _parameters_of_group(groups[name]) if name in groups else [each.replace(kind=Parameter.KEYWORD_ONLY)]
        )
    ]

    read = [each.name for each in parameters if each.name in _READ]

    @wraps(command)
    def run(**values: Any) -> None:
        with copies_of_pipes() as readable:
            for name in read:
                given = values[name]
                values[name] = list(map(readable, given)) if isinstance(given, list) else given and readable(given)
            call(values)

    def call(values: dict[str, Any]) -> None:
        built = {
            name: group(**{each.name: values[each.name] for each in fields(group)}) for name, group in groups.items()
        }
        command(**{name: built[name] if name in built else values[name] for name in own})

    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def _parameters_of_group(group: Any) -> list[Parameter]:
    return [
        Parameter(
            each.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if each.default is MISSING else each.default,
            annotation=each.type,
        )
        for each in fields(group)
    ]


STANDARD_INPUT = Path("-")
# The bytes that decide the format.
_START = 4096
# How the content of each format begins; anything else is a table in text.
_BEGINNINGS = {b"PAR1": ".parquet", b"PK\x03\x04": ".eval"}


@contextmanager
def copies_of_pipes() -> Iterator[Callable[[Path], Path]]:
    """Yields a function that returns a copy of standard input (`-`) or of a pipe, and any other path as it is.

    The content decides the format. The copies are deleted when the block ends.
    """
    with TemporaryDirectory(prefix="smile-") as folder:
        was_read = False

        def readable(path: Path) -> Path:
            nonlocal was_read
            if path == STANDARD_INPUT:
                if was_read:
                    raise UsageError("standard input (-) can be read only once: save it as a file, and give the file")
                was_read = True
                return _copy_of_stream(sys.stdin.buffer, Path(folder, "stdin"))
            with read_errors(path):
                if not path.is_fifo():
                    return path
                with path.open("rb") as pipe:
                    return _copy_of_stream(pipe, Path(folder, path.name.partition(".")[0]))

        yield readable


def _copy_of_stream(stream: BinaryIO, path: Path) -> Path:
    """Copies a stream to the path, with the ending of its format."""
    start = stream.read(_START)
    is_packed = start.startswith(GZIP_MAGIC)
    shown = zlib.decompressobj(wbits=31).decompress(start) if is_packed else start
    text = shown.removeprefix(b"\xef\xbb\xbf").lstrip()
    of_text = ".json" if text.startswith((b"{", b"[")) or not text else ".csv"
    ending = next((ending for sign, ending in _BEGINNINGS.items() if shown.startswith(sign)), of_text)
    path = path.with_name(path.name + ending + ".gz" * is_packed)
    with path.open("wb") as file:
        file.write(start)
        shutil.copyfileobj(stream, file)
    return path
