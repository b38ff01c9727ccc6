from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smile import SmileScorer
from smile.encoding.unknown_tokens import UnknownTokens
from tests.support.tiny_encoder import TinyEncoder

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


@pytest.fixture
def scorer() -> SmileScorer:
    return SmileScorer(encoder=UnknowingEncoder())


def test_unread_texts_are_compared_by_their_words(scorer: SmileScorer) -> None:
    scores = scorer.score(["ბა", "ბა", "ბა!", "is ბა", "Rome"], ["დე", "ბა", "ბა", "ბა", "Rome"])
    assert scores.semantic.tolist() == [0.5, 1.0, 1.0, 0.5, 1.0]
    assert scores.keyword_similarity.tolist() == [0.0, 1.0, 1.0, 1.0, 1.0]
    assert scores.is_out_of_vocabulary.tolist() == [True, True, True, True, False]
    assert scores.summary()["notes"]["out_of_vocabulary"] == 4


def test_a_synthetic_answer_is_what_is_compared(scorer: SmileScorer) -> None:
    scores = scorer.score(["Rome", "ბა"], ["Rome", "Rome"], None, ["დე", "It is Rome."])
    assert scores.is_out_of_vocabulary.tolist() == [True, True]


def test_what_is_stored_counts_alike(tmp_path: Path) -> None:
    for _ in range(2):
        scores = SmileScorer(encoder=UnknowingEncoder(), store=tmp_path).score(["ბა"], ["დე"])
        assert (scores.semantic[0], scores.summary()["notes"]["out_of_vocabulary"]) == (0.5, 1)


@pytest.mark.real_encoder
@pytest.mark.parametrize("question", [None, "What is the name of this, and where does it come from?"])
@pytest.mark.parametrize(("setting", "options"), SETTINGS)
def test_two_unknown_strings_never_score_high(setting: str, options: dict[str, Any], question: str | None) -> None:
    wrong = [
        ("左手", "右手"),
        ("答案是左手", "右手"),
        ("the 左手 side", "右手"),
        ("the 左手 side", "the 右手 side"),
        ("It is on the 左手 side", "It is on the 右手 side"),
        ("😀", "🎂"),
        ("ಬೆಂಗಳೂರು", "ಮೈಸೂರು"),
        ("சென்னை", "மதுரை"),
        ("दिल्ली", "मुंबई"),
        ("a" * 101, "b" * 101),
    ]
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


@pytest.mark.real_encoder
def test_letters_that_the_encoder_knows_are_read(real_scorer: SmileScorer) -> None:
    texts = ["Париж", "باريس", "Αθήνα", "café", "Łódź", "25 €", "πr²", "“quoted” – as usual…"]
    assert real_scorer.score(texts, ["Paris"] * len(texts)).summary()["notes"]["out_of_vocabulary"] == 0
