"""What holds for every setting, whatever the rows: tried on the answers in `assets` and on made-up ones."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from smile import SmileScorer
from smile.rows.checked_rows import Row, check_rows

# Case, space around a text and a final full stop may change a score by this much.
SLACK = 0.02
# Which rows are tried: `default` encodes every n-gram, so it gets the fewest.
EVERY = {"default": 70, "fast": 2, "learned": 25}

pytestmark = [pytest.mark.real_encoder, pytest.mark.filterwarnings("ignore::smile.errors.LearnedWarning")]


@pytest.fixture(scope="module", params=list(EVERY))
def setting(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def scorer(setting: str) -> SmileScorer:
    return SmileScorer(setting)


@pytest.fixture(scope="module")
def rows(repository: Path, setting: str) -> list[Row]:
    records = [
        json.loads(line)
        for name in ("sample_qa", "yes_no_qa", "attacks_qa", "hard_qa")
        for line in (repository / "assets" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    english = [record for record in records if record.get("language", "en") == "en"][:: EVERY[setting]]
    columns = ([record[name] for record in english] for name in ("prediction", "references", "question"))
    return check_rows(*columns)


def scores(scorer: SmileScorer, rows: list[Row]) -> np.ndarray:
    return scorer.score_rows(rows).smile


@pytest.fixture(scope="module")
def before(scorer: SmileScorer, rows: list[Row]) -> np.ndarray:
    return scores(scorer, rows)


def with_prediction(row: Row, prediction: str) -> Row:
    return Row(prediction, row.references, row.synthetic_answers, row.question)


def test_an_answer_equal_to_a_reference_is_right(scorer: SmileScorer, setting: str, rows: list[Row]) -> None:
    equal = [with_prediction(row, row.references[-1]) for row in rows]
    found = scores(scorer, equal)
    least = 0.95 if setting == "learned" else 1 - 1e-6
    assert [(equal[i].prediction, found[i]) for i in np.flatnonzero(found < least).tolist()] == []


@pytest.mark.parametrize(
    ("prediction", "reference"),
    [
        ("Ben beat Anna", "Anna beat Ben"),
        ("It was that Ben beat Anna in the end", "Anna beat Ben"),
        ("5 to 3", "3 to 5"),
    ],
)
def test_same_words_in_another_order_differ(scorer: SmileScorer, prediction: str, reference: str) -> None:
    other, same = scorer.score([prediction, reference], [reference, reference]).keyword_similarity
    assert other < same == 1


def test_the_batch_size_does_not_matter(setting: str, rows: list[Row], before: np.ndarray) -> None:
    in_threes = scores(SmileScorer(setting, batch_size=3), rows[:20])
    np.testing.assert_allclose(in_threes, before[:20], atol=1e-5)


@pytest.mark.parametrize(
    "change",
    [
        str.upper,
        str.lower,
        lambda text: f" {text}\n",
        lambda text: text if text.endswith((".", "!", "?")) else f"{text}.",
    ],
    ids=["upper", "lower", "space", "full stop"],
)
def test_case_space_and_a_full_stop_hardly_matter(
    scorer: SmileScorer, rows: list[Row], before: np.ndarray, change: Callable[[str], str]
) -> None:
    changed = [with_prediction(row, change(row.prediction)) for row in rows]
    after = scores(scorer, changed)
    moved = np.flatnonzero(np.abs(after - before) > SLACK).tolist()
    assert [(rows[i], changed[i].prediction, before[i], after[i]) for i in moved] == []
