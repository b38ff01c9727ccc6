"""How time and memory grow with the length of rows: `python -m benchmarks.long_rows`.

Two tables, each row measured in a process of its own in one thread, in CPU seconds, which other work on the machine
disturbs less; the first row, which loads what every run needs, is not counted. `--grow` lets one size of rows of
random words grow by doubling. Without it, rows of 100,000 characters are scored, each of a shape that costs time: the
slowest of three rows of each shape counts, and the memory is what the process held beyond a short row.
"""

import argparse
import json
import os
import random
import string
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import labelled
from benchmarks.own_process import peak_megabytes, run_alone
from smile import SmileScorer

_WORDS = Path(__file__).parents[1] / "assets/hard_qa.jsonl"
_SETTINGS = ("fast", "default", "learned")
_LENGTH = 100_000
_N_ROWS = 3

# Words of the prediction, words of a reference, references of a row.
_SIZES = {
    "words of the prediction": [(words, 3, 1) for words in (1250, 2500, 5000)],
    "words of the reference": [(1000, words, 1) for words in (75, 150, 300)],
    "references": [(100, 3, n) for n in (125, 250, 500)],
}

_Row = tuple[str, list[str], str]
_NUMBER_WORDS = ("one", "two", "three", "twenty", "hundred", "thousand", "million", "half", "third", "and")
_MONTHS = ("January", "March", "May", "July", "September", "November")


def _word(draw: random.Random, n_letters: int = 6) -> str:
    return "".join(draw.choices(string.ascii_lowercase, k=n_letters))


def _filled(make: Callable[[], str], between: str = " ") -> str:
    """Returns as many texts as fill the length."""
    parts, n = [], 0
    while n < _LENGTH:
        parts.append(make())
        n += len(parts[-1]) + len(between)
    return between.join(parts)[:_LENGTH]


