"""Fixtures that more than one test file needs."""

import gc
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from smile import SmileScorer
from smile.text import lemmas
from tests.support.app_process import AppProcess, free_port, serve_app
from tests.support.scripted_server import Scripted
from tests.support.tiny_encoder import TinyEncoder

# The same examples on every run; how long one takes is not the tests' business.
hypothesis.settings.register_profile("smile", deadline=None, derandomize=True, max_examples=60)
hypothesis.settings.load_profile("smile")

DEBIAN_WORDNET = Path("/usr/share/wordnet")

# Written and tagged by hand (Penn Treebank tags), lower case and without punctuation, as the paper's form has it; the
# last ones are words alone, as it asks for them.
TAGGED = Path(__file__).parent / "support/tagged.txt"
# Lexicographer files 00 to 44, from the manual page lexnames(5WN).
LEXNAMES = Path(__file__).parent / "support/lexnames.txt"


def pytest_collection_finish() -> None:
    """Keeps the 800,000 objects that collection leaves out of every later pass of the garbage collector."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def own_modules_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps evaluate's files out of the user's caches; one folder of scripts, as Python finds the first only."""
    with pytest.MonkeyPatch.context() as patch:
        for cache in ("HF_MODULES_CACHE", "HF_METRICS_CACHE"):
            patch.setattr(f"evaluate.config.{cache}", str(tmp_path_factory.mktemp("evaluate")))
        yield


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout."""
    return Path(__file__).parents[1]


@pytest.fixture
def tiny_encoder() -> TinyEncoder:
    return TinyEncoder()


@pytest.fixture
def tiny_scorer(tiny_encoder: TinyEncoder) -> SmileScorer:
    return SmileScorer(encoder=tiny_encoder)


@pytest.fixture(scope="session")
def real_scorer() -> SmileScorer:
    """The default setting with the embedded encoder, loaded once for the run."""
    return SmileScorer()


@pytest.fixture(scope="session")
def local_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved sentence-transformers model; see `tests.support.tiny_model`."""
    from tests.support.tiny_model import make_model

    return make_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="session")
def app_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    """The app with the real model, one for the run; files may have 1 MB and 160 rows."""
    with serve_app(
        tmp_path_factory.mktemp("app"), free_port(), SMILE_APP_MEGABYTES="1", SMILE_APP_ROWS="160"
    ) as process:
        yield process


@pytest.fixture(scope="session")
def tiny_judge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny chat model for transformers."""
    from tests.support.tiny_judge import make_judge

    return make_judge(tmp_path_factory.mktemp("judge"))


@pytest.fixture(scope="session")
def llama_server(tiny_judge: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real OpenAI-compatible server (llama.cpp) that serves `tiny_judge`."""
    from tests.support.llama_server import is_installed, serve

    if not is_installed():
        pytest.skip("no llama.cpp server: run `pip install -r requirements/dev.txt`")
    from tests.support.tiny_judge import make_gguf

    folder = tmp_path_factory.mktemp("server")
    with serve(make_gguf(tiny_judge, folder / "tiny.gguf"), folder) as address:
        yield address


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"no disk can be mounted here ({mounted.stderr.strip()})")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def scripted() -> Iterator[Scripted]:
    """A server that says what a test tells it to."""
    server = Scripted()
    yield server
    server.server.shutdown()
    server.server.server_close()


@pytest.fixture(autouse=True)
def same_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts `os.environ` back: `datasets.map` in several processes leaves a copy, which rich would not read."""
    monkeypatch.setattr(os, "environ", os.environ)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the answers of judges out of the user's cache and of other tests."""
    monkeypatch.setenv("SMILE_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="session")
def nltk_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of NLTK data: the real WordNet 3.0 dictionary and a small tagger.

    Real: WordNet's dictionary files, from Debian's package wordnet-base, and NLTK's code, that of the tagger's
    training included. Not real: the tagger's weights, which NLTK distributes apart and which are trained here on the
    sentences below; the list of lexicographer files (`lexnames`), which the package lacks, stands here as WordNet's
    manual page gives it, and the index of senses, of which no lemma depends, is empty.
    """
    if not DEBIAN_WORDNET.is_dir():
        pytest.skip(f"no WordNet in {DEBIAN_WORDNET}: run `apt-get install wordnet-base`")
    from nltk import data as nltk_data_module
    from nltk.tag.perceptron import PerceptronTagger

    root = tmp_path_factory.mktemp("nltk_data")
    wordnet = root / "corpora" / "wordnet"
    wordnet.mkdir(parents=True)
    for path in DEBIAN_WORDNET.iterdir():
        if path.name.startswith(("data.", "index.")) or path.suffix in (".exc", ".rev"):
            shutil.copy(path, wordnet)
    shutil.copy(LEXNAMES, wordnet / "lexnames")
    (wordnet / "index.sense").touch()

    sentences = [[tuple(token.rsplit("/", 1)) for token in line.split()] for line in TAGGED.read_text().splitlines()]
    state, paths = random.getstate(), list(nltk_data_module.path)
    random.seed(0)  # training shuffles
    nltk_data_module.path[:] = [str(root)]  # NLTK writes into its data folders only
    try:
        tagger = PerceptronTagger(load=False)
        tagger.train(sentences, nr_iter=10)
        (root / "taggers").mkdir()
        tagger.save_to_json(lang="eng", loc=str(root / "taggers" / "averaged_perceptron_tagger_eng"))
    finally:
        random.setstate(state)
        nltk_data_module.path[:] = paths
    return root


@pytest.fixture
def forget_nltk_data() -> Iterator[None]:
    """Lets a test look for NLTK's data anew, and the tests after it too."""
    from nltk.corpus import wordnet
    from nltk.tag import _get_tagger

    def forget() -> None:
        for function in (lemmas._wordnet, lemmas.wordnet_lemma, _get_tagger):
            function.cache_clear()
        if "_unload" in vars(wordnet):  # it was read, and knows its folder
            wordnet._unload()

    forget()
    yield
    forget()


@pytest.fixture
def wordnet(nltk_data: Path, forget_nltk_data: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts `nltk_data` where NLTK looks."""
    monkeypatch.setattr("nltk.data.path", [str(nltk_data)])
