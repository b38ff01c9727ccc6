"""Shows what each source brings: `python -m training.ablation --data FILE --similarity FILE --reader FOLDER`.

A short second phase starts from the weights of the reader's first phase, once with all sources and once without each of
them. A whole second phase takes an hour of two cores, so without each source it would take ten.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from benchmarks import labelled
from benchmarks.hard_cases import balanced_accuracy
from smile.aliases import BoolArray, FloatArray
from smile.learned.reader_files import FOLDER, WEIGHTS
from smile.rows.checked_rows import Row, check_rows

from .examples.natural_examples import any_references
from .examples.paraphrases import Use
from .examples.sources import examples_of, made_mentions
from .fine_tuning import Recipe, fine_tune
from .fitting import pearson_of_similarity
from .joining import mean_pearson
from .labelled_answers import LEFT_OUT, LabelledAnswers, read_answers
from .material import Read, read_by, read_pairs
from .reader import FIRST, SHARES
from .to_fit import held_out_answers, made_rows, rows_in_other_words

_ASSETS = Path(__file__).parents[1] / "assets"
_CASES = {"hard cases": "hard_qa", "attacks": "attacks_qa", "yes/no": "yes_no_qa"}

# Share of the second phase's examples.
_SHARE = 0.03
_RECIPE = Recipe(learning_rate=1.5e-4, seed=11)
_N_MENTIONS, _N_MADE = 1500, 800


def main() -> None:
    """Trains, measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--similarity", type=Path, required=True, help="JSON lines of year, text1, text2, similarity")
    parser.add_argument("--reader", type=Path, default=Path("build/reader"), help="the output of training.reader")
    parser.add_argument("--output", type=Path, default=Path("build/ablation"), help="the folder to go on in")
    arguments = parser.parse_args()
    start = arguments.reader / FIRST.folder
    if not (start / WEIGHTS).exists():
        parser.error(f"--reader: {start} has no {WEIGHTS}; python -m training.reader makes them")
    answers = read_answers(arguments.data)
    known = [i for i in range(len(answers)) if answers.fold[i] != LEFT_OUT]
    measure = _measures(answers, arguments.similarity)
    teacher = read_by(start)
    figures = {"the reader that ships": measure(read_by(FOLDER)), "after the first phase": measure(teacher)}
    for left_out in (None, *SHARES):
        folder = arguments.output / (left_out or "all sources")
        if not (folder / WEIGHTS).exists():
            folder.mkdir(parents=True, exist_ok=True)
            shares = {name: _SHARE * share for name, share in SHARES.items() if name != left_out}
            examples = examples_of(answers, known, arguments.similarity, shares, _RECIPE.seed, teacher)
            fine_tune(examples, _RECIPE, "cpu", folder, start)
        figures[f"without {left_out}" if left_out else "all sources"] = measure(read_by(folder))
    lines = [[name, *(f"{value:.3f}" for value in found.values())] for name, found in figures.items()]
    print(labelled.markdown_table(["", *next(iter(figures.values()))], lines))


def _measures(answers: LabelledAnswers, similarity: Path) -> Callable[[Read], dict[str, float]]:
    """Returns what measures a reader alone, on questions and cases that it has not learned from."""
    ours = held_out_answers(answers, [i for i in range(len(answers)) if answers.fold[i] == LEFT_OUT])
    single = [
        Row(row.prediction, (row.references[reference],), (None,), row.question)
        for row, reference in zip(ours.rows, any_references(ours.rows, seed=21), strict=True)
    ]
    mentions = made_mentions(ours.rows, _N_MENTIONS, 51, kept=True)
    made, made_is_right = made_rows(ours.rows, 41, kept=True)
    judged = {
        "made answers": (made[:_N_MADE], made_is_right[:_N_MADE]),
        "paraphrases": rows_in_other_words(Use.MEASURING),
        **{name: _cases(_ASSETS / f"{file}.jsonl") for name, file in _CASES.items()},
    }

    def measure(read: Read) -> dict[str, float]:
        asserted = np.array([example.target > 0.5 for example in mentions])
        verdicts = read([example.text for example in mentions])[:, 0] > 0.5
        return {
            "one reference, Pearson": mean_pearson(_alone(single, read), ours.is_right, ours.group)[0],
            "STS 2016, Pearson": pearson_of_similarity(similarity, read),
            "mentions": balanced_accuracy(verdicts, asserted),
            **{
                name: balanced_accuracy(_alone(rows, read) > 0.5, is_right) for name, (rows, is_right) in judged.items()
            },
        }

    return measure


def _cases(path: Path) -> tuple[Sequence[Row], BoolArray]:
    """Returns cases, and whether people call them right."""
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = check_rows(*([case[name] for case in cases] for name in ("prediction", "references", "question")))
    return rows, np.array([bool(case["human"]) for case in cases])


def _alone(rows: Sequence[Row], read: Read) -> FloatArray:
    """Returns the (n,) probabilities by the reader alone: the meaning must be the same, and no mention denied."""
    pairs = read_pairs(rows, True, read)
    return pairs.highest(np.minimum(pairs.readings.equivalence, pairs.readings.asserted))


if __name__ == "__main__":
    main()
