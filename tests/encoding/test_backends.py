import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from smile import ModelError, UsageError
from smile.disk.cache_folder import cache_folder
from smile.disk.hashes import file_sha256
from smile.encoding.encoders import SentenceEncoder
from smile.encoding.openvino_backend import LARGEST_DIFFERENCE, PROBES, _open, _open_folder
from smile.errors import BackendWarning
from smile.settings.named_settings import named_settings
from tests.support.damage import flip_a_bit_of
from tests.support.tiny_model import LIMIT, make_model

TEXTS = ["paris", "it is in paris", "a", "b", "", "東京 🙂", "london, 1889."]
TEXTS += ["x" * (LIMIT - 2), "x" * (LIMIT - 1), "x " * 99]
EXPORTS = "encoders"


def encoder(model: Path, **options: Any) -> SentenceEncoder:
    return SentenceEncoder(named_settings(model=str(model), **{"device": "cpu"} | options))


def backend_taken(model: Path, **options: Any) -> str | None:
    """Returns what computes the vectors of an encoder that has been used."""
    used = encoder(model, **options)
    used.encode(["paris"])
    return used.backend


def exports(name: str = "") -> list[Path]:
    return sorted(path for path in (cache_folder() / EXPORTS).glob(f"*{name}*") if path.is_dir())


