"""A scorer goes to other processes, and `datasets` maps with it: recipes of the README."""

import pickle
from pathlib import Path
from typing import Any

import pytest
from datasets import Dataset
from datasets.fingerprint import Hasher

from smile import SmileScorer

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
