"""Trains the reader of the setting `learned`: `python -m training.reader --data FILE --similarity FILE`.

It learns from four of five folds of the questions. The fifth fits and measures the joint models, so that what is
measured is the reader that ships.

Source of the mean of several rounds' weights: Wortsman et al. 2022 ("Model soups").
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

from safetensors.torch import load_file, save_file

from smile.learned.reader_files import LEARNED, WEIGHTS
from smile.reporting.agreement_figures import reliability_curves
from smile.reporting.pictures import png

from .card import card
from .examples.sources import SOURCES, examples_of, source_of
from .fine_tuning import Recipe, fine_tune
from .fitting import DEFAULT, NAMES, READER, Fitted, fit_and_measure
from .labelled_answers import LabelledAnswers, read_answers
from .material import read_by
from .tables import tables

# The fold of the questions that the reader does not learn from.
LEFT_OUT = 0


class _Round(NamedTuple):
    """A round of training, once over examples of its own.

    Attributes:
        start: The rounds from the mean of whose weights it starts, and what each counts in it; none for the encoder's
            own weights.
        shares: The shares of the sources, in the order of `SOURCES`.
        recipe: The recipe; its seed is also that of the examples.
    """

    start: Mapping[int, int]
    shares: tuple[float, ...]
    recipe: Recipe


# The third is mostly about graded similarity, the fourth about what the reader found hard; the fifth brings people's
# verdicts back. The mean of several rounds agrees with people better than any of them: three start from means. The last
# two learn graded similarity again, mostly as the encoder grades it.
_ROUNDS = (
    _Round({}, (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.0), Recipe(learning_rate=1e-4, seed=0)),
    _Round({1: 1}, (0.65, 0.65, 0.65, 0.65, 0.65, 0.65, 0.65, 0.65, 0.3, 0.0), Recipe(learning_rate=7e-5, seed=1)),
    _Round({2: 1}, (0.15, 0.15, 0.1, 0.1, 0.2, 0.1, 0.4, 0.15, 0.5, 1.0), Recipe(learning_rate=1e-4, seed=2)),
    _Round({3: 1}, (0.25, 0.8, 0.3, 0.4, 0.4, 0.25, 1.0, 1.0, 0.4, 0.2), Recipe(learning_rate=1e-4, seed=3)),
    _Round({4: 1}, (0.5, 0.25, 0.4, 0.15, 0.15, 0.15, 0.2, 0.3, 0.2, 0.0), Recipe(learning_rate=5e-5, seed=4)),
    _Round({2: 1, 4: 1, 5: 1}, (0.5, 0.5, 0.3, 0.3, 0.4, 0.15, 0.3, 0.4, 1.0, 2.5), Recipe(learning_rate=7e-5, seed=8)),
    _Round(
        {2: 1, 4: 1, 5: 1, 6: 3},
        (0.5, 0.5, 0.3, 0.4, 0.4, 0.15, 0.2, 0.5, 0.6, 1.0),
        Recipe(learning_rate=5e-5, seed=9),
    ),
    _Round(
        {2: 1, 4: 1, 5: 1, 6: 6, 7: 6},
        (0.15, 0.15, 0.1, 0.15, 0.12, 0.06, 0.06, 0.16, 0.5, 4.0),
        Recipe(learning_rate=1e-4, seed=12),
    ),
    _Round({8: 1}, (0.25, 0.25, 0.15, 0.25, 0.2, 0.12, 0.1, 0.25, 1.0, 6.0), Recipe(learning_rate=1e-4, seed=13)),
)
# The mean of these rounds' weights ships, each counted so often.
_SHIPPED = {2: 2, 4: 2, 5: 2, 6: 12, 7: 12, 8: 15, 9: 15}
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
    known = [i for i in range(len(answers)) if answers.fold[i] != LEFT_OUT]
    held_out = [i for i in range(len(answers)) if answers.fold[i] == LEFT_OUT]
    for number, each in enumerate(_ROUNDS, 1):
        trained = folder / f"round {number}"
        if not (trained / WEIGHTS).exists():
            trained.mkdir(exist_ok=True)
            start_from = trained / "start" if each.start else None
            if start_from is not None:
                start_from.mkdir(exist_ok=True)
                _average(folder, each.start, start_from)
            of_source = {name: share * arguments.share for name, share in zip(SOURCES, each.shares, strict=True)}
            examples = examples_of(answers, known, arguments.similarity, of_source, each.recipe.seed)
            sources = Counter(source_of(example) for example in examples)
            (trained / _SOURCES).write_text(json.dumps(dict(sources)), encoding="utf-8")
            fine_tune(examples, each.recipe, arguments.device, trained, start_from)
    _average(folder, _SHIPPED, folder)
    fitted = fit_and_measure(answers, held_out, arguments.similarity, read_by(folder, arguments.device))
    _write(folder, fitted, answers, held_out)
    for title, table in tables(fitted.figures).items():
        print(f"\n**{title}**\n\n{table}")
    print(f"\n{(time.monotonic() - start) / 60:.0f} minutes. For smile/learned/reader_files.py:")
    for name in (WEIGHTS, LEARNED):
        print(f"    {name}: {sha256((folder / name).read_bytes()).hexdigest()}")


def _average(folder: Path, counts: Mapping[int, int], output: Path) -> None:
    """Writes the mean of the weights of rounds, in half precision.

    Args:
        folder: The folder of the rounds.
        counts: What each round counts, by its number.
        output: The folder to write to.
    """
    weights = {number: load_file(folder / f"round {number}" / WEIGHTS) for number in counts}
    mean = {
        name: sum(count * weights[number][name].float() for number, count in counts.items()) / sum(counts.values())
        for name in next(iter(weights.values()))
    }
    save_file({name: weight.half() for name, weight in mean.items()}, output / WEIGHTS, metadata={"format": "pt"})


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
        json.loads((folder / f"round {number}" / _SOURCES).read_text(encoding="utf-8"))
        for number in range(1, len(_ROUNDS) + 1)
    ]
    rates = ", ".join(f"{each.recipe.learning_rate:g}" for each in _ROUNDS)
    recipe = (
        f"{len(_ROUNDS)} rounds, each once over its\n  examples, AdamW, {Recipe().tokens_per_batch:,} tokens a step, "
        f"learning rates\n  {rates}.\n  "
        + "".join(
            f"Round {number} starts from the mean of the weights after rounds {_counted(each.start)}.\n  "
            for number, each in enumerate(_ROUNDS, 1)
            if len(each.start) > 1
        )
        + f"The mean of those after rounds {_counted(_SHIPPED)} ships"
    )
    (folder / "reader.md").write_text(card(fitted.figures, rounds, recipe), encoding="utf-8")
    names = (DEFAULT, READER, NAMES[True])
    shown = fitted.is_shown
    curves = reliability_curves(
        {name: fitted.scores[name][shown] for name in names}, fitted.is_right[shown], {name: name for name in names}
    )
    (folder / "reliability.png").write_bytes(png(curves))


def _counted(counts: Mapping[int, int]) -> str:
    """Returns rounds in words, with what those count that count more than once.

    >>> _counted({2: 1, 4: 1, 5: 1, 6: 3, 7: 3})
    '2, 4 and 5, 6 and 7 (counted 3 times)'
    """
    of_count: dict[int, list[str]] = {}
    for number, count in counts.items():
        of_count.setdefault(count, []).append(str(number))
    return ", ".join(
        " and ".join(filter(None, (", ".join(numbers[:-1]), numbers[-1])))
        + (f" (counted {count} times)" if count > 1 else "")
        for count, numbers in of_count.items()
    )


if __name__ == "__main__":
    main()
