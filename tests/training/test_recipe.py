"""The training of the equivalence head: nothing leaks, and what is written is what was measured."""

import json
import random
import re
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file

from smile import DataError
from smile.learned.features import FEATURES, head_text, probability
from smile.learned.head_files import ADAPTER, ADAPTER_CONFIG, LEARNED, Joint, read_learned
from smile.rows.checked_rows import check_rows
from training.attack_examples import attack_examples
from training.equivalence import _tasks
from training.joining import (
    expected_calibration_error,
    fit_features,
    fit_joint,
    mean_pearson,
    reliability,
    threshold_accuracy,
)
from training.labelled_answers import N_FOLDS, LabelledAnswers, read_answers

NAMES = "Paris Rome Oslo Bergen Lyon Milan Kyoto Quito Lima Turin Delft Siena".split()


def records(n_questions: int) -> list[dict[str, Any]]:
    """Answers of two systems to the questions of two data sets, which share some in another spelling."""
    chance = random.Random(0)  # noqa: S311
    rows = []
    for number in range(n_questions):
        right = f"{chance.choice(NAMES)} {number}"
        for dataset, question in (("NQ", f"where is place {number}"), ("TQ", f"Where  is PLACE {number} ")):
            if dataset == "TQ" and number % 3:
                question = f"What stands at place {number}?"
            for system in ("GPT-3.5", "GPT-4"):
                is_right = chance.random() < 0.6
                answer = f"It is in {right}." if is_right else f"I think it is {chance.choice(NAMES)}."
                rows.append(
                    {
                        "dataset": dataset,
                        "system": system,
                        "question": question,
                        "references": [right, f"near {right}"],
                        "prediction": answer,
                        "human": is_right,
                    }
                )
    return rows


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> LabelledAnswers:
    return read_answers(write(tmp_path_factory.mktemp("answers") / "data.jsonl", records(90)))


class TestFolds:
    def test_no_question_is_in_two(self, answers: LabelledAnswers) -> None:
        assert len(set(zip(answers.keys, answers.fold.tolist(), answers.is_in_slice.tolist(), strict=True))) == len(
            set(answers.keys)
        )
        assert set(Counter(answers.fold.tolist())) == set(range(N_FOLDS))

    def test_the_spelling_of_a_question_does_not_count(self, answers: LabelledAnswers) -> None:
        spellings: dict[str, set[str]] = {}
        for key, row in zip(answers.keys, answers.rows, strict=True):
            spellings.setdefault(key, set()).add(row.question or "")
        shared = [found for found in spellings.values() if len(found) == 2]
        assert len(shared) == 30
        assert all(len({" ".join(text.lower().split()) for text in found}) == 1 for found in shared)

    def test_a_questions_fold_does_not_depend_on_the_others(self, answers: LabelledAnswers, tmp_path: Path) -> None:
        rows = records(90)
        random.Random(1).shuffle(rows)  # noqa: S311
        some = read_answers(write(tmp_path / "some.jsonl", rows[:100]))
        fold = dict(zip(answers.keys, answers.fold.tolist(), strict=True))
        assert some.fold.tolist() == [fold[key] for key in some.keys]

    def test_what_cannot_be_learned_from_is_refused(self, tmp_path: Path) -> None:
        rows = records(3)
        for row in rows:
            del row["question"]
        with pytest.raises(DataError, match="row 0 has no question"):
            read_answers(write(tmp_path / "a.jsonl", rows))
        rows = records(3)
        with pytest.raises(DataError, match="the labels are not between 0 and 1"):
            read_answers(write(tmp_path / "b.jsonl", [{**row, "human": 3} for row in rows]))


