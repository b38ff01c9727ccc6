import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile.checks import is_blank
from smile.text import normalization, numerals
from smile.text.languages import LEMMA_LANGUAGES
from smile.text.normalization import clean, words


def english(text: str) -> str:
    return " ".join(words(text, "smile", "en"))


# Worked out by hand from the rules in the docstring of `words`; lemmas as simplemma 2.0.0 has them.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Cats sat.", "the cat sat"),
        ("The Cats slept.", "the cat sleep"),
        ("(Paris), France!", "paris france"),
        ("O'Brien", "obrien"),
        ("Mike's dogs' tails", "mike dog tail"),
        ("half-life", "half life"),
        ("AT&T", "at t"),
        ("A+ in C++ and C#", "a+ in c++ and c#"),
        ("J.K. Rowling", "jk rowling"),
        ("e.g. this", "eg this"),
        ("Röntgen, naïve", "rontgen naive"),
        ("ﬁne ５㎞", "fine 5 km"),
        ("H₂O", "h2o"),
        ("🙂👍", "🙂 👍"),
        ("a\u200bb", "ab"),
    ],
)
def test_words_of_english_text(text: str, expected: str) -> None:
    assert english(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("O’Brien", "O'Brien"),
        ("it’s Mike’s", "it's Mike's"),
        ("the U.S.", "the US"),
        ("the U.K.", "the UK"),
        ("Cafe\u0301", "Café"),
        ("ＰＡＲＩＳ", "paris"),
        ("🇫🇷!", "🇫🇷"),
        ("US", "us"),
        ("U.S.", "us"),
        ("S.A.T.", "SAT"),
        ("Par\u00adis", "Paris"),
        ("❤\ufe0f", "❤"),
    ],
)
def test_spellings_of_one_thing_are_the_same_words(one: str, other: str) -> None:
    assert english(one) == english(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I don't know", "I do know"),
        ("It doesn't", "It does"),
        ("C++", "C"),
        ("C#", "C"),
        ("A+", "A"),
        ("A-", "A+"),
        ("U.S.", "we"),
        ("US", "we"),
        ("A.M.", "P.M."),
        ("10 am", "10 be"),
        ("5 m", "5 be"),
        ("5 km", "5 m"),
        ("ME", "I"),
        ("the best", "the good"),
        ("AIDS", "aid"),
        ("S.A.T.", "sit"),
        ("👨\u200d👩\u200d👧", "👨"),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "🏴"),
    ],
)
def test_other_meanings_are_other_words(one: str, other: str) -> None:
    assert english(one) != english(other)


@pytest.mark.parametrize("text", ["?", "!!!", "...", "_", "؟", "— –"])
@pytest.mark.parametrize("language", ["en", "de", "ja", "any"])
def test_where_nothing_is_left_the_words_are_the_original(text: str, language: str) -> None:
    assert words(text, "smile", language) == tuple(text.split())


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("zh", "答案是北京。", "答 案 是 北 京"),
        ("ja", "東京タワーは333m", "東 京 タ ワ ー は 333 m"),
        ("ja", "タワー1958", "タ ワ ー 1958"),
        ("ko", "서울은 1446년", "서 울 은 1446 년"),
        ("en", "Tokyo (東京)", "tokyo 東 京"),
        ("any", "北京 Beijing", "北 京 beijing"),
    ],
)
def test_chinese_japanese_and_korean_are_parted_by_character(language: str, text: str, expected: str) -> None:
    assert " ".join(words(text, "smile", language)) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "die Hunde", "der hund"),
        ("de", "größer", "größer"),
        ("fr", "les chevaux", "le cheval"),
        ("fr", "l'homme", "l homme"),
        ("it", "l'uomo", "l uomo"),
        ("ru", "книги", "книга"),
        ("any", "the kittens", "the kittens"),
        ("any", "l'été", "l été"),
        ("he", "שלום", "שלום"),
    ],
)
def test_words_of_other_languages(language: str, text: str, expected: str) -> None:
    assert " ".join(words(text, "smile", language)) == expected


def test_the_accent_makes_another_word_outside_english() -> None:
    assert words("schon", "smile", "de") != words("schön", "smile", "de")


def test_a_german_noun_and_its_plural_are_one_word() -> None:
    assert words("Haus", "smile", "de") == words("Häuser", "smile", "de")


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


def test_clean_text_is_nfkc_except_in_the_papers_form() -> None:
    assert clean("ﬁ ５", "smile") == "fi 5"
    assert clean("ﬁ ５", "paper") == "ﬁ ５"


def test_clean_text_has_no_invisible_characters_except_in_the_papers_form() -> None:
    assert clean("Par\u00adis\u200b", "smile") == "Paris"
    assert clean("Par\u00adis", "paper") == "Par\u00adis"
    assert clean("\ufe0f", "smile") == "\ufe0f"


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
    assert clean(text, "smile") == clean(seen, "smile")


@pytest.mark.parametrize(
    ("language", "with_joiner", "without"),
    [("fa", "کتاب\u200cها", "کتاب"), ("any", "می\u200cخواهم", "میخواهم"), ("hi", "क्\u200dया", "क्या")],
)
def test_a_joiner_that_is_spelling_stays_within_the_word(language: str, with_joiner: str, without: str) -> None:
    assert clean(with_joiner, "smile") == with_joiner
    assert words(with_joiner, "smile", language) == words(without, "smile", language)
    assert len(words(with_joiner, "smile", language)) == 1


def test_a_long_run_of_marks_is_cut_into_runs_that_normalise_quickly() -> None:
    cleaned = clean("e" + "\u0301" * 90, "smile")
    assert cleaned.startswith("é")
    assert max(len(run) for run in cleaned.split("\u034f")) <= 30


@pytest.mark.usefixtures("wordnet")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3.14", "314"),
        ("1,000", "1000"),
        ("-5", "5"),
        ("C++", "c"),
        ("twenty-five", "twentyfive"),
        ("Röntgen’s", "röntgens"),
        ("«Paris» – “the city”…", "paris the city"),
        ("¿Qué? 東京。", "qué 東京"),
        ("5 € + 3 °", "5 € 3 °"),
        ("It isn't.", "it isnt"),
        ("The dogs were running!", "the dog be run"),
        ("?!", "?!"),
        ("東京タワー", "東京タワー"),
    ],
)
def test_the_papers_form_deletes_all_punctuation_and_no_more(text: str, expected: str) -> None:
    """WordNet is the real one, the tagger's weights are the tests' own (see the fixture `nltk_data`)."""
    assert " ".join(words(text, "paper", "en")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("–5 degrees", "-5 degree"),
        ("It was minus five.", "it be -5"),
        ("minus $5", "-5"),
        ("10 minus 5", "10 minus 5"),
        ("five minus three", "5 minus 3"),
        ("a minus sign", "a minus sign"),
        ("1990–1995", "1990 1995"),
        ("1990 –1995", "1990 1995"),
        ("3 -5 miles", "3 5 mile"),
        ("50 per cent", "50 percent"),
    ],
)
def test_signs_written_as_words_or_dashes(text: str, expected: str) -> None:
    assert " ".join(words(text, "smile", "en")) == expected
