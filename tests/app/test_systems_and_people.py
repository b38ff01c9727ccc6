"""The app's comparison of systems, agreement with people and calibration, over its API: good files and bad ones."""

import json
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from gradio_client import Client, handle_file
from gradio_client.exceptions import AppError

from smile import SmileScorer
from smile.app.engine import ChosenSetting
from smile.app.limits import Limits
from smile.app.requests.compared_systems import compare_files
from smile.app.requests.measured_agreement import measure_agreement
from smile.app.sent_files import LabelledFile, SystemFiles
from smile.errors import DataError, UsageError
from smile.files.pairing import pair_systems
from smile.files.systems import read_systems
from smile.files.writing import without_nan
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.calibration.calibrator import calibrate
from smile.people.labelled_files import LabelOptions, read_labelled
from smile.people.side_by_side import analyse_first, measure_metrics
from smile.reporting.calibration_report import calibration_warnings
from smile.reporting.slices_report import conclusion
from smile.runs.system_comparison import compare_systems
from smile.settings.named_settings import named_settings
from smile.settings.settings_file import chosen_settings
from tests.support.app_process import AppProcess
from tests.support.command_line import read_items, read_sample, write_jsonl
from tests.support.tiny_engine import tiny_engine

pytestmark = pytest.mark.real_encoder

# As those of `app_process`.
LIMITS = Limits(megabytes=1, rows=160)
QUESTIONS = [("Where?", "Paris"), ("How many?", "five"), ("Who?", "Ann"), ("What?", "a cat")]


@pytest.fixture(scope="module")
def systems(repository: Path) -> list[Path]:
    return [repository / "assets" / "compare" / f"{name}.jsonl" for name in ("small", "medium", "large")]


def compare(client: Client, paths: Sequence[Path], **options: Any) -> Any:
    return client.predict([handle_file(path) for path in paths], api_name="/compare_systems", **options)


def agree(client: Client, path: Path, **options: Any) -> Any:
    return client.predict(handle_file(path), api_name="/agree_with_people", **options)


def write(folder: Path, name: str, rows: Sequence[dict[str, Any]]) -> Path:
    return write_jsonl(folder / f"{name}.jsonl", rows)


@pytest.fixture
def labelled_file(tmp_path: Path) -> Path:
    """Rows of the sample, enough to calibrate on."""
    return write(tmp_path, "sample", read_sample(60))


def answers(**columns: Any) -> list[dict[str, Any]]:
    return [
        {"question": question, "reference": reference, "prediction": reference}
        | {name: values[i] for name, values in columns.items()}
        for i, (question, reference) in enumerate(QUESTIONS)
    ]


def refused(error: BaseException, app: AppProcess) -> str:
    """Returns what a visitor is told, which shows nothing of this machine."""
    told = str(error)
    assert str(app.files) not in told
    assert "Traceback" not in told
    assert "in the log" not in told
    assert app.process.poll() is None
    return told


