"""What README.md and docs/ say is run as it is written.

A ```python block runs, the blocks of one document one after the other, and so does every `python -m smile` line of a
```bash block. A ```text block right after either is its output. What needs a network, a GPU or the reader's own data is
in a ```py or ```text block, which is only read.
"""

import os
import pickle
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from datasets import Dataset
from datasets.fingerprint import Hasher
from typer.testing import CliRunner

from smile import SmileScorer
from smile.cli.main import app
from smile.encoding.encoders import Backend, embed_in_batches, open_encoder_backend
from smile.encoding.model_files import FoundModel
from smile.people.agreement.metrics import score_metrics
from smile.rows.checked_rows import check_rows
from smile.settings.named_settings import Settings

ROOT = Path(__file__).resolve().parents[2]
FILES = ("README.md", "AGENTS.md", "CONTRIBUTING.md", "SECURITY.md", "training/README.md")
DOCUMENTS = [*(ROOT / name for name in FILES), *sorted((ROOT / "docs").glob("*.md"))]
TEXTS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in DOCUMENTS}
README = TEXTS["README.md"]
# Its blocks need the tools that they are for, as the ```py blocks of the other page do: tests/integrations runs them.
NEEDS_TOOLS = "docs/integrations.md"
NEEDS_TRAINERS = "docs/rewards.md"


def blocks(text: str, language: str) -> list[str]:
    """Returns the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


COMMANDS = {
    name: re.findall(r"^\.venv/bin/python -m smile (.+)$", "".join(blocks(text, "bash")), re.MULTILINE)
    for name, text in TEXTS.items()
}
OUTPUTS = {
    command: output.splitlines()
    for text in TEXTS.values()
    for command, output in re.findall(
        r"^```bash\n\.venv/bin/python -m smile ([^\n]+)\n```\n\n```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE
    )
}
# It runs as a process, as a user runs it.
FIRST = COMMANDS["README.md"][0]
SIGNATURE = "".join(re.findall(r"^`(nrefs:\S+)`$", README, re.MULTILINE))
EVERY_COMMAND = sorted({command for commands in COMMANDS.values() for command in commands})


@pytest.fixture(scope="module", autouse=True)
def encoded_once() -> Iterator[None]:
    """Opens each model and encodes each text once for all commands of this process, which share the sample."""
    opened: dict[Any, Backend] = {}
    known: dict[tuple[int, str], tuple[Any, Any]] = {}

    def open_once(found: FoundModel, settings: Settings) -> Backend:
        key = os.getpid(), found, settings  # a forked process opens its own
        if key not in opened:
            opened[key] = open_encoder_backend(found, settings)
        return opened[key]

    def embed_once(backend: Backend, texts: Sequence[str], batch_size: int | None, on_progress: Any) -> Any:
        new = [text for text in texts if (id(backend), text) not in known]
        if new:
            vectors, is_cut = embed_in_batches(backend, new, batch_size, on_progress)
            known.update({(id(backend), text): each for text, *each in zip(new, vectors, is_cut, strict=True)})
        vectors, is_cut = zip(*(known[id(backend), text] for text in texts), strict=True)
        return np.array(vectors), np.array(is_cut)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("smile.encoding.encoders.open_encoder_backend", open_once)
        patch.setattr("smile.encoding.encoders.embed_in_batches", embed_once)
        yield


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the assets, where commands may write."""
    shutil.copytree(ROOT / "assets", tmp_path / "assets")
    (tmp_path / "smile").symlink_to(ROOT / "smile")
    (tmp_path / "build").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.real_encoder
