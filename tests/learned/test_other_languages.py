"""Rows that are not in English, in the setting `learned`."""

import warnings

import pytest

from smile import SmileScorer
from smile.errors import LearnedWarning
from smile.learned.other_languages import count_not_english, warning_of_languages
from smile.rows.checked_rows import check_rows
from tests.support.tiny_encoder import TinyReader

GERMAN = ("Er ist nicht in Berlin, sondern in Bonn.", "Das Haus der Geschichte ist in Bonn.", "Wo ist das Haus?")
ENGLISH = ("It is in Bonn.", "The house of history is in Bonn.", "Where is the house?")


@pytest.mark.parametrize(
    ("texts", "is_found"),
    [
        (GERMAN, True),
        (("Es el segundo de los dos libros.", "El primero", "¿Cuál de los dos?"), True),
        (("Il est né à Lyon.", "Lyon", "Où est-il né ?"), True),
        (("巴黎", "巴黎", None), True),
        (("Ὅμηρος", "Homer", "Who wrote the Iliad?"), False),
        (ENGLISH, False),
        (("Rio de la Plata", "La Plata", None), False),
        (("It means the day of the dead.", "Día de los Muertos", "What is el Día de los Muertos?"), False),
        (("", "Paris", None), False),
    ],
    ids=lambda value: str(value),
)
def test_most_function_words_or_letters_decide(texts: tuple[str, str, str | None], is_found: bool) -> None:
    prediction, reference, question = texts
    assert count_not_english(check_rows([prediction], [reference], [question])) == is_found


def test_a_tenth_of_the_rows_gives_a_warning() -> None:
    assert "100 of 1,000 rows are in another language (not_english)" in warning_of_languages(100, 1000)
    assert not warning_of_languages(99, 1000)
    assert not warning_of_languages(0, 5)


def test_learned_warns_once_and_notes_count_them() -> None:
    scorer = SmileScorer("learned", reader=TinyReader())
    with pytest.warns(LearnedWarning, match=r"English only, and 1 of 2 rows are in another language \(not_english\)"):
        mixed = scorer.score(*zip(GERMAN, ENGLISH, strict=True))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        german = scorer.score(*([text] * 3 for text in GERMAN))
    assert mixed.summary()["notes"]["not_english"] == 1
    assert german.summary()["notes"]["not_english"] == 3


def test_english_rows_give_no_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scores = SmileScorer("learned", reader=TinyReader()).score(*([text] for text in ENGLISH))
    assert scores.summary()["notes"]["not_english"] == 0
    assert "not_english" not in SmileScorer("fast").score(["Bonn"], ["Bonn"]).summary()["notes"]
