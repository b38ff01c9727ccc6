"""A scorer goes to other processes, and `datasets` maps with it: recipes of the README."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from datasets import Dataset
from datasets.fingerprint import Hasher
from torch.utils.data import DataLoader

from smile import SmileScorer
from smile.rows.checked_rows import check_rows

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


def test_a_scorer_pickles_the_path_of_its_store(
    local_model: Path, tmp_path: Path, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = check_rows(dataset["prediction"], dataset["references"], dataset["question"])
    scorer = SmileScorer(model=str(local_model), store="store")
    expected = scorer.score_rows(rows)
    pickled = pickle.dumps(scorer)
    assert len(pickled) < 2000
    monkeypatch.chdir("/")
    scores = pickle.loads(pickled).score_rows(rows)  # noqa: S301
    assert scores.summary(per_item=True)["items"] == expected.items()
    assert scores.n_strings["n_encoded"] == 0
    assert scores.n_strings["n_from_store"] > 0


@pytest.mark.parametrize("setting", ["default", "fast"])
def test_mapped_and_streamed_scores_equal_one_run(local_model: Path, dataset: Dataset, setting: str) -> None:
    options: dict[str, Any] = {"model": str(local_model)} if setting == "default" else {}
    scorer = SmileScorer(setting, **options, use_questions=True)
    expected = scorer.score(dataset["prediction"], dataset["references"], dataset["question"]).items()
    options = {"batched": True, "batch_size": 7, "fn_kwargs": {"scorer": scorer}}
    mapped = dataset.map(add_scores, num_proc=2, **options)
    stream = dataset.to_iterable_dataset(num_shards=2).map(add_scores, **options)
    loaded = list(DataLoader(stream, batch_size=None, num_workers=2))
    for name, values in expected.items():
        if name in ("smile", "semantic", "lexical", "easy_match", "keyword_similarity", "doubt"):
            assert mapped[name] == pytest.approx(values, abs=1e-6)
            assert [row[name] for row in stream] == pytest.approx(values, abs=1e-6)
            assert sorted(row[name] for row in loaded) == pytest.approx(sorted(values), abs=1e-6)
        else:
            assert mapped[name] == values
    assert dataset.map(add_scores, num_proc=2, **options)._fingerprint == mapped._fingerprint


@pytest.mark.real_encoder
@pytest.mark.slow
def test_process_forked_after_threads_ends(repository: Path) -> None:
    program = """
import multiprocessing, sys, torch
from smile import SmileScorer
torch.set_num_threads(2)
scorer = SmileScorer()
rows = [f"It is said to be in {place}." for place in "Paris Rome Oslo Bergen London Vienna".split()]
before = scorer.score(rows, rows[::-1]).smile
def score(_):
    return scorer.score(rows, rows[::-1]).smile
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert all(abs(before - after).max() < 1e-6 for after in pool.map(score, range(2)))
"""
    environment = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", program], cwd=repository, env=environment, timeout=120)
    assert done.returncode == 0
