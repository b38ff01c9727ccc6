"""The import is light, and every name leads to one place."""

import ast
import re
from collections import defaultdict
from pathlib import Path

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


ROOT = Path(__file__).resolve().parents[1]
MODULES = [
    path.relative_to(ROOT)
    for folder in ("smile", "training", "benchmarks", "tools")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if path.name not in ("__init__.py", "__main__.py")
]
# The functions that each rule for values has, and the entry points of programs.
INTERFACES = {"compare", "read", "main"}


def test_no_two_modules_share_a_name() -> None:
    places = defaultdict(list)
    for path in MODULES:
        # The scripts of evaluate have the names of their metrics.
        if path.parent != Path("smile") or "evaluate.load" not in (ROOT / path).read_text("utf-8"):
            places[path.stem].append(path)
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_no_two_classes_or_functions_share_a_name() -> None:
    """Functions only in the package, and without commands, which are named as users type them."""
    places = defaultdict(list)
    for path in MODULES:
        for node in ast.parse((ROOT / path).read_text("utf-8")).body:
            is_function = isinstance(node, ast.FunctionDef) and path.parts[0] == "smile" and node.name != path.stem
            if isinstance(node, ast.ClassDef) or (is_function and node.name not in INTERFACES):
                places[node.name].append(path)
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_every_pattern_of_package_data_finds_files() -> None:
    section = (ROOT / "pyproject.toml").read_text("utf-8").partition("[tool.setuptools.package-data]")[2]
    patterns = re.findall(r'"(.+)"', section.partition("]\n")[0])
    assert len(patterns) > 20
    assert [pattern for pattern in patterns if not [*(ROOT / "smile").glob(pattern)]] == []
