"""The commands `smile references` and `smile trust`."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from smile.baselines.match_scorer import QAMatchScorer
from smile.files.reading import read_rows
from tests.support.command_line import Run, read_items, write_jsonl
from tests.support.tiny_encoder import TinyEncoder

ROWS = [
    {"id": 1, "question": "q1", "references": ["Paris", "the city of Paris"], "prediction": "Paris", "human": 1},
    {"id": 2, "question": "q1", "references": ["Paris", "the city of Paris"], "prediction": "the city", "human": 0},
    {"id": 3, "question": "q2", "references": ["1887", "in the year 1887"], "prediction": "in 1887", "human": 1},
    {"id": 4, "question": "q3", "references": ["[red]", "a red"], "prediction": "not [red]", "human": 0},
    {"id": 5, "question": "q4", "references": ["blue", "light blue"], "prediction": "azure", "human": 1},
    {"id": 6, "question": "Is it so?", "references": ["no"], "prediction": "", "human": 0},
]


@pytest.fixture
def smile(monkeypatch: pytest.MonkeyPatch, smile: Run) -> Run:
    monkeypatch.setattr("smile.stores.encoder_choice.SentenceEncoder", lambda settings: TinyEncoder())
    return smile


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "data.jsonl", ROWS)


def one_by_one(text: str) -> str:
    return " ".join(text.split())


class TestReferences:
    def test_json(self, smile: Run, data: Path) -> None:
        result = json.loads(smile("references", data, "--metrics", "smile,f1", "--json").stdout)
        assert list(result["metrics"]) == ["smile", "f1"]
        f1 = result["metrics"]["f1"]
        assert [f1[name] for name in ("n", "n_several", "most_references", "n_same_rows")] == [6, 5, 2, 5]
        rows = read_rows(data).rows
        best = QAMatchScorer().score_rows(rows).measures["f1"]
        assert f1["every_row"]["max"]["pearson"] == pytest.approx(np.corrcoef(best, [1, 0, 1, 0, 1, 0])[0, 1])
        mean = QAMatchScorer(aggregation="mean").score_rows(rows).measures["f1"]
        assert f1["every_row"]["mean"]["pearson"] == pytest.approx(np.corrcoef(mean, [1, 0, 1, 0, 1, 0])[0, 1])
        # Both answers to q1 have one question's references: eight held out, of four questions.
        assert (f1["gold"]["n_held_out"], f1["gold"]["n_questions"]) == (8, 4)
        assert result["signature"].endswith("|draws:100")
        assert f1["metric_signature"].startswith("nrefs:1|")

    def test_tables(self, smile: Run, data: Path) -> None:
        found = json.loads(smile("references", data, "--json").stdout)["metrics"]["smile"]
        output = smile("references", data).stdout
        for name, cells in (
            ("1 at random", found["by_number"][0]),
            ("2 at random", found["by_number"][1]),
            ("all", found["all_references"]),
            ("all, 6 rows", found["every_row"]),
        ):
            names = ("pearson", "kendall_tau_b", "mean_correlation", "accuracy")
            shown = " +".join(f"{cells[over][each]:.3f}" for over in ("max", "mean") for each in names)
            assert re.search(rf"^{name} +{shown}", output, re.MULTILINE)
        held_out = found["gold"]["held_out"]["max"]
        assert f"scores {held_out['score']:.3f} on average" in one_by_one(output)
        assert "on the same 5 of 6 rows, those with 2 or more" in one_by_one(output)

    def test_draws_without_a_correlation_are_explained(self, smile: Run, data: Path) -> None:
        output = one_by_one(smile("references", data, "--metrics", "exact_match").stdout)
        assert "No correlation (-) if all scores of a draw are the same." in output

    def test_plot(self, smile: Run, data: Path, tmp_path: Path) -> None:
        path = tmp_path / "references.png"
        assert smile("references", data, "--metrics", "smile,f1", "--plot", path).exit_code == 0
        assert path.read_bytes().startswith(b"\x89PNG")

    def test_only_one_answer_in_many_words(self, smile: Run, tmp_path: Path) -> None:
        row = {"references": ["Paris", "paris"], "prediction": "Paris", "human": 1}
        path = write_jsonl(tmp_path / "same.jsonl", [row])
        result = smile("references", path)
        assert result.exit_code == 0
        assert "No reference can be compared with another" in one_by_one(result.stdout)
        assert "it needs 3 rows, and there are 1" in one_by_one(result.stdout)


class TestTrust:
    def test_json(self, smile: Run, data: Path) -> None:
        result = json.loads(smile("trust", data, "--metric", "f1", "--threshold", "0.5", "--json").stdout)
        scores = QAMatchScorer().score_rows(read_rows(data).rows).measures["f1"]
        is_right = np.array([1, 0, 1, 0, 1, 0], dtype=bool)
        assert result["accuracy"] == np.mean((scores > 0.5) == is_right)
        kinds = {each["name"]: each for each in result["slices"]}
        assert kinds["references that are numbers"]["n"] == 1
        assert kinds["answers with a negation"]["n"] == 1
        assert kinds["empty answers"]["n"] == 1
        assert kinds["yes/no questions"]["n"] == 1
        assert kinds["rows with 2 to 5 references"]["n"] == 5
        assert kinds["answers that attempt nothing"]["n"] == 1
        missed = result["disagreements"]["false_negatives"]
        assert [each["id"] for each in missed] == [5]
        assert missed[0]["slices"] == ["answers of one word", "rows with 2 to 5 references"]

    def test_the_reference_shown_is_the_nearest(self, smile: Run, data: Path) -> None:
        found = json.loads(smile("trust", data, "--metric", "f1", "--threshold", "0.4", "--json").stdout)
        [kind] = [each for each in found["disagreements"]["false_positives"] if each["id"] == 2]
        assert kind["reference"] == "the city of Paris"

    def test_tables(self, smile: Run, data: Path) -> None:
        result = smile("trust", data, "--metric", "f1", "--threshold", "0.5", columns=110)
        assert result.exit_code == 0
        output = result.stdout
        assert re.search(r"^rows with one reference +1 +1\.000 ", output, re.MULTILINE)
        assert "There is no slice on which it is shown to be right less often" in one_by_one(output)
        # Brackets are text, no markup.
        assert "Answer: not [red]" in output
        assert "No rows: rows with over 5 references" in one_by_one(output)

    def test_each_row_is_written(self, smile: Run, data: Path, tmp_path: Path) -> None:
        for ending in ("csv", "jsonl", "parquet"):
            path = tmp_path / f"items.{ending}"
            assert smile("trust", data, "--metric", "f1", "--output", path).exit_code == 0
        rows = read_items(tmp_path / "items.csv")
        assert len(rows) == 6
        assert rows[5]["slices"] == (
            "rows with one reference; references with a negation; answers that attempt nothing; empty answers; "
            "yes/no questions"
        )
        written = read_items(tmp_path / "items.jsonl")
        assert [row["right"] for row in written] == [True, False, True, False, True, False]
        assert all(row["agrees"] == (row["correct"] == row["right"]) for row in written)

    def test_a_language_without_a_list_is_told(self, smile: Run, data: Path) -> None:
        output = one_by_one(smile("trust", data, "--metric", "f1", "--language", "ko").stdout)
        assert "found with the word list of en, because there is none for ko." in output

    def test_labels_of_another_scale(self, smile: Run, tmp_path: Path) -> None:
        path = write_jsonl(tmp_path / "scale.jsonl", [row | {"human": row["id"]} for row in ROWS])
        result = smile("trust", path, "--metric", "f1")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "give label_threshold" in result.stderr
        scored = json.loads(smile("trust", path, "--metric", "f1", "--label-threshold", "5", "--json").stdout)
        assert scored["slices"][0]["n"] > 0
