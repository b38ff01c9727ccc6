"""The command line, with the embedded encoder: in this process, and where it matters in one of its own."""

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from smile import SmileScorer, __version__
from smile.baselines.match_scorer import QAMatchScorer
from smile.baselines.sas_scorer import SASScorer
from smile.cli.main import app
from smile.files.reading import read_rows
from smile.reporting.formatting import one_line

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "assets" / "sample_qa.jsonl"

RECORDS: list[dict[str, Any]] = [
    {"id": "good", "question": "Capital of France?", "reference": "Paris", "prediction": "It is Paris."},
    {"id": "bad", "question": "Capital of Italy?", "reference": "Rome", "prediction": "an old bicycle"},
    {"id": "fair", "question": "Who found X-rays?", "reference": "Wilhelm Röntgen", "prediction": "Mr Röntgen"},
]

Run = Callable[..., Any]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "data.jsonl", RECORDS)


@pytest.fixture
def smile(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in this process; the encoder is loaded once for all tests."""

    def run(*arguments: Any, columns: int = 100) -> Any:
        monkeypatch.setenv("COLUMNS", str(columns))
        return CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)

    return run


def write_jsonl(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def python(*arguments: Any, **kwargs: Any) -> subprocess.CompletedProcess[str]:
    """Runs Python in a process of its own."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=300, **kwargs
    )


@pytest.mark.real_encoder
class TestReport:
    def test_aggregate_worst_rows_and_signature(self, smile: Run, data: Path) -> None:
        result = smile("score", data)
        assert result.exit_code == 0
        assert result.stderr == ""
        summary = SmileScorer().score_rows(read_rows(data).rows).summary(0.95)
        output = result.stdout
        for label, name in (
            ("SMILE", "smile"),
            ("  semantic", "semantic"),
            ("  lexical", "lexical"),
            ("    easy match", "easy_match"),
            ("    keyword similarity", "keyword_similarity"),
            (r"Accuracy \(SMILE over 0\.67\)", "accuracy"),
        ):
            interval = summary.get(f"{name}_ci")
            ends = rf" +{interval[0]:.3f} to {interval[1]:.3f}" if interval else ""
            assert re.search(rf"^{label} +{summary[name]:.3f}{ends} *$", output, re.MULTILINE)
        assert re.search(r"^Rows +3 *$", output, re.MULTILINE)
        assert re.search(r"^Empty predictions +0 *$", output, re.MULTILINE)
        assert re.search(r"^Rows with text cut off +0 *$", output, re.MULTILINE)
        assert "95 % interval" in output
        assert "Note" not in output
        assert output.splitlines()[-1] == f"Signature: {summary['signature']}"

    def test_the_lowest_scoring_rows_come_first(self, smile: Run, data: Path) -> None:
        def shown(n: int) -> list[str]:
            return re.findall(r"^(good|bad|fair) ", smile("score", data, "--worst", n).stdout, re.MULTILINE)

        assert shown(0) == []
        assert shown(1) == ["bad"]
        assert shown(9) == ["bad", "fair", "good"]

    def test_a_rows_line_has_all_its_scores_and_texts(self, smile: Run, data: Path) -> None:
        scores = SmileScorer().score_rows(read_rows(data).rows).items()
        names = ("smile", "semantic", "lexical", "easy_match", "keyword_similarity")
        numbers = " +".join(f"{scores[name][1]:.2f}" for name in names)
        texts = rf"{scores['matched_ngram'][1]} +Rome +an old bicycle"
        assert re.search(rf"^bad +{numbers} +{texts} *$", smile("score", data).stdout, re.MULTILINE)
        wide = smile("score", data, columns=140).stdout
        assert re.search(rf"^bad +{numbers} +{texts} +Capital of Italy\? *$", wide, re.MULTILINE)

    def test_the_reference_shown_is_the_one_the_scores_belong_to(self, smile: Run, tmp_path: Path) -> None:
        path = write_jsonl(tmp_path / "data.jsonl", [{"references": ["bicycle", "Paris"], "prediction": "in Paris"}])
        assert re.search(r"paris +Paris +in Paris *$", smile("score", path).stdout, re.MULTILINE)

    @pytest.mark.parametrize("columns", [40, 80, 120, 200])
    def test_no_line_but_the_signature_is_wider_than_the_terminal(
        self, columns: int, smile: Run, tmp_path: Path
    ) -> None:
        long = {
            "id": "i" * 100,
            "reference": "東京" * 100,
            "prediction": "word " * 60 + "x" * 100,
            "question": "q" * 99,
        }
        output = smile("score", write_jsonl(tmp_path / "data.jsonl", [*RECORDS, long]), columns=columns).stdout
        lines = output.splitlines()
        assert lines[-1].startswith("Signature: ")
        assert max(cell_len(line) for line in lines[:-1]) <= columns
        assert "…" in output
        assert len(lines) < 50

    def test_empty_and_long_predictions_are_noted(self, smile: Run, tmp_path: Path) -> None:
        def note(*predictions: str) -> list[str]:
            records = [{"reference": "Paris", "prediction": prediction} for prediction in predictions]
            output = smile("score", write_jsonl(tmp_path / "data.jsonl", records)).stdout
            return re.findall(r"^Note: .*$", output, re.MULTILINE)

        empty = "an empty prediction, which scores 0."
        assert note("", "Rome") == [f"Note: 1 row has {empty}"]
        assert note("", " ", "Rome") == [f"Note: 2 rows have {empty}"]
        [of_empty, of_long] = note("", "many words " * 300)
        assert of_empty == f"Note: 1 row has {empty}"
        assert of_long.startswith("Note: 1 row has a text that is longer than the model reads")

    def test_a_single_row_has_no_intervals(self, smile: Run, tmp_path: Path) -> None:
        path = write_jsonl(tmp_path / "data.jsonl", RECORDS[:1])
        result = smile("score", path)
        assert result.exit_code == 0
        assert result.stderr == "note: no intervals: they need at least 2 rows\n"
        assert "interval" not in result.stdout
        assert "smile_ci" not in json.loads(smile("score", path, "--json").stdout)

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
        assert "[/]]0;title 31m [x](y) next line" in output
        assert ":smile: [link=x]q[/link]" in output
        assert not set("\x1b\r\x07\x9b\u202e\u2028") & set(output)

    def test_colours_are_for_terminals_only(self, smile: Run, data: Path) -> None:
        assert "\x1b" not in smile("score", data).stdout


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  a\tb\r\nc ", "a b c"),
        ("\x1b[31mred\x00\x7f\u200b\ud800", "[31mred"),
        ("naïve 東京 🙂", "naïve 東京 🙂"),
    ],
)
def test_one_line(text: str, line: str) -> None:
    assert one_line(text) == line


