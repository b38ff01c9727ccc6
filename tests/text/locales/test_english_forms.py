"""Values of other languages, in English forms and in the reasons."""

from pathlib import Path

import pytest

from smile.text.locales.english_forms import english_form
from smile.tsv import read_tsv_table
from tools.locales import TARGET, lines

FORMS = read_tsv_table(Path(__file__).parent, "english_forms.tsv")


@pytest.mark.parametrize(("language", "own", "english"), FORMS, ids=lambda value: str(value))
def test_values_are_written_as_in_english(language: str, own: str, english: str) -> None:
    assert english_form(own, language).text == english


@pytest.mark.parametrize(("language", "own"), [row[:2] for row in FORMS], ids=lambda value: str(value))
def test_each_word_knows_where_it_comes_from(language: str, own: str) -> None:
    form = english_form(own, language)
    assert form.own_words(form.text).startswith(own[:-1])
    for place in range(len(form.text)):
        start, stop = form.own_span((place, place + 1))
        assert 0 <= start < stop <= len(own)


def test_the_table_is_that_of_its_tool() -> None:
    written = TARGET.read_text("utf-8").splitlines()
    assert [line for line in written if not line.startswith("#")] == lines()