class TestTasks:
    def test_nothing_is_learned_from_fitted_and_measured_at_once(
        self, answers: LabelledAnswers, tmp_path: Path
    ) -> None:
        tasks = _tasks(answers, tmp_path)
        assert [task.name for task in tasks] == ["all", *(f"fold {i}" for i in range(1, 6)), "NQ to TQ", "TQ to NQ"]
        for task in tasks:
            learned, fitted, measured = (
                {answers.keys[i] for i in part.tolist()} for part in (task.learned, task.fitted, task.measured)
            )
            assert learned.isdisjoint(fitted)
            assert learned.isdisjoint(measured)
            assert fitted.isdisjoint(measured)
            assert learned
            assert task.name == "all" or (fitted and measured)

    def test_each_answer_is_measured_in_one_fold(self, answers: LabelledAnswers, tmp_path: Path) -> None:
        folds = [task for task in _tasks(answers, tmp_path) if task.name.startswith("fold")]
        measured = np.concatenate([task.measured for task in folds])
        assert sorted(measured.tolist()) == list(range(len(answers)))

    def test_one_head_learns_from_all_and_is_written(self, answers: LabelledAnswers, tmp_path: Path) -> None:
        written = [task for task in _tasks(answers, tmp_path) if task.folder is not None]
        assert [task.name for task in written] == ["all"]
        assert written[0].learned.tolist() == list(range(len(answers)))

    def test_transfer_is_from_one_data_set_to_new_questions_of_the_other(
        self, answers: LabelledAnswers, tmp_path: Path
    ) -> None:
        dataset = answers.members("dataset")
        [transfer] = [task for task in _tasks(answers, tmp_path) if task.name == "NQ to TQ"]
        assert set(dataset[transfer.learned]) == set(dataset[transfer.fitted]) == {"NQ"}
        assert set(dataset[transfer.measured]) == {"TQ"}
        assert len(transfer.measured) == 120  # of 180, as a third of the questions is in both


class TestJoining:
    def test_a_known_model_is_found(self) -> None:
        chance = np.random.default_rng(0)
        n = 20_000
        table, head = chance.normal(size=(n, len(FEATURES))), chance.uniform(0.02, 0.98, n)
        table[:, 3] = 1.0  # as where every reference holds a number
        weights = {**dict.fromkeys(FEATURES, 0.0), "semantic": 1.0, "precision": -0.5, "head_logit": 0.8}
        no = np.zeros(n, dtype=np.bool_)
        true = probability(table, head, no, Joint(-0.4, weights))
        is_right = chance.uniform(size=n) < true
        fitted = fit_joint(fit_features(table, is_right), table, head, is_right)
        assert fitted.weights["semantic"] == pytest.approx(1.0, abs=0.1)
        assert fitted.weights["precision"] == pytest.approx(-0.5, abs=0.1)
        assert fitted.weights["easy_match"] == pytest.approx(0.0, abs=0.1)
        assert np.abs(probability(table, head, no, fitted) - true).mean() < 0.015

    @pytest.mark.parametrize(
        ("probabilities", "is_right", "error"),
        [
            ([0.25] * 4 + [0.75] * 4, [1, 0, 0, 0, 1, 1, 1, 0], 0.0),
            ([0.0, 0.0, 1.0, 1.0], [0, 0, 1, 1], 0.0),
            ([0.9] * 4, [1, 1, 0, 0], 0.4),
            ([0.15, 0.15, 0.85, 0.85], [0, 0, 1, 0], 0.25),
        ],
    )
    def test_calibration_error(self, probabilities: list[float], is_right: list[int], error: float) -> None:
        found = expected_calibration_error(np.array(probabilities), np.array(is_right, dtype=np.bool_))
        assert found == pytest.approx(error)

    def test_the_reliability_curve_has_every_answer_once(self) -> None:
        curve = reliability(np.array([0.0, 0.05, 0.31, 1.0]), np.array([True, False, True, True]))
        assert [n for n, _, _ in curve] == [2, 0, 0, 1, 0, 0, 0, 0, 0, 1]
        assert curve[0] == (2, pytest.approx(0.025), 0.5)
        assert np.isnan(curve[1][1])

    def test_the_mean_correlation_is_over_named_groups(self) -> None:
        scores, is_right = np.array([0.1, 0.9, 0.2, 0.3, 0.8, 0.5]), np.array([False, True, False, True, False, True])
        mean, of_group = mean_pearson(scores, is_right, np.array(["a", "a", "b", "b", "b", ""]))
        expected = np.corrcoef(scores[2:5], is_right[2:5])[0, 1]
        assert of_group == {"a": pytest.approx(1.0), "b": pytest.approx(expected)}
        assert mean == pytest.approx((1 + expected) / 2)

    def test_accuracy_is_that_of_scores_over_the_threshold(self) -> None:
        assert threshold_accuracy(np.array([0.5, 0.6, 0.4]), np.array([True, True, False]), 0.5) == pytest.approx(2 / 3)


