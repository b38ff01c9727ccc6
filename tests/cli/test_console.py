"""What every command does around its scoring: errors and exit codes."""

import re
from pathlib import Path

import pytest

from tests.support.command_line import RECORDS, Run, write_jsonl


class TestErrors:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (
                ["--setting", "best"],
                "unknown setting 'best': expected one of default, fast, learned, paper, multilingual",
            ),
            (["--threshold", "2"], "threshold must be a number between 0 and 1, got 2.0"),
            (
                ["--confidence-level", "95"],
                "confidence_level must be a number between 0 and 1, both excluded, got 95.0",
            ),
            (["--aggregation", "harmonic", "--semantic-weight", "0.5"], "semantic_weight does not apply"),
            (["--per-item"], "--per-item needs --json"),
            (["--output", "items.xlsx"], "items.xlsx: unknown ending '.xlsx': expected .jsonl or .csv or .parquet"),
            (["--plot", "figure.pdf"], "figure.pdf: unknown ending '.pdf': expected .png"),
            (
                ["--output", "/nowhere/items.csv"],
                "cannot be written, as there is no folder /nowhere",
            ),
            (["--output", "{data}"], "is the input file, which would be overwritten"),
            (["--output", f"{'x' * 300}.csv"], "File name too long"),
            (["--device", "nonsense"], "device='nonsense' cannot be used here"),
        ],
    )
    def test_usage(self, arguments: list[str], message: str, smile: Run, data: Path) -> None:
        before = data.read_bytes()
        result = smile("score", data, *(argument.format(data=data) for argument in arguments))
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith("error: ")
        assert result.stderr.count("\n") == 1
        assert message in result.stderr
        assert data.read_bytes() == before

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--nope"], "No such option: --nope"),
            (["--worst", "-1"], "'--worst'"),
            (["--batch-size", "x"], "'--batch-size'"),
        ],
    )
    def test_typers_own(self, arguments: list[str], message: str, smile: Run, data: Path) -> None:
        result = smile("score", data, *arguments)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert message in result.stderr

    def test_bad_data(self, smile: Run, tmp_path: Path) -> None:
        path = write_jsonl(tmp_path / "data.jsonl", [RECORDS[0], {"prediction": None, "reference": "a"}])
        result = smile("score", path, "--json")
        assert result.exit_code == 1
        assert result.stdout == ""
        assert re.fullmatch(r"error: data\.jsonl, line 2: the prediction is None .*\n", result.stderr)

    def test_a_model_that_cannot_be_had(self, smile: Run, data: Path, tmp_path: Path) -> None:
        result = smile("score", data, "--model", tmp_path)
        assert result.exit_code == 1
        assert result.stdout == ""
        assert re.fullmatch(r"error: the folder .* holds no sentence-transformers model .*\n", result.stderr)

    def test_names_in_errors_cannot_steer_the_terminal(self, smile: Run, tmp_path: Path) -> None:
        result = smile("score", tmp_path / "\x1b[31m\nred.jsonl")
        assert result.exit_code == 1
        assert result.stderr == f"error: {tmp_path}/[31m red.jsonl: there is no such file: check the name\n"
