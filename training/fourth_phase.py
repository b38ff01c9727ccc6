"""Trains the reader further on grades and on the labels of every data set: `python -m training.fourth_phase`.

It starts from the shipped reader or another. Each label counts for three quarters of a target, and the probability of
the starting reader for one quarter. Pairs without a label have that probability as their target, so that the reader
keeps what it has learned. `--leave-out` names data sets from which nothing is learned. The combiner is fitted next:
`python -m training.fit_combiner --data DATA --weights OUT`.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from smile.learned.reader_files import FOLDER

from .examples.human_labels import LABELLED, labelled_examples, unlabelled_texts
from .examples.sources import examples_of
from .fine_tuning import Example, Recipe, fine_tune
from .labelled_answers import LEFT_OUT, LabelledAnswers, read_answers
from .material import read_by

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
_WEIGHT_OF_LABEL = 0.75


def main() -> None:
    """Trains the reader and writes its weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets with human labels")
    parser.add_argument(
        "--start", type=Path, default=FOLDER, help="folder of the reader to start from (default: it ships)"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write, and to continue in")
    parser.add_argument("--leave-out", nargs="*", default=[], help="data sets from which nothing is learned")
    parser.add_argument("--device", default="cpu", help="device as torch names it (default: cpu)")
    arguments = parser.parse_args()
    data, folder = arguments.data, arguments.out
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in LABELLED if name not in arguments.leave_out]
    answers = read_answers(data / "evouna_dev.jsonl")
    fine_tune(_examples(data, names, answers, arguments.start), _RECIPE, arguments.device, folder, arguments.start)


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
