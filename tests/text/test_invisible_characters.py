import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from smile.text.invisible_characters import visible, without_joiners


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_text_without_format_characters_stays(text: str) -> None:
    assert visible(text) == text


@given(st.text(st.sampled_from("aß❤👩🚀یক\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0f")))
def test_once_is_enough_and_only_joiners_are_left(text: str) -> None:
    seen = visible(text)
    assert visible(seen) == seen
    assert {c for c in seen if unicodedata.category(c) == "Cf"} <= {"\u200c", "\u200d"}
    assert not {"\u200c", "\u200d"} & set(without_joiners(seen))
