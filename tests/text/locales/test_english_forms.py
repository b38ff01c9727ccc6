"""Values of other languages, in English forms and in the reasons."""

from pathlib import Path

import pytest

from smile import SmileScorer
from smile.text.locales.english_forms import VALUE_LANGUAGES, english_form
from smile.tsv import read_table
from tests.support.tiny_encoder import TinyEncoder
from tools.locales import TARGET, lines

FORMS = read_table(Path(__file__).parent, "english_forms.tsv")


@pytest.mark.parametrize(("language", "own", "english"), FORMS, ids=lambda value: str(value))
def test_values_are_written_as_in_english(language: str, own: str, english: str) -> None:
    assert english_form(own, language).text == english


def test_each_language_has_cases() -> None:
    assert {language for language, _, _ in FORMS} == VALUE_LANGUAGES


@pytest.mark.parametrize(("language", "own"), [row[:2] for row in FORMS], ids=lambda value: str(value))
def test_each_word_knows_where_it_comes_from(language: str, own: str) -> None:
    form = english_form(own, language)
    assert form.own_words(form.text).startswith(own[:-1])
    for place in range(len(form.text)):
        start, stop = form.own_span((place, place + 1))
        assert 0 <= start < stop <= len(own)


@pytest.mark.parametrize("setting", ["fast", "multilingual"])
@pytest.mark.parametrize(
    ("question", "reference", "prediction", "is_correct", "part"),
    [
        ("Wie hoch ist der Berg?", "2.962 m", "Er ist 2962 Meter hoch.", True, "2962 Meter = 2.962 m"),
        ("Wie hoch ist der Berg?", "2.962 m", "Er ist 2,962 Meter hoch.", False, "2,962 Meter instead of 2.962 m"),
        ("Um wie viel ist der Preis gesunken?", "um 5 %", "Er ist um 5 % gestiegen.", False, "gestiegen"),
        ("Woran lag es?", "am Veto", "Es lag nicht am Veto, sondern an der Wahl.", False, "only to rule it out"),
        ("¿Es verdad que cierra el lunes?", "Sí", "No, cierra el martes.", False, "No"),
        ("Combien coûte le billet ?", "2,50 €", "Il coûte 2 euros et 50 centimes.", True, "2 euros et 50 centimes"),
        ("合同是哪天签订的？", "2017年8月9日", "双方于2017-08-09签订了合同。", True, "2017-08-09"),
        ("開会式は何時からですか。", "13時30分", "午後1時半に始まります。", True, "午後1時半"),
        ("Сколько стоит билет?", "46 руб.", "Он стоит сорок шесть рублей.", True, "сорок шесть рублей"),
    ],
)
def test_reasons_quote_the_own_words(
    setting: str, question: str, reference: str, prediction: str, is_correct: bool, part: str
) -> None:
    encoder = None if setting == "fast" else TinyEncoder()
    scores = SmileScorer(setting, encoder=encoder).score([prediction], [reference], [question])
    assert scores.correct[0] == is_correct
    assert part in scores[0].reason


def test_two_names_do_not_share_characters() -> None:
    questions = ["日本の首都はどこですか。"] * 2
    scores = SmileScorer("multilingual", encoder=TinyEncoder()).score(
        ["京都です。", "東京です。"], ["東京"] * 2, questions
    )
    assert scores.correct.tolist() == [False, True]
    assert scores.easy_match[0] == 0


def test_the_table_is_that_of_its_tool() -> None:
    written = TARGET.read_text("utf-8").splitlines()
    assert [line for line in written if not line.startswith("#")] == lines()