@pytest.mark.parametrize(
    "name", [name for name, text in TEXTS.items() if blocks(text, "python") and name != NEEDS_TOOLS]
)
def test_the_examples_run_one_after_the_other(
    name: str, copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", copy / "datasets")
    module = ModuleType("readme")
    monkeypatch.setitem(sys.modules, "readme", module)  # where other processes find its functions
    example = r"^```python\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?"
    for block, output in re.findall(example, TEXTS[name], re.DOTALL | re.MULTILINE):
        capsys.readouterr()
        exec(block, vars(module))  # noqa: S102
        if output:
            assert capsys.readouterr().out == output


@pytest.mark.real_encoder
@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_the_commands_run(
    command: str, copy: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    arguments = shlex.split(command)
    if "llama.cpp" in arguments:  # the user's own server is at its usual address
        arguments += ["--base-url", request.getfixturevalue("llama_server"), "--set", f"cache={copy / 'judge.sqlite'}"]
    if command == FIRST:
        done = subprocess.run(
            [sys.executable, "-m", "smile", *arguments], cwd=copy, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        assert SIGNATURE
        assert SIGNATURE in done.stdout
        printed = done.stdout
    else:
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 0, result.output
        printed = result.output
    if output := OUTPUTS.get(command):
        lines = [line.rstrip() for line in printed.splitlines()]
        assert output in [lines[start : start + len(output)] for start in range(len(lines))], printed
    for path in re.findall(r"build/\S+", command):
        assert (copy / path).stat().st_size > 1000


@pytest.mark.real_encoder
def test_shown_scores_of_answers_are_real() -> None:
    table = README.split("## Four answers")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:2] == "| "]
    questions, references, answers, is_correct, *shown = (list(column) for column in zip(*rows[2:], strict=True))
    checked = check_rows(answers, references, questions)
    scored = SmileScorer().score_rows(checked)
    metrics = score_metrics(checked, ["f1", "sas", "exact_match"])
    columns = (metrics["f1"].scores, metrics["sas"].scores, scored.smile)
    assert shown == [[f"{score:.2f}" for score in column] for column in columns]
    assert scored.items()["correct"] == [each == "yes" for each in is_correct]
    assert not metrics["exact_match"].scores.any()


@pytest.mark.real_encoder
def test_the_answers_named_as_limits_have_incorrect_verdicts() -> None:
    limits = " ".join(README.split("## Limits")[1].split("\n## ")[0].split())
    assert '("He passed away" for "He died")' in limits
    assert 'with the reference Lyon, they accept "Paris it was, for Lyon came second"' in limits
    answers = ["He passed away", "Paris it was, for Lyon came second"]
    assert SmileScorer().score(answers, ["He died", "Lyon"]).correct.tolist() == [False, True]


# What a page quotes of the measurements stands in a paragraph or table with a link to them.
QUOTED = [
    (name, part, path, heading)
    for name, text in TEXTS.items()
    for part in re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE).split("\n\n")
    for path, heading in re.findall(r"\]\((?:docs/)?((?:measurements|reader)\.md)#([\w-]+)\)", part)
    if re.search(r"\d\.\d{3}|\d\.\d %", part)
]


@pytest.mark.parametrize("name", sorted({name for name, *_ in QUOTED}))
def test_a_figure_is_the_one_in_the_measurements(name: str) -> None:
    for part in dict.fromkeys(part for its_name, part, *_ in QUOTED if its_name == name):
        sections = [
            section(TEXTS[f"docs/{path}"], heading) for its, of, path, heading in QUOTED if (its, of) == (name, part)
        ]
        figures = [float(figure) for figure in re.findall(r"(?<![\d.])[01]\.\d{3}(?!\d)", part)]
        figures += [float(percent) / 100 for percent in re.findall(r"(\d\d\.\d) %", part)]
        for figure in figures:
            found = (float(each) for text in sections for each in re.findall(r"(?<![\d.])[01]\.\d{3,4}(?!\d)", text))
            assert any(abs(each - figure) < 0.00051 for each in found), (figure, part)


def test_readme_speeds_are_those_measured() -> None:
    page = section(TEXTS["docs/measurements.md"], "metrics-against-human-labels")
    speeds = dict(re.findall(r"^\| (\w+) +\| ([\d,]+) +\| [\d.e-]+ +\|$", page, re.MULTILINE))
    [table] = [part for part in README.split("\n\n") if part.startswith("| metric |")]
    shown = re.findall(r"^\| (?:\*\*SMILE `)?(\w+).*?\| [\d.]+ \| ([\d,]+) \|", table, re.MULTILINE)
    assert len(shown) == 5
    assert [(name, speeds[name]) for name, _ in shown] == shown


