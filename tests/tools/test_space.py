"""The repository of the Space: loaded with only the requirements installed, from a folder and over HTTP."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from gradio_client import Client

from tests.support.app_process import free_port, serve_app
from tools.closure import closure
from tools.space import build

pytestmark = pytest.mark.real_encoder

ROOT = Path(__file__).resolve().parents[2]

# As in an environment that has the requirements and not this project: `smile` cannot be imported.
_LOAD = """
import sys, json, importlib.abc
class NoProject(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "smile" or name.startswith("smile."):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, NoProject())
import evaluate
smile = evaluate.load(sys.argv[1])
print("RESULT" + json.dumps(smile.compute(predictions=["It is in Paris."], references=["Paris"])))
"""


@pytest.fixture(scope="module")
def space(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("space") / "space"
    build(folder)
    return folder


def _load(path: str, tmp_path: Path, **environment: str) -> dict[str, object]:
    process = subprocess.run(
        [sys.executable, "-c", _LOAD, path],
        cwd=tmp_path,
        env=os.environ | {"HF_HOME": str(tmp_path / "home")} | environment,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert process.returncode == 0, process.stderr
    result: dict[str, object] = json.loads(process.stdout.split("RESULT")[1])
    return result


def test_the_space_holds_copies_only(space: Path) -> None:
    script = ROOT / "smile" / "smile.py"
    names = {"smile_metric.py", *(f"{name}.py" for name in closure(script)), "app.py"}
    assert {path.name for path in space.glob("*.py")} == names
    assert (space / "smile_metric.py").read_bytes() == script.read_bytes()
    assert (space / "assets" / "sample_qa.jsonl").is_file()
    assert (space / "docs" / "scaling.md").is_file()
    assert "app_file: app.py" in (space / "README.md").read_text(encoding="utf-8")


def test_scripts_load_by_path_without_the_project(space: Path, tmp_path: Path) -> None:
    from_space = _load(str(space / "smile_metric.py"), tmp_path)
    from_checkout = _load(str(ROOT / "smile"), tmp_path)
    assert from_space == from_checkout
    assert from_space["smile"] == pytest.approx(0.97, abs=0.01)


def test_the_app_runs_from_the_space_alone(space: Path, tmp_path: Path) -> None:
    with serve_app(tmp_path, free_port(), space / "app.py") as app:
        result = Client(app.url, verbose=False).predict(["It is in Paris."], ["Paris"], api_name="/score_answers")
    assert result["items"]["correct"] == [True]


class _HubAddresses(SimpleHTTPRequestHandler):
    """Serves the files of a folder under the addresses that the Hub gives a Space's files on its main branch."""

    def translate_path(self, path: str) -> str:
        prefix = "/spaces/someone/smile_metric/resolve/main/"
        name = path.removeprefix(prefix) if path.startswith(prefix) else "no such file"
        return super().translate_path(f"/{name}")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def hub(space: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_HubAddresses, directory=str(space)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_metric_loads_by_its_name_on_the_hub(hub: str, tmp_path: Path) -> None:
    result = _load("someone/smile_metric", tmp_path, HF_ENDPOINT=hub)
    assert result["smile"] == pytest.approx(0.97, abs=0.01)


def test_the_entry_by_the_spaces_name_loads_where_the_project_is_installed(tmp_path: Path) -> None:
    code = "import evaluate, sys; print(type(evaluate.load(sys.argv[1])).__name__)"
    process = subprocess.run(
        [sys.executable, "-c", code, str(ROOT / "smile_metric.py")],
        cwd=tmp_path,
        env=os.environ | {"HF_HOME": str(tmp_path / "home"), "PYTHONPATH": _project_path()},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert process.stdout.strip() == "Smile", process.stderr


def _project_path() -> str:
    import smile

    return str(Path(str(smile.__file__)).parent.parent)
