"""What needs an optional package says on use which extra installs it."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from smile import SmileScorer
from smile.baselines import word_overlap
from smile.cli.main import app
from smile.errors import ModelError
from smile.files.writing import check_target
from smile.judges.l3_scorer import L3Scorer
from smile.people.agreement.metrics import BertScore
from smile.runs.on_cluster import connected
from smile.text import lemmas
from tests.support.command_line import python

SCORES = SmileScorer("fast").score(["Rome"], ["Rome"])
QUESTION = {"questions": ["Where?"], "predictions": ["Rome"], "references": ["Rome"]}


def _ask_a_judge() -> None:
    L3Scorer(provider="openai", model="gpt-4o", api_key="none", cache=False).score(**QUESTION)


def _join_a_cluster() -> None:
    with connected():
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
        ("pyarrow", "files", lambda: check_target(Path("scores.parquet"), [".parquet"])),
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


def test_a_figure_is_refused_before_anything_is_scored(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    sample = str(repository / "assets" / "sample_qa.jsonl")
    result = CliRunner().invoke(app, ["score", sample, "--plot", str(tmp_path / "scores.png")])
    assert result.exit_code != 0
    assert "--plot needs the package matplotlib" in result.stderr
    assert 'run `pip install ".[plots]"` in a clone of the project' in result.stderr


def test_the_app_without_gradio_says_what_to_install() -> None:
    code = "import sys; sys.modules['gradio'] = None; import smile.app.server"
    process = python("-c", code)
    assert "the app needs the package gradio" in process.stderr
    assert 'run `pip install ".[app]"` in a clone of the project' in process.stderr
