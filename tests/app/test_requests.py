"""A file that a visitor sends: what the page shows of it, what the downloads keep, and what an answer's card says."""

import csv
import json
import os
import re
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from pyarrow import parquet
from sklearn.metrics import cohen_kappa_score

from smile import DataError, Estimator, SmileScorer, UsageError
from smile.app.engine import AUTO, ChosenSetting, Engine
from smile.app.limits import Limits, read_limits
from smile.app.page_messages import error_message_html
from smile.app.pieces.answer_cards import answer_card
from smile.app.requests.rows_to_label import choose_to_label, estimate_while_labelling
from smile.app.requests.scored_file import (
    ScoredFile,
    score_file,
    scored_file_report,
    scored_file_with_downloads,
    with_corrections_of_user,
)
from smile.app.tabs.explorer import explorer_data
from smile.app.uploads import SentFile
from smile.encoding.encoders import Encoded
from smile.errors import Option
from smile.files.paired_systems import pair_systems, read_systems
from smile.reporting.report_html import report_html
from smile.rows.checked_rows import check_rows
from smile.runs.system_comparison import compare_systems
from smile.settings.named_settings import named_settings
from smile.shared_types import OnProgress
from smile.statistics.accuracy_interval import accuracy_interval
from tests.support.cases import cases
from tests.support.command_line import read_items, write_jsonl, write_text
from tests.support.tiny_encoder import TinyEncoder, TinyReader

LIMITS = Limits()
RUNS: list[Any] = []  # the downloads of a run are deleted when it goes on


def tiny_engine(limits: Limits = LIMITS, encoder: TinyEncoder | None = None) -> Engine:
    """Returns an engine that has been started, with the tests' small encoders behind it."""
    engine = Engine(limits, lambda _: encoder or TinyEncoder(), lambda _: TinyReader())
    engine.start()
    return engine


def first_result(sent: SentFile) -> ScoredFile:
    steps = score_file(tiny_engine(), Event(), sent, ChosenSetting("default"))
    RUNS.append(steps)
    return next(step for step in steps if not isinstance(step, str))


def scored(path: Path, content: str, label: str | None = None) -> tuple[ScoredFile, list[str]]:
    """Returns the scores of a file, and the texts of its downloads."""
    found = first_result(SentFile(str(write_text(path, content)), {}, label))
    return found, [Path(name).read_bytes().decode("utf-8", "replace") for name in found.downloads]


def test_european_spreadsheet_is_scored_beside_human_labels(tmp_path: Path) -> None:
    content = "prediction;reference;human;note\nParis;Paris;1;=x\nNaN;Rome;true;\nOslo;Oslo;0;y\nBonn;Bonn;;z\n"
    found, (as_csv, as_jsonl, _, page) = scored(tmp_path / "mine.csv", content, "human")
    assert found.upload.verdicts == [True, True, False, None]
    shown = report_html(scored_file_report(found))
    assert "mine.csv: 3 correct, 1 incorrect" in shown
    assert "SMILE agrees with human labels on 1 of 3 answers (33 %)." in shown
    head, _, table = shown.partition("Agreement with human labels</caption>")
    cells = re.findall(r"<t[hd][^>]*>([^<]*)", table.partition("</table>")[0])
    assert [cell.strip() for cell in cells if "SMILE" in cell or "Exact" in cell] == ["SMILE", "Exact match"]
    assert "All numbers" not in head
    assert "1 row has an empty prediction (in CSV also NaN), which scores 0." in shown
    # The visitor's own columns stay, also those that a spreadsheet would take for a formula.
    assert [row["note"] for row in csv.DictReader(as_csv.splitlines())] == ["'=x", "", "y", "z"]
    assert [json.loads(line)["human"] for line in as_jsonl.splitlines()] == ["1", "true", "0", ""]
    # The report as a page has the same, the figure and the rows, and asks for nothing.
    assert "mine.csv: 3 correct, 1 incorrect" in page
    assert "Listed are the 4 lowest of 4 rows" in page
    # What speaks against an answer is its reason, and no n-gram.
    assert "Empty answer" in page
    assert ">empty<" not in page
    assert '<img src="data:image/png;base64,' in page
    assert "://" not in page


