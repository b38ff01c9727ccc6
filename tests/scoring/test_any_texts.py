"""References against answers of other rows: no text of a value ends a run, and no rule fails (pytest.ini's filter)."""

import json
import random
import re
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smile import DataError, SmileScorer
from smile.errors import ModelError, RuleWarning
from smile.rows.checked_rows import Row, check_each_row
from smile.scoring import plan
from tests.support.command_line import run_smile, write_jsonl


def test_references_are_compared_with_answers_of_others(repository: Path) -> None:
    records = [
        json.loads(line)
        for path in sorted((repository / "assets").glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    told = [each.get("references") or each.get("reference") or [] for each in records]
    references = {text for each in told for text in ([each] if isinstance(each, str) else each)}
    answers = {each.get(name) for each in records for name in ("prediction", "answer")}
    chance = random.Random(0)  # noqa: S311
    columns = [sorted(text for text in texts if text and isinstance(text, str)) for texts in (answers, references)]
    columns.append([None, *(each["question"] for each in records if isinstance(each.get("question"), str))])
    checked = check_each_row(*(chance.choices(column, k=4_000) for column in columns))
    rows = [row for row in checked if isinstance(row, Row)]
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuleWarning)
        scores = SmileScorer("fast").score_rows(rows).smile
    assert ((scores >= 0) & (scores <= 1)).all()
    assert len(scores) > 3_900


PIECES = [r"\boxed{", r"\text{", r"\frac{", "}", r"\[", r"\]", "$", r"\,", r"\quad", "^{", "_", "\\", "{", " ", "not "]
PIECES += ["\u200b", "\u00a0", "\ufe0f", "\u3164", "\u0301", "\ud800", "\x00", "<think>", "|", "10^{3}", "yes", "A)"]
REFERENCES = st.lists(st.sampled_from(PIECES) | st.characters(), max_size=6).map("".join)


@pytest.mark.parametrize("reference", [r"\boxed{}", r"\text{}", r"\[ \]", r"$\,$", r"\quad", r"\boxed{\text{}}"])
@pytest.mark.parametrize("prediction", ["Paris", r"\boxed{}"])
def test_a_reference_of_empty_latex_is_empty(tiny_scorer: SmileScorer, reference: str, prediction: str) -> None:
    with pytest.raises(DataError, match=r"row 1: the reference is empty \('"):
        tiny_scorer.score(["a", prediction], ["b", reference])
    with pytest.raises(DataError, match=r"row 0: the reference 1 is empty \('"):
        tiny_scorer.score([prediction], [["b", reference]])


@settings(max_examples=100)
@given(st.lists(REFERENCES, min_size=20, max_size=20), st.randoms(use_true_random=False))
def test_any_reference_is_scored_or_refused(references: list[str], chance: random.Random) -> None:
    """2,000 of them, among answers that have, deny and repeat the reference."""
    answers = [chance.choice(["Paris", text, f"It is not {text}", f"{text}? No, Paris."]) for text in references]
    questions = [chance.choice([None, "Who was it?", f"Was it {text}?"]) for text in references]
    checked = check_each_row(answers, references, questions)
    rows = [row for row in checked if isinstance(row, Row)]
    faults = [str(fault) for fault in checked if isinstance(fault, DataError)]
    assert all("the reference is empty" in fault for fault in faults)
    if rows:
        scores = SmileScorer("fast").score_rows(rows).smile
        assert ((scores >= 0) & (scores <= 1)).all()


BAD = "a fault"


@pytest.fixture
def failing_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules fail on one answer: no text is known that makes them fail."""
    find_match = plan.find_match_by_rules

    def fail(reference: str, is_found: bool, answer: Any, question: str | None) -> Any:
        if answer.text == BAD:
            raise ValueError(f"cannot read {reference}")
        return find_match(reference, is_found, answer, question)

    monkeypatch.setattr(plan, "find_match_by_rules", fail)


@pytest.mark.parametrize("setting", ["fast", "learned"])
@pytest.mark.filterwarnings("ignore::smile.errors.LearnedWarning")
@pytest.mark.usefixtures("failing_rule")
@pytest.mark.real_encoder
def test_the_words_decide_and_the_row_is_named(setting: str) -> None:
    scorer = SmileScorer(setting)
    message = "failed on 2 of 3 rows.*: row 1, 'a fault' (ValueError: cannot read .*); row 2, 'a fault' (Val"
    with pytest.warns(RuleWarning, match=re.escape(message).replace(r"\.\*", ".*")):
        scores = scorer.score(["one yard", BAD, BAD], ["36 inches", ["Rome", BAD], "Rome"])
    assert scores.correct.tolist() == [True, True, False]
    assert scores.has_failed_rule.tolist() == [False, True, True]
    assert scores.summary()["notes"]["failed_rules"] == 2


def test_an_error_on_purpose_still_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ModelError("no dictionary")

    monkeypatch.setattr(plan, "find_match_by_rules", fail)
    with pytest.raises(ModelError, match="no dictionary"):
        SmileScorer("fast").score(["Paris"], ["Rome"])


@pytest.mark.usefixtures("failing_rule")
@pytest.mark.parametrize("workers", [[], ["--workers", "1"]])
def test_a_file_names_rows_of_all_chunks(workers: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smile.runs.chunked_files.rows_per_checkpoint", lambda _: 2)
    answers = ["Rome", BAD, "Oslo", BAD, "Bergen"]
    file = write_jsonl(tmp_path / "rows.jsonl", [{"prediction": text, "reference": "Rome"} for text in answers])
    result = run_smile("score", file, "--setting", "fast", *workers)
    assert result.exit_code == 0
    assert re.findall(r"row \d+", result.stderr) == ["row 1", "row 3"]
    assert "2 rows have a value that could not be read" in " ".join(result.stdout.split())
