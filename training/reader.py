"""Trains the reader of the setting `learned`: `python -m training.reader --data FILE --similarity FILE`.

It learns from four of five folds of the questions. The fifth fits and measures the joint models, so that what is
measured is the reader that ships.

Source of the mean of several rounds' weights: Wortsman et al. 2022 ("Model soups").
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from sentence_transformers import SentenceTransformer

from smile.aliases import FloatArray
from smile.encoding.batches import embed_texts
from smile.encoding.model_files import find_embedded
from smile.encoding.torch_backend import TorchBackend
from smile.learned.network import with_reader
from smile.learned.probability_vectors import from_vectors
from smile.learned.reader_files import LEARNED, WEIGHTS
from smile.reporting.agreement_figures import reliability_curves
from smile.reporting.pictures import png

from .card import card
from .examples.sources import SOURCES, examples_of, source_of
from .fine_tuning import Recipe, fine_tune
from .fitting import DEFAULT, NAMES, READER, Fitted, fit_and_measure
from .labelled_answers import LabelledAnswers, read_answers
from .tables import tables

_LEFT_OUT = 0
# The shares of the sources, in the order of `SOURCES`, and the recipe of each round. Each has made examples of its own.
# The third is mostly about graded similarity, the fourth about what the reader found hard;
# the last brings people's verdicts back.
_ROUNDS = (
    ((1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.0), Recipe(learning_rate=1e-4, seed=0)),
    ((0.65, 0.65, 0.65, 0.65, 0.65, 0.65, 0.65, 0.65, 0.3, 0.0), Recipe(learning_rate=7e-5, seed=1)),
    ((0.15, 0.15, 0.1, 0.1, 0.2, 0.1, 0.4, 0.15, 0.5, 1.0), Recipe(learning_rate=1e-4, seed=2)),
    ((0.25, 0.8, 0.3, 0.4, 0.4, 0.25, 1.0, 1.0, 0.4, 0.2), Recipe(learning_rate=1e-4, seed=3)),
    ((0.5, 0.25, 0.4, 0.15, 0.15, 0.15, 0.2, 0.3, 0.2, 0.0), Recipe(learning_rate=5e-5, seed=4)),
)
# The weights of these rounds are averaged. The mean agrees with people better than any of them.
_AVERAGED = (2, 4, 5)
_SOURCES = "sources.json"


def main() -> None:
    """Trains, measures, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="JSON lines, as benchmarks.human_agreement takes them")
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
    known = [i for i in range(len(answers)) if answers.fold[i] != _LEFT_OUT]
    held_out = [i for i in range(len(answers)) if answers.fold[i] == _LEFT_OUT]
    start_from: Path | None = None
    for turn, (shares, recipe) in enumerate(_ROUNDS):
        trained = folder / f"round {turn + 1}"
        if not (trained / WEIGHTS).exists():
            trained.mkdir(exist_ok=True)
            of_source = {name: share * arguments.share for name, share in zip(SOURCES, shares, strict=True)}
            examples = examples_of(answers, known, arguments.similarity, of_source, turn)
            sources = Counter(source_of(example) for example in examples)
            (trained / _SOURCES).write_text(json.dumps(dict(sources)), encoding="utf-8")
            fine_tune(examples, recipe, arguments.device, trained, start_from)
        start_from = trained
    _average([folder / f"round {number}" / WEIGHTS for number in _AVERAGED], folder / WEIGHTS)
    reader = with_reader(SentenceTransformer(find_embedded()[0], device=arguments.device), folder)

    def read(texts: Sequence[str]) -> FloatArray:
        return from_vectors(embed_texts(TorchBackend(reader), texts)[0])

    fitted = fit_and_measure(answers, held_out, arguments.similarity, read)
    _write(folder, fitted, answers, held_out)
    for title, table in tables(fitted.figures).items():
        print(f"\n**{title}**\n\n{table}")
    print(f"\n{(time.monotonic() - start) / 60:.0f} minutes. For smile/learned/reader_files.py:")
    for name in (WEIGHTS, LEARNED):
        print(f"    {name}: {sha256((folder / name).read_bytes()).hexdigest()}")


def _average(files: Sequence[Path], output: Path) -> None:
    """Writes the mean of weights, in half precision."""
    weights = [load_file(file) for file in files]
    mean = {name: torch.stack([each[name].float() for each in weights]).mean(dim=0).half() for name in weights[0]}
    save_file(mean, output, metadata={"format": "pt"})


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
    systems = answers.file.people.systems or [""] * len(answers)
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
    rounds = [
        json.loads((folder / f"round {turn + 1}" / _SOURCES).read_text(encoding="utf-8"))
        for turn in range(len(_ROUNDS))
    ]
    rates = ", ".join(f"{recipe.learning_rate:g}" for _, recipe in _ROUNDS)
    averaged = f"{', '.join(map(str, _AVERAGED[:-1]))} and {_AVERAGED[-1]}"
    recipe = (
        f"{len(_ROUNDS)} rounds, each once over its\n  examples, AdamW, {Recipe().tokens_per_batch:,} tokens a step, "
        f"learning rates {rates}.\n  The weights are the mean of those after rounds {averaged}"
    )
    (folder / "reader.md").write_text(card(fitted.figures, rounds, recipe), encoding="utf-8")
    names = (DEFAULT, READER, NAMES[True])
    shown = fitted.is_shown
    curves = reliability_curves(
        {name: fitted.scores[name][shown] for name in names}, fitted.is_right[shown], {name: name for name in names}
    )
    (folder / "reliability.png").write_bytes(png(curves))


if __name__ == "__main__":
    main()