def test_scale_labels_are_read_with_a_threshold(tmp_path: Path) -> None:
    table = "pred,answer,grade\n" + "".join(f"{answer},a,{grade}\n" for answer, grade in zip("aab", "541", strict=True))
    found, _ = scored(tmp_path / "mine.csv", table, "grade")
    assert found.upload.verdicts == [True, True, False]
    shown = report_html(scored_file_report(found))
    assert (
        "Column &#39;grade&#39;: the labels are read as a scale from 1 to 5: labels above 3 count as correct" in shown
    )
    with pytest.raises(DataError, match="column 'grade': "):
        scored(tmp_path / "mine.csv", "pred,answer,grade\na,a,5\na,a,y\n", "grade")


def test_faulty_row_is_skipped_and_reported(tmp_path: Path) -> None:
    rows = [
        {"prediction": "Paris", "reference": "Paris", "question": ["Where?"], "id": [1]},
        {"prediction": "Paris", "reference": []},
        {"prediction": 5, "reference": 5.0},
        {"prediction": "a" * 10_001, "reference": "b"},
    ]
    path = write_jsonl(tmp_path / "mine.jsonl", rows)
    os.utime(path, (0, 0))
    upload = SentFile(str(path)).read(LIMITS)
    assert path.stat().st_mtime > 0  # the time until it is deleted starts again
    assert [(row.prediction, row.question) for row in upload.rows.rows] == [("Paris", None), ("5", None)]
    assert upload.rows.ids == [None, None]
    assert [fault.row for fault in upload.faults] == ["mine.jsonl, line 2", "mine.jsonl, line 4"]
    assert upload.warnings[0].startswith("skipped, because 2 of 4 rows have faults: 1 row: the list of references is")
    assert "(line 2); 1 row: a text of 10,001 characters" in upload.warnings[0]
    assert "the question is" in upload.warnings[1]
    assert "the id is a list" in upload.warnings[1]
    with pytest.raises(DataError, match="1 of 1 rows has a fault: 1 row: the list of references"):
        SentFile(str(write_jsonl(path, rows[1:2]))).read(LIMITS)


def test_downloads_have_all_rows_in_order(tmp_path: Path) -> None:
    content = (
        "question,reference,prediction,note\nWhere?,Württemberg,Württemberg,=1+1\nWho?,,Ann,-5\nbroken\nHow?,+x,+x,é\n"
    )
    _, (as_csv, as_jsonl, _, _) = scored(tmp_path / "mine.csv", content)
    assert as_csv.startswith("\ufeff")
    records = [json.loads(line) for line in as_jsonl.splitlines()]
    assert [record["question"] for record in records] == ["Where?", "Who?", None, "How?"]
    assert [record["verdict"] for record in records] == ["correct", None, None, "correct"]
    assert [bool(record["left_out"]) for record in records] == [False, True, True, False]
    assert "line 3" in records[1]["left_out"]
    assert "line 4" in records[2]["left_out"]
    # A formula stays text, a number a number, and JSON lines have the cell as it is.
    cells = list(csv.DictReader(as_csv.removeprefix("\ufeff").splitlines()))
    assert [cell["note"] for cell in cells] == ["'=1+1", "-5", "", "é"]
    assert cells[3]["prediction"] == "'+x"
    assert [record["note"] for record in records] == ["=1+1", "-5", None, "é"]


