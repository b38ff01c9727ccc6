"""Groups of options as a command takes them."""

from dataclasses import dataclass
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from smile.cli.parameters import Only, with_option_groups


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


def test_what_a_command_leaves_out_keeps_its_default() -> None:
    def command(paint: Annotated[Paint, Only("coats")]) -> None:
        print(paint)

    assert run(command, "--coats", "3").stdout == f"{Paint('red', 3)}\n"
    assert run(command, "--colour", "blue").exit_code == 2


def test_a_group_can_have_the_name_of_an_option() -> None:
    def command(colour: Paint, size: int = 1) -> None:
        print(colour, size)

    assert run(command, "--colour", "blue", "--size", "2").stdout == f"{Paint('blue')} 2\n"


def test_the_help_stays() -> None:
    def command(paint: Paint) -> None:
        """Paint a wall."""

    output = run(command, "--help").stdout
    assert "Paint a wall." in output
    assert "Coats." in output


def test_an_unknown_name_is_an_error_at_once() -> None:
    def command(paint: Annotated[Paint, Only("size")]) -> None:
        pass

    with pytest.raises(KeyError):
        with_option_groups(command)
