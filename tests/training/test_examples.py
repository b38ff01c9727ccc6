"""The sources of training examples: only what may be learned from, masked and read as the reader reads."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from smile import DataError
from smile.learned.reader_texts import MASK
from smile.rows.checked_rows import check_rows
from tests.support.command_line import write_jsonl
from training.__main__ import half
from training.examples.contrasts import contrast, contrasts
from training.examples.human_labels import of_passages
from training.examples.natural_examples import natural_mentions
from training.examples.written import BATCHES, MEASURED_BATCHES, batches, long_answers, meanings
from training.fine_tuning import Example
from training.labelled_answers import N_FOLDS, LabelledAnswers, read_answers
from training.public_data import passages


def _chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 (no secret)


def test_other_names_in_correct_answers_are_not_asserted() -> None:
    [row] = check_rows(["In Rome, unlike Paul Klee, Max Ernst met Ada."], [["Max Ernst"]], ["Who met Ada?"])
    asserted, other = natural_mentions([row], [True], [0], 0.0, 1)
    assert (asserted.text, asserted.target) == (f"Who met Ada? [SEP] In Rome, unlike Paul Klee, {MASK} met Ada", 1.0)
    assert other.target == 0.0
    assert other.text in {
        f"Who met Ada? [SEP] In {MASK}, unlike Paul Klee, Max Ernst met Ada",
        f"Who met Ada? [SEP] In Rome, unlike {MASK}, Max Ernst met Ada",
    }


@pytest.mark.parametrize(
    ("reference", "changed"),
    [
        ("left hand", {"right hand"}),
        ("Left Hand Drive", {"Right Hand Drive"}),
        ("platform 12B", {f"platform 1{digit}B" for digit in "013456789"} | {f"platform 12{x}" for x in "ACDEFGH"}),
        ("gate 7", {f"gate {digit}" for digit in "012345689"}),
        ("Oslo", {None}),
    ],
)
def test_contrasts_change_one_word_or_character(reference: str, changed: set[str | None]) -> None:
    assert {contrast(reference, {"left": ["right"]}, _chance(seed)) for seed in range(300)} == changed


def test_contrasts_keep_the_answer_around_them() -> None:
    rows = check_rows(["He used his left hand.", "Her right hand."], [["left hand"], ["right hand"]], ["Which?"] * 2)
    found = list(contrasts(rows, [0, 0], 1))
    assert [(example.text, example.target) for example in found[:2]] == [
        ("Which? [SEP] left hand [SEP] He used his left hand", 1.0),
        ("Which? [SEP] left hand [SEP] He used his right hand", 0.0),
    ]
    assert len(found) == 4


def test_written_examples_are_balanced_and_distinct() -> None:
    for read, share in ((meanings, 0.4), (long_answers, 0.28), (batches, 0.5)):
        examples = list(read())
        assert abs(sum(example.target for example in examples) / len(examples) - share) < 0.08, read.__name__
        assert len({example.text for example in examples}) > 0.99 * len(examples), read.__name__


def test_measured_batches_are_not_learned_from() -> None:
    learned = "\n".join(example.text for example in batches())
    paths = sorted(BATCHES.glob("*.jsonl"))
    assert len(paths) == 12
    for path in paths:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        assert any(line["question"] in learned for line in lines) == (path.stem not in MEASURED_BATCHES)


def test_half_of_the_examples_are_correct() -> None:
    examples = [Example(str(i), float(i < 30), "test") for i in range(100)]
    assert Counter(each.target for each in half(_chance(1), examples, 40)) == {1.0: 20, 0.0: 20}
    assert Counter(each.target for each in half(_chance(1), examples, 90)) == {1.0: 30, 0.0: 60}


def test_passages_of_squad_files_become_examples(tmp_path: Path) -> None:
    passage = "The sun is a star. The moon is a rock."
    asked = [("What is the sun?", "a star"), ("What is the moon?", "a rock")]
    questions = [
        {"id": str(i), "question": question, "answers": [{"text": text, "answer_start": passage.index(text)}]}
        for i, (question, text) in enumerate(asked)
    ]
    squad = {"data": [{"title": "Sky", "paragraphs": [{"context": passage, "qas": questions}]}]}
    (tmp_path / "squad.json").write_text(json.dumps(squad))
    rows = list(passages(tmp_path / "squad.json"))
    assert [(row["id"], row["answer"], row["start"]) for row in rows] == [("0", "a star", 11), ("1", "a rock", 31)]
    (tmp_path / "passages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    examples = list(of_passages(tmp_path / "passages.jsonl", _chance(1)))
    assert [example.target for example in examples] == [1.0, 0.0, 1.0, 0.0]
    assert "star" in examples[0].text.rsplit("[SEP]", 1)[1]
    assert "rock" in examples[1].text.rsplit("[SEP]", 1)[1]


NAMES = "Paris Rome Oslo Bergen Lyon Milan Kyoto Quito Lima Turin Delft Siena".split()


def records(n_questions: int) -> list[dict[str, Any]]:
    """Answers of two systems to the questions of two data sets, which share some in another spelling."""
    chance = _chance(0)
    rows = []
    for number in range(n_questions):
        right, other = f"{chance.choice(NAMES)} {number}", f"What stands at place {number}?"
        for dataset, question in (("NQ", f"where is place {number}"), ("TQ", f"Where  is PLACE {number} ")):
            asked = {"dataset": dataset, "question": other if dataset == "TQ" and number % 3 else question}
            for system in ("GPT-3.5", "GPT-4"):
                is_right = chance.random() < 0.6
                said = {"prediction": right if is_right else chance.choice(NAMES), "human": is_right}
                rows.append(asked | said | {"system": system, "references": [right, f"near {right}"]})
    return rows


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> LabelledAnswers:
    return read_answers(write_jsonl(tmp_path_factory.mktemp("answers") / "data.jsonl", records(90)))


def test_no_question_is_in_two_folds(answers: LabelledAnswers) -> None:
    assert len(set(zip(answers.keys, answers.fold.tolist(), strict=True))) == len(set(answers.keys))
    assert set(Counter(answers.fold.tolist())) == set(range(N_FOLDS))


def test_fold_depends_on_the_question_alone(answers: LabelledAnswers, tmp_path: Path) -> None:
    rows = records(90)
    _chance(1).shuffle(rows)
    some = read_answers(write_jsonl(tmp_path / "some.jsonl", rows[:100]))
    fold = dict(zip(answers.keys, answers.fold.tolist(), strict=True))
    assert some.fold.tolist() == [fold[key] for key in some.keys]


def test_what_cannot_be_learned_from_is_refused(tmp_path: Path) -> None:
    rows = records(3)
    for row in rows:
        del row["question"]
    with pytest.raises(DataError, match="row 0 has no question"):
        read_answers(write_jsonl(tmp_path / "a.jsonl", rows))
    rows = records(3)
    with pytest.raises(DataError, match="the labels are not between 0 and 1"):
        read_answers(write_jsonl(tmp_path / "b.jsonl", [{**row, "human": 3} for row in rows]))
