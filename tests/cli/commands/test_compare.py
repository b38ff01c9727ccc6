"""The command `smile compare`, and how it pairs rows."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from smile import DataError, SmileScorer, UsageError
from smile.cli.commands import compare as compare_command
from smile.files.paired_systems import pair_systems, read_systems
from smile.files.row_files import read_rows
from smile.reporting.comparison_report import comparison_notes
from smile.result_types import ComparisonResult
from smile.runs.system_comparison import compare_systems
from smile.statistics.bootstrap import mean_interval
from tests.support.cases import cases
from tests.support.command_line import Run, run_smile, without, write_csv, write_jsonl
from tests.support.result_checks import faults_of
from tests.support.tiny_encoder import TinyEncoder

QUESTIONS = [(f"q{i}", f"What is number {i}?", ["right", f"answer {i}"]) for i in range(12)]
ANSWERS = {
    "good": ["wrong"] + ["right"] * 11,
    "fair": ["right"] * 6 + [f"the answer {i}" for i in range(6, 11)] + [""],
    "poor": ["wrong"] * 11 + ["nothing at all"],
}
# Questions that both systems, the first alone, the second alone and neither answer correctly, counted by hand.
COUNTS = {("good", "fair"): (10, 1, 1, 0), ("good", "poor"): (0, 11, 0, 1), ("fair", "poor"): (0, 11, 0, 1)}
Record = dict[str, Any]


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
    monkeypatch.setattr(compare_command, "SmileScorer", partial(SmileScorer, encoder=TinyEncoder()))
    return partial(smile, "compare")


def pair(*paths: Path, **options: Any) -> Any:
    return pair_systems(read_systems(paths, **options))


def test_each_system_has_the_scores_it_has_alone(smile: Run, files: list[Path]) -> None:
    result = json.loads(smile(*files, "--set", "semantic_weight=0.5", "--json").stdout)
    assert [each["system"] for each in result["systems"]] == ["good", "fair", "poor"]
    for each in result["systems"]:
        columns = ([row[name] for row in records(each["system"])] for name in ("prediction", "references", "question"))
        alone = SmileScorer(encoder=TinyEncoder(), semantic_weight=0.5).score(*columns)
        summary = alone.summary(0.95)
        for name in ("smile", "smile_ci", "accuracy", "accuracy_ci", "n_empty_predictions"):
            assert each[name] == pytest.approx(summary[name]), name
        for name in ("truncated", "out_of_vocabulary"):
            assert each[f"n_{name}"] == summary["notes"][name]
        assert result["signature"].startswith(alone.signature)
    assert result["signature"].endswith("|bs:1000|seed:12345|cl:0.95|bs_differences:1000|p:holm")
    counts = tuple(result[name] for name in ("paired_by", "n_questions", "n_draws"))
    assert (*counts, len(result["differences"])) == ("id", 12, 1000, 3)
    for found in result["accuracy_differences"]:
        counts = COUNTS[found["system"], found["other"]]
        names = ("both_correct", "only_system", "only_other", "both_incorrect")
        assert tuple(found[f"n_{name}"] for name in names) == counts
        assert found["difference"] == pytest.approx((counts[1] - counts[2]) / 12)


def test_report_has_tables_and_words(smile: Run, files: list[Path]) -> None:
    done = smile(*files)
    assert (done.exit_code, done.stderr) == (0, "")
    result, output = json.loads(smile(*files, "--json").stdout), done.stdout
    # The best first, whatever the order given.
    for each, rank in zip(result["systems"], ("1-2", "1-2", "3"), strict=True):
        low, high = each["smile_ci"]
        line = rf"^{each['system']} +{rank} +{each['smile']:.3f} +{low:.3f} to {high:.3f} +{each['accuracy']:.3f} "
        assert re.search(line, output, re.MULTILINE)
    assert re.search(r"^poor .*0 +11 +0 +1 *$", output, re.MULTILINE)
    _, against_poor, _ = result["differences"]
    low, high = against_poor["difference_ci"]
    shown = f"{against_poor['difference']:.3f} +{low:.3f} to {high:.3f} +{against_poor['adjusted_p_value']:.3f}"
    assert re.search(rf"^poor +{shown} +yes", output, re.MULTILINE)
    assert output.startswith("No significant difference between good and fair.")
    words = " ".join(output.split())
    for said in (
        "12 questions, paired by id; accuracy is SMILE over 0.67.",
        "Note: fair has 1 row with an empty prediction (score 0).",
        "Note: 12 questions are few, which makes the intervals too narrow.",
    ):
        assert said in words
    assert output.splitlines()[-1] == f"Signature: {result['signature']}"


@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".parquet"])
def test_the_items_can_be_compared_again(ending: str, smile: Run, files: list[Path], tmp_path: Path) -> None:
    items = tmp_path / f"items{ending}"
    first = json.loads(smile(*files, "--json", "--output", items).stdout)
    assert json.loads(smile(items, "--json").stdout) == first


def test_what_names_no_systems_is_refused(write: Run) -> None:
    one, two, other = (write(name, records("good")) for name in ("one", "a/two", "b/two"))
    lone = write("lone", [row | {"system": "only"} for row in records("good")])
    missing = write("missing", [row | {"system": None} for row in records("good")])
    cases: list[tuple[list[Path], dict[str, Any], str]] = [
        ([two, other], {}, "2 systems are called 'two': give each file a different name"),
        ([one], {}, r"one\.jsonl is the only file and has no column"),
        ([one], {"names": ["a"]}, "names are for several files"),
        ([one, two], {"system_column": "system"}, "is for a single file with all systems, but there are 2 files"),
        ([one, two], {"names": ["a", " "]}, "the name of a system is empty"),
        ([lone], {}, "has only one system, 'only'"),
        ([lone], {"system_column": "who"}, r"has no column 'who' \(system_column\)"),
        ([missing], {}, r"missing\.jsonl, line 1: the system is None"),
    ]
    for paths, options, message in cases:
        with pytest.raises((DataError, UsageError), match=message):
            read_systems(paths, **options)


def test_rows_pair_by_id_or_question(write: Run, tmp_path: Path) -> None:
    numbered = [row | {"id": i} for i, row in enumerate(without(records("good"), "question"))]
    others = [
        {"id": i, "prediction": ANSWERS["poor"][i], "reference": QUESTIONS[i][2][::-1]} for i in reversed(range(12))
    ]
    good, poor = (without(records(name), "id") for name in ("good", "poor"))
    for paired, by in (
        (pair(write("numbered", numbered), write_csv(tmp_path / "text.csv", others)), "id"),
        (pair(write("good", good), write("poor", poor[::-1])), "question"),
    ):
        assert (paired.ids, paired.paired_by) == (list(range(12)), by)
        assert [row.prediction for row in paired.rows[12:]] == ANSWERS["poor"]


def test_a_row_without_its_question_takes_its_partners(write: Run) -> None:
    good, poor = records("good"), without(records("poor"), "question")
    good[3]["question"] = ""
    paired = pair(write("good", good), write("poor", poor))
    questions = [None if i == 3 else records("good")[i]["question"] for i in range(12)]
    assert [row.question for row in paired.rows] == questions * 2
    result = compare_systems(SmileScorer(encoder=TinyEncoder()).score_rows(paired.rows), paired.systems)
    assert faults_of(result.to_dict(), ComparisonResult) == []
    assert (result.to_dict()["notes"]["without_question"], "|q:some|" in result.signature) == (1, True)
    assert "Note: 1 question has no text: its answers were scored without a question." in comparison_notes(result)


@cases
def test_rows_that_do_not_pair_up_are_listed(
    good: dict[str, Record], poor: dict[str, Record], dropped: list[str], message: str, write: Run
) -> None:
    """Rows get other cells; `dropped` is left out of both systems, or of the one that it is prefixed with."""
    paths = []
    for name, changes in (("good", good), ("poor", poor)):
        rows = without(records(name), *dropped, *(each.removeprefix(f"{name}.") for each in dropped))
        paths.append(write(name, [row | changes.get(str(i), {}) for i, row in enumerate(rows)]))
    with pytest.raises(DataError, match=message):
        pair(*paths)


def test_rows_missing_in_a_system_are_left_out(smile: Run, write: Run) -> None:
    systems = {"good": records("good")[2:], "fair": records("fair")[::-1], "poor": records("poor")[:-1]}
    paths = [write(name, rows) for name, rows in systems.items()]
    paired = pair(*paths)
    assert paired.ids == [f"q{i}" for i in range(2, 11)]
    assert [row.prediction for row in paired.rows] == [ANSWERS[name][i] for name in systems for i in range(2, 11)]
    assert (
        "Warning: 9 of 12 questions are in every system and are compared, paired by id. Not compared: "
        "'q11' (not in poor); 'q1' (not in good); 'q0' (not in good)."
    ) in " ".join(smile(*paths).stdout.split())
    result = json.loads(smile(*paths, "--json").stdout)
    assert (result["n_questions"], result["warnings"]) == (9, list(paired.left_out))
    with pytest.raises(DataError, match=r"by id, but no question is in every system \('q0' \(not in two\);"):
        pair(write("one", records("good")[:2]), write("two", records("good")[2:4]))


def test_positions_do_not_pair_different_rows(write: Run) -> None:
    good, poor = (without(records(name), "id", "question") for name in ("good", "poor"))
    with pytest.raises(DataError, match=r"different numbers of rows \(good has 12; poor has 11\): give every row"):
        pair(write("good", good), write("poor", poor[1:]))
    with pytest.raises(DataError, match=r"^12 of 12 rows of .* paired by position differ in .* give every row"):
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


@pytest.mark.parametrize("named", [["id"], ["question"]])
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
    assert [(found[name]["accuracy"], found[name]["pass@4"]) for name in ("old", "new")] == [(0.25, 1), (0.75, 0.75)]
    [difference] = result["accuracy_differences"]
    assert (difference["n_only_system"], difference["n_both_incorrect"], difference["difference"]) == (9, 3, 0.5)
    alone = json.loads(run_smile("score", old, "--setting", "fast", "--json").stdout)
    assert (alone["n_questions"], alone["avg@4"], alone["pass@4"]) == (12, 0.25, 1)
    assert alone["smile_ci"][0] > mean_interval(SmileScorer("fast").score_rows(read_rows(old).rows).smile, 0.95)[0]
