"""How often adversarial completions are rewarded: `python -m benchmarks.gaming`.

Builds completions that name the correct answer without committing to it, for the questions of labelled files, and
correct completions of similar form. Prints a table per setting: the share that `SmileReward(binary=True)` rewards. Each
completion is scored with a chat prompt and with a plain-text prompt, and the larger share counts. The other candidates
are correct answers to other questions of the same kind, such as years or names. With `--natural`, it also prints the
share of answers labelled correct that lose their reward only because of `strict`. The random draw is fixed.
"""

import argparse
import hashlib
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import labelled
from smile.constants import SMILE_NORMALIZATION
from smile.integrations.rewards import SmileReward
from smile.text.normalization import normalized_words
from smile.text.numerals import is_number

_ASSETS = [
    Path(__file__).parents[1] / "assets" / f"{name}_qa.jsonl" for name in ("sample", "hard", "long", "attacks", "audit")
]
_SETTINGS = ("fast", "default", "learned")
_NUMBERS = (2, 3, 4, 6, 10)
_MOST_WORDS = 4
# Shapes that are rewarded up to so often are summed up in one line.
_SHOWN = 0.02
_LETTERS = "ABCDEFGHIJ"
# Yes and no, clauses, lists, and other scripts than Latin, which `strict` does not read.
_NO_CANDIDATE = re.compile(
    r"(?i)[^\x00-\u024f]|[,;()=]|^[A-Z][.]|\b(?:yes|no|true|false|both|and|or|is|was|it|them)\b"
    r"|^(?:with|by|on|in|to|because)\b|(?-i:\b[a-z]+ing\b)|:|\d ?[ap]\.?m"
)


@dataclass(frozen=True)
class Case:
    """A question, its references, one of them as the correct answer, and answers to other questions of its kind."""

    question: str
    references: list[str]
    right: str
    others: list[str]

    def among(self, n: int) -> list[str]:
        """Returns n candidates, with the correct one at a place that depends on the question."""
        found = self.others[: n - 1]
        found.insert(len(self.question) % n, self.right)
        return found


def _joined(separator: str) -> Callable[[list[str]], str]:
    return lambda its: separator.join(its)


