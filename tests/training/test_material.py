"""The answers as the heads and the joint models see them: which pairs, in which order."""

import json
from pathlib import Path

import numpy as np
import pytest

from smile import DataError, SmileScorer
from smile.learned.features import FEATURES
from tests.support.tiny_encoder import TinyHead
from training.equivalence import _tasks
from training.labelled_answers import LabelledAnswers, read_answers
from training.material import MOST_READ, Material, RankedPairs, prepare
from training.measuring import measure, tables

REFERENCES = ["Paris", "the north of Paris", "Oslo", "a town", "in the town", "Rome"]


def write(path: Path, n_questions: int) -> Path:
    """Answers to questions of two data sets, with one to six references."""
    rows = [
        {
            "dataset": "NQ" if number % 2 else "TQ",
            "system": "GPT-3.5" if is_right else "GPT-4",
            "question": f"where is place {number}",
            "references": [f"{text} {number}" for text in REFERENCES[: 1 + number % 6]],
            "prediction": f"It is in Paris {number}." if is_right == (number % 5 > 0) else "Nobody can say.",
            "human": is_right == (number % 5 > 0),
        }
        for number in range(n_questions)
        for is_right in (True, False)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_an_empty_answer_is_refused(tmp_path: Path) -> None:
    row = {"dataset": "NQ", "system": "GPT-4", "question": "q", "references": ["a"], "prediction": " ", "human": False}
    path = tmp_path / "data.jsonl"
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(DataError, match="row 0 has an empty answer"):
        read_answers(path)


class TestRankedPairs:
    PAIRS = RankedPairs(
        start=np.array([0, 2, 3, 6]),
        row=np.array([0, 0, 1, 2, 2, 2]),
        reference_index=np.array([1, 0, 0, 2, 0, 1]),
        is_other_value=np.zeros(6, dtype=np.bool_),
        table=np.zeros((6, len(FEATURES))),
    )

    def test_places(self) -> None:
        assert self.PAIRS.best(np.array([2, 0])).tolist() == [3, 0]
        assert self.PAIRS.of(np.array([2, 0])).tolist() == [3, 4, 5, 0, 1]
        assert self.PAIRS.of(np.array([], dtype=np.int64)).tolist() == []
        assert self.PAIRS.rank.tolist() == [0, 1, 0, 0, 1, 2]

    def test_the_highest_of_an_answer(self) -> None:
        assert self.PAIRS.highest(np.array([0.1, 0.4, 0.3, 0.0, 0.9, 0.2])).tolist() == [0.4, 0.3, 0.9]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> LabelledAnswers:
    return read_answers(write(tmp_path_factory.mktemp("answers") / "data.jsonl", 60))


@pytest.fixture(scope="module")
def material(answers: LabelledAnswers) -> Material:
    return prepare(answers)


@pytest.mark.real_encoder
class TestMaterial:
    def test_each_answer_has_its_best_pairs_by_smile(self, answers: LabelledAnswers, material: Material) -> None:
        everything = np.arange(len(answers))
        for with_questions, pairs in material.pairs.items():
            scores = SmileScorer("fast", use_questions=with_questions).score_rows(answers.rows)
            assert pairs.reference_index[pairs.best(everything)].tolist() == scores.best_reference.tolist()
            expected = [min(MOST_READ, len(row.references)) for row in answers.rows]
            assert np.diff(pairs.start).tolist() == np.bincount(pairs.row).tolist() == expected
            assert pairs.table.shape == (sum(expected), len(FEATURES))

    def test_the_head_fits_with_the_best_pair_and_is_measured_with_all(
        self, answers: LabelledAnswers, material: Material, tmp_path: Path
    ) -> None:
        task = next(task for task in _tasks(answers, tmp_path) if task.name == "fold 1")
        texts = task.texts(material)
        for name in ("q", "no_q"):
            assert len(texts[f"fitted, {name}"]) == len(task.fitted)
            n_references = [min(MOST_READ, len(answers.rows[i].references)) for i in task.measured.tolist()]
            assert len(texts[f"measured, {name}"]) == sum(n_references)
        row = answers.rows[task.measured[0]]
        assert texts["measured, q"][0].startswith(f"{row.question} [SEP] ")
        assert not texts["measured, no_q"][0].startswith(f"{row.question} [SEP] ")

    @pytest.mark.slow
    def test_the_highest_probability_counts(self, answers: LabelledAnswers, material: Material, tmp_path: Path) -> None:
        tasks = _tasks(answers, tmp_path)
        heads = {
            task.name: {
                what: np.array([TinyHead.probability(text) for text in texts])
                for what, texts in task.texts(material).items()
            }
            for task in tasks
        }
        figures = measure(tasks, heads, material)
        n_references = [len(row.references) for row in answers.rows]
        assert {n: texts for n, (_, texts) in figures["reading"].items()} == {
            n: pytest.approx(np.mean(np.minimum(n_references, n))) for n in (1, 2, 4)
        }
        assert figures["pearson"]["SMILE (learned)"][0] == figures["reading"][MOST_READ][0]
        assert all("NaN" not in table for table in tables(figures).values())
