"""The evaluate module, loaded by evaluate itself from real files, as users load it."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import datasets
import evaluate
import numpy as np
import pandas as pd
import pytest

from smile import DataError, SmileScorer, UsageError
from tools.space import IN_A_CLONE, SCRIPTS

pytestmark = pytest.mark.real_encoder

ROOT = Path(__file__).resolve().parents[2]
PARTS = {"smile", "semantic", "lexical", "easy_match", "keyword_similarity"}
KEYS = PARTS | {"accuracy", "accuracy_given_attempted", "n", "n_not_attempted", "n_empty_predictions"}
KEYS |= {"notes", "signature", "n_correct", "n_unsure", "f_score", "hallucination_rate", "correct_minus_incorrect"}
ITEM_KEYS = PARTS | {"rating", "correct", "doubt", "best_reference", "answer_read", "answer_marker", "not_attempted"}
ITEM_KEYS |= {"matched_ngram", "rule", "reason", "verdict", "confidence"}
PREDICTIONS = ["It is in Paris.", "", "forty-two", "I do not know"]
REFERENCES = ["Paris", "x", ["41", "42"], ["Rome", "Milan"]]


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    return SmileScorer().score(PREDICTIONS, REFERENCES).summary(0.95, per_item=True)


@pytest.fixture
def module_class(classes: dict[str, Any]) -> Any:
    return classes["smile"]


@pytest.fixture
def smile(module_class: Any) -> Any:
    return module_class()


def test_compute_returns_items_and_intervals_when_asked(smile: Any, expected: dict[str, Any]) -> None:
    result = smile.compute(predictions=PREDICTIONS, references=REFERENCES, per_item=True, confidence_level=0.95)
    assert set(result) == KEYS | {"items", "smile_ci", "accuracy_ci"}
    assert set(result["items"]) == ITEM_KEYS
    assert result == expected
    assert json.loads(json.dumps(result)) == result


def test_add_and_add_batch_give_what_compute_gives(smile: Any, expected: dict[str, Any]) -> None:
    smile.add(prediction=PREDICTIONS[0], reference=REFERENCES[0])
    smile.add_batch(predictions=PREDICTIONS[1:3], references=REFERENCES[1:3], questions=["q", None])
    smile.add(predictions=PREDICTIONS[3], references=REFERENCES[3], questions=None, synthetic_answers=None)
    result = smile.compute(per_item=True)
    assert result["items"]["smile"] == pytest.approx(expected["items"]["smile"], abs=1e-6)


def test_synthetic_answers_pass_through_add_batch_and_compute(smile: Any) -> None:
    columns = {
        "predictions": ["The capital is Paris.", "Rome", "Oslo"],
        "references": ["Paris", ["Milan", "Rome"], "Oslo"],
        "synthetic_answers": ["The capital is Paris.", ["It is Milan.", None], None],
    }
    direct = SmileScorer().score(**columns)
    result = smile.compute(**columns, per_item=True)
    assert result["items"]["semantic"] == pytest.approx(direct.semantic.tolist(), abs=1e-6)
    assert result["items"]["semantic"][0] == pytest.approx(1.0, abs=1e-6)
    assert "|syn:some|" in result["signature"]
    smile.add_batch(**columns)
    assert smile.compute(per_item=True) == result


def test_bad_input_leaves_the_added_rows(smile: Any) -> None:
    smile.add(prediction="a", reference="a")
    with pytest.raises(ValueError, match=r"row 0: the reference is None"):
        smile.add(prediction="a", reference=None)
    with pytest.raises(ValueError, match="did you mean 'semantic_weight'"):
        smile.compute(semantic_weigth=0.5)
    with pytest.raises(RuntimeError, match="sentence-transformers model"):
        smile.compute(model=str(ROOT / "assets"))
    assert smile.compute()["n"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "there are no rows to score"),
        ({"predictions": [], "references": []}, "there are no rows to score"),
        ({"predictions": ["a"]}, "references is missing"),
        ({"predictions": ["a", {}], "references": ["a", "b"]}, r"row 1: the prediction is {} \(dict\)"),
        ({"predictions": ["a"], "references": ["a"], "semantic_weight": 1.5}, "semantic_weight must be a number"),
        ({"predictions": ["a"], "references": ["a"], "per_item": 1}, "per_item must be True or False"),
        ({"predictions": ["a"], "references": ["a"], "confidence_level": 1}, "confidence_level must be a number"),
        ({"predictions": ["a"], "references": ["a"], "confidence_level": 0.9}, "needs at least 2 rows, got 1"),
    ],
)
def test_bad_input_is_named(smile: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        smile.compute(**arguments)


def test_config_names_are_the_named_settings(module_class: Any) -> None:
    names = ["default", "fast", "learned", "paper", "multilingual"]
    assert [module_class(config_name=name).config_name for name in names] == names
    with pytest.raises(ValueError, match=f"unknown setting 'papers': expected one of {', '.join(names)}"):
        module_class(config_name="papers")


def test_datasets_pandas_and_numpy_columns_are_accepted(smile: Any) -> None:
    table = {"p": PREDICTIONS, "r": [[r] if isinstance(r, str) else r for r in REFERENCES]}
    arrays = {"p": np.array(PREDICTIONS), "r": [np.array(references) for references in table["r"]]}
    plain, *others = (
        smile.compute(predictions=each["p"], references=each["r"])
        for each in (table, datasets.Dataset.from_dict(table), pd.DataFrame(table), arrays)
    )
    assert others == [plain] * 3


def test_a_module_goes_to_another_process(smile: Any) -> None:
    rows = {"predictions": ["a"], "references": ["a"]}
    before = pickle.loads(pickle.dumps(smile))  # noqa: S301
    expected = smile.compute(**rows)
    after = pickle.loads(pickle.dumps(smile))  # noqa: S301
    assert before.compute(**rows) == after.compute(**rows) == smile.compute(**rows) == expected
    smile.add(prediction="a", reference="a")
    with pytest.raises(DataError, match="added rows are not scored yet"):
        pickle.dumps(smile)
    assert smile.compute()["n"] == 1


def test_combine_and_save(smile: Any, module_class: Any, tmp_path: Path) -> None:
    combined = evaluate.combine({"plain": smile, "lexical": module_class()}, force_prefix=True)
    result = combined.compute(predictions=["a", "b"], references=["a", ["c", "b"]])
    assert result["plain_smile"] == result["lexical_smile"]
    combined.add_batch(predictions=["a"], references=["a"], questions=None, synthetic_answers=None)
    combined.add(prediction="b", reference="b", questions=None, synthetic_answers=None)
    assert combined.compute()["plain_n"] == 2
    saved = json.loads(evaluate.save(tmp_path, **smile.compute(predictions=["a"], references=["b"])).read_text())
    assert set(saved) >= KEYS


_RANK = """
import sys, evaluate, json
rank, folder, cache = int(sys.argv[1]), sys.argv[2], sys.argv[3]
smile = evaluate.load(folder, num_process=2, process_id=rank, experiment_id="two", cache_dir=cache, timeout=60)
smile.add_batch(predictions=[["It is in Paris.", ""], ["forty-two", "I do not know"]][rank],
                references=[["Paris", "x"], [["41", "42"], ["Rome", "Milan"]]][rank])