def test_a_correction_counts_everywhere_but_in_smiles_agreement(tmp_path: Path) -> None:
    found, _ = scored(tmp_path / "mine.csv", "prediction,reference,human\nParis,Paris,1\nLyon,Paris,1\n", "human")
    changed = scored_file_with_downloads(with_corrections_of_user(found, {1: True}), tmp_path)
    before, after = (report_html(scored_file_report(each)) for each in (found, changed))
    assert "mine.csv: 2 correct, 0 incorrect, with 1 correction" in after
    assert "Accuracy (SMILE over 0.67), with 1 correction" in after
    assert [changed.summary()[name] for name in ("accuracy", "smile")] == [1.0, found.summary()["smile"]]
    # SMILE's agreement is that of SMILE.
    assert "SMILE agrees with human labels on 1 of 2 answers (50 %)." in after
    table = re.compile("Agreement with human labels</caption>.*?</table>", re.DOTALL)
    assert table.findall(before) == table.findall(after) != []
    as_csv, as_jsonl, as_parquet, page = (Path(path) for path in changed.downloads)
    records = read_items(as_jsonl)
    assert [record["verdict"] for record in records] == ["correct", "correct"]
    assert [record["corrected"] for record in records] == [False, True]
    assert records[1]["reason"] == "Corrected by you"
    assert records[1]["smile"] == found.scores.smile[1]
    assert parquet.read_table(as_parquet)["corrected"].to_pylist() == [False, True]
    cells = list(csv.DictReader(as_csv.read_text("utf-8-sig").splitlines()))
    assert [(row["verdict"], row["corrected"]) for row in cells] == [("correct", "false"), ("correct", "true")]
    rows = page.read_text(encoding="utf-8").partition("Lowest-scoring rows")[2]
    assert re.sub(r"\s*<[^>]+>\s*", "|", rows).count("|2||correct||by you|") == 1
    with pytest.raises(DataError, match="no row 2"):
        with_corrections_of_user(found, {2: True})


class LateEncoder(TinyEncoder):
    """An encoder that takes its time over one text."""

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        if any("late" in text for text in texts):
            time.sleep(LITTLE_TIME.seconds)
        return super().encode(texts, on_progress)


LITTLE_TIME = Limits(seconds=5)


def test_rows_scored_within_the_time_limit_are_kept(tmp_path: Path) -> None:
    rows = [{"prediction": f"early {i}", "reference": "Paris", "system": "AB"[i % 2]} for i in range(140)]
    rows[120]["prediction"] = "late"
    path = write_jsonl(tmp_path / "long.jsonl", rows)
    engine = tiny_engine(LITTLE_TIME, LateEncoder())
    for step in score_file(engine, Event(), SentFile(str(path), system="system"), ChosenSetting("default")):
        if not isinstance(step, str):
            assert len(step.scores) == 100
            shown = report_html(scored_file_report(step))
            assert "The time limit of 5 s is over: the first 100 of 140 rows are scored" in shown
            assert explorer_data(step)["system"] == ["A", "B"] * 50
            table = read_items(Path(step.downloads[1]))
            assert [bool(row["verdict"]) for row in table] == [i < 100 for i in range(140)]
            assert table[-1]["left_out"] == "the time limit was over"


def test_messages_of_the_page_name_its_fields() -> None:
    error = DataError("a.csv has no column {!r} ({})", "prediction_column", Option("prediction_column"))
    assert "no column &#x27;prediction_column&#x27; (“Model answers”)" in error_message_html(error)
    with pytest.raises(UsageError) as caught:
        named_settings("default", answer="(")
    assert "<p>“Final answer” &#x27;(&#x27; is not a valid regular expression" in error_message_html(caught.value)


QUESTIONS = [("Where?", "Paris"), ("How many?", "five"), ("Who?", "Ann"), ("What?", "a cat")]


def answers(system: Any, **columns: Any) -> list[dict[str, Any]]:
    return [
        {"question": question, "reference": reference, "prediction": reference, "system": system}
        | {name: values[i] for name, values in columns.items()}
        for i, (question, reference) in enumerate(QUESTIONS)
    ]


def compared(path: Path, rows: list[dict[str, Any]]) -> tuple[ScoredFile, list[dict[str, Any]]]:
    """Returns the scores, and the downloaded rows."""
    found = first_result(SentFile(str(write_jsonl(path, rows)), system="system"))
    return found, read_items(Path(found.downloads[1]))


