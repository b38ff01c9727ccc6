"""Trains the reader of the setting `learned`: `python -m training.reader --data FILE --judged FILES --similarity FILE`.

The reader is trained on four of five folds of the questions. The fifth fold fits and measures the joint models, so the
shipped reader is measured. A second reader, which is not trained on the judged data sets, shows what to expect on new
kinds of answers.

Source of the mean of the weights of several trainings: Wortsman et al. 2022 ("Model soups").
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from typing import NamedTuple

import numpy as np
import torch
from matplotlib.figure import Figure
from safetensors.torch import load_file, save_file

from benchmarks.labelled import markdown_table
from smile.aliases import BoolArray, FloatArray
from smile.learned.combiner import question_key
from smile.learned.reader_files import LEARNED, WEIGHTS
from smile.reporting.figures import BLUE, GREEN, GREY, VERMILLION, png, without_frame

from .examples.sources import SOURCES, examples_of, source_of
from .fine_tuning import Recipe, fine_tune
from .fitting import DEFAULT, NAMES, READER, Fitted, fit_and_measure
from .labelled_answers import LEFT_OUT, LabelledAnswers, read_answers
from .material import read_by
from .to_fit import HeldOut, judged_sets


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
_FIRST = _Phase("similarity", {"similarity": 2.0, "similarity, by models": 4.0}, Recipe(learning_rate=1.5e-4, seed=1))
_SHARES = {
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
_SECOND = tuple(
    _Phase(f"all sources, seed {seed}", _SHARES, Recipe(learning_rate=1.5e-4, seed=seed)) for seed in (2, 3)
)
_MEAN = "mean of both"
# The third phase starts from this mean: answers as systems write them, other sets, and less of what was read before.
_RECIPE = Recipe(learning_rate=1e-4, reader_learning_rate=5e-4, longest=208, seed=5)
_THIRD = _Phase(
    "long answers and sentences",
    {
        "verdicts": 0.35,
        "sets": 1.0,
        "mentions": 0.4,
        "mentions, natural": 0.7,
        "commitments": 0.25,
        "aliases": 0.4,
        "closed": 0.4,
        "lexical": 0.2,
        "changed": 0.5,
        "similarity": 0.3,
        "long answers": 3.0,
        "long answers, meanings": 1.5,
        "meanings": 4.0,
    },
    _RECIPE,
)
# Half as long and without the other sets: what is measured with it is no more than the claim for answers of a new kind.
_WITHOUT_SETS = _Phase(
    "without the sets", {name: share / 2 for name, share in _THIRD.shares.items() if name != "sets"}, _RECIPE
)
_SOURCES = "sources.json"


def main() -> None:
    """Trains, measures, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="JSON lines, as benchmarks.human_agreement takes them")
    parser.add_argument(
        "--judged", type=Path, nargs="+", required=True, help="other files of answers with human labels"
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
    judged = judged_sets(arguments.judged, is_held_out=False)
    first = _train(answers, known, arguments, _FIRST, None)
    mean = folder / _MEAN
    _average([_train(answers, known, arguments, phase, first) for phase in _SECOND], mean)
    without_sets = _train(answers, known, arguments, _WITHOUT_SETS, mean)
    copyfile(_train(answers, known, arguments, _THIRD, mean, judged) / WEIGHTS, folder / WEIGHTS)
    readers = (read_by(each, arguments.device) for each in (folder, without_sets))
    fitted = fit_and_measure(answers, held_out, arguments.judged, arguments.similarity, *readers)
    of_sets = [*judged.rows, *judged_sets(arguments.judged, is_held_out=True).rows]
    known_questions = {*answers.keys, *keys_of(row.question for row in of_sets)}
    write_learned(folder, fitted, answers, held_out, known_questions)
    print(f"\n**Examples of each source**\n\n{_sources(folder)}")
    print_fitted(folder, fitted)
    print(f"\n{(time.monotonic() - start) / 60:.0f} minutes")


def _train(
    answers: LabelledAnswers,
    known: Sequence[int],
    arguments: argparse.Namespace,
    phase: _Phase,
    start: Path | None,
    judged: HeldOut | None = None,
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
    of_sets = ((), ()) if judged is None else (judged.rows, judged.is_right.tolist())
    examples = examples_of(answers, known, arguments.similarity, shares, phase.recipe.seed, teacher, of_sets)
    (folder / _SOURCES).write_text(json.dumps(Counter(map(source_of, examples))), encoding="utf-8")
    fine_tune(examples, phase.recipe, arguments.device, folder, start)
    return folder


def _average(trained: Sequence[Path], output: Path) -> None:
    """Writes the mean of the weights of several trainings, in half precision."""
    output.mkdir(exist_ok=True)
    weights = [load_file(folder / WEIGHTS) for folder in trained]
    mean = {name: torch.stack([each[name].float() for each in weights]).mean(0).half() for name in weights[0]}
    save_file(mean, output / WEIGHTS, metadata={"format": "pt"})


def _sources(folder: Path) -> str:
    """Returns a table of the number of examples by source, of each training."""
    phases = [json.loads((folder / each.folder / _SOURCES).read_text("utf-8")) for each in (_FIRST, *_SECOND, _THIRD)]
    header = ["source", "first phase", "second phase", "second phase again", "third phase"]
    return markdown_table(header, [[name, *(f"{each.get(name, 0):,}" for each in phases)] for name in SOURCES])


def print_fitted(folder: Path, fitted: Fitted) -> None:
    """Prints the measured tables, and the hashes of the files for `smile/learned/reader_files.py`."""
    for title, table in fitted.tables.items():
        print(f"\n**{title}**\n\n{table}")
    print("\nFor smile/learned/reader_files.py:")
    for name in (WEIGHTS, LEARNED):
        print(f"    {name}: {sha256((folder / name).read_bytes()).hexdigest()}")


def keys_of(questions: Iterable[str | None]) -> set[str]:
    """Returns the keys of questions, by which `learned` knows what it was trained on."""
    return {question_key(question) for question in questions if question is not None}


def write_learned(
    folder: Path, fitted: Fitted, answers: LabelledAnswers, held_out: Sequence[int], questions: Collection[str]
) -> None:
    """Writes `learned.json`, the scores of the answers held out, and the figure of docs/reader.md."""
    learned = {
        "joint": {
            name: asdict(fitted.joint[with_questions]) for with_questions, name in ((True, "q"), (False, "no_q"))
        },
        "pearson": {
            name: round(fitted.pearson[NAMES[with_questions]], 4)
            for with_questions, name in ((True, "q"), (False, "no_q"))
        },
        "questions": sorted(questions),
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
    names = (DEFAULT, READER, NAMES[True])
    shown = fitted.is_shown
    curves = reliability_curves({name: fitted.scores[name][shown] for name in names}, fitted.is_right[shown])
    (folder / "reliability.png").write_bytes(png(curves))


def reliability_curves(scores: Mapping[str, FloatArray], is_right: BoolArray) -> Figure:
    """Draws the share of right answers against the score, in bins of about equally many rows, of three metrics."""
    figure = Figure(figsize=(6.5, 5.2), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color=GREY, linestyle="--", label="score is the probability")
    for (name, values), color in zip(scores.items(), (BLUE, VERMILLION, GREEN), strict=True):
        centre, share = reliability_curve(values, is_right)
        axes.plot(centre, share, marker="o", markersize=4, color=color, label=name)
    axes.set(xlabel="Score (average of each group of answers)", ylabel="Share labelled correct", ylim=(-0.02, 1.02))
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    without_frame(axes)
    return figure


def reliability_curve(scores: FloatArray, is_right: BoolArray) -> tuple[FloatArray, FloatArray]:
    """Returns (b,) the mean score and the share of right answers in up to ten bins of about as many rows.

    Equal scores stay in the same bin, so a metric with few different scores has fewer bins.

    >>> reliability_curve(np.array([0.0, 0.0, 1.0, 1.0]), np.array([False, True, True, True]))
    (array([0., 1.]), array([0.5, 1. ]))
    """
    edges = np.unique(np.quantile(scores, np.linspace(0, 1, 11)[1:-1]))
    bins = np.searchsorted(edges, scores, side="right")
    counts = np.bincount(bins)
    is_filled = counts > 0
    means = (np.bincount(bins, weights=values)[is_filled] / counts[is_filled] for values in (scores, is_right))
    centre, share = means
    return centre, share


if __name__ == "__main__":
    main()
