"""The options of each command, and what is said of them."""

import pytest

from smile.cli.main import COMMANDS, _summary, load_command
from smile.cli.removed import instead_of_removed


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_can_be_loaded_and_has_no_option_that_is_gone(command: str) -> None:
    loaded = load_command(command)
    assert loaded.help.split("\n")[0] == _summary(command)
    for each in loaded.params:
        for option in (*each.opts, *each.secondary_opts):
            assert instead_of_removed([command, option]) is None