class TestCompare:
    def test_it_is_the_comparison_of_the_command(
        self, client: Client, systems: list[Path], app_process: AppProcess, real_scorer: SmileScorer
    ) -> None:
        result, files = compare(client, systems)
        paired = pair_systems(read_systems(systems))
        scores = real_scorer.score_rows(paired.rows)
        expected = json.loads(json.dumps(without_nan(compare_systems(scores, paired.systems, 0.95).to_dict())))
        assert result.pop("paired_by") == "id"
        for found, wanted in zip(result["systems"], expected["systems"], strict=True):
            assert found["system"] == wanted["system"]
            assert found["smile"] == pytest.approx(wanted["smile"], abs=1e-6)
            assert (found["best_rank"], found["worst_rank"]) == (wanted["best_rank"], wanted["worst_rank"])
        assert result["signature"] == expected["signature"]
        csv_file, jsonl_file, _, page, summary, figure = map(Path, files)
        rows = read_items(jsonl_file)
        assert [row["system"] for row in rows] == paired.answered_by()
        assert csv_file.read_text(encoding="utf-8").startswith('"id","question","references","prediction","system"')
        assert json.loads(summary.read_text(encoding="utf-8"))["systems"] == result["systems"]
        assert figure.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        told = page.read_text(encoding="utf-8")
        for part in ("<title>Comparison: small, medium, large</title>", "Where they differ most", "data:image/png"):
            assert part in told
        assert "Newly right" not in told
        assert not [path for name in ("small", "medium", "large") for path in app_process.files.rglob(f"{name}.jsonl")]

    def test_one_file_with_a_column_of_systems(self, client: Client, tmp_path: Path) -> None:
        rows = [row | {"who": who} for who in ("b", "a") for row in answers()]
        result, files = compare(client, [write(tmp_path, "all", rows)], system_column="who")
        assert {each["system"] for each in result["systems"]} == {"a", "b"}
        assert "<title>Comparison: b, a</title>" in Path(files[3]).read_text(encoding="utf-8")

    def test_two_runs_list_what_is_newly_right_and_newly_wrong(self, client: Client, tmp_path: Path) -> None:
        said = (("Paris", "six", "Bob", "a cat"), ("Paris", "five", "Ann", "a dog"))
        paths = [
            write(tmp_path, name, answers(prediction=each)) for name, each in zip(("old", "new"), said, strict=True)
        ]
        result, files = compare(client, paths)
        assert (result["newly_right"], result["newly_wrong"]) == ([1, 2], [3])
        page = Path(files[3]).read_text(encoding="utf-8")
        assert "From old to new: 2 newly right, 1 newly wrong, of 4 rows." in page
        lists = page.partition("<caption>Newly right</caption>")[2].split("<caption>Newly wrong</caption>")
        for shown, here, not_here in zip(lists, ("Ann", "a dog"), ("a dog", "Ann"), strict=True):
            assert here in shown
            assert not_here not in shown

    def test_names_and_columns_can_be_given(self, client: Client, tmp_path: Path) -> None:
        rows = [{"q": row["question"], "said": row["prediction"], "gold": row["reference"]} for row in answers()]
        paths = [write(tmp_path, name, rows) for name in ("one", "two")]
        columns = {"prediction_column": "said", "reference_column": "gold", "question_column": "q"}
        result, _ = compare(client, paths, names="old\n=1+1", **columns)
        assert [each["system"] for each in result["systems"]] == ["old", "=1+1"]
        assert result["paired_by"] == "question"

    def test_own_columns_stay_beside_the_scores(self, tmp_path: Path) -> None:
        one = write(tmp_path, "one", answers(topic=["a", "b", "c", "d"], smile=[1, 2, 3, 4]))
        # A row that the other file lacks is left out, with its own columns.
        lone = [{"question": "Why?", "reference": "so", "prediction": "so", "system": "lone"}]
        two = write(tmp_path, "two", lone + answers(system=["x"] * 4)[::-1])
        rows = [answers()[i] | {"system": who, "n": i} for i in range(2) for who in "AB"]
        both = write(tmp_path, "both", rows)
        expected = (
            ([one, two], "topic", ["a", "b", "c", "d", None, None, None, None]),
            ([one, two], "smile", [1, 2, 3, 4, None, None, None, None]),
            ([one, two], "system", [None, None, None, None, "x", "x", "x", "x"]),
            ([both], "n", [0, 1, 0, 1]),
        )
        for paths, column, cells in expected:
            sent = SystemFiles([str(path) for path in paths])
            steps = compare_files(tiny_engine(LIMITS), Event(), sent, ChosenSetting("default"))
            found = next(step for step in steps if not isinstance(step, str))
            records = read_items(Path(found.downloads[1]))
            assert [record[column] for record in records] == cells
            assert ("smile_system" in records[0]) == (column != "n")

    def test_one_question_has_no_intervals(self, client: Client, tmp_path: Path) -> None:
        result, _ = compare(client, [write(tmp_path, name, answers()[:1]) for name in ("one", "two")])
        assert result["systems"][0]["smile_ci"] == [None, None]
        assert "intervals" in result["reasons"]

    def test_what_cannot_be_compared_is_said(self, tmp_path: Path) -> None:
        one = {"one": answers()}
        cases: list[tuple[dict[str, list[dict[str, Any]]], str]] = [
            ({}, "choose a file for each system first"),
            (one | {"two": [{"question": "Why?", "reference": "a", "prediction": "b"}]}, "no question is in every"),
            ({"one": answers(id=[1, 2, 3, 4]), "two": answers()}, "there are ids in one and none in two"),
            ({"one": answers() * 25, "two": answers() * 25}, "200 rows: at most 160"),
            (one | {"two": answers(prediction=["a" * 10_001] * 4)}, "a text of 10,001 characters"),
            ({f"s{i}": answers() for i in range(21)}, "21 files: at most 20"),
            ({"one": [row | {"system": str(i)} for i in range(21) for row in answers()]}, "21 systems: at most 20"),
        ]
        for files, message in cases:
            sent = SystemFiles([str(write(tmp_path, name, rows)) for name, rows in files.items()])
            with pytest.raises((DataError, UsageError), match=message):
                list(compare_files(tiny_engine(LIMITS), Event(), sent, ChosenSetting("default")))