@pytest.mark.real_encoder
class TestJson:
    def test_it_is_the_result_of_the_library(self, smile: Run, data: Path) -> None:
        scores = SmileScorer().score_rows(read_rows(data).rows)
        result = smile("score", data, "--json")
        assert result.exit_code == 0
        assert result.stderr == ""
        assert json.loads(result.stdout) == scores.summary(0.95)
        assert result.stdout.count("\n") == 1
        result = smile("score", data, "--json", "--per-item", "--confidence-level", 0.9)
        assert json.loads(result.stdout) == scores.summary(0.9, per_item=True)

    def test_every_option_reaches_the_scorer(self, smile: Run, data: Path, wheel_model: Path) -> None:
        options = {
            "model": str(wheel_model),
            "device": "cpu",
            "batch_size": 2,
            "dtype": "bfloat16",
            "backend": "torch",
            "prompt": "query: ",
            "language": "de",
            "semantic_weight": 0.6,
            "threshold": 0.5,
        }
        flags = [text for name, value in options.items() for text in (f"--{name.replace('_', '-')}", value)]
        flags += ["--no-easy-match", "--questions"]
        result = smile("score", data, "--json", "--setting", "multilingual", *flags)
        expected = SmileScorer("multilingual", use_easy_match=False, use_questions=True, **options).score_rows(
            read_rows(data).rows
        )
        assert json.loads(result.stdout) == expected.summary(0.95)
        assert "q:both|syn:no|setting:multilingual|" in expected.signature

    def test_aggregation(self, smile: Run, data: Path) -> None:
        result = smile("score", data, "--json", "--aggregation", "harmonic", "--easy-match")
        expected = SmileScorer(aggregation="harmonic").score_rows(read_rows(data).rows)
        assert json.loads(result.stdout) == expected.summary(0.95)

    def test_columns_can_be_renamed(self, smile: Run, data: Path, tmp_path: Path) -> None:
        renamed = {"id": "n", "question": "q", "reference": "r", "prediction": "p", "synthetic_answer": "s"}
        records = [{renamed[name]: text for name, text in record.items()} | {"s": "So it is."} for record in RECORDS]
        path = write_jsonl(tmp_path / "renamed.jsonl", records)
        columns = [text for name, new in renamed.items() for text in (f"--{name.replace('_', '-')}-column", new)]
        output = tmp_path / "items.jsonl"
        result = smile("score", path, "--json", *columns, "--output", output)
        expected = SmileScorer().score(
            [record["prediction"] for record in RECORDS],
            [record["reference"] for record in RECORDS],
            [record["question"] for record in RECORDS],
            synthetic_answers=["So it is."] * 3,
        )
        assert json.loads(result.stdout) == expected.summary(0.95)
        items = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
        assert [(item["id"], item["question"]) for item in items] == [(r["id"], r["question"]) for r in RECORDS]


