"""What must hold for every answer and every set of references, whatever the setting `learned` has learned."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import strategies as st

from smile import SmileScorer
from smile.settings.named_settings import named_settings
from tests.support.tiny_encoder import TinyReader

pytestmark = pytest.mark.filterwarnings("ignore::smile.errors.LearnedWarning")

WORDS = "Paris Rome Oslo the old town in 1889 1890 two not unknown built".split()
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
REFERENCES = st.lists(TEXT, min_size=1, max_size=5)
QUESTION = st.sampled_from([None, "Where is it", "When was the old town built"])


@pytest.fixture(scope="module")
def scorer(local_model: Path) -> SmileScorer:
    """With a reader that says of a text what its checksum is."""
    return SmileScorer(replace(named_settings("learned"), model=str(local_model), device="cpu"), reader=TinyReader())


@pytest.fixture(scope="module")
def real_scorer() -> SmileScorer:
    return SmileScorer("learned")


def score(scorer: SmileScorer, answer: str, references: list[str], question: str | None) -> float:
    return float(scorer.score([answer], [references], [question]).smile[0])


@pytest.mark.real_encoder
@pytest.mark.parametrize(
    ("answer", "reference", "question"),
    [
        ("It is 36 inches", "1 yard", "How long is it?"),
        ("It is one yard", "36 inches", "How long is it?"),
        ("It is $5", "five dollars", "How much is it?"),
        ("It was Spiderman", "Spider-Man", "Which hero is it?"),
        ("It was WW2", "World War II", "Which war was it?"),
        ("It was Henry the Eighth", "Henry VIII", "Which king was it?"),
        ("It was on July 4th, 1776", "4 July 1776", "When was it?"),
    ],
)
def test_withdrawn_value_is_incorrect_in_any_form(
    real_scorer: SmileScorer, answer: str, reference: str, question: str
) -> None:
    assert score(real_scorer, f"{answer}.", [reference], question) > 0.9
    assert score(real_scorer, f"{answer}. No, wait, that is wrong.", [reference], question) < 0.1
