from smile import SmileScorer
from smile.text.values import decide
from smile.text.values.found_values import values_in
from smile.text.view import View


def test_a_bold_phrase_with_fewer_numbers_is_a_part() -> None:
    answer = "Before thawing it is kept at -20 °C. **After thawing it is kept at 4 °C.**"
    scores = SmileScorer("fast").score(
        [answer], ["-20 °C before thawing, 4 °C after thawing"], ["At what temperatures?"]
    )
    assert scores.answer_marker == ["markup removed"]


def test_a_rate_of_a_percentage_beside_another_unit_is_read() -> None:
    [dose, rate] = values_in("1200 mg, 5 % per year")
    assert not dose.rates
    assert rate.rates == {"year"}


def test_operands_of_shown_work_are_no_values_that_are_said() -> None:
    assert [found.stance for found in values_in("12 / 4 = 3")] == ["works", "works", "says"]


def test_a_change_has_an_old_value_and_a_new_one() -> None:
    assert [found.is_old for found in values_in("It was raised from 40 to 55.")] == [True, False]


def test_no_value_is_compared_with_a_long_reference() -> None:
    assert decide.compare("It costs $5. " * 20, False, View("It costs $6."), None) is None
