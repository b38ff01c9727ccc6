import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.text.invisible_characters import visible, without_joiners


@pytest.mark.parametrize(
    "text",
    [
        "Paris",
        "👩\u200d🚀",
        "👩🏽\u200d🚀",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "می\u200cخواهم",
        "क्\u200dष",
        "\u0600١",
        "e\u0301",
    ],
)
def test_what_is_seen_or_spelled_stays(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Par\u00adis", "Paris"),
        ("Par\u200c\u200dis", "Paris"),
        ("\ufeffa\u2060b\u200e\u202c", "ab"),
        ("❤\ufe0f", "❤"),
        ("❤\ufe0f\u200d🔥", "❤\u200d🔥"),
        ("👩\u200d", "👩"),
        ("葛\U000e0100", "葛"),
    ],
)
def test_what_is_not_seen_goes(text: str, seen: str) -> None:
    assert visible(text) == seen


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_text_without_format_characters_stays(text: str) -> None:
    assert visible(text) == text


@given(st.text(st.sampled_from("aß❤👩🚀یক\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0f")))
def test_once_is_enough_and_only_joiners_are_left(text: str) -> None:
    seen = visible(text)
    assert visible(seen) == seen
    assert {c for c in seen if unicodedata.category(c) == "Cf"} <= {"\u200c", "\u200d"}
    assert not {"\u200c", "\u200d"} & set(without_joiners(seen))
