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
from smile.judges.l3_scorer import L3Scorer
from smile.judges.rubric_scorer import RubricScorer
from tests.support.cases import cases
from tests.support.command_line import ROOT, read_items, run_smile, write_jsonl
from tests.support.scripted_server import KEY, Scripted, completion
from tools.space import IN_A_CLONE, SCRIPTS

pytestmark = pytest.mark.real_encoder

PARTS = {"smile", "semantic", "lexical", "easy_match", "keyword_similarity"}
KEYS = PARTS | {"accuracy", "n", "n_empty_predictions", "signature", "items", "smile_ci", "accuracy_ci"}
ITEM_KEYS = PARTS | {"rating", "correct", "best_reference", "matched_ngram"}
PREDICTIONS = ["It is in Paris.", "", "forty-two", "I do not know"]
REFERENCES = ["Paris", "x", ["41", "42"], ["Rome", "Milan"]]
SCORERS: dict[str, Any] = {"smile": SmileScorer, "qa_match": QAMatchScorer, "sas": SASScorer}


@pytest.fixture(scope="session")
def classes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The class of each script, loaded by its path from a directory that has nothing of this project."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("elsewhere"))
        return {Path(name).stem: type(evaluate.load(str(ROOT / "smile" / name))) for name in SCRIPTS}


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


# The judges, as modules and on the command line, beside a scripted server.
COLUMNS = {
    "questions": ["What is the capital of France?", "Who wrote Hamlet?", "How many?"],
    "predictions": ["Paris", "", "8"],
    "references": ["Paris", "Shakespeare", ["eight", "8"]],
}
ROWS = [
    dict(zip(("question", "prediction", "reference"), row, strict=True)) for row in zip(*COLUMNS.values(), strict=True)
]