def test_it_is_the_comparison_of_the_command(tmp_path: Path) -> None:
    said = ["Paris", "six", "Bob", "a cat"]
    # The systems take turns, and one lacks a question.
    both = (answers("A", n=range(4)), answers("B", prediction=said, n=range(4)))
    rows = [row for pair in zip(*both, strict=True) for row in pair]
    path = tmp_path / "both.jsonl"
    found, records = compared(path, rows[:-1])
    paired = pair_systems(read_systems([path]))
    assert found.compared is not None
    # The rows keep the file's order, and the one that only one system answers is scored, too.
    assert found.rows == SentFile(str(path)).read(LIMITS).rows.rows
    some = found.scores.at(np.array([0, 2, 4, 1, 3, 5]))
    expected = compare_systems(some, paired.systems, 0.95, "question", paired.left_out, ["1", "3", "5"])
    assert json.dumps(found.compared.to_dict()) == json.dumps(expected.to_dict())
    assert [(record["system"], record["n"]) for record in records] == [
        *((w, n) for n in range(3) for w in "AB"),
        ("A", 3),
    ]
    assert "left_out" not in records[0]
    assert [record["verdict"] for record in records] == found.scores.verdict
    assert len(found.scores) == 7
    shown = report_html(scored_file_report(found), {"comparison": ""})
    assert "both.jsonl: 5 correct, 2 incorrect" in shown
    assert "3 of 4 questions are in every system and are compared" in shown


def test_what_cannot_be_compared_is_said(tmp_path: Path) -> None:
    other = {"question": "Why?", "reference": "a", "prediction": "b", "system": "B"}
    unasked = [{"reference": "a", "prediction": "a", "system": who} for who in "AAABB"]
    cases: list[tuple[list[dict[str, Any]], str]] = [
        ([*answers("A"), other], "no question is in every"),
        ([*answers("A"), *answers(None)], r"rows\.jsonl, line 5: the system is None"),
        ([row for i in range(21) for row in answers(i)], "21 systems: at most 20"),
        (unasked, "A has 3; B has 2"),
        ([*unasked[1:], unasked[0] | {"reference": []}], "are paired by position, so no row can be skipped"),
    ]
    for rows, message in cases:
        with pytest.raises(DataError, match=message):
            compared(tmp_path / "rows.jsonl", rows)


def test_failed_audit_costs_no_result_but_bugs_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audit, rows = Mock(side_effect=DataError("too odd")), [*answers("A"), *answers("B")]
    monkeypatch.setattr("smile.app.requests.scored_file.audit_rows", audit)
    found, _ = compared(tmp_path / "rows.jsonl", rows)
    assert found.suspicions == [""] * 8
    shown = report_html(scored_file_report(found), {"comparison": ""})
    assert "The references were not checked for errors: too odd." in shown
    audit.side_effect = ValueError("a bug")
    with pytest.raises(ValueError, match="a bug"):
        compared(tmp_path / "rows.jsonl", rows)


FEW = Limits(rows=60)
ROWS: list[dict[str, Any]] = [
    {
        "id": i,
        "question": f"Question {i // 2}?",
        "reference": f"answer {i}",
        "prediction": f"answer {i}" if i % 3 else "<b>other</b>",
        "system": "AB"[i % 2],
    }
    for i in range(60)
]


def kept(path: Path, n: int | None = 20, label: str = "") -> dict[str, Any]:
    """Returns what the browser would keep, as JSON gives it back."""
    sent = SentFile(str(path), label=label, system="system")
    *_, chosen = choose_to_label(tiny_engine(FEW), Event(), sent, ChosenSetting("default"), n)
    found: dict[str, Any] = json.loads(json.dumps(chosen, allow_nan=False))
    return found


def sent(found: dict[str, Any], labels: list[Any]) -> dict[str, Any]:
    return {name: found[name] for name in ("smile", "correct", "given", "asked", "system", "rows")} | {"labels": labels}


