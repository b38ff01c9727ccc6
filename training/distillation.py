"""Trains the shipped reader on the probabilities of a teacher: `python -m training.distillation`.

The teacher scores pairs without human labels: answers of systems against references and answers of others, references
of other questions, and spans of passages. Its scores are kept, so a run that was stopped continues. The reader is
trained on them together with human labels and with mentions. `--labels-only` leaves the teacher's pairs out and repeats
the others instead; the difference is the effect of distillation.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from smile.learned.reader_files import FOLDER
from smile.learned.texts import meaning_text
from smile.rows.checked_rows import Row

from .examples.natural_examples import alias_pairs
from .examples.sources import examples_of
from .examples.teacher_material import JUDGED, is_kept, material, of_passages, read_judged
from .fine_tuning import Example, Recipe, fine_tune
from .labelled_answers import LEFT_OUT, read_answers
from .teacher import probabilities, read_teacher

_SEED = 11
_SOURCE = "teacher"
_TEXTS_AT_A_TIME = 2000
_WITHOUT_QUESTION = 0.2
_MENTIONS = {"mentions": 0.15, "mentions, natural": 0.5, "long answers": 0.5}
_RECIPE = Recipe(learning_rate=5e-5, reader_learning_rate=1e-4, longest=208, seed=_SEED)


def unjudged(folder: Path, left_out: frozenset[str], n: int) -> list[str]:
    """Returns texts of n pairs that nobody judged, as many of each kind as there are, in an order of chance."""
    chance = random.Random(_SEED)  # noqa: S311 (no secret)
    rows = [
        row
        for name in JUDGED
        if name not in left_out
        for row, _ in read_judged(folder / f"{name}.jsonl")
        if not is_kept(row)
    ]
    references = {row.question or "": row.references for row in rows}
    pairs = [
        *_of_question(rows, chance),
        *((pair.question, pair.reference, pair.prediction) for pair in alias_pairs(references, n // 8, _SEED)),
    ]
    texts = {example.text for example in of_passages(folder / "passages.jsonl", chance)} | {
        meaning_text(None if chance.random() < _WITHOUT_QUESTION else question, reference, answer)
        for question, reference, answer in pairs
        if reference.casefold() not in answer.casefold() or chance.random() < _WITHOUT_QUESTION
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


def judged_by(base: Path, teacher: Path, texts: Sequence[str], file: Path) -> list[Example]:
    """Returns texts with the teacher's probabilities; those that the file has are taken from it, others added."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    known: dict[str, list[float]] = dict(json.loads(line) for line in lines)
    new = [text for text in texts if text not in known]
    model = read_teacher(base, teacher)
    for first in range(0, len(new), _TEXTS_AT_A_TIME):
        part = new[first : first + _TEXTS_AT_A_TIME]
        found = dict(zip(part, probabilities(model, part).round(4).tolist(), strict=True))
        with file.open("a", encoding="utf-8") as out:
            out.writelines(f"{json.dumps(each, ensure_ascii=False)}\n" for each in found.items())
        known |= found
        print(f"{first + len(part):,} of {len(new):,} judged", flush=True)
    return [Example(text, known[text][0], _SOURCE) for text in texts]


def main() -> None:
    """Judges pairs and trains the reader."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the sets of people's verdicts")
    parser.add_argument("--base", type=Path, required=True, help="folder of the base of the teacher")
    parser.add_argument("--teacher", type=Path, required=True, help="folder that training.teacher wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder to write, and to go on in")
    parser.add_argument(
        "--leave-out", nargs="*", default=[], help="files of --data that the reader does not learn from"
    )
    parser.add_argument("--pairs", type=int, default=150_000, help="pairs for the teacher to judge (default: 150000)")
    parser.add_argument("--labels-only", action="store_true", help="learn from labels alone, in as many examples")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    left_out = frozenset(arguments.leave_out)
    examples = material(arguments.data, left_out, _SEED)
    answers = read_answers(arguments.data / "evouna_dev.jsonl")
    known = [i for i, fold in enumerate(answers.fold.tolist()) if fold != LEFT_OUT]
    mentions = examples_of(answers, known, arguments.data / "sts.jsonl", _MENTIONS, _SEED)
    texts = unjudged(arguments.data, left_out, arguments.pairs)
    if arguments.labels_only:
        examples += random.Random(_SEED).choices(examples, k=len(texts))  # noqa: S311 (no secret)
    else:
        examples += judged_by(arguments.base, arguments.teacher, texts, arguments.teacher / "judged.jsonl")
    fine_tune([*examples, *mentions], _RECIPE, "cpu", arguments.out, FOLDER)


if __name__ == "__main__":
    main()