@pytest.fixture
def own_exports(local_model: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache of this test alone, with what there is of the local model by OpenVINO."""
    encoder(local_model, backend="openvino").encode(["a"])
    identity = encoder(local_model).signature.partition("@")[2]
    (export,) = exports(f"{identity}-openvino")
    own = tmp_path / "own" / EXPORTS / export.name
    shutil.copytree(export, own)
    monkeypatch.setenv("SMILE_CACHE", str(tmp_path / "own"))
    return own


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr("smile.encoding.openvino_backend.version", version)


@pytest.mark.parametrize("prompt", [None, "q: "])
def test_it_gives_the_vectors_of_torch(local_model: Path, prompt: str | None) -> None:
    by_torch, exported = (encoder(local_model, backend=name, prompt=prompt) for name in ("torch", "openvino"))
    expected, encoded = by_torch.encode(TEXTS), exported.encode(TEXTS)
    assert encoded.embeddings.dtype == np.float32
    assert np.abs(encoded.embeddings - expected.embeddings).max() <= LARGEST_DIFFERENCE
    assert encoded.is_truncated.tolist() == expected.is_truncated.tolist()
    if prompt is None:
        assert encoded.is_truncated.tolist() == [False] * 8 + [True] * 2
    assert (by_torch.backend, exported.backend) == ("torch", "openvino")
    assert exported.encode([]).embeddings.shape == (0, 16)


@pytest.mark.real_encoder
def test_the_embedded_encoder_gives_the_vectors_of_torch(sample: dict[str, list[Any]]) -> None:
    texts = list(dict.fromkeys([*sample["predictions"], *TEXTS, *PROBES]))
    expected = SentenceEncoder(named_settings(backend="torch", device="cpu")).encode(texts)
    encoded = SentenceEncoder(named_settings(backend="openvino")).encode(texts)
    assert np.abs(encoded.embeddings - expected.embeddings).max() <= LARGEST_DIFFERENCE
    assert np.abs(encoded.embeddings @ encoded.embeddings.T - expected.embeddings @ expected.embeddings.T).max() <= 1e-5
    assert encoded.is_truncated.tolist() == expected.is_truncated.tolist()
    assert encoded.is_truncated.sum() == 1


def test_the_signature_says_which_numbers_rounded_vectors_have(local_model: Path) -> None:
    plain = encoder(local_model, backend="torch").signature
    assert {encoder(local_model, backend=backend).signature for backend in ("auto", "openvino")} == {plain}
    for backend in ("auto", "torch"):
        assert encoder(local_model, backend=backend, dtype="bfloat16").signature == f"{plain}+bfloat16"


def test_auto_takes_torch_where_nothing_else_is_installed(local_model: Path, nothing_installed: None) -> None:
    assert backend_taken(local_model) == "torch"


def test_a_library_that_is_missing_is_named_with_its_pip_line(local_model: Path, nothing_installed: None) -> None:
    with pytest.raises(UsageError, match=r"backend='openvino' needs openvino: run `pip install .\.\[openvino\].`"):
        encoder(local_model, backend="openvino").encode(["paris"])


def test_a_library_that_cannot_be_imported_is_done_without(local_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _open.cache_clear()
    monkeypatch.setitem(sys.modules, "openvino", None)
    said = r"^torch computes the vectors: backend='openvino' cannot run .*ModuleNotFound"
    with pytest.warns(BackendWarning, match=said):
        assert backend_taken(local_model) == "torch"
    with pytest.raises(ModelError, match=r"ModuleNotFoundError.*use backend='torch'"):
        encoder(local_model, backend="openvino").encode(["paris"])


def test_an_export_that_differs_from_torch_is_refused(local_model: Path, own_exports: Path) -> None:
    weights = np.fromfile(own_exports / "model.bin", dtype=np.float32)
    weights[np.abs(weights) > 0.05] *= 1.001
    weights.tofile(own_exports / "model.bin")
    manifest = json.loads((own_exports / "manifest.json").read_text())
    manifest["files"]["model.bin"] = file_sha256(own_exports / "model.bin")
    (own_exports / "manifest.json").write_text(json.dumps(manifest))
    said = r"^vectors or cosines of backend='openvino' differ from those of torch by .* more than 1e-05: use"
    with pytest.raises(ModelError, match=said):
        encoder(local_model, backend="openvino").encode(["paris"])
    with pytest.warns(BackendWarning, match="differ from those of torch"):
        assert backend_taken(local_model) == "torch"


@pytest.mark.parametrize(
    ("damaged", "how"),
    [("model.xml", "cut"), ("tokenizer.json", "gone"), ("probes.npy", "changed"), ("manifest.json", "cut")],
)
def test_a_damaged_file_of_an_export_is_found(own_exports: Path, damaged: str, how: str) -> None:
    assert _open_folder(own_exports, 1) is not None
    path = own_exports / damaged
    if how == "gone":
        path.unlink()
    elif how == "cut":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    else:
        flip_a_bit_of(path)
    assert _open_folder(own_exports, 1) is None


def test_a_damaged_export_is_made_anew_and_what_a_kill_left_is_removed(local_model: Path, own_exports: Path) -> None:
    left = own_exports.with_name(f".{own_exports.name}.smile-abc.tmp")
    shutil.copytree(own_exports, left)
    flip_a_bit_of(own_exports / "model.bin")
    again = encoder(local_model, backend="openvino").encode(TEXTS).embeddings
    expected = encoder(local_model, backend="torch").encode(TEXTS).embeddings
    assert np.abs(again - expected).max() <= LARGEST_DIFFERENCE
    assert own_exports.is_dir()
    assert not left.exists()


# Encodes with a back end; prints its name, whether it loaded sentence-transformers or torch, and the first vector.
_ENCODE = """
import json, sys
from smile.encoding.encoders import SentenceEncoder
from smile.settings.named_settings import named_settings
encoder = SentenceEncoder(named_settings(model=sys.argv[1], device="cpu", backend=sys.argv[2]))
vector = encoder.encode(["paris"]).embeddings[0].tolist()
loaded = [name for name in ("sentence_transformers", "torch") if name in sys.modules]
print(json.dumps([encoder.backend, loaded, vector]))
"""


def start(repository: Path, model: Path, backend: str, **environment: str) -> "subprocess.Popen[str]":
    environment = {name: value for name, value in os.environ.items() if name != "CI"} | environment
    command = [sys.executable, "-c", _ENCODE, str(model), backend]
    return subprocess.Popen(command, cwd=repository, env=environment, stdout=subprocess.PIPE, text=True)


def finish(process: "subprocess.Popen[str]") -> list[Any]:
    output, _ = process.communicate(timeout=200)
    assert process.returncode == 0
    result: list[Any] = json.loads(output)
    return result


def test_an_export_is_used_again_without_the_model(repository: Path, local_model: Path, own_exports: Path) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in own_exports.iterdir()}
    backend, loaded, vector = finish(start(repository, local_model, "auto"))
    assert (backend, loaded) == ("openvino", [])
    expected = encoder(local_model, backend="torch").encode(["paris"]).embeddings[0]
    assert np.abs(np.array(vector) - expected).max() <= LARGEST_DIFFERENCE
    assert {path.name: path.stat().st_mtime_ns for path in own_exports.iterdir()} == before


@pytest.mark.slow
def test_two_processes_make_one_export(repository: Path, local_model: Path, tmp_path: Path) -> None:
    cache = tmp_path / "empty"
    processes = [start(repository, local_model, "openvino", SMILE_CACHE=str(cache)) for _ in range(2)]
    first, second = [finish(process) for process in processes]
    assert first[2] == second[2]
    # One of them made it, and the other had it.
    assert sorted([first[1], second[1]]) == [[], ["sentence_transformers", "torch"]]
    (folder,) = (path for path in (cache / EXPORTS).iterdir() if path.is_dir())
    assert {path.name for path in (cache / EXPORTS).iterdir()} == {folder.name, f"{folder.name}.lock"}


def test_where_the_cache_cannot_be_written_auto_takes_torch(
    local_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SMILE_CACHE", str(tmp_path / "file"))
    with pytest.raises(ModelError, match="set SMILE_CACHE to a writable folder"):
        encoder(local_model, backend="openvino").encode(["paris"])
    with pytest.warns(BackendWarning, match="SMILE_CACHE"):
        encoder(local_model).encode(["paris"])


@pytest.fixture(scope="module")
def joins_otherwise(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that joins its tokens in two other ways, and leaves the prompt out."""
    return make_model(tmp_path_factory.mktemp("joins"), ("cls", "max"), include_prompt=False)


def test_a_model_that_leaves_its_prompt_out_is_left_to_torch(joins_otherwise: Path) -> None:
    with pytest.raises(ModelError, match="leaves the tokens of its prompt out of its vectors"):
        encoder(joins_otherwise, backend="openvino", prompt="q: ").encode(["paris"])
    with pytest.warns(BackendWarning, match="leaves the tokens of its prompt out"):
        assert backend_taken(joins_otherwise, prompt="q: ") == "torch"


def test_other_ways_to_join_tokens(joins_otherwise: Path) -> None:
    expected = encoder(joins_otherwise, backend="torch").encode(TEXTS).embeddings
    assert expected.shape == (len(TEXTS), 32)  # the vector of the first token, and the largest numbers of all
    found = encoder(joins_otherwise, backend="openvino").encode(TEXTS).embeddings
    assert np.abs(found - expected).max() <= LARGEST_DIFFERENCE


def test_another_device_is_refused(local_model: Path) -> None:
    with pytest.raises(UsageError, match="backend='openvino' runs on a CPU, not on device='cuda'"):
        encoder(local_model, backend="openvino", device="cuda").encode(["paris"])


def test_on_an_accelerator_auto_is_torch(local_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.accelerator, "is_available", lambda: True)
    assert backend_taken(local_model, device=None) == "torch"


# Encodes, forks, and encodes again in the child, which must not hang.
_FORK = """
import os, sys
from smile.encoding.encoders import SentenceEncoder
from smile.settings.named_settings import named_settings
encoder = SentenceEncoder(named_settings(model=sys.argv[1], device="cpu", backend=sys.argv[2]))
texts = [f"{i}" for i in range(500)]
expected = encoder.encode(texts).embeddings
child = os.fork()
if child == 0:
    os._exit(0 if (encoder.encode(texts).embeddings == expected).all() else 3)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


# Forks while the garbage collector has yet to find a back end, and collects in the child, which must not hang.
_FORK_WITH_GARBAGE = """
import gc, os, sys
from smile.encoding import openvino_backend
from smile.encoding.encoders import SentenceEncoder
from smile.settings.named_settings import named_settings
encoder = SentenceEncoder(named_settings(model=sys.argv[1], device="cpu", backend=sys.argv[2]))
encoder.encode(["paris"])
gc.disable()
cycle = [encoder]
cycle.append(cycle)
openvino_backend._open.cache_clear()
del cycle, encoder
child = os.fork()
if child == 0:
    gc.collect()
    os._exit(0)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


# A server that imports the package and forks before anything is encoded: torch keeps the threads that the server set,
# and `auto` takes the export, as in a process of its own.
_FORK_FIRST = """
import os, sys
import smile, torch
from smile import SmileScorer
from smile.encoding.encoders import SentenceEncoder
from smile.settings.named_settings import named_settings
encoder = SentenceEncoder(named_settings(model=sys.argv[1], device="cpu"))
torch.set_num_threads(3)
child = os.fork()
if child == 0:
    if torch.get_num_threads() != 3:
        os._exit(3)
    encoder.encode(["paris"])
    os._exit(0 if encoder.backend == "openvino" else 4)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_process_forked_before_the_first_use_is_like_any_other(
    repository: Path, local_model: Path, own_exports: Path
) -> None:
    command = [sys.executable, "-W", "ignore", "-c", _FORK_FIRST, str(local_model)]
    assert subprocess.run(command, cwd=repository, timeout=200, check=False).returncode == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.parametrize("script", [_FORK, _FORK_WITH_GARBAGE], ids=["encodes", "collects garbage"])
def test_a_forked_process_does_not_hang(repository: Path, local_model: Path, script: str) -> None:
    command = [sys.executable, "-W", "ignore", "-c", script, str(local_model), "openvino"]
    assert subprocess.run(command, cwd=repository, timeout=200, check=False).returncode == 0
