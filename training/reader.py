"""Trains the reader of the setting `learned`: `python -m training.reader --data FILE --judged FILES --similarity FILE`.

It learns from four of five folds of the questions. The fifth fits and measures the joint models, so that what is
measured is the reader that ships.

Source of the mean of several trainings' weights: Wortsman et al. 2022 ("Model soups").
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import torch
from safetensors.torch import load_file, save_file

from smile.learned.reader_files import LEARNED, WEIGHTS
from smile.reporting.agreement_figures import reliability_curves
from smile.reporting.figures import png

from .card import card
from .examples.sources import examples_of, source_of
from .fine_tuning import Recipe, fine_tune
from .fitting import DEFAULT, NAMES, READER, Fitted, fit_and_measure
from .labelled_answers import LabelledAnswers, read_answers
from .material import read_by
from .tables import tables

# The fold of the questions that the reader does not learn from.
LEFT_OUT = 0


class _Phase(NamedTuple):
    """A phase of the training: once over its examples.

    Attributes:
        folder: Its folder in that of the output.
        shares: Shares of the sources by name, as `examples_of` takes them.
        recipe: The recipe; its seed is also that of the examples.
    """

    folder: str
    shares: Mapping[str, float]
    recipe: Recipe


# The second phase starts from the weights of the first, whose reader helps the encoder to grade its new pairs of
# sentences. The mean of two of its trainings ships.
FIRST = _Phase("similarity", {"similarity": 2.0, "similarity, by models": 4.0}, Recipe(learning_rate=1.5e-4, seed=1))
SHARES = {
    "verdicts": 3.0,
    "mentions": 3.5,
    "mentions, natural": 3.0,
    "commitments": 3.0,
    "aliases": 3.0,
    "closed": 2.5,
    "lexical": 3.0,
    "changed": 3.5,
    "similarity": 3.0,
    "similarity, by models": 6.0,
}
_SECOND = tuple(_Phase(f"all sources, seed {seed}", SHARES, Recipe(learning_rate=1.5e-4, seed=seed)) for seed in (2, 3))
_SOURCES = "sources.json"


def main() -> None:
    """Trains, measures, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="JSON lines, as benchmarks.human_agreement takes them")
    parser.add_argument(
        "--judged", type=Path, nargs="+", required=True, help="other sets, as benchmarks.every_set takes them"
    )
    parser.add_argument("--similarity", type=Path, required=True, help="JSON lines of year, text1, text2, similarity")
    parser.add_argument(
        "--output", type=Path, default=Path("build/reader"), help="the folder to write, and to go on in"
    )
    parser.add_argument("--device", default="cpu", help="as torch calls it")
    parser.add_argument("--share", type=float, default=1.0, help="share of the examples; less only to see that it runs")
    arguments = parser.parse_args()

    start = time.monotonic()
    folder: Path = arguments.output
    folder.mkdir(parents=True, exist_ok=True)
    answers = read_answers(arguments.data)
    known = [i for i in range(len(answers)) if answers.fold[i] != LEFT_OUT]
    held_out = [i for i in range(len(answers)) if answers.fold[i] == LEFT_OUT]
    first = _train(answers, known, arguments, FIRST, None)
    _average([_train(answers, known, arguments, phase, first) for phase in _SECOND], folder)
    read = read_by(folder, arguments.device)
    fitted = fit_and_measure(answers, held_out, arguments.judged, arguments.similarity, read)
    _write(folder, fitted, answers, held_out)
    for title, table in tables(fitted.figures).items():
        print(f"\n**{title}**\n\n{table}")
    print(f"\n{(time.monotonic() - start) / 60:.0f} minutes. For smile/learned/reader_files.py:")
    for name in (WEIGHTS, LEARNED):
        print(f"    {name}: {sha256((folder / name).read_bytes()).hexdigest()}")


def _train(
    answers: LabelledAnswers, known: Sequence[int], arguments: argparse.Namespace, phase: _Phase, start: Path | None
) -> Path:
    """Trains a phase from the weights of another, whose reader is its teacher; does nothing if it has been trained.

    Returns:
        The folder of the weights.
    """
    folder: Path = arguments.output / phase.folder
    if (folder / WEIGHTS).exists():
        return folder
    print(phase.folder, flush=True)
    folder.mkdir(exist_ok=True)
    teacher = None if start is None else read_by(start, arguments.device)
    shares = {name: share * arguments.share for name, share in phase.shares.items()}
    examples = examples_of(answers, known, arguments.similarity, shares, phase.recipe.seed, teacher)
    (folder / _SOURCES).write_text(json.dumps(Counter(map(source_of, examples))), encoding="utf-8")
    fine_tune(examples, phase.recipe, arguments.device, folder, start)
    return folder


def _average(trained: Sequence[Path], output: Path) -> None:
    """Writes the mean of the weights of several trainings, in half precision."""
    weights = [load_file(folder / WEIGHTS) for folder in trained]
    mean = {name: torch.stack([each[name].float() for each in weights]).mean(0).half() for name in weights[0]}
    save_file(mean, output / WEIGHTS, metadata={"format": "pt"})


def _write(folder: Path, fitted: Fitted, answers: LabelledAnswers, held_out: Sequence[int]) -> None:
    """Writes `learned.json`, the scores of the answers held out, the card and its figure."""
    pearson = fitted.figures["pearson"]
    learned = {
        "joint": {
            name: asdict(fitted.joint[with_questions]) for with_questions, name in ((True, "q"), (False, "no_q"))
        },
        "pearson": {
            name: round(pearson[NAMES[with_questions]][0], 4) for with_questions, name in ((True, "q"), (False, "no_q"))
        },
        "questions": sorted(set(answers.keys)),
    }
    (folder / LEARNED).write_text(json.dumps(learned) + "\n", encoding="utf-8")
    systems = answers.systems
    with (folder / "held_out.jsonl").open("w", encoding="utf-8") as file:
        for place, i in enumerate(held_out):
            row = answers.rows[i]
            scored = {
                "dataset": answers.members("dataset")[i],
                "system": systems[i],
                "question": row.question,
                "references": list(row.references),
                "prediction": row.prediction,
                "human": bool(answers.is_right[i]),
                "learned": float(fitted.scores[NAMES[True]][place]),
            }
            file.write(json.dumps(scored, ensure_ascii=False) + "\n")
    phases = [json.loads((folder / each.folder / _SOURCES).read_text(encoding="utf-8")) for each in (FIRST, *_SECOND)]
    (folder / "reader.md").write_text(card(fitted.figures, phases, _SECOND[-1].recipe), encoding="utf-8")
    names = (DEFAULT, READER, NAMES[True])
    shown = fitted.is_shown
    curves = reliability_curves({name: fitted.scores[name][shown] for name in names}, fitted.is_right[shown])
    (folder / "reliability.png").write_bytes(png(curves))


if __name__ == "__main__":
    main()
