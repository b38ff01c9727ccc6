"""Texts are cleaned once: variants of a text get the verdict of the plain text."""

from pathlib import Path

import pytest

from smile import SmileScorer
from smile.rows.checked_rows import Row
from smile.scoring.answers import read_answers
from smile.settings.named_settings import named_settings
from smile.text.cleaning import cleaned, is_clean, parts_to_keep, unify_characters
from tests.support.variants import VARIANTS, rows_of, variants

_ASSETS = Path(__file__).parents[2] / "assets"
_FILES = [_ASSETS / "hard_qa.jsonl", _ASSETS / "yes_no_qa.jsonl", _ASSETS / "long_qa.jsonl"]


@pytest.mark.parametrize("of", ["prediction", "references", "question"])
def test_variants_keep_the_verdict(of: str) -> None:
    plain = rows_of(_FILES, 60, 1)
    changed = [(i, kind, row) for i, each in enumerate(plain) for kind, row in variants(each, of)]
    verdicts = SmileScorer("fast").score_rows([*plain, *(row for *_, row in changed)]).correct.tolist()
    flips = [row for (i, _, row), verdict in zip(changed, verdicts[60:], strict=True) if verdict != verdicts[i]]
    assert len({kind for _, kind, _ in changed}) > 30
    assert flips == []


@pytest.mark.parametrize(
    ("question", "reference", "prediction", "correct"),
    [
        ("Which tag makes text bold?", "<b>", "The <b> tag", True),
        ("Which token ends a turn?", "<|im_end|>", "It is <|im_end|>.", True),
        ("By how much did sales change?", "-12.4%", "(12.4%)", True),
        ("Which is it? (a) red (b) blue", "(a)", "(b)", False),
        ("Where is it?", "https://a.org/x", "[here](https://a.org/x)", True),
        ("Is it open?", "yes", "Sure! It opened at nine.", True),
        ("How long is it?", "14 days", "14\tdays", True),
        ("Which of them?", "a proton", "**The former.**", False),
        ("Who wrote it?", "Ann Lee", "Ann Lee\n\nQuestion: Who wrote Emma?\nAnswer: Jane Austen", True),
        ("Who wrote it?", "Jane Austen", "Ann Lee\n\nQuestion: Who wrote Emma?\nAnswer: Jane Austen", False),
        ("Who wrote it?", "Ann Lee", "Ann Lee<|im_end|>\n<|im_start|>user\nWho is Bob?<|im_end|>", True),
        ("What did it look like?", "The octopus had a green spotted head.",
         "As we wrote in the story that we made up last week, its spotted head was **green**.", True),
    ],
)  # fmt: skip
def test_markup_that_counts(question: str, reference: str, prediction: str, correct: bool) -> None:
    assert SmileScorer("fast").score([prediction], [reference], [question]).correct.tolist() == [correct]


@pytest.mark.parametrize(
    "text",
    [
        "C#",
        "A*",
        "snake_case",
        "2 * 3 * 4",
        "arr[0]",
        "$5 and $10",
        "> 5",
        "-5",
        "K♠",
        "👍",
        "5'3\"",
        "(2, 5)",
        "1. a\n2. b",
    ],
)
def test_signs_with_meaning_stay(text: str) -> None:
    assert cleaned(text, is_output=True) == text


def test_cleaning_twice_changes_nothing() -> None:
    for row in rows_of(_FILES, 100, 2):
        kept = parts_to_keep(row.references, row.question, "en")
        for variant in VARIANTS.values():
            once = cleaned(variant.make(row.prediction), kept)
            assert cleaned(once, kept) == once
            assert is_clean(once) or unify_characters(once) == once


def test_paper_reads_raw_text() -> None:
    row = Row("**Paris**  ", ("<b>Paris</b>",), (None,))
    assert read_answers([row], named_settings("paper")).rows == [row]
