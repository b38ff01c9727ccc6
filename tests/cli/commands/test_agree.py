"""The command `smile agree`, and the files it reads."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from smile import DataError, SmileScorer
from smile.baselines.match_scorer import QAMatchScorer
from smile.errors import ColumnWarning
from smile.files.row_columns import RowColumns
from smile.files.row_files import read_rows
from smile.files.writing import without_nan
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.labelled_files import LabelOptions, read_labelled
from smile.people.labels import LabelledRows, check_labelled
from tests.support.command_line import Run, write_csv, write_jsonl, write_text

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


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "data.jsonl", ROWS)


@pytest.fixture
def csv_data(tmp_path: Path) -> Path:
    return write_csv(tmp_path / "data.csv", ROWS)


def expected(labels: list[Any] | None = None, scorer: AgreementScorer | None = None, **columns: Any) -> dict[str, Any]:
    rows = check_labelled(labels or column("human"), **columns)
    found = (scorer or AgreementScorer()).score_side_by_side({"smile": np.array(column("smile"))}, rows)
    result: dict[str, Any] = without_nan(found.to_dict())
    return result


def test_json_is_the_scorers_result(smile: Run, data: Path, csv_data: Path) -> None:
    assert json.loads(smile(data, "--json").stdout) == expected()
    everything = expected(question_ids=column("q"), systems=column("who"), groups={"lang": column("lang")})
    for path in (data, csv_data):
        assert json.loads(smile(path, *COLUMN_OPTIONS, "--json").stdout) == everything


def test_several_columns_of_labels(smile: Run, data: Path, csv_data: Path) -> None:
    result = expected([list(pair) for pair in zip(column("ann"), column("bob"), strict=True)])
    assert {"krippendorff_alpha", "n_annotators"} < result.keys()
    for path in (data, csv_data):
        arguments = ["--column", "label=ann", "--column", "label=bob", "--json"]
        assert json.loads(smile(path, *arguments).stdout) == result


def scored(path: Path, columns: LabelOptions | None = None) -> LabelledRows:
    return read_labelled(path, columns, score_columns=["smile"], with_rows=False)


def questions_and_systems(rows: LabelledRows) -> list[list[str]]:
    assert rows.question is not None
    return [rows.question.of_rows(), rows.groupings["system"].of_rows()]


class TestReading:
    @pytest.mark.parametrize(
        ("cell", "read"),
        [
            ("true", [1.0]),
            ("False", [0.0]),
            (" .5 ", [0.5]),
            ("-2", [-2.0]),
            ('"[1, 0, true]"', [1.0, 0.0, 1.0]),
            ('"[1, null]"', [1.0, None]),
            ("right", [1.0]),
            ("mostly", "none of the 1 rows has a label: not a label: 'mostly' in 1 row"),
            ("", "none of the 1 rows has a label"),
            ("nan", "none of the 1 rows has a label"),
            ('"[1, "', "not a label: '\\[1, ' in 1 row"),
        ],
    )
    def test_cells_of_text(self, cell: str, read: list[float | None] | str, tmp_path: Path) -> None:
        path = write_text(tmp_path / "data.csv", f"smile,human\n0.5,{cell}\n")
        if isinstance(read, list):
            assert without_nan(scored(path).labels.tolist()) == [read]
        else:
            with pytest.raises(DataError, match=read):
                scored(path)

    def test_unlabelled_rows_are_left_out_and_counted(self, tmp_path: Path) -> None:
        path = write_text(tmp_path / "data.csv", "smile,human\n0.9,yes\n0.8,\n0.1,mostly\n0.2,NO\n0.3,mostly\n")
        with pytest.warns(ColumnWarning) as warned:
            rows = scored(path)
        assert (rows.labels.tolist(), rows.score.tolist()) == ([[1.0], [0.0]], [0.9, 0.2])
        told = [str(each.message) for each in warned if each.category is ColumnWarning]
        assert told[0].startswith("not a label: 'mostly' in 2 rows (expected true or false")
        assert told[1:] == ["left out 3 of 5 rows without a label"]

    def test_lists_in_one_of_several_columns(self, tmp_path: Path) -> None:
        path = write_text(tmp_path / "data.jsonl", '{"smile": 1, "a": [1, 0], "b": 1}\n')
        with pytest.raises(DataError, match=r"line 1: a label is a list, and there are 2 columns of labels"):
            scored(path, LabelOptions(["a", "b"]))

    def test_questions_and_systems_of_the_file_are_read(self, tmp_path: Path) -> None:
        path = write_text(tmp_path / "data.csv", "smile,human,question,system\n1,1,q,A\n0,1,q,B\n")
        assert questions_and_systems(scored(path)) == [["q", "q"], ["A", "B"]]
        others = LabelOptions(question="human", system="smile")
        assert questions_and_systems(scored(path, others)) == [["1", "1"], ["1", "0"]]

    def test_columns_joined_by_commas_are_counted_together(self, tmp_path: Path) -> None:
        path = tmp_path / "data.jsonl"
        cells = '{{"smile": 1, "human": 1, "language": "{}", "set": {}}}\n'
        path.write_text(cells.format("en", 1) + cells.format("de", 2), encoding="utf-8")
        columns = LabelOptions(groups=["language", "set,language"])
        groups = {name: grouping.of_rows() for name, grouping in scored(path, columns).groupings.items()}
        assert groups == {"language": ["en", "de"], "set,language": ["1, en", "2, de"]}
        path.write_text(cells.format("en", 1) + cells.format("de", "null"), encoding="utf-8")
        with pytest.raises(DataError, match="line 2: the set,language is None"):
            scored(path, columns)
        with pytest.raises(DataError, match=r"has no column 'lang' \(group_column\)"):
            scored(path, LabelOptions(groups=["set,lang"]))

    def test_rows_come_with_their_labels(self, tmp_path: Path) -> None:
        path = tmp_path / "data.csv"
        text = 'answer,pred,human,question,id\n"[""Paris"", ""the French capital""]",Paris,1,q,7\n'
        path.write_text(text, encoding="utf-8")
        rows = read_labelled(path)
        assert rows.file.rows[0].references == ("Paris", "the French capital")
        assert (rows.file.ids, rows.labels.tolist()) == (["7"], [[1.0]])
        assert rows.question is not None
        assert rows.question.names == ["q"]
        with pytest.raises(DataError, match=r"has no column 'right' \(label_column\)"):
            read_labelled(path, LabelOptions(["right"]))
        with pytest.raises(DataError, match=r"has no column 'gold' \(reference_column\)"):
            read_labelled(path, row_columns=RowColumns(reference="gold"))


class TestSideBySide:
    def test_columns_of_scores(self, smile: Run, data: Path, csv_data: Path) -> None:
        people = check_labelled(column("human"), column("q"), column("who"), {"lang": column("lang")})
        scores = {name: np.array(column(name)) for name in ("f1", "smile")}
        expected = without_nan(AgreementScorer().score_side_by_side(scores, people).to_dict())
        for path in (data, csv_data):
            arguments = ["--column", "score=f1", "--column", "score=smile", *COLUMN_OPTIONS, "--json"]
            assert json.loads(smile(path, *arguments).stdout) == expected

    def test_tables(self, smile: Run, data: Path) -> None:
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
    parsed = html5_tables(page)
    assert parsed["All answers"]["SMILE"][0].startswith(f"{expected['pearson']:.3f}")
    assert parsed["All answers"]["Exact match"][0].startswith("-")
    assert parsed["Accuracy by slice, the worst first"]
    assert parsed["Pearson correlation with human labels"]["F1"] == ["-", "-", "-"]


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
    assert (found["n"], [each["references"] for each in found["by_number"]], found["n_draws"]) == (5, [1, 2], 100)
    rows = read_rows(path).rows[:5]
    for over, aggregation in (("best", "max"), ("mean", "mean")):
        scores = QAMatchScorer(aggregation=aggregation).score_rows(rows).measures["f1"]
        assert found["all_references"][over]["pearson"] == pytest.approx(np.corrcoef(scores, [1, 0, 1, 0, 1])[0, 1])
    output = " ".join(smile(path, "--metrics", "f1,exact_match", "--references").stdout.split())
    assert "a dash where all scores or labels of a draw are the same." in output


def html5_tables(page: str) -> dict[str, dict[str, list[str]]]:
    """Returns the cells of each table by its caption and the row's heading; fails on markup that is not well formed."""
    tables = {}
    for table in re.findall(r"<table>.*?</table>", page, re.DOTALL):
        root = ElementTree.fromstring(table)  # noqa: S314
        rows = root.findall("./tbody/tr")
        cells = {"".join(row.find("th").itertext()): ["".join(c.itertext()) for c in row.findall("td")] for row in rows}
        tables[root.findtext("caption")] = cells
    return tables
