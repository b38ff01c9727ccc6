"""The judges as evaluate modules and on the command line, beside a scripted server."""

import json
from pathlib import Path
from typing import Any

import pytest

from smile.judges.l3_scorer import L3Scorer
from smile.judges.rubric_scorer import RubricScorer
from tests.support.command_line import read_items, run_smile, write_jsonl
from tests.support.scripted_server import KEY, Scripted, completion

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
def test_bad_input_leaves_the_added_rows(
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
