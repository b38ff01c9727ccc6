import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.checks import is_blank
from smile.text import normalization, numerals
from smile.text.languages import LEMMA_LANGUAGES
from smile.text.lemmas import simple_lemma
from smile.text.normalization import text_to_encode, without_invisible, without_joiners, words
from tests.support.cases import read_cases

_CASES = read_cases(Path(__file__).parent / "words.tsv")


@pytest.mark.parametrize(("language", "text", "relation", "other"), _CASES)
def test_cases(request: pytest.FixtureRequest, language: str, text: str, relation: str, other: str) -> None:
    if language == "paper":
        request.getfixturevalue("wordnet")
    form = ("paper", "en") if language == "paper" else ("smile", language)
    if relation in ("=", "!="):
        assert (words(text, *form) == words(other, *form)) is (relation == "=")
    else:
        found = {
            "is": " ".join(words(text, *form)),
            "lemma": simple_lemma(text, form[1]),
            "seen": without_invisible(text),
        }
        assert found[relation] == other


@pytest.mark.parametrize("text", ["?", "!!!", "...", "_", "؟", "— –"])
@pytest.mark.parametrize("language", ["en", "de", "ja", "any"])
def test_where_nothing_is_left_the_words_are_the_original(text: str, language: str) -> None:
    assert words(text, "smile", language) == tuple(text.split())


@pytest.mark.parametrize("language", ["en", "de", "fr", "ar", "ja", "any"])
@given(text=st.text(max_size=40))
def test_only_blank_text_has_no_words(language: str, text: str) -> None:
    found = words(text, "smile", language)
    assert found or is_blank(text)
    assert all(word and not word.isspace() for word in found)


@given(st.text(st.characters(exclude_categories=("Cs", "M"))))
def test_words_of_words_are_the_same_words(text: str) -> None:
    """Holds without lemmas only: a lemma may have a lemma of its own."""
    once = words(text, "smile", "any")
    assert words(" ".join(once), "smile", "any") == once


@given(st.text())
def test_upper_and_lower_case_make_no_difference(text: str) -> None:
    lowered = text.lower()
    if lowered.upper().lower() == lowered:  # not so for some letters: ß, ŉ, Greek final sigma
        assert words(lowered.upper(), "smile", "any") == words(lowered, "smile", "any")


# What texts are made of in which white space, signs, digits and words next to each other say something together.
PIECES = st.sampled_from(
    "3 -5 –5 1 000 1.000,50 $5 five o zero point minus and million per cent % U.S. C++ C# A+ dogs' Mike's l'été "
    "Röntgen 東京 ５ ½ 🙂 (it) it. \u0301 e\u0301 ² I.".split(" ")
)
SPACES = st.sampled_from(["", " ", "  ", "\u00a0", "\t", "\x1c"])


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja", "any"])
@given(text=st.lists(st.one_of(PIECES, SPACES, st.text(max_size=4)), max_size=10).map("".join))
def test_a_text_read_piece_by_piece_has_the_words_that_it_has_as_a_whole(language: str, text: str) -> None:
    in_pieces = words(text, "smile", language)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(normalization, "_JOINED_ACROSS_SPACE", re.compile(""))
        patch.setattr(numerals, "NUMBER_WORD", re.compile(""))
        assert words(text, "smile", language) == in_pieces


def test_clean_text_has_no_invisible_characters_except_in_the_papers_form() -> None:
    assert text_to_encode("Par\u00adis\u200b", "smile") == "Paris"
    assert text_to_encode("Par\u00adis", "paper") == "Par\u00adis"
    assert text_to_encode("\ufe0f", "smile") == "\ufe0f"


@pytest.mark.parametrize("language", sorted(LEMMA_LANGUAGES))
@pytest.mark.parametrize("text", ["U.S.", "A.M.", "W.A.S.", "I.N.S.T.", "m.e.", "S.A.T.", "d.u.", "L.E.S."])
def test_no_dictionary_changes_letters_with_dots(language: str, text: str) -> None:
    assert words(text, "smile", language) == (text.replace(".", "").lower(),)


INVISIBLE = st.sampled_from("\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u2060\u2066\ufeff\ufe0f")


@pytest.mark.parametrize("language", ["en", "fr", "ru", "any"])
@given(data=st.data())
def test_an_invisible_character_in_a_word_changes_nothing(language: str, data: st.DataObject) -> None:
    seen = data.draw(st.sampled_from(["Paris", "O'Brien", "1,000", "U.S.", "Россия", "l'été", "-5", "dogs", "3.14"]))
    at = data.draw(st.integers(0, len(seen)))
    text = seen[:at] + data.draw(INVISIBLE) + seen[at:]
    assert words(text, "smile", language) == words(seen, "smile", language)
    assert text_to_encode(text, "smile") == text_to_encode(seen, "smile")


@pytest.mark.parametrize(
    ("language", "with_joiner", "without"),
    [("fa", "کتاب\u200cها", "کتاب"), ("any", "می\u200cخواهم", "میخواهم"), ("hi", "क्\u200dया", "क्या")],
)
def test_a_joiner_that_is_spelling_stays_within_the_word(language: str, with_joiner: str, without: str) -> None:
    assert text_to_encode(with_joiner, "smile") == with_joiner
    assert words(with_joiner, "smile", language) == words(without, "smile", language)
    assert len(words(with_joiner, "smile", language)) == 1


def test_a_long_run_of_marks_is_cut_into_runs_that_normalise_quickly() -> None:
    cleaned = text_to_encode("e" + "\u0301" * 90, "smile")
    assert cleaned.startswith("é")
    assert max(len(run) for run in cleaned.split("\u034f")) <= 30


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_text_without_format_characters_stays(text: str) -> None:
    assert without_invisible(text) == text


@given(st.text(st.sampled_from("aß❤👩🚀یক\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0f")))
def test_once_is_enough_and_only_joiners_are_left(text: str) -> None:
    seen = without_invisible(text)
    assert without_invisible(seen) == seen
    assert {c for c in seen if unicodedata.category(c) == "Cf"} <= {"\u200c", "\u200d"}
    assert not {"\u200c", "\u200d"} & set(without_joiners(seen))
