"""What `from smile import ...` gives."""

import pytest

import smile
from tests.support.command_line import python


@pytest.mark.parametrize("name", smile.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(smile, name) is not None


def test_the_package_shows_its_public_names_alone() -> None:
    show = "import smile; smile.SmileScorer; print(dir(smile) == sorted(smile.__all__))"
    process = python("-c", show)
    assert process.stdout.strip() == "True", process.stderr


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="module 'smile' has no attribute 'SmileScore'"):
        _ = smile.SmileScore