class TestAgree:
    @pytest.mark.slow
    def test_it_is_the_agreement_of_the_command(
        self, client: Client, labelled_file: Path, app_process: AppProcess, real_scorer: SmileScorer
    ) -> None:
        result, files = agree(client, labelled_file, metrics=["f1", "smile", "sas"], group_columns=["category"])
        given = read_labelled(labelled_file, LabelOptions(groups=["category"]))
        found = measure_metrics(given, ["smile", "sas", "f1"], AgreementScorer(), named_settings())
        assert list(result["metrics"]) == ["smile", "sas", "f1"]
        for name, expected in found.to_dict()["metrics"].items():
            assert result["metrics"][name]["pearson"] == pytest.approx(expected["pearson"], abs=1e-6)
            assert result["metrics"][name]["pearson_ci"] == pytest.approx(expected["pearson_ci"], abs=1e-6)
            assert set(result["metrics"][name]["by_category"]) == set(expected["by_category"])
        analysis, _ = analyse_first(found, given, named_settings())
        assert analysis is not None
        assert result["trust"]["conclusion"] == conclusion(analysis)
        assert result["signature"] == found.signature
        page, plain = map(Path, files)
        assert "<h1>Agreement with people</h1>" in page.read_text(encoding="utf-8")
        assert json.loads(plain.read_text(encoding="utf-8"))["metrics"].keys() == result["metrics"].keys()
        assert not list(app_process.files.rglob("sample.jsonl"))

    def test_several_people_and_no_verdicts(self, client: Client, tmp_path: Path) -> None:
        path = write(tmp_path, "people", answers(ann=[1, 5, 3, 2], bob=[1, 4, 3, 5]))
        result, _ = agree(client, path, metrics=["f1"], label_columns=["ann", "bob"])
        assert result["n_annotators"] == 2
        assert result["trust"] is None
        found = result["metrics"]["f1"]
        assert found["accuracy"] is None
        assert "give label_threshold" in found["reasons"]["accuracy"]
        told, _ = agree(client, path, metrics=["f1"], label_columns=["ann", "bob"], label_threshold="2.5")
        # Means of 1, 4.5, 3 and 3.5: the first alone is wrong, and all are called right.
        assert told["metrics"]["f1"]["accuracy"] == 0.75
        with pytest.raises(AppError, match="label_threshold must be a number or empty, got 'high'"):
            agree(client, path, label_columns=["ann"], label_threshold="high")

    def test_what_cannot_be_measured_is_said(self, tmp_path: Path) -> None:
        labelled = answers(human=[1, 0, 1, 0])
        some_sets = answers(human=[1, 0, 1, 0], set=["a", None, "b", "c"])
        cases: list[tuple[list[dict[str, Any]], Sequence[str], Sequence[str], str]] = [
            (labelled, (), (), "no metric is chosen"),
            (labelled, ("bleurt",), (), "the metric 'bleurt' is not offered here"),
            (some_sets, ("f1",), ("set",), "the set is None"),
            (labelled * 41, ("f1",), (), "164 rows: at most 160"),
            ([row | {"n": i} for i, row in enumerate(labelled * 13)], ("f1",), ("n",), "52 groups of n: at most 50"),
        ]
        for rows, metrics, groups, message in cases:
            file = LabelledFile(str(write(tmp_path, "rows", rows)), LabelOptions(groups=groups), {})
            chosen = ChosenSetting("default")
            with pytest.raises((DataError, UsageError), match=message):
                list(measure_agreement(tiny_engine(LIMITS), Event(), file, metrics, chosen, False))


