import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smile import ModelError, UsageError
from smile.encoding.embedded_backend import _open_embedded_once
from smile.encoding.encoders import SentenceEncoder
from smile.encoding.model_files import FoundModel
from smile.errors import BackendWarning
from smile.learned.reader_files import find_reader_model
from smile.settings.named_settings import named_settings
from tests.support.command_line import python

pytestmark = pytest.mark.real_encoder

# Short and long texts, several of one length, many scripts, hard cases for tokenizers, and one over the limit.
TEXTS = [*"a b 7 A É".split(), "", "25 %", "It is in Paris.", "  white\tspace \n around  ", "x" * 300]
TEXTS += ["who wrote the opera carmen [SEP] Georges Bizet [SEP] It was Bizet", "It was [MASK], not [MASK]."]
TEXTS += ["东京是日本的首都", "عاصمة فرنسا باريس", "naïve cafés, 1.234,5 €, C++ & 🙂", "words that go on, " * 100]


def encoder(find: Callable[[], FoundModel] | None = None, **options: Any) -> SentenceEncoder:
    return SentenceEncoder(named_settings(**{"device": "cpu"} | options), find)


def backend_taken(**options: Any) -> str | None:
    """Returns what computes the vectors of an encoder that has been used."""
    used = encoder(**options)
    used.encode(["paris"])
    return used.backend


@pytest.fixture
def hide(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes packages look as if they were not installed."""

    def hide(*packages: str) -> None:
        for package in packages:
            for name in [name for name in sys.modules if name.partition(".")[0] == package]:
                monkeypatch.delitem(sys.modules, name)
            monkeypatch.setitem(sys.modules, package, None)

    return hide


# The reader's vectors hold square roots of probabilities, whose logits multiply every rounding.
@pytest.mark.parametrize(
    ("find", "prompt", "largest"), [(None, None, 1e-6), (None, "q: ", 1e-6), (find_reader_model, None, 1e-5)]
)
def test_back_ends_agree(find: Callable[[], FoundModel] | None, prompt: str | None, largest: float) -> None:
    encoders = {name: encoder(find, backend=name, prompt=prompt) for name in ("torch", "openvino", "numpy")}
    found = {name: each.encode(TEXTS) for name, each in encoders.items()}
    assert found["torch"].is_truncated.tolist() == [False] * (len(TEXTS) - 1) + [True]
    for name, encoded in found.items():
        assert encoders[name].backend == name
        assert encoded.embeddings.dtype == np.float32
        assert np.abs(encoded.embeddings - found["torch"].embeddings).max() <= largest
        assert encoded.is_truncated.tolist() == found["torch"].is_truncated.tolist()
        assert encoders[name].encode([]).embeddings.shape == (0, encoded.embeddings.shape[1])
        assert encoders[name].signature == encoders["torch"].signature


def test_auto_takes_the_fastest_that_is_installed(hide: Callable[..., None]) -> None:
    assert backend_taken() == "openvino"
    hide("openvino")
    assert backend_taken() == "torch"
    hide("sentence_transformers", "torch")
    assert backend_taken(device=None) == "numpy"
    with pytest.raises(UsageError, match="the back end openvino needs the package openvino: install it, or use"):
        encoder(backend="openvino").encode(["paris"])


def test_openvino_that_does_not_work_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    _open_embedded_once.cache_clear()
    monkeypatch.setattr("openvino.Core", None)
    said = r"^torch computes the vectors: the back end openvino does not work here \(TypeError"
    with pytest.warns(BackendWarning, match=said):
        assert backend_taken() == "torch"
    with pytest.raises(ModelError, match=r"TypeError.*use torch or numpy"):
        encoder(backend="openvino").encode(["paris"])


@pytest.mark.parametrize("backend", ["openvino", "numpy"])
def test_other_encoders_and_devices_are_refused(local_model: Path, backend: str) -> None:
    with pytest.raises(UsageError, match=f"the back end {backend} runs the embedded encoder only, not tiny-bert"):
        encoder(model=str(local_model), backend=backend).encode(["paris"])
    with pytest.raises(UsageError, match=f"the back end {backend} runs on a CPU, not on the device 'cuda'"):
        encoder(backend=backend, device="cuda").encode(["paris"])


@pytest.mark.parametrize("backend", ["auto", "numpy"])
def test_no_library_of_the_extras_is_imported(backend: str) -> None:
    code = """
import sys
from smile import SmileScorer
SmileScorer(sys.argv[1], backend=sys.argv[2]).score(["It is in Paris."], ["Lyon"], ["Where?"])
print({"torch", "transformers", "sentence_transformers", "scipy", "pyarrow", "huggingface_hub"} & set(sys.modules))
"""
    for setting in ("default", "learned"):
        assert python("-W", "ignore", "-c", code, setting, backend).stdout == "set()\n"


# What a process does before and after it forks. The child ends with 0 and must not hang.
_FORK = """
import gc, os, sys
import smile, torch
from smile.encoding import embedded_backend
from smile.encoding.encoders import SentenceEncoder
from smile.settings.named_settings import named_settings
encoder, texts = SentenceEncoder(named_settings(device="cpu")), [f"{i}" for i in range(500)]
{before}
child = os.fork()
if child == 0:
    {after}
    os._exit(0 if right else 3)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
_FORKS = {
    "encodes again": (
        "expected = encoder.encode(texts).embeddings",
        "right = (encoder.encode(texts).embeddings == expected).all()",
    ),
    "collects garbage that holds a back end": (
        "encoder.encode(texts); gc.disable(); cycle = [encoder]; cycle.append(cycle); "
        "embedded_backend._open_embedded_once.cache_clear(); del cycle, encoder",
        "gc.collect(); right = True",
    ),
    # torch keeps the threads that the server set, and `auto` takes OpenVINO, as in a process of its own.
    "encodes first": (
        "torch.set_num_threads(3)",
        "right = torch.get_num_threads() == 3; encoder.encode(texts); right &= encoder.backend == 'openvino'",
    ),
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.parametrize(("before", "after"), _FORKS.values(), ids=_FORKS)
def test_a_forked_process_does_not_hang(before: str, after: str) -> None:
    done = python("-W", "ignore", "-c", _FORK.format(before=before, after=after, i="{i}"))
    assert done.returncode == 0, done.stderr
