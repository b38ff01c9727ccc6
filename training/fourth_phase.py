"""Trains the reader further on grades and on the labels of every data set: `python -m training.fourth_phase`.

It starts from the reader of `training.reader`. Each label counts for three quarters of a target, and the probability of
the starting reader for one quarter. Pairs without a label have that probability as their target, so that the reader
keeps what it has learned. `--leave-out` names data sets from which nothing is learned.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from smile.learned.reader_files import WEIGHTS

from .examples.human_labels import LABELLED, labelled_examples, read_judged, unlabelled_texts
from .examples.sources import examples_of
from .fine_tuning import Example, Recipe, fine_tune
from .fitting import fit_and_measure
from .labelled_answers import LEFT_OUT, LabelledAnswers, read_answers
from .material import read_by
from .reader import keys_of, print_fitted, write_learned

_SEED = 21
_RECIPE = Recipe(learning_rate=1e-4, reader_learning_rate=3e-4, longest=208, seed=_SEED)
# Shares of the made material, as `examples_of` takes them.
_SHARES = {
    "mentions": 0.4,
    "mentions, natural": 0.7,
    "long answers": 2.0,
    "long answers, meanings": 1.0,
    "meanings": 1.5,
    "closed": 0.3,
    "changed": 0.35,
    "lexical": 0.15,
    "aliases": 0.3,
    "commitments": 0.25,
    "similarity": 0.3,
}
_N_UNLABELLED = 14_000
# Data sets on which the trees are fitted, beside EVOUNA.
_FITTED = ("efficientqa", "student_answers", "truthfulqa", "judged")
_WEIGHT_OF_LABEL = 0.75


def main() -> None:
    """Trains the reader, fits the trees, and writes and prints what `training.reader` does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets with human labels")
    parser.add_argument("--start", type=Path, default=Path("build/reader"), help="folder of the reader to start from")
    parser.add_argument("--out", type=Path, required=True, help="folder to write, and to continue in")
    parser.add_argument("--leave-out", nargs="*", default=[], help="data sets from which nothing is learned")
    parser.add_argument("--device", default="cpu", help="device as torch names it (default: cpu)")
    arguments = parser.parse_args()
    data, folder = arguments.data, arguments.out
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in LABELLED if name not in arguments.leave_out]
    answers = read_answers(data / "evouna_dev.jsonl")
    if not (folder / WEIGHTS).exists():
        fine_tune(_examples(data, names, answers, arguments.start), _RECIPE, arguments.device, folder, arguments.start)
    held_out = [i for i, fold in enumerate(answers.fold.tolist()) if fold == LEFT_OUT]
    judged = [data / f"{name}.jsonl" for name in _FITTED if name in (*names, "judged")]
    fitted = fit_and_measure(answers, held_out, judged, data / "sts.jsonl", read_by(folder, arguments.device), None)
    known = [row.question for name in (*names, "judged") for row, _ in read_judged(data / f"{name}.jsonl")]
    passages = [json.loads(line)["question"] for line in (data / "passages.jsonl").read_text("utf-8").splitlines()]
    write_learned(folder, fitted, answers, held_out, {*answers.keys, *keys_of([*known, *passages])})
    print_fitted(folder, fitted)


def _examples(data: Path, names: Sequence[str], answers: LabelledAnswers, start: Path) -> list[Example]:
    known = [i for i, fold in enumerate(answers.fold.tolist()) if fold != LEFT_OUT]
    labelled, passages = labelled_examples(data, answers, known, names, _SEED)
    unlabelled = unlabelled_texts(data, names, _N_UNLABELLED)
    before = read_by(start)([*(example.text for example in labelled), *unlabelled])[:, 0].tolist()
    share = _WEIGHT_OF_LABEL
    return [
        *(
            example._replace(target=share * example.target + (1 - share) * probability)
            for example, probability in zip(labelled, before[: len(labelled)], strict=True)
        ),
        *passages,
        *examples_of(answers, known, data / "sts.jsonl", _SHARES, _SEED),
        *(Example(text, p, "unlabelled") for text, p in zip(unlabelled, before[len(labelled) :], strict=True)),
    ]


if __name__ == "__main__":
    main()