def test_estimate_equals_that_of_the_downloaded_file(tmp_path: Path) -> None:
    found = kept(write_jsonl(tmp_path / "rows.jsonl", ROWS))
    assert (len(found["prediction"]), len(found["rows"])) == (60, 20)
    labels = [i % 3 > 0 for i in found["rows"][:12]] + [None] * 8
    labels[3] = None  # unsure
    shown = estimate_while_labelling(FEW, sent(found, labels))
    known = [None] * 60
    for i, label in zip(found["rows"], labels, strict=True):
        known[i] = label
    result = Estimator().estimate(found["smile"], known, found["question"], found["system"])
    low, high = result["estimate_ci"]
    assert f"Estimated for all 60 answers: {result['estimate']:.0%} correct".replace("%", " %") in shown
    assert f"({100 * low:.0f} to {100 * high:.0f} %)." in shown
    assert "95 % interval" in shown
    assert result["n_labelled"] == 11
    assert ">System<" in shown
    assert estimate_while_labelling(FEW, sent(found, [None] * 20)) == ""
    # Labels of the file count, too, where they are chosen.
    path = write_jsonl(
        tmp_path / "rows.jsonl", [row | {"human": i % 2 if i < 15 else None} for i, row in enumerate(ROWS)]
    )
    found = kept(path, None, "human")
    assert sorted(found["rows"]) == list(range(15, 60))
    known = [i % 2 == 1 for i in range(15)] + [i % 3 > 0 for i in range(15, 60)]
    estimate = Estimator().estimate(found["smile"], known, found["question"], found["system"])["estimate"]
    shown = estimate_while_labelling(FEW, sent(found, [i % 3 > 0 for i in found["rows"]]))
    assert f"{60 * estimate:.0f} of 60 answers are correct ({100 * estimate:.0f} %)." in shown
    assert set(kept(path, 60)["rows"]) == set(range(60))


def test_the_users_labels_are_compared_with_smile(tmp_path: Path) -> None:
    found = kept(write_jsonl(tmp_path / "rows.jsonl", ROWS))
    labels = [found["correct"][row] for row in found["rows"]]
    labels[:2] = [not label for label in labels[:2]]
    shown = estimate_while_labelling(FEW, sent(found, [*labels[:15], *[None] * 5]))
    kappa = cohen_kappa_score(labels[:15], [found["correct"][row] for row in found["rows"][:15]])
    low, high = accuracy_interval(np.arange(15) > 1, 0.95, np.array(found["asked"])[found["rows"][:15]])
    assert (
        f"SMILE agrees with your labels on 13 of 15 answers: 87 % ({100 * low:.0f} to {100 * high:.0f} %), "
        f"Cohen&#39;s kappa {kappa:.3f}." in shown
    )


def test_what_cannot_be_labelled_is_said(tmp_path: Path) -> None:
    for rows, n, message in (
        ([row | {"human": 1} for row in ROWS], 5, "all 60 rows have a label in 'human'"),
        ([row | {"human": None} for row in ROWS * 2], 5, "120 rows: at most 60 are allowed here"),
        ([row | {"human": None} for row in ROWS], 0, "must be a whole number from 1 to 60"),
        ([row | {"human": 1 if row["id"] else None} for row in ROWS], 5, "from 1 to 1, the rows without a label"),
    ):
        with pytest.raises((DataError, UsageError), match=message):
            kept(write_jsonl(tmp_path / "rows.jsonl", rows), n, "human")


def test_whatever_the_page_sends_is_checked(tmp_path: Path) -> None:
    found = kept(write_jsonl(tmp_path / "rows.jsonl", ROWS))
    right = sent(found, [True] * 20)
    for change, message in (
        ({"labels": ["<b>"] * 20}, "20 labels do not fit 20 rows"),
        ({"labels": [True]}, "1 labels do not fit 20 rows"),
        ({"smile": ["x"] * 60}, "the score is 'x'"),
        ({"smile": [0.5] * 61}, "61 rows: at most 60"),
        ({"correct": [True]}, "the chosen rows are invalid"),
        ({"correct": ["x"] * 60}, "labels do not fit"),
        ({"system": [["a"]] * 60}, "the system is"),
        ({"given": [7] + [None] * 59}, "labels do not fit"),
        ({"rows": None}, "rows"),
        ({"rows": [0] * 20}, "the chosen rows are invalid"),
        ({"rows": [*range(19), 60]}, "the chosen rows are invalid"),
        ({"rows": [*range(19), [1]]}, "the chosen rows are invalid"),
    ):
        with pytest.raises(DataError, match=message):
            estimate_while_labelling(FEW, right | change)
    for nothing in (None, [], {"labels": []}):
        with pytest.raises(DataError, match="the data of the labelling page is incomplete"):
            estimate_while_labelling(FEW, nothing)


