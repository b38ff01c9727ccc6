"""Trains the reader and fits the combiner: `python -m training --data FOLDER --out FOLDER`.

It starts from the public encoder, or with `--start` from a trained reader: then each label counts for three quarters
of a target, and the probability of that reader for one quarter, and pairs without a label keep that probability. A
run that was stopped continues. `--leave-out` names data sets from which nothing is learned.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from smile.learned.reader_files import WEIGHTS
from smile.learned.reader_texts import meaning_text
from smile.rows.checked_rows import Row

from . import fit_combiner
from .examples.contrasts import contrasts
from .examples.human_labels import LABELLED, answer_pairs, judged, of_passages, unlabelled_texts
from .examples.natural_examples import aliases, best_references, natural_mentions, similar_sentences
from .examples.written import batches, long_answers, meanings
from .fine_tuning import Example, Recipe, fine_tune
from .labelled_answers import LEFT_OUT, LabelledAnswers, read_answers
from .material import read_by

_SEED = 21
_REFUSALS = Path(__file__).parent / "refusals" / "examples"
# The reader has not learned from sentence similarity of this year.
_MEASURED_YEAR = 2016
# The most examples of a source in each of the epochs, half of them correct where there are as many; a small source
# is read as often as the second number says.
_SOURCES: Mapping[str, tuple[int, int]] = {
    "answers of systems": (2500, 1),
    "passages": (1500, 1),
    "mentions": (5000, 1),
    "long answers": (5000, 1),
    "meanings": (6000, 1),
    "batches": (2000, 2),
    "contrasts": (4000, 1),
    "refusals": (1000, 1),
    "aliases": (2400, 1),
    "similarity": (5000, 1),
}
_WITHOUT_QUESTION = 0.15
_N_UNLABELLED = 14_000
_WEIGHT_OF_LABEL = 0.75


def main() -> None:
    """Trains the reader, fits the combiner, and writes the files of both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets with human labels")
    parser.add_argument("--out", type=Path, required=True, help="folder to write, and to continue in")
    parser.add_argument("--start", type=Path, help="folder of a reader to start from (default: the public encoder)")
    parser.add_argument("--epochs", type=int, default=2, help="how often the sources are drawn from (default: 2)")
    parser.add_argument("--leave-out", nargs="*", default=[], help="data sets from which nothing is learned")
    parser.add_argument("--device", default="cpu", help="device as torch names it (default: cpu)")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    names = [name for name in LABELLED if name not in given.leave_out]
    if not (given.out / WEIGHTS).exists():
        examples = _examples(given.data, names, given.epochs, given.start)
        recipe = Recipe(longest=208, reader_learning_rate=1e-3 if given.start is None else 3e-4, seed=_SEED)
        fine_tune(examples, recipe, given.device, given.out, given.start)
    fit_combiner.fit_and_write(given.data, given.out, given.out, given.out / "read", _SEED)


def _examples(data: Path, names: Sequence[str], n_epochs: int, start: Path | None) -> list[Example]:
    answers = read_answers(data / "evouna_dev.jsonl")
    chance = random.Random(_SEED)  # noqa: S311 (no secret)
    found: list[Example] = []
    for epoch in range(n_epochs):
        for name, read in _sources(data, names, answers, chance, _SEED + epoch).items():
            n, times = _SOURCES.get(name) or (LABELLED[name], 1)
            found += half(chance, list(read()) * times, n)
    return found if start is None else _drawn_to(start, found, unlabelled_texts(data, names, _N_UNLABELLED))


def half(chance: random.Random, examples: Sequence[Example], n: int) -> list[Example]:
    """Returns at most n examples, half of them correct where there are as many."""
    right = [example for example in examples if example.target > 0.5]
    wrong = [example for example in examples if example.target <= 0.5]
    n_right = min(len(right), max(n // 2, n - len(wrong)))
    return chance.sample(right, n_right) + chance.sample(wrong, min(len(wrong), n - n_right))


def _sources(
    data: Path, names: Sequence[str], answers: LabelledAnswers, chance: random.Random, seed: int
) -> dict[str, Callable[[], Iterable[Example]]]:
    """Returns what reads the examples of each source."""
    known = [i for i, fold in enumerate(answers.fold.tolist()) if fold != LEFT_OUT]
    rows, is_right = [answers.rows[i] for i in known], answers.is_right[known].tolist()
    best = best_references(rows)
    correct = [i for i, right in enumerate(is_right) if right]
    references = {row.question or "": row.references for row in rows}
    return {
        **{name: partial(judged, data / f"{name}.jsonl", chance) for name in names},
        "answers of systems": lambda: answer_pairs(list(zip(rows, is_right, strict=True)), chance),
        "passages": lambda: of_passages(data / "passages.jsonl", chance),
        "mentions": lambda: natural_mentions(rows, is_right, best, _WITHOUT_QUESTION, seed),
        "long answers": long_answers,
        "meanings": meanings,
        "batches": batches,
        "contrasts": lambda: contrasts([rows[i] for i in correct], [best[i] for i in correct], seed),
        "refusals": lambda: _refusals(rows, chance),
        "aliases": lambda: aliases(references, _SOURCES["aliases"][0] // 2, seed),
        "similarity": lambda: similar_sentences(data / "sts.jsonl", _MEASURED_YEAR),
    }


def _refusals(rows: Sequence[Row], chance: random.Random) -> Iterator[Example]:
    """Yields refusals, which answer no question, in place of an answer."""
    for path in sorted(_REFUSALS.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            reply = json.loads(line)
            if reply["refusal"]:
                row = chance.choice(rows)
                text = meaning_text(row.question, chance.choice(row.references), reply["prediction"])
                yield Example(text, 0.0, "refusals")


def _drawn_to(start: Path, examples: Sequence[Example], unlabelled: Sequence[str]) -> list[Example]:
    """Returns examples with their targets drawn to a reader's probabilities, and texts that have these as targets."""
    read = read_by(start)
    judged_texts = [example.text for example in examples if not example.is_graded]
    before = iter(read([*judged_texts, *unlabelled])[:, 0].tolist())
    share = _WEIGHT_OF_LABEL
    drawn = [
        example if example.is_graded else example._replace(target=share * example.target + (1 - share) * next(before))
        for example in examples
    ]
    return [*drawn, *(Example(text, next(before), "unlabelled") for text in unlabelled)]


if __name__ == "__main__":
    main()
