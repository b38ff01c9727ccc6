"""The judges as evaluate modules and on the command line, with a tiny local model."""

import json
from pathlib import Path
from typing import Any

import pytest

from smile.judges.l3_scorer import L3Scorer
from smile.judges.rubric_scorer import RubricScorer
from tests.support.command_line import read_items, run_smile, write_jsonl
from tests.support.scripted_server import KEY, Scripted, completion

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = {
    "questions": ["What is the capital of France?", "Who wrote Hamlet?", "How many?"],
    "predictions": ["Paris", "", "8"],
    "references": ["Paris", "Shakespeare", ["eight", "8"]],
}


@pytest.fixture
def tiny(tiny_judge: Path) -> dict[str, Any]:
    """A made-up model: a real one would take seconds to write its grades."""
    return {"provider": "local", "model": str(tiny_judge), "device": "cpu"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    names = ("question", "prediction", "reference")
    rows = [dict(zip(names, row, strict=True)) for row in zip(*COLUMNS.values(), strict=True)]
    return write_jsonl(tmp_path / "rows.jsonl", rows)


# ---- evaluate -----------------------------------------------------------------------------------------------------


def test_compute_gives_what_the_scorer_gives(classes: dict[str, Any], tiny: dict[str, Any]) -> None:
    expected = L3Scorer(**tiny, cache=False).score(**COLUMNS).summary(per_item=True)
    assert classes["l3score"]().compute(**COLUMNS, **tiny, per_item=True, cache=False) == expected
    assert isinstance(expected["L3Score"], float)


@pytest.mark.parametrize("references", [None, [[], None, ["8"]]])
def test_the_rubric_judge_does_without_references(
    classes: dict[str, Any], tiny: dict[str, Any], references: Any
) -> None:
    columns = {name: column for name, column in COLUMNS.items() if name != "references"}
    result = classes["rubric_judge"]().compute(**columns, references=references, **tiny, cache=False)
    expected = RubricScorer(**tiny, cache=False).score(**columns, references=references).summary()
    assert json.dumps(result) == json.dumps(expected)
    assert (result["n"], result["n_failed"], result["n_empty_predictions"]) == (3, 2, 1)


@pytest.mark.parametrize("name", ["l3score", "rubric_judge"])
def test_bad_input_leaves_the_added_rows(classes: dict[str, Any], tiny: dict[str, Any], name: str) -> None:
    module = classes[name]()
    module.add_batch(**COLUMNS)
    with pytest.raises(ValueError, match="row 0: there is no question"):
        module.add(prediction="a", reference="b")
    with pytest.raises(ValueError, match="did you mean 'provider'"):
        module.compute(provder="local")
    with pytest.raises(ValueError, match="needs provider and model"):
        module.compute()
    with pytest.raises(RuntimeError, match="cannot be loaded"):
        module.compute(provider="local", model=str(ROOT / "assets"))
    assert module.compute(**tiny)["n"] == 3


# ---- The command line ---------------------------------------------------------------------------------------------


def test_the_command_prints_what_the_scorer_gives(file: Path, tiny: dict[str, Any]) -> None:
    options = ["--provider", "local", "--model", tiny["model"], "--set", "device=cpu"]
    expected = L3Scorer(**tiny).score(**COLUMNS).summary()
    result = run_smile("judge", file, *options, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == expected | {"n_asked": 0, "n_from_cache": 3} | {
        "prompt_tokens": 0,
        "completion_tokens": 0,
    }
    table = run_smile("judge", file, *options).stdout
    for text in (f"{expected['L3Score']:.3f}", "Answers from earlier runs", "Cost in US dollars", "metric:l3score"):
        assert text in table


@pytest.mark.parametrize("ending", [".jsonl", ".csv", ".parquet"])
def test_a_failed_row_is_written_as_nothing(ending: str, file: Path, tiny_judge: Path, tmp_path: Path) -> None:
    output = tmp_path / f"items{ending}"
    options = ["--provider", "local", "--model", tiny_judge, "--set", "device=cpu", "--rubric", "three_step"]
    result = run_smile("judge", file, *options, "--output", output)
    assert result.exit_code == 0
    assert "Failed: row 0: the judge's answer is not JSON" in " ".join(result.stdout.split())
    cells = [row["rubric"] for row in read_items(output)]
    assert cells == (["", "0.0", ""] if ending == ".csv" else [None, 0.0, None])
    printed = json.loads(run_smile("judge", file, *options, "--json").stdout)
    assert (printed["rubric"], printed["n_failed"]) == (0.0, 2)


def test_run_without_verdicts_fails(scripted: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"question": "Who wrote Hamlet?", "reference": "Shakespeare"}
    file = write_jsonl(tmp_path / "rows.jsonl", [row | {"prediction": name} for name in ("Marlowe", "Bacon")])
    monkeypatch.setenv("SMILE_API_KEY", KEY)
    scripted.reply = lambda _: (200, completion(Yes=float("nan")))
    options = ["--provider", "compatible", "--model", "m", "--base-url", scripted.base_url]
    options += ["--set", "cache=false"]
    result = run_smile("judge", file, *options)
    assert (result.exit_code, "error: the judge gave no verdict on any row" in result.stderr) == (1, True)
    assert "Lowest-scoring" not in result.stdout
    assert "Failed: row 0: the log-probabilities are not those of a distribution" in " ".join(result.stdout.split())
    scripted.reply = lambda body: (200, completion(No=-0.1 if "Marlowe" in str(body) else 0.5))
    result = run_smile("judge", file, *options)
    assert result.exit_code == 0
    lowest = result.stdout.partition("Lowest-scoring")[2]
    assert ("Marlowe" in lowest, "Bacon" in lowest) == (True, False)


def test_several_rubrics_show_range_and_changed_rows(
    scripted: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"id": name, "question": "Who?", "reference": "Bo", "prediction": name} for name in ("Bo", "Ann", "none")]
    file, output = write_jsonl(tmp_path / "rows.jsonl", rows), tmp_path / "out.jsonl"
    monkeypatch.setenv("SMILE_API_KEY", KEY)

    def reply(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        prompt = body["messages"][-1]["content"]
        is_kind = "not attempted" not in prompt
        score = 1 if "\nBo\n" in prompt else 1 if is_kind and "\nAnn\n" in prompt else 0 if is_kind else -1
        return 200, completion() | {"choices": [{"message": {"content": json.dumps({"score": score})}}]}

    scripted.reply = reply
    options = ["--provider", "compatible", "--model", "m", "--base-url", scripted.base_url, "--set", "cache=false"]
    options += ["--rubric", "hle", "--rubric", "simpleqa"]
    planned = run_smile("judge", file, *options, "--dry-run", "--json")
    assert (json.loads(planned.stdout)["n_requests"], scripted.bodies) == (6, [])
    assert "Nothing was sent." in run_smile("judge", file, *options, "--dry-run").stdout
    found = json.loads(run_smile("judge", file, *options, "--json", "--output", output).stdout)
    assert found["means"] == {"hle": pytest.approx(2 / 3), "simpleqa": pytest.approx(1 / 3)}
    assert (found["changed"], found["n_without_all"]) == (["Ann"], 0)
    assert [row["simpleqa_rubric"] for row in read_items(output)] == [1, -1, -1]
    shown = run_smile("judge", file, *options).stdout
    assert "The rubrics give 0.333 to 0.667 (0 to 1), and 1 of 3 rows change." in " ".join(shown.split())
    assert run_smile("judge", file, *options, "--rubric", "hle").exit_code == 2