@cases
def test_a_wrong_limit_is_said(variable: str, value: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_limits({variable: value})


def test_users_take_turns_and_get_scorers_scores() -> None:
    texts = [f"answer {i} " + "word " * (i % 7) for i in range(400)]
    encoder = TinyEncoder()
    engine = tiny_engine(encoder=encoder)
    seen: list[tuple[int, int]] = []
    scores = engine.wait_for_scorer(ChosenSetting("default", 0.3, 0.67)).score_rows(
        check_rows(texts, ["word"] * 400), engine.watch(lambda: False, lambda *progress: seen.append(progress))
    )
    assert scores.items() == SmileScorer(encoder=TinyEncoder()).score(texts, ["word"] * 400).items()
    assert max(map(len, encoder.calls)) <= 128
    assert len(encoder.calls) > 3
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


@pytest.mark.parametrize(
    ("chosen", "questions", "name"),
    [
        (ChosenSetting(AUTO), ["Where?", "Who?"], "learned"),
        (ChosenSetting(AUTO), ["Where?", None], "learned"),
        (ChosenSetting(AUTO), [None, " "], "default"),
        (ChosenSetting(AUTO, semantic_weight=0.5), ["Where?", "Who?"], "default"),
        (ChosenSetting("fast"), ["Where?", "Who?"], "fast"),
    ],
)
def test_the_setting_follows_the_questions(chosen: ChosenSetting, questions: list[str | None], name: str) -> None:
    engine = tiny_engine()
    rows = check_rows(["a", "b"], ["a", "c"], questions)
    assert engine.wait_for_scorer(chosen, rows).settings.name == name


def test_a_model_that_cannot_be_loaded_is_said() -> None:
    class Broken(TinyEncoder):
        def load(self) -> None:
            raise RuntimeError("/secret/path")

    engine = tiny_engine(Limits(settings=("default",)), Broken())
    with pytest.raises(Exception, match="could not be loaded") as caught:
        engine.wait_for_scorer(ChosenSetting("default", 0.3, 0.67))
    assert "/secret/path" not in str(caught.value)


# What an item has where there is nothing to tell.
NOTHING: dict[str, Any] = {"doubt_reason": "", "best_reference": 0}
NOTHING |= dict.fromkeys(("is_other_value", "is_truncated", "is_out_of_vocabulary"), False)
NOTHING |= dict.fromkeys(("answer_read", "answer_marker", "not_attempted", "rule", "evidence"), "")


def card_of(answer: str, reference: str = "Paris", ngram: str = "", **scores: Any) -> str:
    settings = named_settings("default")
    given: dict[str, Any] = dict.fromkeys(("smile", "semantic", "lexical", "easy_match", "keyword_similarity"), 0.5)
    given |= NOTHING | {"correct": False, "rating": 2, "matched_ngram": ngram or answer.lower()} | scores
    given = {"verdict": "correct" if given["correct"] else "incorrect"} | given
    return "".join(answer_card(answer, [reference], given, settings))


@cases
def test_a_card_explains_its_verdict(answer: str, is_right: bool, scores: dict[str, Any], expected: str) -> None:
    card = card_of(answer, correct=is_right, **scores)
    assert expected in card, card


@cases
def test_only_the_same_order_is_verbatim(answer: str, reference: str, ngram: str, expected: str) -> None:
    card = card_of(answer, reference, ngram, correct=True, keyword_similarity=1.0)
    assert expected in card