class TestLearned:
    def test_without_questions_every_result_says_what_that_costs(self, client: Client, tmp_path: Path) -> None:
        rows = [
            {"id": i, "reference": row["reference"], "prediction": row["prediction"], "human": i % 2}
            for i, row in enumerate(answers())
        ]
        path = write(tmp_path, "one", rows)
        scored, _ = client.predict(handle_file(path), setting="learned", api_name="/score_file")
        compared, _ = compare(client, [path, write(tmp_path, "two", rows)], setting="learned")
        agreed, files = agree(client, path, metrics=["smile"], setting="learned")
        for result in (scored, compared, agreed, json.loads(Path(files[1]).read_text(encoding="utf-8"))):
            assert "is used without questions" in result["warnings"][0]
        assert "|threshold:0.5|" in scored["signature"]
        assert "|threshold:0.5|" in compared["signature"]
        others, _ = agree(client, path, metrics=["f1"], setting="learned")
        assert "warnings" not in others

    def test_what_does_not_apply_is_said(self, client: Client, app_process: AppProcess, tmp_path: Path) -> None:
        path = write(tmp_path, "rows", answers(human=[1, 0, 1, 0]))
        for api_name, options, message in (
            ("/score_file", {"semantic_weight": 0.3}, "semantic_weight does not apply to the setting 'learned'"),
            ("/calibrate", {}, "the setting 'learned' has nothing to calibrate"),
        ):
            with pytest.raises(AppError) as caught:
                client.predict(handle_file(path), setting="learned", api_name=api_name, **options)
            assert message in refused(caught.value, app_process)


class TestCalibrate:
    def test_the_settings_file_serves_a_run(
        self, client: Client, labelled_file: Path, real_scorer: SmileScorer
    ) -> None:
        result, settings_file = client.predict(handle_file(labelled_file), api_name="/calibrate")
        given = read_labelled(labelled_file)
        found = calibrate(real_scorer, given.file.rows, given, AgreementScorer(), 0.95)
        expected = found.summary(calibration_warnings(found))
        for name in ("semantic_weight", "threshold", "n", "signature", "warnings"):
            assert result[name] == expected[name]
        assert result["gain"]["pearson"]["interval"] == pytest.approx(expected["gain"]["pearson"]["interval"], abs=1e-6)
        settings = chosen_settings("default", settings_file)
        assert (settings.semantic_weight, settings.threshold) == (result["semantic_weight"], result["threshold"])
        assert SmileScorer(settings).score_rows(given.file.rows[:2]).signature.count("calibrated:") == 1


def test_errors_over_the_api_name_no_folder(client: Client, app_process: AppProcess, tmp_path: Path) -> None:
    few = write(tmp_path, "few", answers(human=[1, 0, 1, 0]))
    unlabelled = write(tmp_path, "unlabelled", answers())
    for call, message in (
        (lambda: compare(client, [few]), "few.jsonl alone has nothing to be compared with"),
        (lambda: agree(client, unlabelled), "choose the column of the labels: unlabelled.jsonl has"),
        (lambda: client.predict(handle_file(few), api_name="/calibrate"), "too few"),
    ):
        with pytest.raises(AppError) as caught:
            call()
        assert message in refused(caught.value, app_process)
