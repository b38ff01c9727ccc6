"""What needs an optional package says on use which extra installs it."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from smile import SmileScorer
from smile.baselines import word_overlap
from smile.errors import ModelError
from smile.files.writing import check_output_target
from smile.judges.l3_scorer import L3Scorer
from smile.people.agreement.metrics import BertScore
from smile.runs.on_cluster import connected_to_ray
from smile.text import lemmas
from tests.support.command_line import SAMPLE, python

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


@pytest.mark.slow
@pytest.mark.real_encoder
def test_the_readme_works_without_extras(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(repository / "assets", tmp_path / "assets")
    (tmp_path / "build").mkdir()
    monkeypatch.chdir(tmp_path)
    done = python(repository / "tests/support/core_alone.py", tmp_path, "hide")
    assert done.returncode == 0, done.stdout + done.stderr


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


def test_a_file_is_scored_into_an_output(tmp_path: Path) -> None:
    output = tmp_path / "items.jsonl"
    code = "from smile.cli.main import main\nsys.argv[0] = 'smile'\nmain()"
    process = python("-c", LIKE_WINDOWS + code, "score", SAMPLE, "--setting", "fast", "--output", output)
    assert process.returncode == 0, process.stderr
    assert len(output.read_text(encoding="utf-8").splitlines()) == 150
    assert list(tmp_path.iterdir()) == [output]


def test_a_store_is_made(tmp_path: Path) -> None:
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