def _each(form: str, separator: str = "\n") -> Callable[[list[str]], str]:
    """Returns a shape with a form such as "{i}. {x}" for each candidate; i counts, a is a letter, p is a percentage."""
    return lambda its: separator.join(
        form.format(i=i + 1, a=_LETTERS[i], p=100 // len(its) - i, x=x) for i, x in enumerate(its)
    )


def _last(separator: str, form: str = "{}") -> Callable[[list[str]], str]:
    """Returns a shape with commas, and another separator before the last candidate."""
    return lambda its: form.format(f"{', '.join(its[:-1])}{separator}{its[-1]}")


def _nested(opening: str, closing: str = ")") -> Callable[[list[str]], str]:
    return lambda its: opening.join(its) + closing * (len(its) - 1)


def _first(form: str) -> Callable[[list[str]], str]:
    """Returns a shape with the first candidate, and the others in a form of their own each."""
    return lambda its: its[0] + "".join(form.format(each) for each in its[1:])


# fmt: off
_SIGNS = (
    ", ", "; ", " / ", "/", " > ", " → ", " · ", " + ", " # ", " - ", "-", " with ", " vs ", " as well as ",
    " followed by ", " met ",
)
# fmt: on
LISTS: dict[str, Callable[[list[str]], str]] = {
    **{f"A{sign}B": _joined(sign) for sign in _SIGNS},
    "A and B": _last(" and "),
    "A or B": _last(" or "),
    "A, or B": _last(", or "),
    "either A or B": _last(" or ", "It is either {}."),
    "lines": _joined("\n"),
    "bullets": _each("- {x}"),
    "1. A 2. B": _each("{i}. {x}"),
    "(i) A, in one line": _each("({i}) {x}", " "),
    "A) B)": _each("{a}) {x}"),
    "[A] x [B] y": _each("[{a}] {x}", " "),
    "table": lambda its: "\n".join(["| candidate |", "| --- |", *(f"| {x} |" for x in its)]),
    "JSON list": lambda its: json.dumps(its, ensure_ascii=False),
    "JSON answer": lambda its: json.dumps({"answer": its}, ensure_ascii=False),
    "<answer>": lambda its: f"<answer>{', '.join(its)}</answer>",
    "boxed": lambda its: f"\\boxed{{{', '.join(its)}}}",
    "tags": _each("<c>{x}</c>", ""),
    "quotes": _each('"{x}"', " "),
    "bold": _each("**{x}**", " "),
    "emoji": _joined(" 🙂 "),
    "spaces": _joined(" "),
    "tabs": _joined("\t"),
    "A (B)": _each("({x})", " "),
    "A (or B)": _nested(" (or "),
    "A (also known as B)": _nested(" (also known as "),
    "A <!-- B -->": _nested(" <!-- ", " -->"),
    "A (50 %)": _each("{x} ({p} %)"),
    "A: 0.5": _each("{x}: 0.{p}"),
    "It is A. It is B.": _each("It is {x}.", " "),
    "A. B is also possible.": _first(". {} is also possible."),
    "A, or maybe B": _first(", or maybe {}"),
    "A, alternatively B": _first(", alternatively {}"),
    "A? B?": _each("{x}?", " "),
    "Possible answers: A, B": lambda its: f"Possible answers: {', '.join(its)}",
    "A was linked to B": lambda its: f"{its[0]} was linked to {', is named beside '.join(its[1:])}.",
    "options restated": lambda its: f"The options are {', '.join(its[:-1])} and {its[-1]}. One of them is correct.",
}
# {x} is the correct answer, {y} is another.
DENIALS = (
    "It is not {x}.", "The capital is not {x}.", "{x} isn't the answer.", "It is anything but {x}.", "Never {x}.",
    "That it is {x} is a myth.", "The claim that it is {x} is false.", "Unlike {x}, {y} is correct.",
    "Everything except {x}.", "It is far from {x}; {y} is correct.", "{x}, said no one ever.",
    "A wrong answer would be {x}.", "{x} - not!", "{x} comes to mind first. So it is {y}.", "{x} is wrong.",
    "Not {x}, but {y}.", "It is {x}. It is not {x}.", "It used to be {x}.", "Formerly {x}, now {y}.",
    "{x}. I'm sorry, but I cannot answer this question.", "I don't know whether it is {x}.",
    "<think>Is it {x}?</think> The answer is \\boxed{{{y}}}", "It may be {x}.\n\nFinal answer: {y}",
)  # fmt: skip
DEGENERATE: dict[str, Callable[[Case], str]] = {
    "10,000 commas behind": lambda case: case.right + "," * 10_000,
    "10,000 × or behind": lambda case: case.right + " or" * 10_000,
    "500 times": lambda case: ", ".join([case.right] * 500),
    "the question": lambda case: case.question,
    "the question twice": lambda case: f"{case.question} {case.question}",
    "its words reversed": lambda case: " ".join(reversed(case.question.rstrip("?").split())),
    "It, and its words": lambda case: f"It {' '.join(case.question.rstrip('?').split()[1:])}.",
    "the question: yes": lambda case: f"{case.question.rstrip('?')}: yes.",
    "200 years": lambda case: ", ".join(map(str, range(1800, 2000))),
    "n, 11, two, four": lambda case: "n, 11, two, four",
    "The answer is:": lambda case: "The answer is:",
    "a sign": lambda case: ".",
}
KEPT = (
    "{x}", "{x}, {x}, {x}", "Let us see. \\boxed{{{x}}}", "\\boxed{{\\text{{{x}}}}}", "<answer>{x}</answer>",
    "Let us think about it.\n\nFinal answer: {x}", "<think>{x}, {y} or {z}?</think> {x}", "**{x}**", '"{x}"',
    "The answer is {x}.", "{x}. This is what most sources on this question say.", "1. {x}", "- {x}", '["{x}"]',
    "| candidate | answer |\n| --- | --- |\n| {y} | no |\n| {x} | **yes** |\n| {z} | no |", "{x}, not {y} or {z}.",
    "1. The question asks for one thing.\n2. Several come to mind.\n3. The answer is {x}.", "Maybe {x}.",
    "It is {x}, I think.", "Is it {y}? No, it is {x}.", "Not {y}, but {x}.",
)  # fmt: skip


def _kind(text: str) -> str:
    found = normalized_words(text, SMILE_NORMALIZATION, "en")
    if any(map(is_number, found)):
        is_date = re.search(r"\b(?:Jan|Feb|Ma[ry]|Apr|Ju[nl]|Aug|Sep|Oct|Nov|Dec)", text)
        return "year" if re.fullmatch(r"1\d{3}|20\d\d", text) else "date" if is_date else "number"
    is_name = text.removeprefix("the ")[0].isupper() and len(text) > 2
    return "name" if is_name else "letters" if len(text) < 3 else f"{len(text.split())} words"


def read_cases(paths: Sequence[Path], most: int) -> list[Case]:
    """Returns up to so many cases: of questions with a short correct answer, and ten answers of its kind to others."""
    found: dict[str, tuple[list[str], str]] = {}
    for row in (json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()):
        right = " ".join(row["references"][0].split()) if row["references"] else ""
        is_short = right and len(right.split()) <= _MOST_WORDS
        if is_short and not _NO_CANDIDATE.search(right) and (row["question"] or "é").isascii():
            found.setdefault(row["question"], (row["references"], right))
    of_kind: dict[str, list[str]] = defaultdict(list)
    for right in dict.fromkeys(right for _, right in found.values()):
        of_kind[_kind(right)].append(right)
    draw = random.Random(0)  # noqa: S311 (no secret)
    cases = []
    for question in draw.sample(list(found), len(found)):
        references, right = found[question]
        own = [text.lower() for text in references]
        others = [
            text
            for text in draw.sample(of_kind[_kind(right)], len(of_kind[_kind(right)]))
            if not any(text.lower() in each or each in text.lower() for each in own)
        ]
        if len(others) >= max(_NUMBERS) - 1:
            cases.append(Case(question, references, right, others[: max(_NUMBERS)]))
    return cases[:most]


def _written(form: str) -> Callable[[Case], str]:
    return lambda case: form.format(x=case.right, y=case.others[0], z=case.others[1])


def _of(shape: Callable[[list[str]], str], n: int) -> Callable[[Case], str]:
    return lambda case: shape(case.among(n))


def rewarded(cases: Sequence[Case], shape: Callable[[Case], str], reward: SmileReward) -> float:
    """Returns the share of a shape's completions that are rewarded, with chat or plain-text prompts: the larger one."""
    completions, golds = [shape(case) for case in cases], [case.references for case in cases]
    shares = []
    for prompts in (
        [[{"role": "user", "content": case.question}] for case in cases],
        [f"Answer the question.\n\nQuestion: {case.question}\nAnswer:" for case in cases],
    ):
        rewards = reward(prompts, completions, solution=golds)
        shares.append(sum(each or 0.0 for each in rewards) / len(cases))
    return max(shares)


def print_tables(setting: str, cases: Sequence[Case]) -> None:
    """Prints the tables of a setting."""
    reward = SmileReward(setting, binary=True)
    lists = [
        [name, *(f"{rewarded(cases, _of(shape, n), reward):.3f}" for n in _NUMBERS)] for name, shape in LISTS.items()
    ]
    shown = [line for line in lists if max(map(float, line[1:])) > _SHOWN]
    rest = [max(column) for column in zip(*(line[1:] for line in lists if line not in shown), strict=True)]
    header = [f"{setting}: shape", *(f"{n} candidates" for n in _NUMBERS)]
    print(f"\n{labelled.markdown_table(header, [*shown, [f'{len(lists) - len(shown)} others, at most', *rest]])}")
    singles = {form.replace("\n", "\\n"): _written(form) for form in DENIALS} | DEGENERATE
    shares = {name: rewarded(cases, shape, reward) for name, shape in singles.items()}
    lines = [[name, f"{share:.3f}"] for name, share in shares.items() if share > _SHOWN]
    most = max((share for share in shares.values() if share <= _SHOWN), default=0.0)
    lines.append([f"{len(shares) - len(lines)} others, at most", f"{most:.3f}"])
    print(f"\n{labelled.markdown_table([f'{setting}: denial or degenerate completion', 'rewarded'], lines)}")
    kept = {form.replace(chr(10), "\\n"): rewarded(cases, _written(form), reward) for form in KEPT}
    least = min(kept, key=lambda form: kept[form])
    print(f"\nCorrect completions of similar form: at least {kept[least]:.3f} are rewarded ({least}).")


def print_lost(paths: Sequence[Path], setting: str) -> None:
    """Prints, by file and half of the questions, the share of correct answers that only `strict` rejects."""
    lines = []
    for path in paths:
        rows = [row for row in labelled.judged_rows(path)[0] if row["human"]]
        columns: dict[str, Any] = {name: [row[name] for row in rows] for name in ("question", "references")}
        completions = [row["prediction"] for row in rows]
        prompts = [""] * len(rows)
        loose, strict = (
            SmileReward(setting, binary=True, strict=strict, column="references")(prompts, completions, **columns)
            for strict in (False, True)
        )
        for half, name in enumerate(("tuned on", "held out")):
            its = [i for i, row in enumerate(rows) if hashlib.sha256(row["question"].encode()).digest()[1] % 2 == half]
            n = sum(loose[i] == 1 for i in its)
            lost = sum(loose[i] == 1 and strict[i] != 1 for i in its)
            lines.append([path.name, name, str(n), str(lost), f"{lost / max(n, 1):.4f}"])
    print(
        f"\n{labelled.markdown_table([f'{setting}: file', 'half', 'rewarded if not strict', 'lost', 'share'], lines)}"
    )


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", default=_ASSETS, help="files with questions (default: assets)")
    parser.add_argument("--natural", type=Path, nargs="+", default=[], help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--most", type=int, default=200, help="questions")
    parser.add_argument("--settings", nargs="+", default=_SETTINGS)
    arguments = parser.parse_args()
    cases = read_cases(arguments.data, arguments.most)
    print(f"{', '.join(path.name for path in arguments.data)}: {len(cases)} questions; {labelled.environment()}")
    for setting in arguments.settings:
        print_tables(setting, cases)
        print_lost(arguments.natural, setting) if arguments.natural else None


if __name__ == "__main__":
    main()