def section(text: str, heading: str) -> str:
    """Returns the part of a document under a heading, by its anchor."""
    for part in re.split(r"^(?=#+ )", text, flags=re.MULTILINE):
        if heading in anchors(part):
            return part
    raise KeyError(heading)


@pytest.mark.parametrize("name", TEXTS)
def test_links_lead_to_files_and_headings(name: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", TEXTS[name]):
        if "://" in target:
            continue
        path, _, heading = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        assert file.exists(), target
        if heading:
            assert heading in anchors(file.read_text(encoding="utf-8")), target


def test_files_of_the_package_that_are_named_exist() -> None:
    named = {
        path for text in TEXTS.values() for path in re.findall(r"`((?:smile|tests|training|tools)/[\w/.]+)`", text)
    }
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


def anchors(text: str) -> set[str]:
    """Returns the anchors of a document's headings, as GitHub and the Hub make them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# A scorer goes to other processes, and `datasets` maps with it.
N = 40


def add_scores(batch: dict[str, list[Any]], scorer: SmileScorer) -> dict[str, list[Any]]:
    return scorer.score(batch["prediction"], batch["references"], batch["question"]).items()


@pytest.fixture
def dataset() -> Dataset:
    words = "paris rome oslo 3 4 the old town of london".split()
    return Dataset.from_dict(
        {
            "prediction": [f"{words[i % 10]} {words[i % 7]} {words[i % 3]}" for i in range(N)],
            "references": [[words[i % 4], words[i % 9]] for i in range(N)],
            "question": [f"which {words[i % 8]}" for i in range(N)],
        }
    )


@pytest.mark.parametrize("setting", ["default", "fast"])
def test_scorer_pickles_small_before_and_after_use(local_model: Path, setting: str) -> None:
    options = {"model": str(local_model)} if setting == "default" else {}
    used = SmileScorer(setting, **options)
    used.warm_up()
    fresh = SmileScorer(setting, **options)
    assert pickle.dumps(used) == pickle.dumps(fresh)
    assert len(pickle.dumps(used)) < 2000
    assert Hasher.hash(used) == Hasher.hash(fresh) == Hasher.hash(pickle.loads(pickle.dumps(used)))  # noqa: S301
    assert Hasher.hash(used) != Hasher.hash(SmileScorer(setting, **options, threshold=0.5))
    again: SmileScorer = pickle.loads(pickle.dumps(used))  # noqa: S301
    assert again.score(["in Rome"], ["Rome"]).summary() == used.score(["in Rome"], ["Rome"]).summary()


@pytest.mark.parametrize("setting", ["default", "fast"])
def test_mapped_and_streamed_scores_equal_one_run(local_model: Path, dataset: Dataset, setting: str) -> None:
    options: dict[str, Any] = {"model": str(local_model)} if setting == "default" else {}
    scorer = SmileScorer(setting, **options, use_questions=True)
    expected = scorer.score(dataset["prediction"], dataset["references"], dataset["question"]).items()
    options = {"batched": True, "batch_size": 7, "fn_kwargs": {"scorer": scorer}}
    mapped = dataset.map(add_scores, num_proc=2, **options)
    stream = dataset.to_iterable_dataset(num_shards=2).map(add_scores, **options)
    for name, values in expected.items():
        if name in ("smile", "semantic", "lexical", "easy_match", "keyword_similarity", "doubt"):
            assert mapped[name] == pytest.approx(values, abs=1e-6)
            assert [row[name] for row in stream] == pytest.approx(values, abs=1e-6)
        else:
            assert mapped[name] == values
    assert dataset.map(add_scores, num_proc=2, **options)._fingerprint == mapped._fingerprint