print("RESULT" + json.dumps(smile.compute(per_item=True) if rank == 0 else smile.compute()))
"""


@pytest.mark.slow
def test_two_processes_score_all_rows_on_rank_0(expected: dict[str, Any], tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    commands = [[sys.executable, "-c", _RANK, rank, str(ROOT / "smile"), str(tmp_path)] for rank in "01"]
    options: dict[str, Any] = {"stdout": subprocess.PIPE, "text": True, "cwd": tmp_path, "env": environment}
    ranks = [subprocess.Popen(command, **options) for command in commands]
    outputs = [json.loads(process.communicate(timeout=200)[0].split("RESULT")[1]) for process in ranks]
    assert outputs[1] is None
    assert outputs[0]["items"]["smile"] == pytest.approx(expected["items"]["smile"], abs=1e-6)


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_loads_by_the_readmes_path(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its loader reads one unindented line: the package, and what pip installs where it is missing."""
    from evaluate.loading import get_imports

    monkeypatch.chdir(ROOT)
    assert get_imports(f"smile/{script}") == [("library", "smile", IN_A_CLONE, None)]
    assert isinstance(evaluate.load(f"smile/{script}"), evaluate.Metric)


THREADS = """
import sys
from concurrent.futures import ThreadPoolExecutor
import evaluate
module = evaluate.load(sys.argv[1], "fast")
texts = ["Paris", "Rome", "a b", "42"]
def score(i):
    text = texts[i % 4]
    items = module.compute(predictions=[text] * (i % 9 + 1), references=[text] * (i % 9 + 1), per_item=True)["items"]
    return items["smile"] == [items["smile"][0]] * (i % 9 + 1) and items["smile"][0] > 0.99
with ThreadPoolExecutor(8) as pool:
    print(all(pool.map(score, range(160))))
"""


def test_threads_share_a_module(tmp_path: Path) -> None:
    environment = os.environ | {"HF_HOME": str(tmp_path), "HF_METRICS_CACHE": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", THREADS, ROOT / "smile"], env=environment, capture_output=True, text=True
    )
    assert (run.stdout.strip(), run.returncode) == ("True", 0), run.stderr


@pytest.mark.parametrize("cells", [{"reference": "a", "references": ["b"]}, {"reference": "a", "predictions": "b"}])
def test_a_cell_given_twice_is_an_error(smile: Any, cells: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="add got both"):
        smile.add(prediction="a", **cells)
