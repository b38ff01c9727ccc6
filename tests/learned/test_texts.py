"""The texts that the reader reads: meanings, and answers behind masks."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from smile.learned.texts import mask_mentions, meaning_text

MARKS = ("[SEP]", "[CLS]", "[PAD]", "[MASK]", "[UNK]")


@pytest.mark.parametrize(
    ("prediction", "reference", "expected"),
    [
        ("It is Paris.", "Paris", "It is [MASK]"),
        ("PARIS; paris (Paris)!", "Paris", "[MASK]; [MASK] ([MASK])!"),
        ("Not in the United States.", "the United States", "Not in the [MASK]"),
        ("I don't think it's the U.S.", "US", "I don't think it's the [MASK]"),
        ('The answer is "War and Peace".', "War and Peace", 'The answer is "[MASK]"'),
        ("**Paris**, not *Rome*", "Rome", "**Paris**, not *[MASK]*"),
        ("towns, not cities", "a city", "towns, not [MASK]"),
        ("not Eiffel Tower", "The Eiffel Tower", "not [MASK]"),
        ("It is not twenty five.", "25", "It is not [MASK]"),
        ("Not one thousand nine hundred eighty four, I think.", "1984", "Not [MASK], I think"),
        ("Twenty of the five", "25", None),
        ("Comparisons are odious.", "Paris", None),
        ("", "Paris", None),
        ("?!", "Paris", None),
    ],
)
def test_a_reference_word_for_word(prediction: str, reference: str, expected: str | None) -> None:
    assert mask_mentions(prediction, reference) == expected


@pytest.mark.parametrize(
    ("prediction", "reference"),
    [("It was not Kennedy.", "John F. Kennedy"), ("anything that comes from animals", "animal products")],
)
def test_part_of_a_reference_is_no_mention(prediction: str, reference: str) -> None:
    assert mask_mentions(prediction, reference) is None


@pytest.mark.parametrize(
    ("prediction", "said", "expected"),
    [
        ("It is 36 inches.", ["36 inches"], "It is [MASK]"),
        ("It is 36 INCHES.", ["36 inches"], "It is [MASK]"),
        ("From 9 to 5.", ["9", "5"], "From [MASK] to [MASK]"),
        ("It is 36 inches.", [], None),
    ],
)
def test_the_value_of_a_reference(prediction: str, said: list[str], expected: str | None) -> None:
    assert mask_mentions(prediction, "1 yard", said) == expected


def test_a_mask_in_the_answer_is_no_mask() -> None:
    assert mask_mentions("[MASK] is Paris, not [MASK].", "Paris") == "[ MASK] is [MASK], not [ MASK]"


@pytest.fixture(scope="module")
def tokenizer(embedded_model: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(embedded_model / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


class TestMeaningText:
    @pytest.mark.parametrize("answer", ["It is Paris.", " It is Paris ", "It is Paris .\n", "It is Paris..."])
    def test_outer_space_and_full_stop_are_not_read(self, answer: str) -> None:
        assert meaning_text("Where?", "Paris.", answer) == "Where? [SEP] Paris [SEP] It is Paris"

    @given(st.lists(st.sampled_from(["[", "]", " ", "SEP", "CLS", "PAD", "MASK", "UNK", "a", *MARKS]), max_size=8))
    def test_no_text_of_a_user_becomes_a_mark(self, tokenizer: Tokenizer, pieces: list[str]) -> None:
        special = {mark: tokenizer.token_to_id(mark) for mark in MARKS}
        text = "".join(pieces)
        for texts in ((text, "b", "c"), ("a", text, "c"), ("a", "b", text), (None, text, text)):
            ids = tokenizer.encode(meaning_text(*texts), add_special_tokens=False).ids
            marks = [number for number in ids if number in special.values()]
            assert marks == [special["[SEP]"]] * (len([text for text in texts if text is not None]) - 1)
