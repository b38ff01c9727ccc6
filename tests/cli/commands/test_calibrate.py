"""The command `smile calibrate`, and the calibration of rows behind it."""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smile import DataError, SmileScorer, UsageError, named_settings
from smile.cli.commands import calibrate as calibrate_command
from smile.cli.commands import score as score_command
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.calibration.calibrator import CalibrationResult, calibrate
from smile.people.calibration.fitting import WEIGHTS, cross_validate, fit
from smile.people.labels import check_labelled
from smile.reporting.calibration_report import calibration_warnings
from smile.reporting.figures import calibration_figure
from smile.rows.checked_rows import check_rows
from smile.settings.settings_file import chosen_settings
from tests.support.command_line import Run, write_jsonl
from tests.support.tiny_encoder import TinyEncoder, tiny_scorer

Record = dict[str, Any]

ANSWERS = ["it is number {i} of all", "number {i}", "none of these", "number {i}5 it was"]


def records(n: int = 120) -> list[Record]:
    """Four answers to each question: half are right, and one of these has other words about it."""
    return [
        {
            "question": f"Which number is {i // 4}?",
            "references": [f"number {i // 4}", f"no. {i // 4}"],
            "prediction": ANSWERS[i % 4].format(i=i // 4),
            "human": i % 4 < 2,
            "dataset": "A" if i < n / 2 else "B",
        }
        for i in range(n)
    ]


def columns(rows: list[Record]) -> list[list[Any]]:
    return [[row[name] for row in rows] for name in ("prediction", "references", "question")]


def calibrated(rows: list[Record], **options: Any) -> CalibrationResult:
    groups = {"dataset": [row["dataset"] for row in rows]}
    return calibrate(
        SmileScorer(options.pop("settings", named_settings()), encoder=TinyEncoder()),
        check_rows(*columns(rows)),
        check_labelled([row["human"] for row in rows], [row["question"] for row in rows], groups=groups),
        AgreementScorer(**options),
        0.95,
        "dataset",
    )


@pytest.fixture
def smile(monkeypatch: pytest.MonkeyPatch, smile: Run) -> Run:
    for command in (calibrate_command, score_command):
        monkeypatch.setattr(command, "SmileScorer", tiny_scorer)
    return smile


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write(tmp_path, records())


def write(folder: Path, rows: list[Record]) -> Path:
    return write_jsonl(folder / "data.jsonl", rows)


def test_the_scores_of_every_weight_are_those_of_a_run_with_it() -> None:
    """Encoded once for all weights: the fit is that of 21 runs."""
    rows = records()
    runs = [SmileScorer(encoder=TinyEncoder(), semantic_weight=weight).score(*columns(rows)) for weight in WEIGHTS]
    is_right = np.array([row["human"] for row in rows])
    smile = np.stack([run.smile for run in runs])
    people = check_labelled(is_right, np.arange(120) // 4)
    evidence = AgreementScorer().sample(smile[0], people).scored(*smile)
    result = calibrated(rows)
    choice = fit(evidence, result.start)
    assert (result.settings.semantic_weight, result.settings.threshold) == (choice.semantic_weight, choice.threshold)
    assert result.held_out == cross_validate(evidence, result.start, 0.95)
    assert {(each.calibrated_on, each.tested_on) for each in result.transfers} == {("A", "B"), ("B", "A")}
    assert (result.n, result.n_questions) == (120, 30)


def test_json_is_the_result(smile: Run, data: Path) -> None:
    done = smile("calibrate", data, "--group-column", "dataset", "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    result = calibrated(records())
    assert json.loads(done.stdout) == json.loads(json.dumps(result.summary(calibration_warnings(result))))


def test_a_file_is_written_that_score_takes(smile: Run, data: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    summary = json.loads(smile("calibrate", data, "--output", path, "--json").stdout)
    content = json.loads(path.read_text(encoding="utf-8"))
    assert (content["semantic_weight"], content["threshold"]) == (summary["semantic_weight"], summary["threshold"])
    assert content["calibrated_on"] == {
        "file": "data.jsonl",
        "sha256": sha256(data.read_bytes()).hexdigest(),
        "n": 120,
        "n_questions": 30,
    }
    assert content["encoder"] == "tiny"
    assert (content["gain"], content["warnings"]) == (summary["gain"], summary["warnings"])

    scored = json.loads(smile("score", data, "--config", path, "--json", "--per-item").stdout)
    expected = SmileScorer(
        encoder=TinyEncoder(), semantic_weight=summary["semantic_weight"], threshold=summary["threshold"]
    ).score(*columns(records()))
    assert scored["items"] == expected.items()
    digest = sha256(path.read_bytes()).hexdigest()[:8]
    assert f"|threshold:{summary['threshold']}|calibrated:mine.json@{digest}|version:" in scored["signature"]
    assert "calibrated" not in expected.signature
    assert (content["use_questions"], "|q:both|" in scored["signature"]) == (True, True)


def test_where_some_rows_have_no_question_the_file_leaves_the_use_of_questions_open(smile: Run, tmp_path: Path) -> None:
    rows = [row | {"topic": i // 4} for i, row in enumerate(records())]
    data = write(tmp_path, [rows[0] | {"question": None}, *rows[1:]])
    result = smile("calibrate", data, "--output", tmp_path / "mine.json", "--question-column", "topic", "--json")
    assert json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))["use_questions"] is None
    assert "|q:some|" in json.loads(result.stdout)["signature"]
    scored = json.loads(smile("score", data, "--config", tmp_path / "mine.json", "--json").stdout)
    assert ("|q:some|" in scored["signature"], scored["notes"]["without_question"]) == (True, 1)


def test_tables(smile: Run, data: Path) -> None:
    done = smile("calibrate", data, "--group-column", "dataset")
    assert (done.exit_code, done.stderr) == (0, "")
    result = calibrated(records())
    for name, measure in (("Pearson", result.gain.pearson), ("Accuracy", result.gain.accuracy)):
        low, high = measure.interval
        line = rf"^{name} +{measure.before:.3f} +{measure.after:.3f} +{re.escape(f'{measure.gain:+.4f}')} +"
        assert re.search(line + re.escape(f"{low:+.4f} to {high:+.4f}"), done.stdout, re.MULTILINE)
    assert re.search(rf"^Semantic weight +0\.3 +{result.settings.semantic_weight:g} ", done.stdout, re.MULTILINE)
    assert re.search(rf"^Threshold +0\.67 +{result.settings.threshold:g} ", done.stdout, re.MULTILINE)
    for transfer in result.transfers:
        assert re.search(
            rf"Calibrated on {transfer.calibrated_on}: weight {transfer.parameters.semantic_weight:g}, ", done.stdout
        )
        assert f"Tested on {transfer.tested_on} " in done.stdout
    assert done.stdout.splitlines()[-1] == f"Signature: {result.signature}"


def test_noise_is_warned_of_and_the_warning_stands_in_the_file(smile: Run, tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    rows = [row | {"human": bool(random.uniform() < 0.5)} for row in records()]
    path = tmp_path / "noise.json"
    done = smile("calibrate", write(tmp_path, rows), "--output", path)
    assert done.exit_code == 0
    assert "Warning: The gain in Pearson is noise: " in " ".join(done.stdout.split())
    warnings = json.loads(path.read_text(encoding="utf-8"))["warnings"]
    assert any(warning.startswith("The gain in Pearson is noise: ") for warning in warnings)


def test_a_real_gain_is_not_called_noise(smile: Run, tmp_path: Path) -> None:
    """People who let a wrong number pass: a lower threshold is theirs."""
    rows = [row | {"human": i % 4 != 2} for i, row in enumerate(records())]
    assert calibrated(rows).gain.accuracy.interval[0] > 0
    assert "accuracy is noise" not in " ".join(smile("calibrate", write(tmp_path, rows)).stdout.split())


def test_the_figure_marks_the_settings_the_fitted_and_the_held_out_weights(
    smile: Run, data: Path, tmp_path: Path
) -> None:
    result = calibrated(records())
    (axes,) = calibration_figure(result).axes
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert list(lines["Pearson"].get_xdata()) == list(WEIGHTS)
    assert list(lines["Pearson"].get_ydata()) == [point.pearson for point in result.curve]
    assert set(lines["default (0.3)"].get_xdata()) == {0.3}
    fitted = result.settings.semantic_weight
    assert set(lines[f"calibrated ({fitted:g})"].get_xdata()) == {fitted}
    assert list(lines["fitted without one fold"].get_xdata()) == [
        fold.semantic_weight for fold in result.held_out.folds
    ]
    assert smile("calibrate", data, "--plot", tmp_path / "curve.png").exit_code == 0
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_labels_of_several_people_and_of_other_scales(smile: Run, tmp_path: Path) -> None:
    rows = [row | {"ann": 5 if row["human"] else 1, "bob": 4 if row["human"] else 2} for row in records()]
    path = write(tmp_path, rows)
    people = ["--label-column", "ann", "--label-column", "bob"]
    done = smile("calibrate", path, *people)
    assert done.exit_code == 2
    assert "give label_threshold" in done.stderr
    result = json.loads(smile("calibrate", path, *people, "--label-threshold", 3, "--json").stdout)
    plain = calibrated(records()).summary([])
    assert (result["semantic_weight"], result["threshold"]) == (plain["semantic_weight"], plain["threshold"])
    assert result["gain"]["pearson"]["after"] == pytest.approx(plain["gain"]["pearson"]["after"])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (records(48), "too few labelled rows to calibrate on: the file has 48 and needs 50"),
        ([row | {"human": True} for row in records()], "too few answers that people call wrong .* has 0 and needs 10"),
        ([row | {"question": "the same"} for row in records()], "too few questions .* has 1 and needs 10"),
        ([row | {"dataset": "A"} for row in records()], "every row has the dataset 'A'"),
        (records(72), "too few labelled rows to calibrate on: the dataset 'A' has 36"),
        ([row | {"prediction": ""} for row in records()], "all answers have the same score at every weight"),
    ],
)
def test_labels_that_cannot_be_calibrated_on_are_an_error(rows: list[Record], message: str) -> None:
    with pytest.raises(DataError, match=message):
        calibrated(rows)


def test_the_harmonic_mean_has_no_weight() -> None:
    with pytest.raises(UsageError, match="aggregation='harmonic' has no weight"):
        calibrated(records(), settings=named_settings(aggregation="harmonic"))


def test_other_options_of_the_scores_are_kept_in_the_file(smile: Run, data: Path, tmp_path: Path) -> None:
    path = tmp_path / "de.json"
    assert smile("calibrate", data, "--language", "de", "--no-easy-match", "--output", path).exit_code == 0
    settings = chosen_settings("default", path)
    assert (settings.language, settings.use_easy_match) == ("de", False)


def test_systems_can_be_calibrated_on_too(smile: Run, tmp_path: Path) -> None:
    path = write(tmp_path, [row | {"system": row["dataset"]} for row in records()])
    of_systems, of_datasets = (
        json.loads(smile("calibrate", path, "--group-column", column, "--json").stdout)["transfers"]
        for column in ("system", "dataset")
    )
    assert len(of_systems) == 2
    assert of_systems == of_datasets
    assert "no column 'system'" in smile("calibrate", write(tmp_path, records()), "--group-column", "system").stderr
