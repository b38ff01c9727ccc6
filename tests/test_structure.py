"""The import is light, every name leads to one place, caches are emptied, and messages are templates with values."""

import ast
import pickle
import re
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from string import Formatter

import pytest

import smile
from smile import SmileScorer
from smile.baselines import word_overlap
from smile.errors import ColumnsError, DataError, ModelError, Option
from smile.files.writing import check_output_target
from smile.judges.l3_scorer import L3Scorer
from smile.people.agreement.metrics import BertScore
from smile.runs.on_cluster import connected_to_ray
from smile.text import lemmas
from tests.support.command_line import ROOT, SAMPLE, python


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


def test_each_template_fits_its_values() -> None:
    nodes = (
        each for path in Path(smile.__file__).parent.rglob("*.py") for each in ast.walk(ast.parse(path.read_text()))
    )
    calls = [each for each in nodes if isinstance(each, ast.Call) and len(each.args) > 1]
    raised = [each for each in calls if ast.unparse(each.func).endswith(("Error", "Warning", "Note"))]
    # An f-string would read the braces of a user's text as those of a template.
    assert not [ast.unparse(each) for each in raised if isinstance(each.args[0], ast.JoinedStr)]
    templates = {each: each.args[0].value for each in raised if isinstance(each.args[0], ast.Constant)}
    assert len(templates) > 20
    for call, template in templates.items():
        fields = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
        assert fields == [""] * (len(call.args) - 1), ast.unparse(call)


def test_errors_stay_whole_in_another_process() -> None:
    error = DataError("{!r} is no {}", "{a}", Option("id_column"), row="row 3")
    columns = ColumnsError("a {b}", columns={"reference": "b"})
    for each in (error, columns):
        copy = pickle.loads(pickle.dumps(each))  # noqa: S301
        assert (str(copy), copy.kind, vars(copy)) == (str(each), each.kind, vars(each))
    assert (str(error), str(columns)) == ("row 3: '{a}' is no id_column", "a {b}")


# What needs an optional package says on use which extra installs it.
SCORES = SmileScorer("fast").score(["Rome"], ["Rome"])
QUESTION = {"questions": ["Where?"], "predictions": ["Rome"], "references": ["Rome"]}


def _ask_a_judge() -> None:
    L3Scorer(provider="openai", model="gpt-4o", api_key="none", cache=False).score(**QUESTION)


def _join_a_cluster() -> None:
    with connected_to_ray():
        pass


@pytest.mark.parametrize(
    ("package", "extra", "use"),
    [
        ("bert_score", "bert-score", BertScore),
        ("nltk", "paper", lambda: word_overlap._meteor.__wrapped__()),
        ("nltk", "paper", lambda: lemmas._wordnet.__wrapped__()),
        ("datasets", "evaluate", lambda: SCORES.to_dataset()),
        ("httpx", "judges", _ask_a_judge),
        ("pandas", "evaluate", lambda: SCORES.to_pandas()),
        ("pyarrow", "files", lambda: check_output_target(Path("scores.parquet"), [".parquet"])),
        ("ray", "ray", _join_a_cluster),
        ("rouge_score", "rouge", lambda: word_overlap._rouge.__wrapped__("en")),
    ],
)
def test_the_error_names_the_extra(
    package: str, extra: str, use: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModelError, match=rf'needs the package .*: run `pip install "\.\[{extra}\]"` in a clone'):
        use()


# The libraries see the system that they were made for; the project sees one without what Windows lacks.
LIKE_WINDOWS = """
import asyncio, multiprocessing.popen_spawn_posix, os, platform, socket, subprocess, sys, tempfile
import numpy, pyarrow.parquet, sacrebleu, scipy, typer
for name in ("fcntl", "grp", "pwd", "resource", "syslog", "termios"):
    sys.modules[name] = None
for name in ("uname", "getuid", "geteuid", "getgid", "getegid", "register_at_fork", "sched_getaffinity", "getpgid"):
    delattr(os, name)
fsync = os.fsync
os.fsync = lambda file: (os.write(file, b""), fsync(file))  # refuses what was opened only to be read
"""


def test_a_file_is_scored_without_posix(tmp_path: Path) -> None:
    output = tmp_path / "items.jsonl"
    code = "from smile.cli.main import main\nsys.argv[0] = 'smile'\nmain()"
    process = python("-c", LIKE_WINDOWS + code, "score", SAMPLE, "--setting", "fast", "--output", output)
    assert process.returncode == 0, process.stderr
    assert len(output.read_text(encoding="utf-8").splitlines()) == 150
    assert list(tmp_path.iterdir()) == [output]


def test_a_store_is_made_without_posix(tmp_path: Path) -> None:
    code = """
from pathlib import Path
from smile.encoding.torch_tools import available_cores
from smile.runs import on_cluster
from smile.encoding.embedding_store import EmbeddingStore
from tests.support.tiny_encoder import TinyEncoder
folder = Path(sys.argv[1])
assert available_cores() > 0
encoder = TinyEncoder()
store = EmbeddingStore(folder / "store", encoder)
store.put(["a", "b"], encoder.encode(["a", "b"]))
print(store.get(["b", "c"])[0])
"""
    process = python("-c", LIKE_WINDOWS + code, tmp_path)
    assert process.returncode == 0, process.stderr
    assert process.stdout == "[0]\n"
