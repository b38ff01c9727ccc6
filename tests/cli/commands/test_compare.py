"""The command `smile compare`, and how it pairs rows."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smile import DataError, SmileScorer, UsageError
from smile.cli.commands import compare as compare_command
from smile.files.row_files import read_rows
from smile.files.systems import pair_systems, read_systems
from smile.files.writing import without_nan
from smile.reporting.comparison_report import comparison_notes
from smile.runs.system_comparison import compare_systems
from smile.statistics.bootstrap import mean_interval
from tests.support.command_line import Run, run_smile, without, write_csv, write_jsonl
from tests.support.tiny_encoder import TinyEncoder, tiny_scorer

QUESTIONS = [(f"q{i}", f"What is number {i}?", ["right", f"answer {i}"]) for i in range(12)]
ANSWERS = {
    "good": ["wrong"] + ["right"] * 11,
    "fair": ["right"] * 6 + [f"the answer {i}" for i in range(6, 11)] + [""],
    "poor": ["wrong"] * 11 + ["nothing at all"],
}
# The answers of "fair" that are another right answer.
FAIR = np.array([6 <= i < 11 for i in range(12)])
Record = dict[str, Any]
DIFFERENT = "^1 of 12 rows of good and poor that are paired by id differ in their question or references:"
AT = r"\(good\.jsonl, line 5, and poor\.jsonl, line 5\): make them equal$"


def records(system: str) -> list[Record]:
    return [
        {"id": row_id, "question": question, "references": references, "prediction": prediction}
        for (row_id, question, references), prediction in zip(QUESTIONS, ANSWERS[system], strict=True)
    ]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, list[Record]], Path]:
    def write_file(name: str, rows: list[Record]) -> Path:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        return write_jsonl(tmp_path / f"{name}.jsonl", rows)

    return write_file


@pytest.fixture
def files(write: Callable[..., Path]) -> list[Path]:
    return [write(name, records(name)) for name in ("poor", "good", "fair")]


@pytest.fixture
def smile(monkeypatch: pytest.MonkeyPatch, smile: Run) -> Run:
    monkeypatch.setattr(compare_command, "SmileScorer", tiny_scorer)
    return partial(smile, "compare")


def pair(*paths: Path, **options: Any) -> Any:
    return pair_systems(read_systems(paths, **options))


class TestResult:
    def test_each_system_has_the_scores_it_has_alone(self, smile: Run, files: list[Path]) -> None:
        result = json.loads(smile(*files, "--json").stdout)
        assert [each["system"] for each in result["systems"]] == ["good", "fair", "poor"]
        for each in result["systems"]:
            rows = records(each["system"])
            columns = ([row[name] for row in rows] for name in ("prediction", "references", "question"))
            alone = SmileScorer(encoder=TinyEncoder()).score(*columns)
            summary = alone.summary(0.95)
            measures = ("smile", "smile_ci", "accuracy", "accuracy_ci")
            for name in (*measures, "n_empty_predictions"):
                assert each[name] == pytest.approx(summary[name]), name
            for name in ("truncated", "out_of_vocabulary"):
                assert each[f"n_{name}"] == summary["notes"][name]
            assert result["signature"].startswith(alone.signature)
        assert result["signature"].endswith("|bs:1000|seed:12345|cl:0.95|bs_differences:1000|p:holm")
        assert (result["paired_by"], result["n_questions"], result["n_draws"]) == ("id", 12, 1000)
        assert len(result["differences"]) == 3

    def test_options_reach_the_scorer(self, smile: Run, files: list[Path]) -> None:
        arguments = ["--set", "semantic_weight=0.5", "--threshold", 0.4, "--json"]
        result = json.loads(smile(*files, *arguments).stdout)
        paired = pair(*files)
        scores = SmileScorer(encoder=TinyEncoder(), semantic_weight=0.5, threshold=0.4).score_rows(paired.rows)
        expected = without_nan(compare_systems(scores, paired.systems, 0.95, "id").to_dict())
        assert result == json.loads(json.dumps(expected))

    def test_the_correct_answers_of_two_systems_are_counted(self, smile: Run, files: list[Path]) -> None:
        result = json.loads(smile(*files, "--json").stdout)
        correct = {
            system: np.array([prediction == "right" for prediction in ANSWERS[system]]) | (system == "fair") * FAIR
            for system in ANSWERS
        }
        for found, of_smile in zip(result["accuracy_differences"], result["differences"], strict=True):
            assert (found["system"], found["other"]) == (of_smile["system"], of_smile["other"])
            a, b = correct[found["system"]], correct[found["other"]]
            counts = [int(each.sum()) for each in (a & b, a & ~b, ~a & b, ~a & ~b)]
            assert [found[f"n_{name}"] for name in ("both_right", "only_system", "only_other", "both_wrong")] == counts
            assert found["difference"] == pytest.approx(a.mean() - b.mean())


class TestReport:
    def test_tables_and_words(self, smile: Run, files: list[Path]) -> None:
        done = smile(*files)
        assert (done.exit_code, done.stderr) == (0, "")
        result = json.loads(smile(*files, "--json").stdout)
        output = done.stdout
        good, fair, poor = result["systems"]
        # The best first, whatever the order given.
        assert re.findall("^(poor|good|fair) +[123-]+ ", output, re.MULTILINE) == ["good", "fair", "poor"]
        for each, rank in ((good, "1-2"), (fair, "1-2"), (poor, "3")):
            low, high = each["smile_ci"]
            line = rf"^{each['system']} +{rank} +{each['smile']:.3f} +{low:.3f} to {high:.3f} +{each['accuracy']:.3f} "
            assert re.search(line, output, re.MULTILINE)
        of_accuracy = result["accuracy_differences"][1]
        counts = [of_accuracy[f"n_{name}"] for name in ("both_right", "only_system", "only_other", "both_wrong")]
        assert re.search(rf"^poor .*{' +'.join(map(str, counts))} *$", output, re.MULTILINE)
        _, against_poor, _ = result["differences"]
        low, high = against_poor["difference_ci"]
        shown = f"{against_poor['difference']:.3f} +{low:.3f} to {high:.3f} +{against_poor['adjusted_p_value']:.3f}"
        assert re.search(rf"^poor +{shown} +yes", output, re.MULTILINE)
        assert output.startswith("No significant difference between good and fair.")
        words = " ".join(output.split())
        assert "12 questions, paired by id; accuracy is SMILE over 0.67." in words
        assert "Note: fair has 1 row with an empty prediction (score 0)." in words
        assert "Note: 12 questions are few, which makes the intervals too narrow." in words
        assert output.splitlines()[-1] == f"Signature: {result['signature']}"


class TestFiles:
    @pytest.mark.parametrize("ending", [".csv", ".jsonl", ".parquet"])
    def test_the_items_can_be_compared_again(self, ending: str, smile: Run, files: list[Path], tmp_path: Path) -> None:
        items = tmp_path / f"items{ending}"
        first = json.loads(smile(*files, "--json", "--output", items).stdout)
        again = json.loads(smile(items, "--json").stdout)
        assert again == first


class TestReading:
    def test_one_file_with_a_column_of_systems(self, write: Run) -> None:
        rows = [row | {"system": system} for system in ("poor", "good") for row in reversed(records(system))]
        paired = pair(write("all", rows))
        assert (paired.systems, paired.paired_by) == (["poor", "good"], "id")
        assert [row.prediction for row in paired.rows] == ANSWERS["poor"][::-1] + ANSWERS["good"][::-1]
        renamed = [{"who" if name == "system" else name: cell for name, cell in row.items()} for row in rows]
        assert pair(write("renamed", renamed), system_column="who") == paired

    def test_names(self, write: Run) -> None:
        paths = [write(f"{folder}/answers", records("good")) for folder in ("a", "b")]
        with pytest.raises(UsageError, match="2 systems are called 'answers': give each file a different name"):
            read_systems(paths)
        assert list(read_systems(paths, names=["a", "b"])) == ["a", "b"]

    def test_bad_usage(self, write: Run) -> None:
        one, two = write("one", records("good")), write("two", records("good"))
        with pytest.raises(UsageError, match=r"one\.jsonl is the only file and has no column"):
            read_systems([one])
        with pytest.raises(UsageError, match="names are for several files"):
            read_systems([one], names=["a"])
        with pytest.raises(
            UsageError, match="system_column is for a single file with all systems, but there are 2 files"
        ):
            read_systems([one, two], system_column="system")
        with pytest.raises(UsageError, match="the name of a system is empty"):
            read_systems([one, two], names=["a", " "])
        lone = write("lone", [row | {"system": "only"} for row in records("good")])
        with pytest.raises(UsageError, match="has only one system, 'only'"):
            read_systems([lone])
        with pytest.raises(DataError, match=r"has no column 'who' \(system_column\)"):
            read_systems([lone], system_column="who")
        missing = write("missing", [row | {"system": None} for row in records("good")])
        with pytest.raises(DataError, match=r"missing\.jsonl, line 1: the system is None"):
            read_systems([missing])


class TestPairing:
    def test_by_id_in_any_order_and_type(self, write: Run, tmp_path: Path) -> None:
        numbered = [row | {"id": i} for i, row in enumerate(without(records("good"), "question"))]
        others = [
            {"id": i, "prediction": ANSWERS["poor"][i], "reference": QUESTIONS[i][2][::-1]} for i in reversed(range(12))
        ]
        paired = pair(write("numbered", numbered), write_csv(tmp_path / "text.csv", others))
        assert (paired.ids, paired.paired_by) == (list(range(12)), "id")
        assert [row.prediction for row in paired.rows[12:]] == ANSWERS["poor"]

    def test_by_question_where_there_are_no_ids(self, write: Run) -> None:
        good, poor = (without(records(name), "id") for name in ("good", "poor"))
        paired = pair(write("good", good), write("poor", poor[::-1]))
        assert (paired.ids, paired.paired_by) == (list(range(12)), "question")
        assert [row.prediction for row in paired.rows[12:]] == ANSWERS["poor"]

    def test_a_row_without_its_question_takes_its_partners(self, write: Run) -> None:
        good, poor = records("good"), without(records("poor"), "question")
        good[3]["question"] = ""
        paired = pair(write("good", good), write("poor", poor))
        questions = [None if i == 3 else records("good")[i]["question"] for i in range(12)]
        assert [row.question for row in paired.rows] == questions * 2
        scores = SmileScorer(encoder=TinyEncoder()).score_rows(paired.rows)
        result = compare_systems(scores, paired.systems)
        assert (result.to_dict()["notes"]["without_question"], "|q:some|" in result.signature) == (1, True)
        assert "Note: 1 question has no text: its answers were scored without a question." in comparison_notes(result)

    @pytest.mark.parametrize(
        ("good", "poor", "message"),
        [
            ({}, {None: ["id"]}, "^poor has no ids: give every"),
            ({3: {"id": None}}, {}, r"^1 of \d+ rows have no id \(good\.jsonl, line 4\): give every row one"),
            (
                {5: {"id": "q2"}},
                {},
                r"^several rows of good have the same id and .*: 'q2' \(the questions .*, good\.jsonl, line 3 and good",
            ),
            (
                {},
                {4: {"references": ["left"]}},
                rf"{DIFFERENT} the references \['right', 'answer 4'\] and \['left'\] {AT}",
            ),
            ({}, {4: {"question": "Who?"}}, rf"{DIFFERENT} the questions 'What is number 4\?' and 'Who\?' {AT}"),
            (
                {},
                {4: {"synthetic_answer": "So."}},
                rf"{DIFFERENT} the synthetic answers \[None, None\] and \['So\.', 'So\.'\] {AT}",
            ),
        ],
    )
    def test_rows_that_do_not_pair_up_are_listed(
        self, good: dict[Any, Any], poor: dict[Any, Any], message: str, write: Run
    ) -> None:
        paths = []
        for name, changes in (("good", good), ("poor", poor)):
            rows = without(records(name), *changes.get(None, []))
            paths.append(write(name, [row | changes.get(i, {}) for i, row in enumerate(rows)]))
        with pytest.raises(DataError, match=message):
            pair(*paths)

    def test_rows_missing_in_a_system_are_left_out(self, smile: Run, write: Run) -> None:
        systems = {"good": records("good")[2:], "fair": records("fair")[::-1], "poor": records("poor")[:-1]}
        paths = [write(name, rows) for name, rows in systems.items()]
        paired = pair(*paths)
        shared = range(2, 11)
        assert paired.ids == [f"q{i}" for i in shared]
        assert [row.prediction for row in paired.rows] == [ANSWERS[name][i] for name in systems for i in shared]
        done = smile(*paths)
        assert (
            "Warning: 9 of 12 questions are in every system and are compared, paired by id. Not compared: "
            "'q11' (not in poor); 'q1' (not in good); 'q0' (not in good)."
        ) in " ".join(done.stdout.split())
        result = json.loads(smile(*paths, "--json").stdout)
        assert result["n_questions"] == 9
        assert result["warnings"] == list(paired.left_out)

    def test_no_question_in_common(self, write: Run) -> None:
        with pytest.raises(DataError, match=r"by id, but no question is in every system \('q0' \(not in two\);"):
            pair(write("one", records("good")[:2]), write("two", records("good")[2:4]))

    def test_positions_do_not_pair_different_rows(self, write: Run) -> None:
        good, poor = (without(records(name), "id", "question") for name in ("good", "poor"))
        with pytest.raises(DataError, match=r"different numbers of rows \(good has 12; poor has 11\): give every row"):
            pair(write("good", good), write("poor", poor[1:]))
        said = r"^12 of 12 rows of .* that are paired by position differ in .* give every row"
        with pytest.raises(DataError, match=said):
            pair(write("good", good), write("poor", poor[::-1]))


@pytest.mark.parametrize(("n_worse", "code"), [(1, 0), (12, 3)])
def test_a_significant_loss_exits_with_3(n_worse: int, code: int, tmp_path: Path) -> None:
    def answers(name: str, n_wrong: int) -> Path:
        texts = ["Rome" if i < n_wrong else "Paris" for i in range(20)]
        return write_jsonl(
            tmp_path / name, [{"id": i, "prediction": each, "reference": "Paris"} for i, each in enumerate(texts)]
        )

    old, new = answers("old.jsonl", 0), answers("new.jsonl", n_worse)
    result = run_smile("compare", old, new, "--setting", "fast", "--fail-if-worse")
    assert result.exit_code == code
    if code:
        assert result.stderr.endswith("failed: new is significantly worse than old\n")
        assert result.stdout.index("Newly incorrect") < result.stdout.index("Ranking")
    assert run_smile("compare", new, old, "--setting", "fast", "--fail-if-worse").exit_code == 0


@pytest.mark.parametrize("named", [["id"], ["question"], ["id", "question"]])
def test_samples_count_by_question(named: list[str], tmp_path: Path) -> None:
    def answers(name: str, is_right: Callable[[int, int], bool], n: int) -> Path:
        rows = [
            {"prediction": "Paris" if is_right(i, j) else "Rome", "reference": "Paris"}
            | {key: f"{key} {i}" for key in named}
            for i in range(12)
            for j in range(n)
        ]
        return write_jsonl(tmp_path / name, rows)

    old = answers("old.jsonl", lambda i, j: (i + j) % 4 == 0, 4)
    new = answers("new.jsonl", lambda i, j: i % 4 > 0, 6)
    result = json.loads(run_smile("compare", old, new, "--setting", "fast", "--json").stdout)
    assert (result["n_questions"], result["paired_by"]) == (12, named[0])
    found = {each["system"]: each for each in result["systems"]}
    assert [found[name]["accuracy"] for name in ("old", "new")] == [0.25, 0.75]
    assert [found[name]["pass@4"] for name in ("old", "new")] == [1, 0.75]
    [difference] = result["accuracy_differences"]
    assert (difference["n_only_system"], difference["n_both_wrong"], difference["difference"]) == (9, 3, 0.5)
    alone = json.loads(run_smile("score", old, "--setting", "fast", "--json").stdout)
    assert (alone["n_questions"], alone["avg@4"], alone["pass@4"]) == (12, 0.25, 1)
    assert alone["smile_ci"][0] > mean_interval(SmileScorer("fast").score_rows(read_rows(old).rows).smile, 0.95)[0]
    assert "pass@4" in run_smile("compare", old, new, "--setting", "fast").stdout
