"""The command `smile agree`, and the files it reads."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer.main
from rich.cells import cell_len
from typer.testing import CliRunner

from smile import DataError
from smile.agreement_scorer import AGREEMENT_OPTIONS, AgreementScorer
from smile.cli.main import app
from smile.files.labelled import LabelColumns, read_labelled, read_labelled_rows
from smile.files.writing import without_nan

ROWS: list[dict[str, Any]] = [
    {"q": "q1", "who": "A", "lang": "en", "smile": 0.9, "f1": 0.5, "human": True, "ann": 1, "bob": 1},
    {"q": "q1", "who": "B", "lang": "en", "smile": 0.2, "f1": 0.6, "human": False, "ann": 0, "bob": None},
    {"q": "q2", "who": "A", "lang": "zh", "smile": 0.7, "f1": 0.1, "human": True, "ann": 1, "bob": 0},
    {"q": "q2", "who": "B", "lang": "zh", "smile": 0.4, "f1": 0.3, "human": False, "ann": 0, "bob": 0},
    {"q": "q3", "who": "A", "lang": "zh", "smile": 0.3, "f1": 0.2, "human": True, "ann": 0.5, "bob": 1},
    {"q": "q3", "who": "B", "lang": "zh", "smile": 0.8, "f1": 0.9, "human": True, "ann": 1, "bob": 1},
]
COLUMN_OPTIONS = ["--question-column", "q", "--system-column", "who", "--group-column", "lang", "--other-column", "f1"]

Run = Callable[..., Any]


def column(name: str) -> list[Any]:
    return [row[name] for row in ROWS]


@pytest.fixture
def smile(monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*arguments: Any, columns: int = 100) -> Any:
        monkeypatch.setenv("COLUMNS", str(columns))
        return CliRunner().invoke(app, ["agree", *map(str, arguments)], catch_exceptions=False)

    return run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path


@pytest.fixture
def csv_data(tmp_path: Path) -> Path:
    lines = [",".join(ROWS[0])] + [",".join("" if cell is None else str(cell) for cell in row.values()) for row in ROWS]
    path = tmp_path / "data.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def expected(**columns: list[Any]) -> dict[str, Any]:
    result: dict[str, Any] = without_nan(AgreementScorer().score(column("smile"), column("human"), **columns))
    return result


def test_json_is_the_scorers_result(smile: Run, data: Path, csv_data: Path) -> None:
    assert json.loads(smile(data, "--json").stdout) == expected()
    everything = expected(
        question_ids=column("q"), systems=column("who"), groups={"lang": column("lang")}, other_predictions=column("f1")
    )
    for path in (data, csv_data):
        assert json.loads(smile(path, *COLUMN_OPTIONS, "--json").stdout) == everything


def test_several_columns_of_labels(smile: Run, data: Path, csv_data: Path) -> None:
    labels = [list(pair) for pair in zip(column("ann"), column("bob"), strict=True)]
    result = without_nan(AgreementScorer(annotators="majority").score(column("smile"), labels))
    for path in (data, csv_data):
        arguments = ["--label-column", "ann", "--label-column", "bob", "--annotators", "majority", "--json"]
        assert json.loads(smile(path, *arguments).stdout) == result


def test_tables(smile: Run, data: Path) -> None:
    result = smile(data, *COLUMN_OPTIONS)
    assert (result.exit_code, result.stderr) == (0, "")
    output = result.stdout
    whole = expected(
        question_ids=column("q"), systems=column("who"), groups={"lang": column("lang")}, other_predictions=column("f1")
    )
    low, high = whole["pearson_ci"]
    line = rf"^Pearson +{whole['pearson']:.3f} +{whole['pearson_p_value']:.3f} +{low:.3f} to {high:.3f} *$"
    assert re.search(line, output, re.MULTILINE)
    assert re.search(r"^Rows +6 *$", output, re.MULTILINE)
    # B has 0.2 0.4 0.8 where people say wrong, wrong, right.
    assert re.search(rf"^B +3 +{whole['by_system']['B']['pearson']:.3f} .* 1\.000 ", output, re.MULTILINE)
    assert re.search(r"^en +2 +- +", output, re.MULTILINE)
    difference = whole["comparison"]["difference"]["pearson"]
    other = whole["comparison"]["other"]["pearson"]
    assert re.search(rf"^Pearson +{whole['pearson']:.3f} +{other:.3f} +{difference:.3f} ", output, re.MULTILINE)
    assert f"t = {whole['comparison']['williams_t']:.3f}" in output
    assert output.splitlines()[-1] == f"Signature: {whole['signature']}"


def test_what_cannot_be_had_says_why(smile: Run, tmp_path: Path) -> None:
    path = tmp_path / "constant.csv"
    path.write_text("smile,human\n0.5,1\n0.5,0\n0.5,1\n", encoding="utf-8")
    output = " ".join(smile(path).stdout.split())
    assert "Pearson - " in output
    assert (
        "No Pearson, Spearman, Kendall's tau-b, Mean correlation: all 3 scores are 0.5, and nothing correlates with a "
        "constant." in output
    )
    assert "No Pairwise accuracy: it compares answers to the same question: give question_ids." in output


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_no_line_but_the_signature_is_wider_than_the_terminal(columns: int, smile: Run, data: Path) -> None:
    lines = smile(data, *COLUMN_OPTIONS, columns=columns).stdout.splitlines()
    assert max(cell_len(line) for line in lines[:-1]) <= columns


def test_every_option_has_a_flag_with_the_scorers_default() -> None:
    parameters = {each.name: each for each in typer.main.get_command(app).commands["agree"].params}
    assert set(AGREEMENT_OPTIONS) <= parameters.keys()
    defaults = AgreementScorer.__init__.__kwdefaults__
    assert {name: parameters[name].default for name in AGREEMENT_OPTIONS} == defaults


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--score-column", "sas"], 1, "has no column 'sas' (score_column): it has 'q', 'who', 'lang', 'smile', 'f1'"),
        (["--label-column", "bob"], 1, "data.jsonl, line 2: the label is None (NoneType), not a finite number"),
        (["--score-column", "who"], 1, "data.jsonl, line 1: the score is 'A' (str), not a finite number"),
        (["--group-column", "f1"], 1, "data.jsonl, line 1: the f1 is 0.5 (float), not text or a whole number"),
        (["--tie", "-1"], 2, "tie must be 0 or more, got -1.0"),
        (["--annotators", "best"], 2, "annotators must be one of mean, majority, got 'best'"),
    ],
)
def test_errors(arguments: list[str], code: int, message: str, smile: Run, data: Path) -> None:
    result = smile(data, *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr


class TestReading:
    @pytest.mark.parametrize(
        ("cell", "label"),
        [
            ("true", [1.0]),
            ("False", [0.0]),
            (" .5 ", [0.5]),
            ("-2", [-2.0]),
            ('"[1, 0, true]"', [1.0, 0.0, 1.0]),
            ('"[1, null]"', [1.0, None]),
        ],
    )
    def test_cells_of_text(self, cell: str, label: list[float | None], tmp_path: Path) -> None:
        path = tmp_path / "data.csv"
        path.write_text(f"smile,human\n0.5,{cell}\n", encoding="utf-8")
        labels = read_labelled(path, score_column="smile").people.labels.tolist()
        assert without_nan(labels) == [label]

    @pytest.mark.parametrize(
        ("cell", "message"),
        [
            ("right", "data.csv, line 2: the label is 'right'"),
            ("", "data.csv, line 2: the label is None"),
            ("nan", "data.csv, line 2: the label is nan"),
            ('"[1, "', "data.csv, line 2: the label is '\\[1, '"),
        ],
    )
    def test_cells_that_are_no_labels(self, cell: str, message: str, tmp_path: Path) -> None:
        path = tmp_path / "data.csv"
        path.write_text(f"smile,human\n0.5,{cell}\n", encoding="utf-8")
        with pytest.raises(DataError, match=message):
            read_labelled(path, score_column="smile")

    def test_lists_in_one_of_several_columns(self, tmp_path: Path) -> None:
        path = tmp_path / "data.jsonl"
        path.write_text('{"smile": 1, "a": [1, 0], "b": 1}\n', encoding="utf-8")
        with pytest.raises(DataError, match=r"line 1: 'a' holds a list, and there are 2 columns of labels"):
            read_labelled(path, score_column="smile", columns=LabelColumns(["a", "b"]))

    def test_one_column_may_play_two_parts(self, tmp_path: Path) -> None:
        path = tmp_path / "data.csv"
        path.write_text("smile,human,who\n1,1,a\n0,1,b\n", encoding="utf-8")
        rows = read_labelled(path, score_column="smile", columns=LabelColumns(system="who", groups=["who"]))
        assert rows.people.systems == rows.people.groups["who"] == ["a", "b"]

    def test_questions_and_systems_are_taken_where_the_file_has_them(self, tmp_path: Path) -> None:
        path = tmp_path / "data.csv"
        path.write_text("smile,human,question,system\n1,1,q,A\n0,1,q,B\n", encoding="utf-8")
        people = read_labelled(path, score_column="smile").people
        assert (people.question_ids, people.systems) == (["q", "q"], ["A", "B"])
        others = LabelColumns(question="human", system="smile")
        people = read_labelled(path, score_column="smile", columns=others).people
        assert (people.question_ids, people.systems) == (["1", "1"], ["1", "0"])

    def test_columns_joined_by_commas_are_counted_together(self, tmp_path: Path) -> None:
        path = tmp_path / "data.jsonl"
        cells = '{{"smile": 1, "human": 1, "language": "{}", "set": {}}}\n'
        path.write_text(cells.format("en", 1) + cells.format("de", 2), encoding="utf-8")
        columns = LabelColumns(groups=["language", "set,language"])
        people = read_labelled(path, score_column="smile", columns=columns).people
        assert people.groups == {"language": ["en", "de"], "set,language": ["1, en", "2, de"]}
        path.write_text(cells.format("en", 1) + cells.format("de", "null"), encoding="utf-8")
        with pytest.raises(DataError, match="line 2: the set,language is None"):
            read_labelled(path, score_column="smile", columns=columns)
        with pytest.raises(DataError, match=r"has no column 'lang' \(group_column\)"):
            read_labelled(path, score_column="smile", columns=LabelColumns(groups=["set,lang"]))

    def test_rows_come_with_their_labels(self, tmp_path: Path) -> None:
        path = tmp_path / "data.csv"
        text = 'answer,pred,human,question,id\n"[""Paris"", ""the French capital""]",Paris,1,q,7\n'
        path.write_text(text, encoding="utf-8")
        rows = read_labelled_rows(path)
        assert rows.file.rows[0].references == ("Paris", "the French capital")
        assert (rows.file.ids, rows.people.labels.tolist(), rows.people.question_ids) == (["7"], [[1.0]], ["q"])
        with pytest.raises(DataError, match=r"has no column 'right' \(label_column\)"):
            read_labelled_rows(path, LabelColumns(["right"]))
        with pytest.raises(DataError, match=r"has no column 'gold' \(reference_column\)"):
            read_labelled_rows(path, row_columns={"reference": "gold"})

    def test_an_empty_file(self, tmp_path: Path) -> None:
        path = tmp_path / "data.csv"
        path.write_text("smile,human\n", encoding="utf-8")
        with pytest.raises(DataError, match="has no rows: expected at least one with a score and its label"):
            read_labelled(path, score_column="smile")
