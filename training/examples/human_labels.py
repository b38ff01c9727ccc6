"""Examples of human labels and grades, of answers compared with answers, and of passages; and texts without labels."""

import json
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from smile.learned.combiner import question_hash_for_combiner
from smile.learned.reader_texts import meaning_text
from smile.rows.checked_rows import Row, check_rows

from ..fine_tuning import Example
from ..labelled_answers import LEFT_OUT, fold_of
from .natural_examples import alias_pairs, best_references

# The most examples of human labels in an epoch, half of them correct, by the name of the file.
LABELLED: Mapping[str, int] = {
    "evouna_dev": 6000,
    "truthfulqa": 4000,
    "mohler": 1000,
    "saf_english": 800,
    "hardverify_math": 200,
    "student_answers": 5000,
    "efficientqa": 1800,
}
_WITHOUT_QUESTION = 0.15
_GRADED = ("mohler", "saf_english")
_SEED_OF_UNLABELLED, _UNLABELLED_WITHOUT_QUESTION = 11, 0.2


def read_judged(path: Path) -> Iterator[tuple[Row, float]]:
    """Yields the rows of a file with human labels, 0 to 1: the grade where the file has grades."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if line["references"] and _target(path.stem, line) is not None]
    rows = check_rows(*([line[name] for line in lines] for name in ("prediction", "references", "question")))
    for row, line in zip(rows, lines, strict=True):
        target = _target(path.stem, line)
        if target is not None and row.prediction.strip():
            yield row, target


def _target(name: str, line: Mapping[str, Any]) -> float | None:
    value = line["score"] if name in _GRADED else line["human"]
    return None if value is None else float(value)


def is_kept(row: Row) -> bool:
    """Whether a row's question is kept for measuring."""
    return row.question is not None and fold_of(question_hash_for_combiner(row.question)) == LEFT_OUT


def judged(path: Path, chance: random.Random) -> Iterator[Example]:
    """Yields the answers of a file with human labels, without the questions that are kept for measuring."""
    known = [(row, target) for row, target in read_judged(path) if not is_kept(row)]
    rows = [row for row, _ in known]
    for (row, target), best in zip(known, best_references(rows), strict=True):
        question = None if chance.random() < _WITHOUT_QUESTION else row.question
        yield Example(meaning_text(question, row.references[best], row.prediction), target, path.stem)


def answer_pairs(rows: Sequence[tuple[Row, bool]], chance: random.Random) -> Iterator[Example]:
    """Yields answers of systems compared with a right answer of another system, which is longer than a reference."""
    of_question: dict[str | None, list[tuple[str, bool]]] = {}
    for row, is_right in rows:
        of_question.setdefault(row.question, []).append((row.prediction, is_right))
    for question, answers in of_question.items():
        right = [answer for answer, is_right in answers if is_right]
        for answer, is_right in answers:
            others = [other for other in right if other != answer]
            if others:
                asked = None if chance.random() < _WITHOUT_QUESTION else question
                text = meaning_text(asked, chance.choice(others), answer)
                yield Example(text, float(is_right), "answers of systems")


def of_passages(path: Path, chance: random.Random) -> Iterator[Example]:
    """Yields questions behind their passage, with the sentence of the answer or of another question's answer."""
    of_passage: dict[str, list[dict[str, Any]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        of_passage.setdefault(row["passage"], []).append(row)
    for passage, asked in of_passage.items():
        for row in asked:
            question = f"{passage} {row['question']}" if chance.random() < 0.5 else row["question"]
            sentence = _sentence(passage, row["start"])
            others = [each for each in asked if row["answer"].lower() not in _sentence(passage, each["start"]).lower()]
            reference, answer = chance.sample([row["answer"], sentence], 2)
            yield Example(meaning_text(question, reference, answer), 1.0, "passages")
            if others:
                other = chance.choice(others)
                wrong = chance.choice([other["answer"], _sentence(passage, other["start"])])
                yield Example(meaning_text(question, chance.choice([reference, sentence]), wrong), 0.0, "passages")


def _sentence(passage: str, start: int) -> str:
    """Returns the sentence of a passage around a position.

    >>> _sentence("It rained. We stayed in. He left.", 14)
    'We stayed in.'
    """
    first = passage.rfind(". ", 0, start)
    last = passage.find(". ", start)
    return passage[first + 2 if first >= 0 else 0 : last + 1 if last >= 0 else len(passage)]


def unlabelled_texts(folder: Path, names: Collection[str], n: int) -> list[str]:
    """Returns texts of n pairs without a label, in random order.

    The pairs are answers with a reference or another system's answer, similar references, and sentences of passages.
    """
    chance = random.Random(_SEED_OF_UNLABELLED)  # noqa: S311 (no secret)
    rows = [
        row
        for name in LABELLED
        if name in names
        for row, _ in read_judged(folder / f"{name}.jsonl")
        if not is_kept(row)
    ]
    references = {row.question or "": row.references for row in rows}
    similar = alias_pairs(references, n // 8, _SEED_OF_UNLABELLED)
    pairs = [*_of_question(rows, chance), *((question, reference, other) for question, reference, other, _ in similar)]
    texts = {example.text for example in of_passages(folder / "passages.jsonl", chance)} | {
        meaning_text(None if chance.random() < _UNLABELLED_WITHOUT_QUESTION else question, reference, answer)
        for question, reference, answer in pairs
        if reference.casefold() not in answer.casefold() or chance.random() < _UNLABELLED_WITHOUT_QUESTION
    }
    return chance.sample(sorted(texts), min(n, len(texts)))


def _of_question(rows: Sequence[Row], chance: random.Random) -> Iterator[tuple[str | None, str, str]]:
    """Yields each answer with a random reference, and with an answer of another system to the same question."""
    of_question: dict[str | None, list[Row]] = {}
    for row in rows:
        of_question.setdefault(row.question, []).append(row)
    for question, answered in of_question.items():
        for row in answered:
            yield question, chance.choice(row.references), row.prediction
            other = chance.choice(answered).prediction
            if other != row.prediction:
                yield question, other, row.prediction