@pytest.fixture
def server(scripted: Scripted, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The options of a judge on the server, whose answers are not kept."""
    monkeypatch.setenv("SMILE_API_KEY", KEY)
    return {"provider": "compatible", "model": "m", "base_url": scripted.base_url, "cache": False}


@pytest.fixture
def judge(server: dict[str, Any], tmp_path: Path) -> Any:
    """Runs `smile judge` on rows, on the server."""

    def run(rows: list[dict[str, Any]], *arguments: Any) -> Any:
        file = write_jsonl(tmp_path / "rows.jsonl", rows)
        options = ["--provider", "compatible", "--model", "m", "--base-url", server["base_url"], "--set", "cache=false"]
        return run_smile("judge", file, *options, *arguments)

    return run


def grading(**scores: float) -> Any:
    """Returns what grades the answers that are named, and says nothing usable of others."""

    def reply(body: dict[str, Any]) -> tuple[int, Any]:
        prompt = body["messages"][-1]["content"]
        found = [json.dumps({"score": score}) for answer, score in scores.items() if f"\n{answer}\n" in prompt]
        return 200, {"choices": [{"message": {"content": found[0] if found else "I cannot say"}}]}

    return reply


def test_local_judge_gives_what_its_scorer_gives(classes: dict[str, Any], tiny_judge: Path) -> None:
    tiny: dict[str, Any] = {"provider": "local", "model": str(tiny_judge), "device": "cpu"}
    expected = dict(L3Scorer(**tiny).score(**COLUMNS).summary(per_item=True))
    tiny |= {"per_item": True, "cache": False}
    assert classes["rubric_judge"]().compute(**COLUMNS, **tiny, rubric="L3Score") == expected
    expected["Cost"] = expected.pop("cost")  # as the authors of L3Score call it
    assert classes["l3score"]().compute(**COLUMNS, **tiny) == expected
    assert isinstance(expected.pop("L3Score"), float)


@pytest.mark.parametrize("references", [None, [[], None, ["8"]]])
def test_the_rubric_judge_does_without_references(
    classes: dict[str, Any], scripted: Scripted, server: dict[str, Any], references: Any
) -> None:
    scripted.reply = grading(Paris=1)
    columns = {name: column for name, column in COLUMNS.items() if name != "references"}
    result = classes["rubric_judge"]().compute(**columns, references=references, **server)
    expected = RubricScorer(**server).score(**columns, references=references).summary()
    assert json.dumps(result) == json.dumps(expected)
    assert (result["n"], result["n_failed"], result["n_empty_predictions"]) == (3, 1, 1)


@pytest.mark.parametrize("name", ["l3score", "rubric_judge"])
def test_bad_input_leaves_the_added_rows_of_judges(
    classes: dict[str, Any], scripted: Scripted, server: dict[str, Any], name: str
) -> None:
    module = classes[name]()
    module.add_batch(**COLUMNS)
    with pytest.raises(ValueError, match="row 0: there is no question"):
        module.add(prediction="a", reference="b")
    with pytest.raises(ValueError, match="did you mean 'provider'"):
        module.compute(provder="local")
    with pytest.raises(ValueError, match="needs provider and model"):
        module.compute()
    if name == "rubric_judge":
        scripted.reply = grading(Paris=1)
    assert module.compute(**server)["n"] == 3


def test_the_command_prints_what_the_scorer_gives(judge: Any, server: dict[str, Any]) -> None:
    expected = L3Scorer(**server).score(**COLUMNS).summary()
    assert json.loads(judge(ROWS, "--json").stdout) == expected
    assert json.loads(judge(ROWS, "--rubric", "L3Score", "--json").stdout) == expected
    table = judge(ROWS).stdout
    for text in (f"{expected['L3Score']:.3f}", "Answers from earlier runs", "Cost in US dollars", "metric:l3score"):
        assert text in table


@pytest.mark.parametrize("ending", [".jsonl", ".csv", ".parquet"])
def test_a_failed_row_is_written_as_nothing(ending: str, judge: Any, scripted: Scripted, tmp_path: Path) -> None:
    output, options = tmp_path / f"items{ending}", ["--rubric", "three_step"]
    scripted.reply = grading(Paris=1)
    result = judge(ROWS, *options, "--output", output)
    assert "Failed: row 2: the judge's answer is not JSON" in " ".join(result.stdout.split())
    cells = [row["rubric"] for row in read_items(output)]
    assert cells == (["1.0", "0.0", ""] if ending == ".csv" else [1.0, 0.0, None])
    printed = json.loads(judge(ROWS, *options, "--json").stdout)
    assert (printed["rubric"], printed["n_failed"]) == (0.5, 1)


def test_run_without_verdicts_fails(judge: Any, scripted: Scripted) -> None:
    scripted.reply = lambda _: (200, completion(Yes=float("nan")))
    result = judge(ROWS[::2])
    assert (result.exit_code, "error: the judge gave no verdict on any row" in result.stderr) == (1, True)
    assert "Lowest-scoring" not in result.stdout
    scripted.reply = lambda body: (200, completion(No=-0.1 if "France" in str(body) else 0.5))
    result = judge(ROWS[::2])
    assert (result.exit_code, "How many" in result.stdout.partition("Lowest-scoring")[2]) == (0, False)


def test_several_rubrics_show_range_and_changed_rows(judge: Any, scripted: Scripted, tmp_path: Path) -> None:
    rows = [{"id": name, "question": "Who?", "reference": "Bo", "prediction": name} for name in ("Bo", "Ann", "none")]
    kind, strict = grading(Bo=1, Ann=1, none=0), grading(Bo=1, Ann=-1, none=-1)
    scripted.reply = lambda body: (strict if "not attempted" in str(body) else kind)(body)
    options = ["--rubric", "hle", "--rubric", "simpleqa"]
    assert json.loads(judge(rows, *options, "--dry-run", "--json").stdout)["n_requests"] == 6
    assert "Nothing was sent." in judge(rows, *options, "--dry-run").stdout
    assert scripted.bodies == []
    output = tmp_path / "out.jsonl"
    found = json.loads(judge(rows, *options, "--json", "--output", output).stdout)
    assert found["means"] == {"hle": pytest.approx(2 / 3), "simpleqa": pytest.approx(1 / 3)}
    assert (found["changed"], found["n_without_all"]) == (["Ann"], 0)
    assert [row["simpleqa_rubric"] for row in read_items(output)] == [1, -1, -1]
    shown = judge(rows, *options).stdout
    assert "The rubrics give 0.333 to 0.667 (0 to 1), and 1 of 3 rows change." in " ".join(shown.split())
    assert judge(rows, *options, "--rubric", "hle").exit_code == 2
