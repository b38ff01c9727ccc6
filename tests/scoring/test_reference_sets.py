"""A row's references are a set: their order changes nothing, and a further one loses no verdict."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from smile import SmileScorer
from smile.rows.checked_rows import Row, check_rows
from smile.scoring.plan import MOST_REFERENCES

pytestmark = [pytest.mark.real_encoder, pytest.mark.filterwarnings("ignore::smile.errors.LearnedWarning")]

# Every how many of the rows are tried, and how much a score may fall: word vectors estimate which references can be the
# nearest (`smile.scoring.cosines`), except in `fast`. The vectors of a batch differ in their last digits.
SETTINGS = {"fast": (6, 1e-6), "default": (60, 0.04), "learned": (40, 0.04)}
MOON = ("When did people first land on the Moon?", "The twentieth of July, '69.", ["July 20, 1969", "20 July 1969"])


@pytest.fixture(scope="module", params=list(SETTINGS))
def scorer(request: pytest.FixtureRequest) -> SmileScorer:
    return SmileScorer(request.param)


@pytest.fixture(scope="module")
def rows(repository: Path, scorer: SmileScorer) -> list[Row]:
    names = ("sample_qa", "yes_no_qa", "attacks_qa", "hard_qa", "long_qa")
    lines = [line for name in names for line in (repository / f"assets/{name}.jsonl").read_text("utf-8").splitlines()]
    records = list(map(json.loads, lines))[:: SETTINGS[scorer.settings.name][0]]
    cells = [
        (each.get("question"), each["prediction"], each.get("references", each.get("reference"))) for each in records
    ]
    questions, predictions, references = zip(*cells, MOON, strict=True)
    return check_rows(predictions, references, questions)


@pytest.fixture(scope="module")
def before(scorer: SmileScorer, rows: list[Row]) -> np.ndarray:
    return scorer.score_rows(rows).smile


def with_more(rows: list[Row], n: int, seed: int) -> list[Row]:
    """Adds n references of other rows to each row, and shuffles."""
    chance = random.Random(seed)  # noqa: S311
    others = sorted({reference for row in rows for reference in row.references})
    found = []
    for row in rows:
        references = [*row.references, *chance.sample(others, min(n, len(others)))]
        chance.shuffle(references)
        found.append(Row(row.prediction, tuple(references), (None,) * len(references), row.question))
    return found


def shuffled(rows: list[Row]) -> list[Row]:
    return [Row(row.prediction, row.references[::-1], row.synthetic_answers, row.question) for row in rows]


@pytest.mark.parametrize("n", [0, 60])
def test_the_order_of_references_changes_no_score(scorer: SmileScorer, rows: list[Row], n: int) -> None:
    more = with_more(rows, n, seed=1)
    one, two = scorer.score_rows(more), scorer.score_rows(shuffled(more))
    np.testing.assert_allclose(one.smile, two.smile, rtol=0, atol=1e-5)
    assert one.verdict == two.verdict


@pytest.mark.parametrize("n", [1, 60])
def test_more_references_lower_no_score(scorer: SmileScorer, rows: list[Row], before: np.ndarray, n: int) -> None:
    """Unless the row counts as truncated: `learned` reads 600 words of a row."""
    more = with_more(rows, n, seed=2)
    after = scorer.score_rows(more)
    is_lower = (after.smile < before - SETTINGS[scorer.settings.name][1]) & ~after.is_truncated
    assert [(more[i], before[i], after.smile[i]) for i in np.flatnonzero(is_lower).tolist()] == []
    assert not (scorer.score_rows(rows).correct & ~after.correct & ~after.is_truncated).any()
    assert after.correct[-1]


def test_repeated_references_change_nothing(scorer: SmileScorer, rows: list[Row], before: np.ndarray) -> None:
    repeated = [Row(row.prediction, row.references * 3, row.synthetic_answers * 3, row.question) for row in rows]
    np.testing.assert_allclose(scorer.score_rows(repeated).smile, before, rtol=0, atol=1e-6)


def test_references_left_out_depend_on_their_words() -> None:
    others = [f"thing {i}" for i in range(3 * MOST_REFERENCES)]
    near = ["a striped horse", "zebra"]
    scores = [
        SmileScorer("fast").score(["It is a zebra"], [each]) for each in ([*others, *near], [*near, *others[::-1]])
    ]
    assert [(each.smile[0] > 0.9, each.is_truncated[0]) for each in scores] == [(True, True)] * 2
    assert scores[0].smile[0] == scores[1].smile[0]
