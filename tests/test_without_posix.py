"""A file is scored without what only POSIX has, as on Windows, so far as that can be tried elsewhere."""

from pathlib import Path

from tests.support.command_line import SAMPLE, python

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
from smile.encoding.torch_tools import cores
from smile.runs import on_cluster
from smile.encoding.embedding_store import EmbeddingStore
from tests.support.tiny_encoder import TinyEncoder
folder = Path(sys.argv[1])
assert cores() > 0
encoder = TinyEncoder()
store = EmbeddingStore(folder / "store", encoder)
store.put(["a", "b"], encoder.encode(["a", "b"]))
print(store.get(["b", "c"])[0])
"""
    process = python("-c", LIKE_WINDOWS + code, tmp_path)
    assert process.returncode == 0, process.stderr
    assert process.stdout == "[0]\n"
