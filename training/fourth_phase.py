"""Trains the reader further on grades and on the labels of every data set: `python -m training.fourth_phase`.

It starts from the reader that ships and writes another one. Each label counts for three quarters of a target, and the
probability of the starting reader for one quarter. Pairs without a label have that probability alone, so that the reader
keeps what it has learned (Hinton et al. 2015, "Distilling the knowledge in a neural network", with itself as the teacher).
`--leave-out` names data sets from which nothing is learned, to measure on them.
"""

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np

from smile.learned.reader_files import FOLDER

from .examples.human_labels import labelled_examples, unlabelled_texts
from .examples.sources import examples_of
from .fine_tuning import Example, Recipe, fine_tune
from .labelled_answers import LEFT_OUT, read_answers
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
    parser.add_argument("--start", type=Path, default=FOLDER, help="folder of the reader to start from")
    parser.add_argument("--out", type=Path, required=True, help="folder to write, and to continue in")
    parser.add_argument("--leave-out", nargs="*", default=[], help="data sets from which nothing is learned")
    parser.add_argument("--device", default="cpu", help="device as torch names it (default: cpu)")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    left_out = frozenset(arguments.leave_out)
    answers = read_answers(arguments.data / "evouna_dev.jsonl")
    known = [i for i, fold in enumerate(answers.fold.tolist()) if fold != LEFT_OUT]
    labelled, passages = labelled_examples(arguments.data, answers, known, left_out, _SEED)
    made = examples_of(answers, known, arguments.data / "sts.jsonl", _SHARES, _SEED)
    unlabelled = unlabelled_texts(arguments.data, left_out, _N_UNLABELLED)
    read = read_by(arguments.start, arguments.device)
    before = read([*(example.text for example in labelled), *unlabelled])[:, 0]
    targets = np.array([example.target for example in labelled])
    targets = _WEIGHT_OF_LABEL * targets + (1 - _WEIGHT_OF_LABEL) * before[: len(labelled)]
    examples = [
        *(example._replace(target=float(target)) for example, target in zip(labelled, targets, strict=True)),
        *passages,
        *made,
        *(Example(text, float(p), "unlabelled") for text, p in zip(unlabelled, before[len(labelled) :], strict=True)),
    ]
    sources = Counter(example.source for example in examples)
    (arguments.out / "sources.json").write_text(json.dumps(sources, indent=1), encoding="utf-8")
    fine_tune(examples, _RECIPE, arguments.device, arguments.out, arguments.start)


if __name__ == "__main__":
    main()