class TestAttackExamples:
    ROWS = check_rows(
        ["an answer that is not read"] * 40,
        [[f"ref{i}x", f"ref{i}y"] for i in range(40)],
        [f"Where is place {i}?" for i in range(40)],
    )

    def test_they_are_the_same_for_the_same_seed(self) -> None:
        assert attack_examples(self.ROWS, 0.5, 1) == attack_examples(list(reversed(self.ROWS)), 0.5, 1)
        assert attack_examples(self.ROWS, 0.5, 1) != attack_examples(self.ROWS, 0.5, 2)

    @pytest.mark.parametrize(("share", "n"), [(0, 0), (0.25, 10), (1, 40)])
    def test_a_share_of_the_questions_has_a_wrong_and_a_right_one(self, share: float, n: int) -> None:
        examples = attack_examples(self.ROWS, share, 0)
        found = Counter((example.question, example.is_right) for example in examples)
        assert len(found) == len(examples) == 2 * n
        assert Counter(is_right for _, is_right in found) == ({True: n, False: n} if n else {})

    def test_they_are_made_of_what_may_be_learned_from_and_nothing_else(self) -> None:
        given = {reference for row in self.ROWS for reference in row.references}
        references = {row.question: row.references for row in self.ROWS}
        for seed in range(5):
            for example in attack_examples(self.ROWS, 1, seed):
                assert example.reference in references[example.question]
                assert set(re.findall(r"ref\w+", example.prediction)) <= given
                assert "not read" not in example.prediction
                if example.is_right:
                    assert example.reference in example.prediction


@pytest.mark.real_encoder
class TestFineTuning:
    TEXTS = (
        head_text("Where is it?", "Paris", "It is in Paris."),
        head_text("Where is it?", "Paris", "It is in Rome."),
        head_text(None, "Paris", "I do not know."),
    )

    @pytest.fixture
    def tuned(self, tmp_path: Path) -> Any:
        from training.fine_tuning import Example, Recipe, fine_tune

        examples = [
            Example("Where is it?", place, f"It is in {place if is_right else 'a box'}.", is_right)
            for place in ("Paris", "Rome", "Oslo", "Lima")
            for is_right in (True, False)
        ]

        def tune(name: str, seed: int = 0) -> Any:
            (tmp_path / name).mkdir()
            recipe = Recipe(epochs=2, batch_size=4, rank=4, seed=seed)
            return fine_tune(examples, recipe, "cpu", "float32", name, tmp_path / name)

        return tune

    def test_what_is_written_gives_the_verdicts_that_were_measured(self, tuned: Any, tmp_path: Path) -> None:
        from sentence_transformers import SentenceTransformer

        from smile.encoding.model_files import find_embedded
        from smile.learned.network import with_head
        from training.fine_tuning import TrainedHead

        head = tuned("first")
        measured = head.probabilities(self.TEXTS)
        assert np.all((measured > 0) & (measured < 1) & (measured != 0.5))
        folder = tmp_path / "first"
        layer = head.layer().tolist()
        nothing = {"intercept": 0.0, "weights": {}}
        content = {
            "layer": layer[:-1],
            "layer_bias": layer[-1],
            "joint": {"q": nothing, "no_q": nothing},
            "pearson": {"q": 0.0, "no_q": 0.0},
            "questions": [],
        }
        (folder / LEARNED).write_text(json.dumps(content), encoding="utf-8")
        loaded = with_head(SentenceTransformer(find_embedded()[0], device="cpu"), folder)
        read_learned.cache_clear()
        np.testing.assert_allclose(TrainedHead(loaded).probabilities(self.TEXTS), measured, atol=1e-6)

        assert {tensor.dtype for tensor in load_file(folder / ADAPTER).values()} == {np.dtype(np.float16)}
        config = json.loads((folder / ADAPTER_CONFIG).read_text(encoding="utf-8"))
        assert (config["r"], config["base_model_name_or_path"]) == (4, None)
        assert {path.name for path in folder.iterdir()} == {ADAPTER, ADAPTER_CONFIG, LEARNED}

    def test_the_same_seed_gives_the_same_files(self, tuned: Any, tmp_path: Path) -> None:
        heads = [tuned("one"), tuned("two"), tuned("other", seed=1)]
        found = [head.probabilities(self.TEXTS).tolist() for head in heads]
        assert found[0] == found[1] != found[2]
        digests = [
            [sha256((tmp_path / name / file).read_bytes()).hexdigest() for file in (ADAPTER, ADAPTER_CONFIG)]
            for name in ("one", "two", "other")
        ]
        assert digests[0] == digests[1]
        assert digests[0][0] != digests[2][0]
