"""What keeps the package easy to enter: every folder says what it is for, and the import is light.

The order of the rooms stands in pyproject.toml, and `lint-imports` holds it.
"""

from pathlib import Path

import pytest

from tests.support.command_line import python

PACKAGE = Path(__file__).resolve().parents[1] / "smile"


def test_every_folder_of_modules_says_what_it_is_for() -> None:
    for folder in {path.parent for path in PACKAGE.rglob("*.py")}:
        text = (folder / "__init__.py").read_text(encoding="utf-8")
        assert text.startswith('"""'), folder


@pytest.mark.parametrize("statement", ["import smile", "from smile import Settings, named_settings, DataError"])
def test_the_import_is_light(statement: str) -> None:
    """It loads no large library and registers no hook that runs when the host program forks."""
    code = f"""
import os, sys
hooks = []
os.register_at_fork = lambda **functions: hooks.append(functions)
{statement}
heavy = {{"torch", "transformers", "evaluate", "datasets", "gradio", "pandas", "scipy", "openai", "ray"}}
print(sorted(heavy & set(sys.modules)), hooks)
"""
    process = python("-c", code)
    assert process.stdout.strip() == "[] []", process.stdout + process.stderr


def test_judges_need_no_library_of_words() -> None:
    """What reads words, numbers and lemmas for SMILE is not loaded with a judge."""
    code = """
import importlib, pkgutil, sys
import smile.judges
for module in pkgutil.walk_packages(smile.judges.__path__, "smile.judges."):
    importlib.import_module(module.name)
print(sorted({"nltk", "simplemma", "text_to_num", "regex", "sacrebleu", "torch"} & set(sys.modules)))
"""
    process = python("-c", code)
    assert process.stdout.strip() == "[]", process.stdout + process.stderr
