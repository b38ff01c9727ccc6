"""The cases of `final_answer_cases.tsv` through the scorer, and the promises that hold for all outputs."""

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from smile import SmileScorer, UsageError
from smile.rows.checked_rows import Row
from smile.scoring.answer_reading import read_answers
from smile.settings.named_settings import named_settings
from smile.text.cleaning import clean_characters, cleaned, is_clean, parts_to_keep
from smile.text.final_answer import final_answer
from tests.support.cases import cases, read_cases
from tests.support.command_line import run_smile, write_jsonl
from tests.support.variants import VARIANTS, rows_of, variants

_CASES = read_cases(Path(__file__).parent / "final_answer_cases.tsv")
_MARKS = ["<think>", "</think>", "<answer>", "</answer>", "\\boxed{", "}", "{", "$", "\\frac", "#### ", "\n", "|"]
_MARKS += ["**", "`", "Final answer:", "Answer: ", "The answer is ", "So ", ". ", '{"answer": ', "[", "Paris"]
_MARKS += ["but", '"']


@pytest.fixture(scope="module")
def read() -> list[tuple[str, str]]:
    scores = SmileScorer("fast").score([case[0] for case in _CASES], ["Paris"] * len(_CASES))
    return list(zip(scores.answer_read, scores.answer_marker, strict=True))


@pytest.mark.parametrize("place", range(len(_CASES)), ids=[case[0][:60] for case in _CASES])
def test_cases(place: int, read: list[tuple[str, str]]) -> None:
    _, text, marker, *_ = [*_CASES[place], ""]
    assert read[place] == ("" if text == "-" else text, marker)


def test_whole_outputs_and_patterns_are_read() -> None:
    output = "<think>Rome</think> City: Rome. City: Paris."
    assert SmileScorer("fast", answer="whole").score([output], ["Paris"]).answer_read == [""]
    found = SmileScorer("fast", answer=r"City: (\w+)").score([output, "Paris"], ["Paris", "Paris"])
    assert (found.answer_read, found.answer_marker) == (["Paris", ""], ["pattern", ""])
    assert SmileScorer("fast", answer=r"\w+(?=\.$)").score([output], ["Paris"]).answer_read == ["Paris"]


@given(st.lists(st.sampled_from(_MARKS) | st.text(max_size=6), max_size=30).map("".join))
def test_any_output_is_read(output: str) -> None:
    found = final_answer(output)
    assert found.marker or found.text == output
    assert not (found.is_unfinished and found.text)


_ASSETS = Path(__file__).parents[2] / "assets"
_FILES = [_ASSETS / "hard_qa.jsonl", _ASSETS / "yes_no_qa.jsonl", _ASSETS / "long_qa.jsonl"]


@pytest.mark.parametrize("of", ["prediction", "references", "question"])
def test_variants_keep_the_verdict(of: str) -> None:
    plain = rows_of(_FILES, 60, 1)
    changed = [(i, kind, row) for i, each in enumerate(plain) for kind, row in variants(each, of)]
    verdicts = SmileScorer("fast").score_rows([*plain, *(row for *_, row in changed)]).correct.tolist()
    flips = [row for (i, _, row), verdict in zip(changed, verdicts[60:], strict=True) if verdict != verdicts[i]]
    assert len({kind for _, kind, _ in changed}) > 30
    assert flips == []


@cases
def test_signs_with_meaning_stay(text: str) -> None:
    assert cleaned(text, is_output=True) == text


def test_cleaning_twice_changes_nothing() -> None:
    for row in rows_of(_FILES, 100, 2):
        kept = parts_to_keep(row.references, row.question, "en")
        for variant in VARIANTS.values():
            once = cleaned(variant.make(row.prediction), kept)
            assert cleaned(once, kept) == once
            assert is_clean(once) or clean_characters(once) == once


def test_paper_reads_raw_text() -> None:
    row = Row("**Paris**  ", ("<b>Paris</b>",), (None,))
    assert read_answers([row], named_settings("paper")).rows == [row]


SLOW, OUTPUT = "(a+)+$", "a" * 5000 + "!"


@pytest.fixture
def short_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smile.scoring.answer_reading.SECONDS_OF_PATTERN", 0.2)


@pytest.mark.usefixtures("short_limit")
def test_a_slow_pattern_is_an_error_with_row() -> None:
    with pytest.raises(UsageError, match=r"row 1: the pattern answer='\(a\+\)\+\$' takes too long .*5,001 characters"):
        SmileScorer("fast", answer=SLOW).score(["a", OUTPUT], ["a", "a"])


@pytest.mark.usefixtures("short_limit")
@pytest.mark.parametrize("command", ["score", "compare"])
def test_the_command_line_ends_too(command: str, tmp_path: Path) -> None:
    rows = [{"id": i, "prediction": OUTPUT, "reference": "a"} for i in range(2)]
    files = [write_jsonl(tmp_path / f"{name}.jsonl", rows) for name in "ab"]
    result = run_smile(command, *files[: 1 + (command == "compare")], "--setting", "fast", "--answer", SLOW)
    assert (result.exit_code, "row 0: the pattern" in result.stderr) == (2, True)


@pytest.mark.parametrize("pattern", ["((a{1000}){1000}){1000}", "(?R)", "(", "[" * 3000, "a{99999999999}"])
def test_an_unusable_pattern_is_refused_at_once(pattern: str) -> None:
    with pytest.raises(UsageError, match="is not a valid regular expression"):
        SmileScorer("fast", answer=pattern)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pattern=st.text("ab(|)*+?{}[]^$.\\1,29-", max_size=30))
def test_any_pattern_is_refused_or_ends(short_limit: None, pattern: str) -> None:
    try:
        scorer = SmileScorer("fast", answer=pattern or "a")
        start = time.thread_time()
        scorer.score(["ab1" * 200 + "!"], ["a"])
    except UsageError:
        return
    assert time.thread_time() - start < 5
