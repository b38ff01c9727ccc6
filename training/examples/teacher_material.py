"""What the teacher learns from: people's verdicts and grades, answers compared with answers, and made material."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from smile.learned.combiner import question_key
from smile.learned.texts import meaning_text
from smile.rows.checked_rows import Row, check_rows

from ..fine_tuning import Example
from ..labelled_answers import LEFT_OUT, fold_of, read_answers
from .natural_examples import best_references, similar_sentences
from .sources import MEASURED_YEAR, examples_of

# At most so many examples of people's verdicts, half of them right, by the name of the file.
JUDGED: Mapping[str, int] = {
    "evouna_dev": 4800,
    "truthfulqa": 3600,
    "mohler": 1200,
    "saf_english": 900,
    "hardverify_math": 260,
    "student_answers": 3600,
    "efficientqa": 1500,
}
_N_SENTENCES, _N_ANSWER_PAIRS, _N_PASSAGES = 3000, 3000, 1200
# Shares of the made material, as `examples_of` takes them.
_SHARES = {
    "meanings": 1.0,
    "long answers, meanings": 0.6,
    "closed": 0.25,
    "changed": 0.27,
    "lexical": 0.25,
    "aliases": 0.2,
    "commitments": 0.22,
}
_WITHOUT_QUESTION = 0.15
_GRADED = ("mohler", "saf_english")


def material(folder: Path, left_out: frozenset[str], seed: int) -> list[Example]:
    """Returns the examples, without the questions of the fold that is kept for measuring.

    Args:
        folder: The folder of the sets of people's verdicts.
        left_out: Names of files that are not learned from.
        seed: Seed of the choice.
    """
    chance = random.Random(seed)  # noqa: S311 (no secret)
    found: list[Example] = []
    for name, n in JUDGED.items():
        if name not in left_out:
            found += _half(chance, list(_judged(folder / f"{name}.jsonl", chance)), n)
    found += chance.sample(similar_sentences(folder / "sts.jsonl", MEASURED_YEAR), _N_SENTENCES)
    answers = read_answers(folder / "evouna_dev.jsonl")
    known = [i for i, fold in enumerate(answers.fold.tolist()) if fold != LEFT_OUT]
    found += examples_of(answers, known, folder / "sts.jsonl", _SHARES, seed)
    rows = [(answers.rows[i], bool(answers.is_right[i])) for i in known]
    found += _half(chance, list(answer_pairs(rows, chance)), _N_ANSWER_PAIRS)
    found += _half(chance, list(of_passages(folder / "passages.jsonl", chance)), _N_PASSAGES)
    return found


def _half(chance: random.Random, examples: Sequence[Example], n: int) -> list[Example]:
    """Returns at most n examples, half of them right where there are as many."""
    right = [example for example in examples if example.target > 0.5]
    wrong = [example for example in examples if example.target <= 0.5]
    n_right = min(len(right), max(n // 2, n - len(wrong)))
    return chance.sample(right, n_right) + chance.sample(wrong, min(len(wrong), n - n_right))


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
    return row.question is not None and fold_of(question_key(row.question)) == LEFT_OUT


def _judged(path: Path, chance: random.Random) -> Iterator[Example]:
    judged = [(row, target) for row, target in read_judged(path) if not is_kept(row)]
    rows = [row for row, _ in judged]
    for (row, target), best in zip(judged, best_references(rows), strict=True):
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
