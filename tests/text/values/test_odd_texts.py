"""Texts of values with long runs of digits, white space of any kind, and characters that nobody sees."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from smile import SmileScorer
from smile.rows.checked_rows import Row, check_each_row
from smile.text.values import decide
from smile.text.values.amounts.units import units_by_name, units_named, words_for_unit
from smile.text.view import View
from tests.support.cases import read_cases

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
