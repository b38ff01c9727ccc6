"""All caches are empty after `clear_caches`, and the next call fills them again."""

from tests.support.command_line import python

_CODE = """
import sys
from functools import _lru_cache_wrapper
import smile
from smile.caches import CLEAR

def score():
    return smile.score(["It was Saint Peter.", "5 km"], ["St. Peter", "5000 metres"], setting="default").smile.tolist()

def sizes():
    caches = [clear.__self__ for clear in CLEAR]
    return [len(each) if isinstance(each, dict) else each.cache_info().currsize for each in caches]

first = score()
assert sum(map(bool, sizes())) > 50
smile.clear_caches()
assert not any(sizes())
modules = [module for name, module in sys.modules.items() if name.startswith("smile")]
found = {value for module in modules for value in vars(module).values() if isinstance(value, _lru_cache_wrapper)}
assert found <= {clear.__self__ for clear in CLEAR if not isinstance(clear.__self__, dict)}
assert score() == first
print("openvino_telemetry" in sys.modules)
"""


def test_every_cache_is_emptied() -> None:
    process = python("-c", _CODE)
    assert process.stdout == "False\n", process.stdout + process.stderr
