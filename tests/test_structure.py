"""The import is light, and gives every public name."""

import pytest

import smile
from tests.support.command_line import python


@pytest.mark.parametrize("statement", ["import smile", "from smile import Settings, named_settings, DataError"])
def test_the_import_is_light(statement: str) -> None:
    """It loads no large library and registers no hook that runs when the host program forks."""
    code = f"""
import os, sys
hooks = []
os.register_at_fork = lambda **functions: hooks.append(functions)
{statement}
heavy = {{"torch", "transformers", "evaluate", "datasets", "gradio", "pandas", "pyarrow", "openvino", "httpx", "ray"}}
print(sorted(heavy & set(sys.modules)), hooks)
"""
    process = python("-c", code)
    assert process.stdout.strip() == "[] []", process.stdout + process.stderr


def test_public_names_exist_and_others_are_errors() -> None:
    assert all(getattr(smile, name) is not None for name in smile.__all__)
    with pytest.raises(AttributeError, match="module 'smile' has no attribute 'SmileScore'"):
        _ = smile.SmileScore