def _shapes(draw: random.Random) -> dict[str, Callable[[], _Row]]:
    """Returns what makes a row of each shape."""
    question = "What is it called?"

    def answer(make: Callable[[], str], between: str = " ", *, reference: str = "Barack Obama") -> _Row:
        return _filled(make, between), [reference], question

    def name() -> str:
        return f"{_word(draw).title()} {_word(draw).title()}"

    def day() -> str:
        return f"{draw.randint(1, 28)} {draw.choice(_MONTHS)} {draw.randint(1000, 2029)}"

    return {
        "different words": lambda: answer(lambda: _word(draw)),
        "sentences": lambda: answer(lambda: f"The {_word(draw)} {_word(draw)} is not the {_word(draw)}."),
        "names with commas": lambda: answer(name, ", "),
        "names in lines": lambda: answer(name, "\n"),
        "numbers": lambda: answer(lambda: str(draw.randint(1, 10**7)), reference="5,280"),
        "lengths": lambda: answer(lambda: f"{draw.randint(1, 9999)} km", ", ", reference="36 inches"),
        "years": lambda: answer(lambda: str(draw.randint(1000, 2029)), ", ", reference="1969"),
        "dates": lambda: answer(day, ", ", reference="20 July 1969"),
        "number words": lambda: answer(lambda: draw.choice(_NUMBER_WORDS), reference="twenty-one"),
        "times of day": lambda: answer(lambda: f"{draw.randint(1, 12)}:{draw.randint(10, 59)} pm", reference="5 pm"),
        "brackets": lambda: ("(" * (_LENGTH // 2) + ")" * (_LENGTH // 2), ["Paris"], question),
        "open tags": lambda: answer(
            lambda: draw.choice(("<think>", "<answer>", "\\boxed{", "**", "Final answer:", "$"))
        ),
        "one word": lambda: answer(lambda: _word(draw), ""),
        "one number": lambda: answer(lambda: str(draw.randint(1, 9)), "", reference="5"),
        "initials": lambda: answer(lambda: draw.choice(string.ascii_uppercase), ".", reference="J. F. Kennedy"),
        "blank lines": lambda: ("a" + "\n" * (_LENGTH - 2) + _word(draw, 1), ["Paris"], question),
        "spaces": lambda: ("a" + " " * (_LENGTH - 2) + _word(draw, 1), ["Paris"], question),
        "signs": lambda: answer(lambda: draw.choice(string.punctuation), ""),
        "emojis": lambda: answer(lambda: chr(draw.randint(0x1F600, 0x1F64F)), ""),
        "Chinese characters": lambda: answer(lambda: chr(draw.randint(0x4E00, 0x9FFF)), "", reference="東京"),
        "combining marks": lambda: answer(lambda: "a" + "\u0301" * 200, ""),
        "the right answer again and again": lambda: answer(lambda: "Barack Obama", ", "),
        "the right answer denied": lambda: answer(lambda: f"not Barack Obama {_word(draw)}", ", "),
        "a LaTeX formula": lambda: answer(lambda: f"\\frac{{{draw.randint(1, 99)}}}{{x}}", " + "),
        "a long reference": lambda: (_filled(lambda: _word(draw)), [_filled(lambda: _word(draw))], question),
        "many references": lambda: (
            " ".join(name() for _ in range(100)),
            [name() for _ in range(_LENGTH // 14)],
            question,
        ),
        "a long question": lambda: ("Barack Obama, I think", ["Obama"], _filled(lambda: _word(draw))),
    }


def score(setting: str, n: int, of_prediction: int, of_reference: int, n_references: int) -> dict[str, float]:
    """Returns the CPU seconds a row and the peak memory of scoring n rows."""
    lines = _WORDS.read_text(encoding="utf-8").splitlines()
    vocabulary = sorted({word for line in lines for word in json.loads(line)["prediction"].split()})
    draw = random.Random(0)  # noqa: S311 (no secret)

    def text(n_words: int) -> str:
        return " ".join(draw.choices(vocabulary, k=n_words))

    predictions = [text(of_prediction) for _ in range(n + 1)]
    references: list[Any] = [[text(of_reference) for _ in range(n_references)] for _ in range(n + 1)]
    scorer = SmileScorer(setting)
    scorer.score(predictions[:1], references[:1])
    start = time.process_time()
    scorer.score(predictions[1:], references[1:])
    return {"seconds": (time.process_time() - start) / n, "peak_mb": peak_megabytes()}


def score_shape(setting: str, shape: str) -> dict[str, float]:
    """Returns the CPU seconds of the slowest row of a shape, what it takes of memory, and how many rows are cut."""
    make = _shapes(random.Random(0))[shape]  # noqa: S311 (no secret)
    scorer = SmileScorer(setting)
    warm = [f"It was {text}, on 4 July 1776, 5 km from Paris, or so." for text in ("Obama", "5 pm", "a half", "U.S.")]
    for references in (
        ["Barack Obama"],
        ["36 inches"],
        ["20 July 1969"],
        ["5 pm"],
        ["1969"],
        ["J. F. Kennedy"],
        ["東京"],
    ):
        scorer.score(warm, [references] * len(warm), ["What is it called?"] * len(warm))
    before, slowest, n_cut = peak_megabytes(), 0.0, 0
    for _ in range(_N_ROWS):
        prediction, references, question = make()
        start = time.process_time()
        scores = scorer.score([prediction], [references], [question])
        slowest = max(slowest, time.process_time() - start)
        n_cut += int(scores.is_truncated.sum())
    return {"seconds": slowest, "mb": peak_megabytes() - before, "n_cut": n_cut}


def _shapes_table(settings: list[str]) -> str:
    lines = []
    for shape in _shapes(random.Random(0)):  # noqa: S311 (no secret)
        runs = [run_alone("long_rows", "--settings", setting, "--shape", shape) for setting in settings]
        cells = [f"{1000 * run['seconds']:.0f}" for run in runs]
        lines.append([shape, *cells, f"{max(run['mb'] for run in runs):.0f}", "yes" if runs[-1]["n_cut"] else "no"])
    return labelled.markdown_table(["100,000 characters of", *settings, "most MB more", "cut"], lines)


def _growth_table(setting: str, n_rows: int) -> str:
    lines = []
    for name, sizes in _SIZES.items():
        grown = max(range(3), key=lambda i: sizes[-1][i] - sizes[0][i])
        for size in sizes:
            run = run_alone("long_rows", "--settings", setting, "--rows", n_rows, "--measure", *size)
            lines.append([name, f"{size[grown]:,}", f"{1000 * run['seconds']:.1f}", f"{run['peak_mb']:.0f}"])
    return labelled.markdown_table(["what grows", "to", "CPU milliseconds a row", "peak MB"], lines)


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--settings", nargs="+", default=_SETTINGS)
    parser.add_argument("--rows", type=int, default=20, help="with --grow")
    parser.add_argument("--grow", action="store_true")
    parser.add_argument("--measure", nargs=3, type=int, help=argparse.SUPPRESS)
    parser.add_argument("--shape", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.shape:
        print(json.dumps(score_shape(arguments.settings[0], arguments.shape)))
        return
    if arguments.measure:
        print(json.dumps(score(arguments.settings[0], arguments.rows, *arguments.measure)))
        return
    os.environ["OMP_NUM_THREADS"] = "1"
    if arguments.grow:
        for setting in arguments.settings:
            print(f"{setting}; {arguments.rows} rows; {labelled.environment()}\n")
            print(f"{_growth_table(setting, arguments.rows)}\n")
    else:
        print(f"CPU milliseconds; {labelled.environment()}\n\n{_shapes_table(arguments.settings)}")


if __name__ == "__main__":
    main()