class TestMatch:
    def test_it_is_the_result_of_the_library(self, smile: Run) -> None:
        rows = read_rows(SAMPLE).rows
        result = smile("match", SAMPLE, "--json", "--per-item")
        assert (result.exit_code, result.stderr) == (0, "")
        assert json.loads(result.stdout) == QAMatchScorer().score_rows(rows).summary(per_item=True)
        result = smile("match", SAMPLE, "--json", "--aggregation", "mean", "--language", "any", "--rouge-l")
        expected = QAMatchScorer(aggregation="mean", language="any", rouge_l=True).score_rows(rows)
        assert json.loads(result.stdout) == expected.summary()

    def test_report(self, smile: Run, data: Path) -> None:
        summary = QAMatchScorer().score_rows(read_rows(data).rows).summary()
        output = smile("match", data, "--worst", 2).stdout
        for label, name in (("Exact match", "exact_match"), ("F1", "f1"), ("BLEU-1", "bleu_1"), ("BLEU-4", "bleu_4")):
            assert re.search(rf"^{label} +{summary[name]:.3f} *$", output, re.MULTILINE)
        assert re.search(rf"^Corpus BLEU +{summary['corpus_bleu']:.3f} *$", output, re.MULTILINE)
        assert re.findall(r"^(good|bad|fair) ", output, re.MULTILINE) == ["bad", "good"]
        assert re.search(r"^bad +0\.00 +0\.00 +0\.00 +0\.00 +Rome +an old bicycle *$", output, re.MULTILINE)
        assert "cut off" not in output
        assert "n-gram" not in output
        assert output.splitlines()[-1] == f"Signature: {summary['signature']}"

    def test_where_no_single_reference_counts_all_are_shown(self, smile: Run, tmp_path: Path) -> None:
        path = write_jsonl(tmp_path / "data.jsonl", [{"references": ["Rome", "Milan"], "prediction": "Paris"}])
        assert "Rome / Milan" in smile("match", path, "--aggregation", "mean").stdout
        assert "Milan" not in smile("match", path).stdout

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--aggregation", "min"], "aggregation must be max or mean"),
            (["--language", "xx"], "language must be one of"),
            (["--meteor", "--language", "de"], "meteor=True does not apply to language='de'"),
            (["--per-item"], "--per-item needs --json"),
            (["--output", "{data}"], "is the input file, which would be overwritten"),
        ],
    )
    def test_usage(self, arguments: list[str], message: str, smile: Run, data: Path) -> None:
        result = smile("match", data, *(argument.format(data=data) for argument in arguments))
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr


