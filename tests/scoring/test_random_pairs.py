"""References against answers of other rows: no text of a value ends a run, and no rule fails (pytest.ini's filter)."""

import json
import random
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path

from smile import SmileScorer
from smile.errors import RuleWarning
from smile.rows.checked_rows import Row, check_each_row


def random_rows_of(files: Iterable[Path], n: int, seed: int = 0) -> Iterator[list[Row]]:
    """Yields n rows, thousands at a time, each with a reference, an answer and a question of different rows."""
    references: list[str] = []
    answers: list[str] = []
    questions: list[str | None] = [None]
    for path in files:
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            given = row.get("references") or row.get("reference") or []
            references += [given] if isinstance(given, str) else [text for text in given if isinstance(text, str)]
            answers += [row[name] for name in ("prediction", "answer") if isinstance(row.get(name), str)]
            questions += [row["question"]] if isinstance(row.get("question"), str) else []
    chance = random.Random(seed)  # noqa: S311
    columns = {name: sorted(set(filter(None, texts))) for name, texts in (("a", answers), ("r", references))}
    for _ in range(0, n, 5_000):
        size = min(n, 5_000)
        chosen = [chance.choices(columns[name], k=size) for name in ("a", "r")]
        rows = check_each_row(*chosen, chance.choices(questions, k=size))
        yield [row for row in rows if isinstance(row, Row)]


def score_all(files: Iterable[Path], n: int, seed: int = 0) -> int:
    """Scores random rows with `fast` and returns how many; a rule that fails is an error."""
    scorer, n_scored = SmileScorer("fast"), 0
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuleWarning)
        for rows in random_rows_of(files, n, seed):
            scores = scorer.score_rows(rows).smile
            assert ((scores >= 0) & (scores <= 1)).all()
            n_scored += len(rows)
    return n_scored


def test_references_are_compared_with_answers_of_others(repository: Path) -> None:
    assert score_all(sorted((repository / "assets").glob("*.jsonl")), 4_000) > 3_900
