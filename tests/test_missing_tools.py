"""The adapters of other evaluation tools, where the tools are not installed."""

from importlib import import_module
from importlib.util import find_spec

import pytest


@pytest.mark.parametrize(
    ("tool", "extra"),
    [
        ("deepeval", "deepeval"),
        ("haystack", "haystack"),
        ("inspect_ai", "inspect"),
        ("lighteval", "lighteval"),
        ("mlflow", "mlflow"),
        ("unitxt", "unitxt"),
    ],
)
def test_the_error_has_the_pip_line(tool: str, extra: str) -> None:
    if find_spec(tool):
        pytest.skip(f"{tool} is installed")
    with pytest.raises(ImportError, match=rf'pip install "\.\[{extra}\]"'):
        import_module(f"smile.integrations.{tool}")