@pytest.mark.real_encoder
class TestSas:
    def test_it_is_the_result_of_the_library(self, smile: Run, data: Path, wheel_model: Path) -> None:
        rows = read_rows(data).rows
        result = smile("sas", data, "--json", "--per-item")
        assert (result.exit_code, result.stderr) == (0, "")
        assert json.loads(result.stdout) == SASScorer().score_rows(rows).summary(per_item=True)
        options = {"model": str(wheel_model), "device": "cpu", "batch_size": 2, "dtype": "bfloat16"}
        flags = [text for name, value in options.items() for text in (f"--{name.replace('_', '-')}", value)]
        result = smile("sas", data, "--json", *flags)
        assert json.loads(result.stdout) == SASScorer(**options).score_rows(rows).summary()

    def test_report(self, smile: Run, data: Path) -> None:
        summary = SASScorer().score_rows(read_rows(data).rows).summary()
        output = smile("sas", data, "--worst", 1).stdout
        assert re.search(rf"^SAS +{summary['sas']:.3f} *$", output, re.MULTILINE)
        assert re.search(r"^Rows with text cut off +0 *$", output, re.MULTILINE)
        assert re.findall(r"^(good|bad|fair) ", output, re.MULTILINE) == ["bad"]
        assert output.splitlines()[-1] == f"Signature: {summary['signature']}"

    def test_a_model_that_cannot_be_had(self, smile: Run, data: Path, tmp_path: Path) -> None:
        result = smile("sas", data, "--model", tmp_path)
        assert (result.exit_code, result.stdout) == (1, "")
        assert re.fullmatch(r"error: the folder .* holds no sentence-transformers model .*\n", result.stderr)


@pytest.mark.real_encoder
@pytest.mark.parametrize("command", ["match", "sas"])
def test_the_companions_write_items_and_take_other_columns(command: str, smile: Run, tmp_path: Path) -> None:
    renamed = {"id": "n", "question": "q", "reference": "r", "prediction": "p"}
    records = [{renamed[name]: text for name, text in record.items()} for record in RECORDS]
    path = write_jsonl(tmp_path / "renamed.jsonl", records)
    columns = [text for name, new in renamed.items() for text in (f"--{name}-column", new)]
    output = tmp_path / "items.jsonl"
    result = smile(command, path, "--json", "--per-item", *columns, "--output", output)
    items = json.loads(result.stdout)["items"]
    written = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert [line["id"] for line in written] == ["good", "bad", "fair"]
    assert [line["question"] for line in written] == [record["question"] for record in RECORDS]
    assert {name: [line[name] for line in written] for name in items} == items


