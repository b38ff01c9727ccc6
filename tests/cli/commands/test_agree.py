"""The command `smile agree`, and the files it reads."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from smile import SmileScorer
from smile.baselines.match_scorer import QAMatchScorer
from smile.errors import ColumnWarning
from smile.files.row_files import read_rows
from smile.files.writing import without_nan
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.labelled_files import read_labelled
from smile.people.labels import check_rows_and_labels
from smile.result_types import SideBySideResult
from tests.support.command_line import Run, write_csv, write_jsonl, write_text
from tests.support.result_checks import faults_of

ROWS: list[dict[str, Any]] = [
    {"q": "q1", "who": "A", "lang": "en", "smile": 0.9, "f1": 0.5, "human": True, "ann": 1, "bob": 1},
    {"q": "q1", "who": "B", "lang": "en", "smile": 0.2, "f1": 0.6, "human": False, "ann": 0, "bob": None},
    {"q": "q2", "who": "A", "lang": "zh", "smile": 0.7, "f1": 0.1, "human": True, "ann": 1, "bob": 0},
    {"q": "q2", "who": "B", "lang": "zh", "smile": 0.4, "f1": 0.3, "human": False, "ann": 0, "bob": 0},
    {"q": "q3", "who": "A", "lang": "zh", "smile": 0.3, "f1": 0.2, "human": True, "ann": 0.5, "bob": 1},
    {"q": "q3", "who": "B", "lang": "zh", "smile": 0.8, "f1": 0.9, "human": True, "ann": 1, "bob": 1},
]
COLUMN_OPTIONS = ["--column", "question=q", "--column", "system=who", "--column", "group=lang"]


def column(name: str) -> list[Any]:
    return [row[name] for row in ROWS]


@pytest.fixture
def smile(smile: Run) -> Run:
    return partial(smile, "agree")


@pytest.fixture(params=[write_jsonl, write_csv])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(request.param(tmp_path / ("data.csv" if request.param is write_csv else "data.jsonl"), ROWS))


def expected(labels: list[Any] | None = None, **columns: Any) -> Any:
    rows = check_rows_and_labels(labels or column("human"), **columns)
    found = AgreementScorer().score_side_by_side({"smile": np.array(column("smile"))}, rows).to_dict()
    assert faults_of(found, SideBySideResult) == []
    return without_nan(found)


def test_json_is_the_scorers_result(smile: Run, data: Path) -> None:
    assert json.loads(smile(data, "--json").stdout) == expected()
    everything = expected(question_ids=column("q"), systems=column("who"), groups={"lang": column("lang")})
    assert json.loads(smile(data, *COLUMN_OPTIONS, "--json").stdout) == everything
    # Several columns of labels.
    result = expected([list(pair) for pair in zip(column("ann"), column("bob"), strict=True)])
    assert {"krippendorff_alpha", "n_annotators"} < result.keys()
    arguments = ["--column", "label=ann", "--column", "label=bob", "--json"]
    assert json.loads(smile(data, *arguments).stdout) == result


def test_unlabelled_rows_are_left_out_and_counted(tmp_path: Path) -> None:
    text = "smile,human,question\n0.9,yes,q\n0.8,,r\n0.1,mostly,s\n0.2,NO,t\n0.3,mostly,u\n"
    path = write_text(tmp_path / "data.csv", text)
    with pytest.warns(ColumnWarning) as warned:
        rows = read_labelled(path, None, score_columns=["smile"], with_rows=False)
    assert (rows.labels.tolist(), rows.score.tolist()) == ([[1.0], [0.0]], [0.9, 0.2])
    assert rows.question is not None
    assert rows.question.of_rows() == ["q", "t"]
    told = [str(each.message) for each in warned if each.category is ColumnWarning]
    assert told[0].startswith("not a label: 'mostly' in 2 rows (expected true or false")
    assert told[1:] == ["left out 3 of 5 rows without a label"]


def test_tables_stand_side_by_side(smile: Run, data: Path) -> None:
    arguments = ["--column", "score=smile", "--column", "score=f1", *COLUMN_OPTIONS]
    result = json.loads(smile(data, *arguments, "--json").stdout)["metrics"]
    output = smile(data, *arguments).stdout
    assert "6 answers to 3 questions; 95 % intervals" in output
    low, high = result["f1"]["pearson_ci"]
    assert re.search(rf"^f1 +{result['f1']['pearson']:.3f} +{low:.3f} to {high:.3f} ", output, re.MULTILINE)
    against = result["f1"]["comparison"]
    line = rf"^f1 +{against['difference']['pearson']:.3f} .* {against['p_value']['pearson']:.3f}"
    assert re.search(line, output.split("Minus smile")[1], re.MULTILINE)
    by_system = output.split("By system")[1]
    assert re.search(rf"^smile .* {result['smile']['by_system']['B']['pearson']:.3f} ", by_system, re.MULTILINE)
    assert "By lang" in output
    assert "f1: it needs 3 rows, and there are 2" not in output


def test_rows_without_questions_stand_alone(smile: Run, tmp_path: Path) -> None:
    rows = [dict(row, question=None if i in (2, 3) else row["question"]) for i, row in enumerate(REFERENCES)]
    path = write_jsonl(tmp_path / "data.jsonl", rows)
    result = smile(path, "--metrics", "f1", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["metrics"]["f1"]["n_questions"] == 5


def test_metrics_are_run_and_reported(smile: Run, tmp_path: Path) -> None:
    answers = {
        ("<b>who</b>", "Paris"): ("It is Paris", "It is Lyon"),
        ("when", "1887"): ("In 1887", "In 1789"),
        ("what", "a cat"): ("a cat, I think", "no idea"),
    }
    rows = [(*asked, each, "AB"[i], i == 0) for asked, both in answers.items() for i, each in enumerate(both)]
    names = ("question", "reference", "prediction", "system", "human")
    path = write_jsonl(tmp_path / "data.jsonl", [dict(zip(names, row, strict=True)) for row in rows])
    report = tmp_path / "report.html"
    arguments = ["--metrics", "smile,f1", "--metrics", "exact_match", "--report", report, "--json"]
    result = json.loads(smile(path, *arguments).stdout)
    questions = [row[0] for row in rows]
    alone = SmileScorer().score([row[2] for row in rows], [row[1] for row in rows], questions)
    expected = AgreementScorer().score(alone.smile, [row[4] for row in rows], questions)
    assert result["metrics"]["smile"]["pearson"] == pytest.approx(expected["pearson"])
    assert result["metrics"]["smile"]["metric_signature"] == alone.signature
    assert result["metrics"]["exact_match"]["pearson"] is None
    page = report.read_text(encoding="utf-8")
    assert page.count("data:image/png;base64,") == 1
    # It holds all that it shows: nothing is fetched.
    assert re.findall(r'(?:src|href)="(?!data:)', page) == []
    first, *_ = tables = re.findall(r"<table>.*?</table>", page, re.DOTALL)
    cells = [" ".join(row.itertext()).split() for row in ElementTree.fromstring(first).iter("tr")]  # noqa: S314
    assert any(row[0] == "SMILE" and row[1] == f"{expected['pearson']:.3f}" for row in cells if row)
    assert any(row[:3] == ["Exact", "match", "-"] for row in cells)
    assert any("Accuracy by slice, the worst first" in table for table in tables)


REFERENCES = [
    {"id": 1, "question": "q1", "references": ["Paris", "the city of Paris"], "prediction": "Paris", "human": 1},
    {"id": 2, "question": "q1", "references": ["Paris", "the city of Paris"], "prediction": "the city", "human": 0},
    {"id": 3, "question": "q2", "references": ["1887", "in the year 1887"], "prediction": "in 1887", "human": 1},
    {"id": 4, "question": "q3", "references": ["[red]", "a red"], "prediction": "not [red]", "human": 0},
    {"id": 5, "question": "q4", "references": ["blue", "light blue"], "prediction": "azure", "human": 1},
    {"id": 6, "question": "Is it so?", "references": ["no"], "prediction": "", "human": 0},
]


def test_page_shows_where_a_metric_fails(smile: Run, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "data.jsonl", REFERENCES)
    report = tmp_path / "report.html"
    arguments = [path, "--metrics", "f1", "--threshold", "0.5"]
    slices = json.loads(smile(*arguments, "--report", report, "--json").stdout)["metrics"]["f1"]["slices"]
    sizes = {each["name"]: each["n"] for each in slices}
    assert sizes["references that are numbers"] == sizes["empty answers"] == sizes["yes/no questions"] == 1
    assert sizes["rows with 2 to 5 references"] == 5
    page = report.read_text(encoding="utf-8")
    assert "Correct answers that F1 rejects" in page
    assert re.search(r'class="smile-right">.*azure', page)  # the mark is the human label's
    output = smile(*arguments).stdout
    assert "On no slice is F1 significantly less accurate" in " ".join(output.split())
    assert re.search(r"^rows with one reference +1 +1\.000 ", output, re.MULTILINE)
    assert "azure" not in output


def test_agreement_by_the_number_of_references(smile: Run, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "data.jsonl", REFERENCES)
    result = json.loads(smile(path, "--metrics", "f1,exact_match", "--references", "--json").stdout)["metrics"]
    found = result["f1"]["references"]
    assert (found["n"], [each["n_references"] for each in found["by_number"]], found["n_draws"]) == (5, [1, 2], 100)
    rows = read_rows(path).rows[:5]
    for over, aggregation in (("best", "max"), ("mean", "mean")):
        scores = QAMatchScorer(aggregation=aggregation).score_rows(rows).measures["f1"]
        assert found["all_references"][over]["pearson"] == pytest.approx(np.corrcoef(scores, [1, 0, 1, 0, 1])[0, 1])
    output = " ".join(smile(path, "--metrics", "f1,exact_match", "--references").stdout.split())
    assert "a dash where all scores or labels of a draw are the same." in output
