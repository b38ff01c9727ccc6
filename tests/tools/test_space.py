"""The repository of the Space: the app runs from it, and evaluate loads the metric from it over HTTP."""

import json
import os
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from gradio_client import Client
from huggingface_hub import RepoCard

from smile import SmileScorer
from tests.support.app_process import free_port, serve_app
from tests.support.command_line import ROOT
from tools.space import ARCHIVE, IN_A_CLONE, SCRIPTS, build

# As in an environment that has the requirements and not this project: `smile` cannot be imported.
_WITHOUT_THE_PROJECT = """
import sys, json, pickle, importlib.abc
class NoProject(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "smile" or name.startswith("smile."):
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, NoProject())
import evaluate
"""

_LOAD_AND_SCORE = """
for script in sys.argv[3:]:
    try:
        evaluate.load(script)
    except ImportError as error:
        print(error)
rows = json.loads(sys.argv[2])
smile = evaluate.load(sys.argv[1], "learned")
assert pickle.loads(pickle.dumps(type(smile))) is type(smile)
print("RESULT" + json.dumps(smile.compute(**rows, per_item=True)))
"""

METRIC = "someone/smile_metric"
ROWS = {"predictions": ["It is in Paris.", "Rome"], "references": ["Paris", "Oslo"]}


class _Hub(SimpleHTTPRequestHandler):
    """Serves the files of a folder under the addresses that the Hub gives a Space's files on its main branch."""

    requests: list[str]

    def translate_path(self, path: str) -> str:
        prefix = "/spaces/someone/smile_metric/resolve/main/"
        return super().translate_path(f"/{path.removeprefix(prefix)}" if path.startswith(prefix) else "/no such file")

    def log_request(self, code: object = "-", size: object = "-") -> None:
        self.requests.append(f"{self.command} {self.path} {getattr(code, 'value', code)}")

    def log_message(self, *_: object) -> None:
        pass


def test_the_readme_begins_with_what_the_hub_reads(hub: tuple[str, Path, list[str]]) -> None:
    card = RepoCard.load(hub[1] / "README.md")
    assert (card.data.sdk, card.data.app_file, card.data.license) == ("gradio", "app.py", "apache-2.0")
    assert f"gradio[mcp]=={card.data.sdk_version}\n" in (ROOT / "requirements.txt").read_text("utf-8")
    assert card.text.strip() == (ROOT / "README.md").read_text("utf-8").strip()


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, list[str]]]:
    """The address of a server that plays the Hub, the folder it serves and the requests it has had."""
    folder = tmp_path_factory.mktemp("space") / "space"
    requests: list[str] = []
    handler = type("Handler", (_Hub,), {"requests": requests})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    url = f"http://127.0.0.1:{server.server_port}"
    build(folder, "someone", url)
    yield url, folder, requests
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def printed(hub: tuple[str, Path, list[str]], tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a process without the project prints that loads each script by its path, then the metric from the Hub."""
    folder = tmp_path_factory.mktemp("elsewhere")
    scripts = [str(ROOT / "smile" / name) for name in SCRIPTS] + [str(ROOT / "smile_metric.py")]
    process = subprocess.run(
        [sys.executable, "-c", _WITHOUT_THE_PROJECT + _LOAD_AND_SCORE, METRIC, json.dumps(ROWS), *scripts],
        cwd=folder,
        env=os.environ | {"HF_HOME": str(folder / "home"), "HF_ENDPOINT": hub[0]},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.mark.real_encoder
def test_metric_loads_by_name_from_the_hub(hub: tuple[str, Path, list[str]], printed: str) -> None:
    result = json.loads(printed.split("RESULT")[1])
    assert result == SmileScorer("learned").score(**ROWS).summary(per_item=True)
    answered = [request for request in hub[2] if request.endswith("200")]
    main = "/spaces/someone/smile_metric/resolve/main"
    assert sorted(answered) == sorted(
        f"{method} {main}/{name} 200" for method in ("HEAD", "GET") for name in ("smile_metric.py", ARCHIVE)
    )


def test_script_without_the_project_names_the_install(printed: str) -> None:
    advice = f"['smile'] using 'pip install {IN_A_CLONE}' for instance"
    assert printed.count(advice) == len(SCRIPTS) + 1


@pytest.mark.real_encoder
@pytest.mark.slow
def test_the_app_runs_from_the_space_alone(hub: tuple[str, Path, list[str]], tmp_path: Path) -> None:
    with serve_app(tmp_path, free_port(), hub[1] / "app.py") as app:
        result = Client(app.url, verbose=False).predict(["It is in Paris."], ["Paris"], api_name="/score_answers")
    assert result["items"]["correct"] == [True]


def test_the_archive_holds_the_package_and_is_reproducible(hub: tuple[str, Path, list[str]], tmp_path: Path) -> None:
    url, space, _ = hub
    with zipfile.ZipFile(space / ARCHIVE) as archive:
        names = archive.namelist()
    assert {"__init__.py", "evaluation/smile.py", "learned/weights/learned.json"} <= set(names)
    assert not [name for name in names if name.startswith(("app/", "cli/")) or name in SCRIPTS]
    build(tmp_path / "again", "someone", url)
    assert (tmp_path / "again" / ARCHIVE).read_bytes() == (space / ARCHIVE).read_bytes()
