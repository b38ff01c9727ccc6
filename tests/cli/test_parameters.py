"""Groups of options as a command takes them."""

from dataclasses import dataclass
from typing import Annotated, Any

import typer
from typer.testing import CliRunner

from smile.cli.parameters import with_option_groups


@dataclass(frozen=True)
class Paint:
    colour: Annotated[str, typer.Option(help="Colour.")] = "red"
    coats: Annotated[int, typer.Option(help="Coats.")] = 1


def run(command: Any, *arguments: str) -> Any:
    app = typer.Typer(add_completion=False)
    app.command()(with_option_groups(command))
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def test_a_command_gets_the_group_that_the_options_build() -> None:
    def command(name: str, paint: Paint, loud: bool = False) -> None:
        print(name, paint, loud)

    assert run(command, "north").stdout == f"north {Paint()} False\n"
    assert run(command, "north", "--coats", "2", "--loud").stdout == f"north {Paint('red', 2)} True\n"


def test_a_group_can_have_the_name_of_an_option() -> None:
    def command(colour: Paint, size: int = 1) -> None:
        print(colour, size)

    assert run(command, "--colour", "blue", "--size", "2").stdout == f"{Paint('blue')} 2\n"
