"""The time and memory of long rows: `python -m benchmarks.long_rows`.

Scores rows of 100,000 characters, each of a shape that costs time, with each setting in a process of its own and one
thread. CPU seconds depend less on other work of the machine. The first rows, which load models and tables, do not
count. The slowest of three rows of a shape counts. The table has the ten slowest shapes.
"""

import argparse
import json
import os
import random
import string
import time
from collections.abc import Callable
from typing import Any

from benchmarks import labelled
from benchmarks.own_process import peak_megabytes, run_alone
from smile import SmileScorer

_SETTINGS = ("fast", "default", "learned")
_LENGTH = 100_000
_N_ROWS = 3
# Shapes in the table, the slowest first.
_SHOWN = 10

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
    """Returns a function for each shape that makes a row."""
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
        "the correct answer again and again": lambda: answer(lambda: "Barack Obama", ", "),
        "the correct answer denied": lambda: answer(lambda: f"not Barack Obama {_word(draw)}", ", "),
        "a LaTeX formula": lambda: answer(lambda: f"\\frac{{{draw.randint(1, 99)}}}{{x}}", " + "),
        "a long reference": lambda: (_filled(lambda: _word(draw)), [_filled(lambda: _word(draw))], question),
        "many references": lambda: (
            " ".join(name() for _ in range(100)),
            [name() for _ in range(_LENGTH // 14)],
            question,
        ),
        "references of many lengths": lambda: (
            " ".join(name() for _ in range(_LENGTH // 14)),
            [" ".join(_word(draw).title() for _ in range(1 + number % 4)) for number in range(16)],
            question,
        ),
        "a long question": lambda: ("Barack Obama, I think", ["Obama"], _filled(lambda: _word(draw))),
    }


def score_shapes(setting: str) -> dict[str, Any]:
    """Returns by shape the CPU seconds of its slowest row and whether it is cut, and the memory of all rows."""
    scorer = SmileScorer(setting)
    warm = [f"It was {text}, on 4 July 1776, 5 km from Paris, or so." for text in ("Obama", "5 pm", "a half", "U.S.")]
    for reference in ("Barack Obama", "36 inches", "20 July 1969", "5 pm", "1969", "J. F. Kennedy", "東京"):
        scorer.score(warm, [reference] * len(warm), ["What is it called?"] * len(warm))
    before = peak_megabytes()
    found = {}
    for shape, make in _shapes(random.Random(0)).items():  # noqa: S311 (no secret)
        slowest, is_cut = 0.0, False
        for _ in range(_N_ROWS):
            prediction, references, question = make()
            start = time.process_time()
            scores = scorer.score([prediction], [references], [question])
            slowest = max(slowest, time.process_time() - start)
            is_cut |= bool(scores.is_truncated[0])
        found[shape] = (slowest, is_cut)
    return {"shapes": found, "mb": peak_megabytes() - before}


def _table(settings: list[str]) -> str:
    runs = [run_alone("long_rows", "--settings", setting, "--shapes") for setting in settings]
    seconds = {shape: [run["shapes"][shape][0] for run in runs] for shape in runs[0]["shapes"]}
    slowest = sorted(seconds, key=lambda shape: -sum(seconds[shape]))[:_SHOWN]
    lines = [
        [shape, *(f"{1000 * each:.0f}" for each in seconds[shape]), "yes" if runs[0]["shapes"][shape][1] else "no"]
        for shape in slowest
    ]
    lines.append(["all of them: most MB more than short rows", *(f"{run['mb']:.0f}" for run in runs), ""])
    return labelled.markdown_table(["100,000 characters of", *settings, "cut"], lines)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--settings", nargs="+", default=_SETTINGS)
    parser.add_argument("--shapes", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.shapes:
        print(json.dumps(score_shapes(arguments.settings[0])))
        return
    os.environ["OMP_NUM_THREADS"] = "1"
    print(f"CPU milliseconds; {labelled.environment()}\n\n{_table(arguments.settings)}")


if __name__ == "__main__":
    main()
