"""Rows in other languages: found, counted, and warned about."""

import warnings

import pytest

from smile import SmileScorer, named_settings
from smile.errors import LanguageWarning
from smile.rows.checked_rows import check_rows
from smile.scoring.answers import language_of_row
from smile.scoring.other_languages import warning_of_languages
from tests.support.tiny_encoder import TinyEncoder, TinyReader

GERMAN = ("Er ist nicht in Berlin, sondern in Bonn.", "Das Haus der Geschichte ist in Bonn.", "Wo ist das Haus?")
ENGLISH = ("It is in Bonn.", "The house of history is in Bonn.", "Where is the house?")


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (GERMAN, "de"),
        (("Es el segundo de los dos libros.", "El primero", "¿Cuál de los dos?"), "es"),
        (("25 m", "30 m", "¿Cuánto mide la torre?"), "es"),
        (("Il est né à Lyon.", "Lyon", "Où est-il né ?"), "fr"),
        (("5 zł", "4 zł", "Ile kosztuje bilet?"), "pl"),
        (("8 m", "9 m", "Hoe hoog is de toren?"), "nl"),
        (("巴黎", "巴黎", None), "zh"),
        (("3時", "4時", "いつですか。"), "ja"),
        (("Ὅμηρος", "Homer", "Who wrote the Iliad?"), "en"),
        (ENGLISH, "en"),
        (("Rio de la Plata", "La Plata", None), "en"),
        (("It means the day of the dead.", "Día de los Muertos", "What is el Día de los Muertos?"), "en"),
        (("Αθήνα", "Αθήνα", None), "unknown"),
        (("", "Paris", None), "en"),
    ],
    ids=lambda value: str(value),
)
def test_function_words_or_letters_decide(texts: tuple[str, str, str | None], language: str) -> None:
    prediction, reference, question = texts
    (row,) = check_rows([prediction], [reference], [question])
    assert language_of_row(row, named_settings("fast")) == language


@pytest.mark.parametrize(
    ("languages", "part"),
    [
        (["de"] * 2 + ["en"] * 98, "2 of 100 rows are in German (not_english), and the setting 'fast' reads English"),
        (["de", "es", "es", "en"], "in Spanish (2) and German (1)"),
        (["unknown"], "in another language"),
        (["de"] + ["en"] * 98, None),
        (["en"], None),
    ],
)
def test_a_fiftieth_of_the_rows_gives_a_warning(languages: list[str], part: str | None) -> None:
    warning = warning_of_languages(languages, named_settings("fast"))
    assert warning is None if part is None else part in str(warning)
    assert not warning_of_languages(languages, named_settings("multilingual"))


@pytest.mark.parametrize("setting", ["fast", "default", "learned"])
def test_english_settings_warn_once_and_count(setting: str) -> None:
    scorer = SmileScorer(setting, encoder=TinyEncoder(), reader=TinyReader())
    with pytest.warns(LanguageWarning, match=r"1 of 2 rows are in German \(not_english\)") as warned:
        mixed = scorer.score(*zip(GERMAN, ENGLISH, strict=True))
    assert "language='de'" in str(warned[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error", LanguageWarning)
        german = scorer.score(*([text] * 3 for text in GERMAN))
        english = scorer.score(*([text] for text in ENGLISH))
    counts = [scores.summary()["notes"].get("not_english") for scores in (mixed, german, english)]
    assert counts == [1, 3, None]


def test_a_setting_with_the_language_says_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", LanguageWarning)
        SmileScorer("default", encoder=TinyEncoder(), language="de").score(*([text] for text in GERMAN))
