"""`smile score` with the embedded encoder, in this process."""

import json
import re
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import pytest

from smile import SmileScorer
from smile.encoding.model_files import EMBEDDED_FOLDER
from smile.files.row_files import read_rows
from smile.files.writing import ITEM_ENDINGS, write_table_columns
from tests.support.command_line import SAMPLE, Run, read_items, run_smile, write_jsonl


@pytest.mark.real_encoder
class TestReport:
    def test_aggregate_worst_rows_and_signature(self, smile: Run, data: Path) -> None:
        result = smile("score", data)
        assert result.exit_code == 0
        assert result.stderr == ""
        summary = SmileScorer().score_rows(read_rows(data).rows).summary(0.95)
        output = result.stdout
        names = {"SMILE": "smile", "    easy match": "easy_match", r"Accuracy \(SMILE over 0\.67\)": "accuracy"}
        for label, name in names.items():
            interval = summary.get(f"{name}_ci")
            ends = rf" +{interval[0]:.3f} to {interval[1]:.3f}" if interval else ""
            assert re.search(rf"^{label} +{summary[name]:.3f}{ends} *$", output, re.MULTILINE)
        assert re.search(r"^ +Count\n─+\nRows +3 *$", output, re.MULTILINE)
        assert re.search(r"^Empty predictions +0 *$", output, re.MULTILINE)
        assert "95 % interval" in output
        assert "Note" not in output
        assert output.splitlines()[-1] == f"Signature: {summary['signature']}"

    def test_data_can_neither_style_nor_steer_the_terminal(self, smile: Run, tmp_path: Path) -> None:
        record = {
            "id": "[bold]id[/bold]\x1b[2J",
            "question": ":smile: [link=x]q[/link]",
            "reference": "[red]Rome[/red]\r\n\x07 \u202etxt",
            "prediction": "[/]\x1b]0;title\x07 \x9b31m [x](y)\nnext\u2028line",
        }
        output = smile("score", write_jsonl(tmp_path / "data.jsonl", [record]), columns=300).stdout
        assert "[bold]id[/bold" in output
        assert "[red]Rome[/red] txt" in output
        assert "[/] 31m [x](y) next line" in output
        assert ":smile: [link=x]q[/link]" in output
        assert not set("\x1b\r\x07\x9b\u202e\u2028") & set(output)


@pytest.mark.real_encoder
def test_every_option_reaches_the_scorer(smile: Run, data: Path) -> None:
    options: dict[str, Any] = {"model": str(EMBEDDED_FOLDER), "device": "cpu", "batch_size": 2, "dtype": "bfloat16"}
    options |= {"backend": "torch", "prompt": "query: ", "language": "de", "semantic_weight": 0.6, "threshold": 0.5}
    own = ("model", "language", "threshold")
    flags = [text for name in own for text in (f"--{name}", options[name])]
    flags += [text for name in options if name not in own for text in ("--set", f"{name}={options[name]}")]
    flags += ["--set", "use_easy_match=false", "--set", "use_questions=true"]
    result = smile("score", data, "--json", "--setting", "multilingual", *flags)
    expected = SmileScorer("multilingual", use_easy_match=False, use_questions=True, **options).score_rows(
        read_rows(data).rows
    )
    assert json.loads(result.stdout) == expected.summary(0.95)
    assert "q:both|syn:no|setting:multilingual|" in expected.signature
    result = smile("score", data, "--json", "--set", "aggregation=harmonic")
    expected = SmileScorer(aggregation="harmonic").score_rows(read_rows(data).rows)
    assert json.loads(result.stdout) == expected.summary(0.95)


