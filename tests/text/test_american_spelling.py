"""British and American spellings."""

import pytest

from smile.text.american_spelling import american
from smile.text.normalization import words


@pytest.mark.parametrize(
    ("british", "expected"), [("colour", "color"), ("metre", "meter"), ("tonnes", "tonnes"), ("gases", "gases")]
)
def test_american(british: str, expected: str) -> None:
    assert american(british) == expected


def test_words_have_one_spelling() -> None:
    assert words("The organised colours", "smile", "en") == words("the organized colors", "smile", "en")


def test_other_languages_keep_words() -> None:
    assert words("Litre", "smile", "fr") == ("litre",)
