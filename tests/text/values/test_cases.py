"""The cases of `cases.tsv`, through the scorer."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from smile import SmileScorer
from smile.text.view import RuleName
from tests.support.cases import read_cases

_ROOT = Path(__file__).parents[3]
_CASES = read_cases(Path(__file__).parent / "cases.tsv")

_OF_NAMES = {"place", "person", "short form", "spelling", "list", "closed answer"}

# As words in small letters or in a text in capitals they say nothing.
_CODES = {"Columbus, OH", "Tulsa, OK", "Honolulu, HI", "As"}


def _found(cases: Iterable[list[str]]) -> list[tuple[str, str]]:
    """The verdict and the rule of each case."""
    references, questions, answers = (list(column) for column in zip(*(case[:3] for case in cases), strict=True))
    scores = SmileScorer("fast").score(answers, references, [question or None for question in questions])
    of_words = np.where(scores.easy_match == 1, "words", "none")
    of_rules = np.where(scores.is_other_value, "other", "same")
    verdicts = np.where([rule != "" for rule in scores.rule], of_rules, of_words)
    return list(zip(verdicts.tolist(), scores.rule, strict=True))


def test_each_rule_has_cases() -> None:
    assert {rule for case in _CASES for rule in case[4:5]} - {""} == set(get_args(RuleName))


@pytest.fixture(scope="module")
def found() -> list[tuple[str, str]]:
    return _found(_CASES)


@pytest.mark.parametrize("place", range(len(_CASES)), ids=[" ".join(case)[:60] for case in _CASES])
def test_cases(place: int, found: list[tuple[str, str]]) -> None:
    verdict, rule, *_ = [*_CASES[place][3:], ""]
    assert found[place] == (verdict, rule)


@pytest.mark.parametrize(("change", "codes"), [(str.lower, _CODES), (str.upper, _CODES | {"Can"})])
def test_only_codes_need_their_case(
    change: Callable[[str], str], codes: set[str], found: list[tuple[str, str]]
) -> None:
    """Many data sets are in small letters, and people shout."""
    changed = _found([[reference, question, change(answer)] for reference, question, answer, *_ in _CASES])
    found_by = zip(_CASES, found, changed, strict=True)
    differ = {case[2] for case, one, other in found_by if one[0] != other[0] and _OF_NAMES & {one[1], other[1]}}
    assert differ == codes


def _promised() -> Iterator[tuple[str, str, list[list[str]]]]:
    """Each answer of the table in docs/values.md, what it is there, and its cases: one for each reference beside it."""
    page = (_ROOT / "docs/values.md").read_text("utf-8")
    for row in re.findall(r"^\| ([^|]*`[^|]*)\| ([^|]*) ?\| ([^|]*) ?\|$", page, re.MULTILINE):
        references, question = re.findall(r"`([^`]+)`", row[0]), re.search(r"\((.*\?)\)", row[0])
        for cell, wanted in zip(row[1:], ("same", "other"), strict=True):
            for answer in filter(None, cell.strip().split("; ")):
                yield answer, wanted, [[reference, question[1] if question else "", answer] for reference in references]


def test_the_page_promises_what_the_rules_do() -> None:
    for answer, wanted, cases in _promised():
        verdicts = {"same" if verdict == "words" else verdict for verdict, _ in _found(cases)}
        assert wanted in verdicts, answer


def test_people_agree_on_the_yes_no_questions() -> None:
    """No answer is judged against people, and 17 of 20 are judged."""
    lines = (_ROOT / "assets/yes_no_qa.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    verdicts = _found([row["references"][0], row["question"], row["prediction"]] for row in rows)
    judged = Counter(
        (verdict == "same") == row["human"]
        for row, (verdict, _) in zip(rows, verdicts, strict=True)
        if verdict in ("same", "other")
    )
    assert judged[False] == 0
    assert judged[True] >= 205
