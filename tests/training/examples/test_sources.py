"""All sources of examples together: only what may be learned from, masked and read as the reader reads."""

from collections.abc import Callable
from typing import Any

import pytest

from smile.learned.texts import MASK
from smile.rows.checked_rows import Row, check_rows
from training.examples.changed_answers import changed_answers
from training.examples.closed_questions import closed_questions
from training.examples.lexical_knowledge import DEBIAN, lexical_knowledge
from training.examples.natural_examples import natural_mentions

N = 30
ROWS: list[Row] = check_rows(
    [f"It is ref{i}a, I think." for i in range(N)],
    [[f"ref{i}a", f"ref{i}b"] for i in range(N)],
    [f"where is place {i}" for i in range(N)],
)


@pytest.mark.parametrize(
    "make",
    [
        changed_answers,
        closed_questions,
        pytest.param(
            lexical_knowledge,
            marks=pytest.mark.skipif(not DEBIAN.exists(), reason="needs Debian's package wordnet-base"),
        ),
    ],
)
def test_seed_decides_the_pairs(make: Callable[..., list[Any]]) -> None:
    assert make(ROWS, 100, 1) == make(ROWS, 100, 1) != make(ROWS, 100, 2)
    assert len(make([], 50, 0)) == 50


def test_other_names_in_correct_answers_are_not_asserted() -> None:
    [row] = check_rows(["In Rome, unlike Paul Klee, Max Ernst met Ada."], [["Max Ernst"]], ["Who met Ada?"])
    asserted, other = natural_mentions([row], [True], [0], 0.0, 1)
    assert (asserted.text, asserted.target) == (f"Who met Ada? [SEP] In Rome, unlike Paul Klee, {MASK} met Ada", 1.0)
    assert other.target == 0.0
    assert other.text in {
        f"Who met Ada? [SEP] In {MASK}, unlike Paul Klee, Max Ernst met Ada",
        f"Who met Ada? [SEP] In Rome, unlike {MASK}, Max Ernst met Ada",
    }
