"""The evaluate modules, loaded by evaluate itself from real files, as users load them."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import evaluate
import pytest

from smile import DataError, SmileScorer, UsageError
from smile.baselines.match_scorer import QAMatchScorer
from smile.baselines.sas_scorer import SASScorer
from tests.support.cases import cases
from tools.space import IN_A_CLONE, SCRIPTS

pytestmark = pytest.mark.real_encoder

ROOT = Path(__file__).resolve().parents[2]
PARTS = {"smile", "semantic", "lexical", "easy_match", "keyword_similarity"}
KEYS = PARTS | {"accuracy", "n", "n_empty_predictions", "signature", "items", "smile_ci", "accuracy_ci"}
ITEM_KEYS = PARTS | {"rating", "correct", "best_reference", "matched_ngram"}
PREDICTIONS = ["It is in Paris.", "", "forty-two", "I do not know"]
REFERENCES = ["Paris", "x", ["41", "42"], ["Rome", "Milan"]]
SCORERS: dict[str, Any] = {"smile": SmileScorer, "qa_match": QAMatchScorer, "sas": SASScorer}


@pytest.fixture
def smile(classes: dict[str, Any]) -> Any:
    return classes["smile"]()


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    return SmileScorer().score(PREDICTIONS, REFERENCES).summary(0.95, per_item=True)


def test_compute_returns_the_promised_keys(smile: Any, expected: dict[str, Any]) -> None:
    result = smile.compute(predictions=PREDICTIONS, references=REFERENCES, per_item=True, confidence_level=0.95)
    assert result == expected
    assert set(result) >= KEYS
    assert set(result["items"]) >= ITEM_KEYS


@pytest.mark.parametrize("name", SCORERS)
def test_compute_gives_what_the_scorer_gives(name: str, classes: dict[str, Any]) -> None:
    result = classes[name]().compute(predictions=PREDICTIONS, references=REFERENCES, per_item=True)
    assert result == SCORERS[name]().score(PREDICTIONS, REFERENCES).summary(per_item=True)
    assert json.loads(json.dumps(result)) == result


def test_options_reach_the_scorer(classes: dict[str, Any]) -> None:
    columns = {"predictions": ["a b", "c"], "references": [["a", "b"], ["c", "d"]]}
    options = {"aggregation": "mean", "language": "any", "rouge_l": True}
    assert classes["qa_match"]().compute(**columns, **options) == QAMatchScorer(**options).score(**columns).summary()
    with pytest.raises(RuntimeError, match=r"has no sentence-transformers model"):
        classes["sas"]().compute(**columns, model=str(ROOT / "assets"))
    with pytest.raises(ValueError, match="unknown setting 'papers': expected one of default, fast, learned, paper"):
        classes["smile"](config_name="papers")


def test_add_and_add_batch_give_what_compute_gives(smile: Any, expected: dict[str, Any]) -> None:
    smile.add(prediction=PREDICTIONS[0], reference=REFERENCES[0])
    smile.add_batch(predictions=PREDICTIONS[1:3], references=REFERENCES[1:3], questions=["q", None])
    smile.add(predictions=PREDICTIONS[3], references=REFERENCES[3], questions=None, synthetic_answers=None)
    result = smile.compute(per_item=True)
    assert result["items"]["smile"] == pytest.approx(expected["items"]["smile"], abs=1e-6)


def test_synthetic_answers_pass_through_add_and_compute(smile: Any) -> None:
    columns = {
        "predictions": ["The capital is Paris.", "Rome", "Oslo"],
        "references": ["Paris", ["Milan", "Rome"], "Oslo"],
        "synthetic_answers": ["The capital is Paris.", ["It is Milan.", None], None],
    }
    result = smile.compute(**columns, per_item=True)
    assert result["items"]["semantic"] == pytest.approx(SmileScorer().score(**columns).semantic.tolist(), abs=1e-6)
    assert "|syn:some|" in result["signature"]
    smile.add_batch(**columns)
    assert smile.compute(per_item=True) == result


def test_bad_input_leaves_the_added_rows(smile: Any) -> None:
    smile.add(prediction="a", reference="a")
    with pytest.raises(ValueError, match=r"row 0: the reference is None"):
        smile.add(prediction="a", reference=None)
    with pytest.raises(UsageError, match="add got both"):
        smile.add(prediction="a", reference="a", references=["b"])
    with pytest.raises(RuntimeError, match="sentence-transformers model"):
        smile.compute(model=str(ROOT / "assets"))
    assert smile.compute()["n"] == 1


@cases
def test_bad_input_is_named(smile: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        smile.compute(**arguments)


def test_a_module_goes_to_another_process(smile: Any) -> None:
    rows = {"predictions": ["a"], "references": ["a"]}
    before = pickle.loads(pickle.dumps(smile))  # noqa: S301
    expected = smile.compute(**rows)
    after = pickle.loads(pickle.dumps(smile))  # noqa: S301
    assert before.compute(**rows) == after.compute(**rows) == expected
    smile.add(prediction="a", reference="a")
    with pytest.raises(DataError, match="added rows are not scored yet"):
        pickle.dumps(smile)


def test_modules_are_combined_and_results_saved(smile: Any, classes: dict[str, Any], tmp_path: Path) -> None:
    combined = evaluate.combine({"plain": smile, "lexical": classes["smile"]()}, force_prefix=True)
    result = combined.compute(predictions=["a", "b"], references=["a", ["c", "b"]])
    assert result["plain_smile"] == result["lexical_smile"]
    combined.add(prediction="b", reference="b", questions=None, synthetic_answers=None)
    assert combined.compute()["plain_n"] == 1
    assert json.loads(evaluate.save(tmp_path, **result).read_text())["plain_n"] == 2


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


_THREADS = """
import sys
from concurrent.futures import ThreadPoolExecutor
import evaluate
module = evaluate.load(sys.argv[1], "fast")
def score(i):
    texts = [["Paris", "Rome", "a b", "42"][i % 4]] * (i % 9 + 1)
    items = module.compute(predictions=texts, references=texts, per_item=True)["items"]
    return len(items["smile"]) == len(texts) and min(items["smile"]) > 0.99
with ThreadPoolExecutor(8) as pool:
    print(all(pool.map(score, range(160))))
"""


def test_threads_share_a_module(tmp_path: Path) -> None:
    environment = os.environ | {"HF_HOME": str(tmp_path), "HF_METRICS_CACHE": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", _THREADS, ROOT / "smile"], env=environment, capture_output=True, text=True
    )
    assert (run.stdout.strip(), run.returncode) == ("True", 0), run.stderr
