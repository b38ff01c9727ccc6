"""Commands and options that are gone say what to use instead."""

import pytest

from smile.cli.removed import REMOVED
from tests.support.command_line import Run

GONE = [
    (command, option)
    for commands, options, _ in REMOVED
    for command in commands.split()
    for option in options.split() or [""]
]


@pytest.mark.parametrize(("command", "option"), GONE)
def test_what_is_gone_says_what_to_use(smile: Run, command: str, option: str) -> None:
    result = smile(command, "data.jsonl", *([option, "x"] if option else []))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {option or command}: ")
    assert result.stderr.count("\n") == 1
