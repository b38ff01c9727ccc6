"""The cases of `cases.tsv` through the scorer, numbers in words, units, and values in odd texts."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pint
import pytest

from smile import SmileScorer
from smile.rows.checked_rows import Row, check_each_row
from smile.text.values import date_grammar, decide, numbers
from smile.text.values.amounts.amount_parser import Rate
from smile.text.values.amounts.units import UNIT_FACTORS, units_by_name, units_named, words_for_unit
from smile.text.values.kinds import may_hold_value, values_in
from smile.text.values.rule_order import find_match_by_rules
from smile.text.view import RuleName, View
from tests.support.cases import cases, read_cases
from tools import unit_factors

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
    for answer, wanted, rows in _promised():
        verdicts = {"same" if verdict == "words" else verdict for verdict, _ in _found(rows)}
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


@cases
def test_in_figures(text: str, expected: str) -> None:
    assert numbers.numbers_in_figures(text).text == expected


@cases
def test_a_match_names_the_place_of_values(reference: str, answer: str, said: list[str]) -> None:
    view = View(answer)
    match = find_match_by_rules(reference, False, view, None)
    assert match
    assert match.is_same
    assert view.quoted(match) == said


@pytest.mark.parametrize(
    "text",
    [
        *date_grammar.MONTHS,
        *date_grammar.WEEKDAYS,
        *sorted(numbers.NUMBER_WORDS),
        *(f"king {numeral}" for numeral in numbers.roman_numbers()),
        *"summer autumn fall winter spring Christmas Halloween noon midday midnight WWII WWTWO".split(),
        *("New Year's Day", "St. Patrick's Day", "Boxing Day", "last Friday", "inMay", "an hour", "the '60s", "٣ km"),
    ],
)
def test_no_number_is_overlooked(text: str) -> None:
    assert may_hold_value(f"the ({text})")


def test_a_rate_beside_another_unit_is_read() -> None:
    [dose, rate] = values_in("1200 mg, 5 % per year")
    assert not dose.value.rates
    assert rate.value.rates == {Rate("year")}


def test_no_value_is_compared_with_a_long_reference() -> None:
    assert decide.compare("It costs $5. " * 20, False, View("It costs $6."), None) is None


# What pint takes for other things: steps of a logarithm, and years of 365.25 days in units without years.
NOT_AS_PINT = {"decibel", "decade", "century", "millennium"}


@cache
def registry() -> Any:
    return pint.UnitRegistry()


def by_pint(amount: float, unit: str, other: str) -> float | None:
    quantity = registry().Quantity(amount, unit)
    return float(quantity.to(other).magnitude) if quantity.is_compatible_with(other) else None


def test_units_are_converted_as_pint_does() -> None:
    units = [unit for name, unit in units_by_name().items() if name not in NOT_AS_PINT and name != "percentage_point"]
    for unit, other in permutations(units, 2):
        expected = by_pint(7.25, unit.name, other.name)
        assert unit.to(other, 7.25) == (None if expected is None else pytest.approx(expected, rel=1e-11)), (unit, other)


@cases
def test_rates_and_powers_are_converted_as_pint_does(unit: str, other: str) -> None:
    for there, here in ((unit, other), (other, unit)):
        expected = by_pint(7.25, there, here)
        found = units_named(there)[0].to(units_named(here)[0], 7.25)
        assert found == (None if expected is None else pytest.approx(expected, rel=1e-11))


def test_the_table_is_what_the_tool_writes() -> None:
    assert UNIT_FACTORS.read_text("utf-8") == unit_factors.table()


@pytest.mark.parametrize("word", ["cats", "people", "point", "are", "in the", "At", "am"])
def test_ordinary_words_are_no_units(word: str) -> None:
    assert units_named(word) == ()


SPACES = [*"\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2009\u2028\u2029\u202f\u205f\u3000", "\r\n", "  "]
UNSEEN = [*map(chr, range(9)), *"\x0e\x1b\x7f\xad\u200b\u200c\u200d\u2060\ufeff", "\x1b[1m", "\x1b[38;5;196m"]
LONG = ["9" * 309, "9" * 4_301]
FORMS = ["{} 1/2", "{} and 3/4", "{} ½", "{} halves", "{} and a half", "{} dozen", "{} hours and a half", "{}%"]
FORMS += ["{} million", "{}-5 km", "5-{} km", "{}:3", "{}/4", "1/{}", "3 in {}", "{} BC", "{}th", "${}", "1e{}"]
FORMS += ["{}.5e9", "-5 to 0e{}", "at {} pm", "version {}.1", "{}, {} and {}"]
RATES = ["percent", "% per year", "% per second", "miles a year", "miles a second"]


def example_of_each_kind() -> list[tuple[str, str, str]]:
    """Answer, reference and question of the first two short cases of each rule and verdict."""
    found: dict[tuple[str, ...], list[tuple[str, str, str]]] = {}
    for reference, question, answer, *kind in read_cases(Path(__file__).parent / "cases.tsv"):
        kept = found.setdefault(tuple(kind[:2]), [])
        if len(kept) < 2 and len(answer) < 30 and answer.isascii():
            kept.append((answer, reference, question))
    return [example for kept in found.values() for example in kept]


def scores_of(rows: list[tuple[str, str, str]]) -> np.ndarray:
    answers, references, questions = zip(*rows, strict=True)
    return SmileScorer("fast").score(answers, references, [question or None for question in questions]).smile


@pytest.mark.parametrize("digits", LONG, ids=["309 digits", "4,301 digits"])
def test_a_long_run_of_digits_is_scored(digits: str) -> None:
    texts = [form.replace("{}", digits) for form in FORMS]
    others = ["2.5", "5 km", "$5", "1776", "9:15", "3:1", "Henry VIII", "1, 2 and 3"]
    # A long one takes long.
    pairs = [*product(texts, others), *product(others, texts)][:: 2 if len(digits) < 1_000 else 20]
    assert len(scores_of([(answer, reference, "") for answer, reference in pairs])) == len(pairs)


def test_every_unit_is_compared_with_every_rate() -> None:
    units, rates = units_by_name(), [unit for rate in RATES for unit in units_named(rate)]
    for unit, rate in product(units.values(), rates):
        assert (unit.to(rate) is None) == (rate.to(unit) is None) == (unit.dimensions != rate.dimensions)
    references = ("20% per year", "3 km/h", "20%", "5 cubic cubic cubic ly", "$3 a day")
    for unit in units:
        for name in sorted(words_for_unit(unit))[:2]:
            for answer in (f"3 {name}", f"3 {name} per second", f"3 cubic {name}", f"3 cubic cubic cubic {name}"):
                for reference in references:
                    decide.compare(reference, False, View(answer), None)


def test_white_space_of_any_kind_is_scored() -> None:
    rows = []
    for answer, reference, question in example_of_each_kind():
        spaces = [i for i, sign in enumerate(answer) if sign == " "]
        rows += [(answer.replace(" ", space), reference, question) for space in SPACES]
        rows += [(answer, reference.replace(" ", space), question) for space in SPACES]
        rows += [(answer[:i] + space + answer[i:], reference, question) for i in spaces for space in SPACES]
    checked = check_each_row(*map(list, zip(*rows, strict=True)))
    assert len(SmileScorer("fast").score_rows([row for row in checked if isinstance(row, Row)])) > 3_000


def test_unseen_characters_change_no_score() -> None:
    examples = example_of_each_kind()
    expected = scores_of(examples)
    rows, places = [], []
    for number, (answer, reference, question) in enumerate(examples):
        for place in range(len(answer) + 1):
            unseen = UNSEEN[(number + place) % len(UNSEEN)]
            rows.append((answer[:place] + unseen + answer[place:], reference, question))
            places.append(number)
        for unseen in UNSEEN:
            rows += [
                (unseen + answer + unseen, reference, question),
                (answer, unseen + reference + unseen, question),
                (answer, reference, unseen + question + unseen if question else ""),
            ]
            places += [number] * 3
    np.testing.assert_array_equal(scores_of(rows), expected[places])
