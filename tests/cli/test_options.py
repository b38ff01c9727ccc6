"""The options of each command: none may go, and none may be renamed."""

from pathlib import Path

import pytest

from smile.baselines.match_scorer import MATCH_OPTIONS
from smile.baselines.sas_scorer import SAS_OPTIONS
from smile.cli.main import COMMANDS, load_command
from smile.judges.chat_models.judge_settings import JUDGE_OPTIONS
from smile.settings.named_settings import OPTIONS as SETTINGS_OPTIONS
from tests.support.cases import read_cases

FLAGS = dict(read_cases(Path(__file__).parent / "options.tsv"))


def test_the_commands() -> None:
    assert list(COMMANDS) == [*FLAGS]


@pytest.mark.parametrize("command", FLAGS)
def test_the_list_of_commands_says_what_a_command_says_of_itself(command: str) -> None:
    _, listed = COMMANDS[command]
    assert listed == load_command(command).help.split("\n\n")[0]


@pytest.mark.parametrize("command", FLAGS)
def test_a_command_has_its_options_and_no_others(command: str) -> None:
    flags = [flag for each in load_command(command).params for flag in (*each.opts, *each.secondary_opts)]
    assert sorted(flag for flag in flags if flag.startswith("--")) == FLAGS[command].split()


@pytest.mark.parametrize("command", FLAGS)
def test_every_option_says_what_it_does_in_a_sentence(command: str) -> None:
    for each in load_command(command).params:
        assert each.help[0].isupper(), each.name
        assert each.help.endswith("."), each.name
        assert len(each.help.split()) >= 2, each.name


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("match", MATCH_OPTIONS),
        ("sas", SAS_OPTIONS),
        ("score", SETTINGS_OPTIONS),
        ("compare", SETTINGS_OPTIONS),
        ("judge", JUDGE_OPTIONS),
    ],
)
def test_every_option_of_the_library_has_a_flag(command: str, options: tuple[str, ...]) -> None:
    names = {parameter.name for parameter in load_command(command).params}
    # A key on the command line would be seen by everyone on the machine.
    assert {option.removeprefix("use_") for option in options} - names == {"api_key"} & set(options)