@pytest.mark.real_encoder
class TestFilesWritten:
    @pytest.mark.parametrize("ending", [".jsonl", ".csv", ".parquet"])
    def test_output_can_be_scored_again_with_the_same_result(self, ending: str, smile: Run, tmp_path: Path) -> None:
        output = tmp_path / f"items{ending}"
        result = smile("score", SAMPLE, "--json", "--output", output)
        again = smile("score", output, "--json")
        assert result.exit_code == again.exit_code == 0
        assert json.loads(again.stdout) == json.loads(result.stdout)

    def test_plot(self, smile: Run, data: Path, tmp_path: Path) -> None:
        path = tmp_path / "figure.png"
        result = smile("score", data, "--plot", path)
        assert (result.exit_code, result.stderr) == (0, "")
        assert "Signature: " in result.stdout
        assert path.read_bytes().startswith(b"\x89PNG")

    def test_the_result_is_printed_even_if_the_file_cannot_be_written(
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
        assert result.stderr == f"error: {output} cannot be written (No space left on device)\n"
        assert not output.exists()
        monkeypatch.undo()
        assert smile("score", data, "--json", "--output", output).stdout == result.stdout
        assert sorted(tmp_path.iterdir()) == [data, output]


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
            (["--output", "/nowhere/items.csv"], "/nowhere/items.csv cannot be written: there is no folder /nowhere"),
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
        assert result.stderr == f"error: {tmp_path}/[31m red.jsonl: no such file\n"


class TestProcess:
    def test_version(self) -> None:
        result = python("-m", "smile", "--version")
        assert (result.returncode, result.stdout, result.stderr) == (0, f"smile {__version__}\n", "")

    @pytest.mark.parametrize("arguments", [["--help"], ["score", "--help"]])
    def test_help_loads_nothing_heavy(self, arguments: list[str]) -> None:
        result = python("-X", "importtime", "-m", "smile", *arguments)
        assert result.returncode == 0
        assert "Usage: python -m smile" in result.stdout
        loaded = {line.rpartition("|")[2].strip() for line in result.stderr.splitlines()}
        assert "smile.cli.main" in loaded
        assert not loaded & {"torch", "sentence_transformers", "evaluate", "datasets", "matplotlib", "pyarrow"}

    def test_the_library_does_not_load_the_command_line(self) -> None:
        result = python("-c", "import smile, sys; print(*sys.modules)")
        loaded = set(result.stdout.split())
        assert "smile.scoring.scorer" in loaded
        assert not loaded & {"smile.cli", "smile.files", "typer", "rich", "matplotlib", "pyarrow"}

    @pytest.mark.parametrize(
        ("arguments", "code", "message"),
        [
            (["score", "nothing.jsonl"], 1, r"error: nothing\.jsonl: no such file\n"),
            (["score", str(SAMPLE), "--threshold", "2"], 2, r"error: threshold must be .*\n"),
            (["score", str(SAMPLE), "--nope"], 2, r"(?s)Usage: .*No such option: --nope.*"),
            (["score"], 2, r"(?s)Usage: .*Missing argument.*"),
        ],
    )
    def test_exit_codes(self, arguments: list[str], code: int, message: str) -> None:
        result = python("-m", "smile", *arguments)
        assert result.returncode == code
        assert result.stdout == ""
        assert re.fullmatch(message, result.stderr)

    @pytest.mark.real_encoder
    def test_the_sample(self, tmp_path: Path) -> None:
        result = python("-m", "smile", "score", SAMPLE, "--json")
        assert (result.returncode, result.stderr) == (0, "")
        assert json.loads(result.stdout) == SmileScorer().score_rows(read_rows(SAMPLE).rows).summary(0.95)

    @pytest.mark.real_encoder
    def test_output_that_cannot_show_every_character(self, tmp_path: Path) -> None:
        path = write_jsonl(tmp_path / "data.jsonl", RECORDS)
        result = python("-m", "smile", "score", path, env=os.environ | {"PYTHONIOENCODING": "ascii", "COLUMNS": "100"})
        assert (result.returncode, result.stderr) == (0, "")
        assert r"Wilhelm R\xf6ntgen" in result.stdout

    @pytest.mark.real_encoder
    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
    @pytest.mark.parametrize("arguments", [[], ["--json"]])
    def test_printing_to_a_full_disk(self, arguments: list[str], data: Path) -> None:
        with Path("/dev/full").open("w") as full:
            result = subprocess.run(
                [sys.executable, "-m", "smile", "score", str(data), *arguments],
                cwd=ROOT,
                stdout=full,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                timeout=300,
            )
        assert result.returncode == 1
        assert result.stderr == "error: [Errno 28] No space left on device\n"

    @pytest.mark.real_encoder
    def test_a_reader_that_has_seen_enough(self, data: Path, tmp_path: Path) -> None:
        output = tmp_path / "items.jsonl"
        process = subprocess.Popen(
            [sys.executable, "-m", "smile", "score", str(data), "--output", str(output)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
        process.wait(timeout=300)
        assert len(output.read_text(encoding="utf-8").splitlines()) == 3

    @pytest.mark.real_encoder
    @pytest.mark.parametrize("arguments", [[], ["--json"]])
    def test_the_progress_bar_is_for_a_terminal_and_not_for_json(self, arguments: list[str], data: Path) -> None:
        master, terminal = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "smile", "score", str(data), *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=terminal,
            env=os.environ | {"TERM": "xterm"},
        )
        os.close(terminal)
        shown = b""
        while True:
            try:
                shown += os.read(master, 4096)
            except OSError:  # the process has ended
                break
        os.close(master)
        output, _ = process.communicate(timeout=300)
        assert process.returncode == 0
        assert b"Scoring" not in output
        assert (b"Scoring rows" in shown) == (not arguments)