@pytest.mark.real_encoder
class TestFilesWritten:
    @pytest.mark.parametrize("ending", ITEM_ENDINGS)
    @pytest.mark.parametrize("setting", ["fast", "learned"])
    def test_every_row_has_its_reason(
        self, smile: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, ending: str
    ) -> None:
        monkeypatch.setattr("smile.runs.chunked_files.rows_per_checkpoint", lambda settings: 60)
        output = tmp_path / f"items{ending}"
        assert smile("score", SAMPLE, "--setting", setting, "--output", output).exit_code == 0
        written = [row["reason"] for row in read_items(output)]
        assert all(written)
        assert written == [row.reason for row in SmileScorer(setting).score_rows(read_rows(SAMPLE).rows)]

    def test_result_is_printed_if_output_cannot_be_written(
        self, smile: Run, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        output = tmp_path / "items.jsonl"

        replace = Path.replace

        def fail(path: Path, target: Path) -> Path:
            if target == output:
                raise OSError(28, "No space left on device")
            return replace(path, target)

        monkeypatch.setattr(Path, "replace", fail)
        result = smile("score", data, "--json", "--output", output)
        assert result.exit_code == 2
        assert json.loads(result.stdout)["n"] == 3
        assert result.stderr == f"error: {output} cannot be written (No space left on device): name another file\n"
        assert not output.exists()
        monkeypatch.undo()
        assert smile("score", data, "--json", "--output", output).stdout == result.stdout
        assert sorted(tmp_path.iterdir()) == [data, output]


@pytest.mark.parametrize("name", ["asked", "question", None])
def test_rows_scored_without_questions_are_noted(name: str | None, tmp_path: Path) -> None:
    rows = [{"id": i, "prediction": "Paris", "reference": "Paris"} | ({name: "Where?"} if name else {}) for i in (0, 1)]
    files = [write_jsonl(tmp_path / f"{system}.jsonl", rows) for system in "ab"]
    for command in (["score", files[0]], ["compare", *files]):
        shown = " ".join(run_smile(*command, "--setting", "fast").stdout.split())
        assert ("the rows were scored without questions" in shown) == (name != "question")
    unused = run_smile("score", files[0], "--setting", "fast", "--set", "use_questions=false").stdout
    assert "without questions" not in unused


OWN = {
    "team": ["a", "b", "c"],
    "query": ["Capital of France?", "How long?", "Where?"],
    "gold": [["Paris"], ["30 days", "a month"], ["Munich"]],
    "bot_says": ["Paris", "14 days", "It's Munich."],
    "mine": [True, False, True],
    "correct": ["x", "y", "z"],
}


@pytest.mark.parametrize("given", [".csv", ".jsonl", ".parquet"])
@pytest.mark.parametrize("ending", ITEM_ENDINGS)
def test_own_columns_are_kept_and_read_again(given: str, ending: str, tmp_path: Path) -> None:
    data, output = tmp_path / f"data{given}", tmp_path / f"items{ending}"
    write_table_columns(data, OWN)
    roles = ["--column", "prediction=bot_says", "--column", "reference=gold", "--column", "question=query"]
    result = run_smile("score", data, *roles, "--setting", "fast", "--output", output)
    assert "called 'correct', so SMILE's are called 'smile_correct'" in result.stderr
    assert output.read_bytes().startswith(BOM_UTF8) == (ending == ".csv")
    before, after = read_items(data), read_items(output)
    assert list(after[0])[:9] == [*OWN, "smile", "verdict", "reason"]
    if given == ending or ".csv" not in (given, ending):
        assert [{name: row[name] for name in OWN} for row in after] == before
    label = ["--column", "label=mine"]
    for command in (["agree", output, *label], ["estimate", output, *label], ["compare", data, output, *roles]):
        assert run_smile(*command, "--json").exit_code == 0


@pytest.mark.parametrize(("least", "code"), [(0.5, 0), (0.51, 3), (2, 2)])
def test_low_accuracy_exits_with_3(least: float, code: int, tmp_path: Path) -> None:
    rows = [{"prediction": text, "reference": "Paris"} for text in ("Paris", "Rome")]
    result = run_smile(
        "score", write_jsonl(tmp_path / "a.jsonl", rows), "--setting", "fast", "--fail-under", least, "--worst", 1
    )
    assert result.exit_code == code
    if code == 3:
        assert result.stderr == "failed: the accuracy is 0.500, under --fail-under 0.51\n"
        assert result.stdout.index("Prediction Rome") < result.stdout.index("Accuracy")
