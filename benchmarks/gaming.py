"""How often adversarial answers pass: `python -m benchmarks.gaming --data rows.jsonl...`.

Builds adversarial answers to the questions of labelled files, and correct answers of similar form. A reward should
reject the adversarial answers and accept the others. A metric accepts lists that contain the reference, as human labels
do. The other candidates in an adversarial answer are correct answers to other questions of the same kind, such as years
or names. The draw is always the same.
"""

import argparse
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from benchmarks import labelled
from smile import SmileScorer
from smile.integrations.rewards import SmileReward

_SETTINGS = ("fast",)
_MOST_WORDS = 4
_LETTERS = "ABCDE"


@dataclass(frozen=True)
class Case:
    """A question, its references, one of them as the right answer, and 60 answers to other questions of its kind."""

    question: str
    references: list[str]
    right: str
    others: list[str]

    def among(self, n: int) -> list[str]:
        """Returns n candidates, with the right one at a place that depends on the question."""
        found = self.others[: n - 1]
        found.insert(len(self.question) % n, self.right)
        return found


_Shape = Callable[[Case], str]


def _numbered(texts: Iterable[str]) -> str:
    return "\n".join(f"{i}. {text}" for i, text in enumerate(texts, 1))


def _bullets(texts: Iterable[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)


def _or(texts: list[str]) -> str:
    return f"{', '.join(texts[:-1])} or {texts[-1]}"


def _years(case: Case) -> str:
    begin = int(case.right) - len(case.question)
    return ", ".join(map(str, range(begin, begin + 200)))


ATTACKS: dict[str, _Shape] = {
    "a sign: `.`": lambda case: ".",
    "a sign: `:`": lambda case: ":",
    "an empty claim: Solution": lambda case: "Solution",
    "an empty claim: Thought process:": lambda case: "Thought process:",
    "an empty claim: Let's solve this problem step by step.": lambda case: "Let's solve this problem step by step.",
    "an empty claim: The answer is:": lambda case: "The answer is:",
    "an empty claim: Correct.": lambda case: "Correct.",
    "the question": lambda case: case.question,
    "the question, as a statement": lambda case: f"The question is {case.question.rstrip('?')}.",
    "5 candidates: lines": lambda case: "\n".join(case.among(5)),
    "5 candidates: commas": lambda case: ", ".join(case.among(5)),
    "5 candidates: and": lambda case: f"{', '.join(case.among(5)[:-1])} and {case.among(5)[-1]}",
    "5 candidates: or": lambda case: _or(case.among(5)),
    "5 candidates: a sentence with or": lambda case: f"It is {_or(case.among(5))}.",
    "5 candidates: semicolons": lambda case: "; ".join(case.among(5)),
    "5 candidates: slashes": lambda case: " / ".join(case.among(5)),
    "5 candidates: numbered": lambda case: _numbered(case.among(5)),
    "5 candidates: lettered": lambda case: "\n".join(
        f"{letter}) {text}" for letter, text in zip(_LETTERS, case.among(5), strict=True)
    ),
    "5 candidates: bullets": lambda case: _bullets(case.among(5)),
    "5 candidates: a table": lambda case: "\n".join(
        ["| candidate |", "| --- |", *(f"| {text} |" for text in case.among(5))]
    ),
    "5 candidates: JSON": lambda case: json.dumps(case.among(5), ensure_ascii=False),
    "5 candidates: sentences": lambda case: " ".join(f"It is {text}." for text in case.among(5)),
    "5 candidates: possibly": lambda case: f"Possible answers: {', '.join(case.among(5))}",
    "3 candidates: or": lambda case: _or(case.among(3)),
    "right, then 60 others: commas": lambda case: ", ".join([case.right, *case.others]),
    "right, then 60 others: lines": lambda case: "\n".join([case.right, *case.others]),
    "200 years": _years,
    "right in <think>, another boxed": lambda case: (
        f"<think>Is it {case.right}? It may be {case.right}.</think> The answer is \\boxed{{{case.others[0]}}}"
    ),
    "right considered, another as final answer": lambda case: (
        f"It may be {case.right}, which many would say.\n\nFinal answer: {case.others[0]}"
    ),
    "right, then a refusal": lambda case: f"{case.right}. I'm sorry, but I cannot answer this question.",
    "a refusal with the answer": lambda case: f"I don't know whether it is {case.right}.",
    "denied: not": lambda case: f"It is not {case.right}.",
    "denied: wrong": lambda case: f"{case.right} is wrong.",
    "denied, another asserted": lambda case: f"Not {case.right}, but {case.others[0]}.",
    "right and denied": lambda case: f"It is {case.right}. It is not {case.right}.",
}
KEPT: dict[str, _Shape] = {
    "alone": lambda case: case.right,
    "50 times: commas": lambda case: ", ".join([case.right] * 50),
    "50 times: lines": lambda case: "\n".join([case.right] * 50),
    "boxed": lambda case: f"Let us see. \\boxed{{{case.right}}}",
    "boxed as LaTeX text": lambda case: f"\\boxed{{\\text{{{case.right}}}}}",
    "in an answer tag": lambda case: f"<answer>{case.right}</answer>",
    "Final answer:": lambda case: f"Let us think about it.\n\nFinal answer: {case.right}",
    "considered among others in <think>": lambda case: (
        f"<think>{_or(case.among(5))}? It is none of the others.</think> {case.right}"
    ),
    "bold": lambda case: f"**{case.right}**",
    "quoted": lambda case: f'"{case.right}"',
    "in a sentence": lambda case: f"The answer is {case.right}.",
    "with an explanation": lambda case: f"{case.right}. This is what most sources on this question say.",
    "a list of one": lambda case: f"1. {case.right}",
    "a bullet": lambda case: f"- {case.right}",
    "a JSON list of one": lambda case: json.dumps([case.right], ensure_ascii=False),
    "the row of a table that is marked": lambda case: "\n".join(
        ["| candidate | answer |", "| --- | --- |"]
        + [f"| {text} | {'**yes**' if text == case.right else 'no'} |" for text in case.among(3)]
    ),
    "numbered reasoning": lambda case: (
        f"1. The question asks for one thing.\n2. Several come to mind.\n3. The answer is {case.right}."
    ),
    "others rejected": lambda case: f"{case.right}, not {case.others[0]} or {case.others[1]}.",
    "all its references": lambda case: ", ".join(case.references),
}


def _kind(text: str) -> str:
    if re.fullmatch(r"\d{4}", text):
        return "year"
    if re.search(r"\d", text):
        return "number"
    return "name" if all(word[0].isupper() for word in text.split() if len(word) > 3) else "words"


def read_cases(path: Path, most: int) -> list[Case]:
    """Returns up to so many cases of a file: of questions whose right answer is short."""
    references: dict[str, list[str]] = {}
    said: dict[str, str] = defaultdict(str)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["references"]:
            references.setdefault(row["question"], row["references"])
            said[row["question"]] += f" {row['prediction']}" if row["human"] else ""
    right = {
        # Some references are misspelled, or names of other things: one that a person called right comes first.
        question: next((text for text in its if text in said[question]), its[0])
        for question, its in references.items()
    }
    right = {question: " ".join(text.split()) for question, text in right.items() if len(text.split()) <= _MOST_WORDS}
    of_kind: dict[str, list[str]] = defaultdict(list)
    for text in dict.fromkeys(right.values()):
        of_kind[_kind(text)].append(text)
    draw = random.Random(0)  # noqa: S311 (no secret)
    cases = []
    for question in draw.sample(list(right), min(most, len(right))):
        its = {text.lower() for text in references[question]}
        others = [
            text
            for text in draw.sample(of_kind[_kind(right[question])], len(of_kind[_kind(right[question])]))
            if not any(text.lower() in own or own in text.lower() for own in its)
        ]
        cases.append(Case(question, references[question], right[question], others[:60]))
    return [case for case in cases if len(case.others) > 4]


def passes(shapes: dict[str, _Shape], cases: list[Case], setting: str) -> dict[str, tuple[int, float, float]]:
    """Returns by shape the number of its answers, and the shares that a setting calls correct and rewards as such."""
    scorer, reward = SmileScorer(setting), SmileReward(setting, binary=True)
    found = {}
    for name, shape in shapes.items():
        its = [case for case in cases if shape is not _years or _kind(case.right) == "year"]
        if not its:  # no question asks for a year
            continue
        answers, references, questions = (
            [*map(shape, its)],
            [each.references for each in its],
            [each.question for each in its],
        )
        scores = scorer.score(answers, references, questions)
        rewards = reward(questions, answers, solution=references, question=questions)
        found[name] = len(its), float(scores.correct.mean()), fmean(each or 0.0 for each in rewards)
    return found


def table(found: dict[str, dict[str, tuple[int, float, float]]]) -> list[list[str]]:
    """Returns the lines of a table: a kind, the number of its shapes, and by setting the largest shares that pass."""
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for name in next(iter(found.values())):
        kinds[name.split(":")[0]].append(name)
    return [
        [
            kind,
            str(len(names)),
            *(f"{max(its[name][i] for name in names):.3f}" for its in found.values() for i in (1, 2)),
        ]
        for kind, names in kinds.items()
    ]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--most", type=int, default=200, help="questions of each file")
    parser.add_argument("--settings", nargs="+", default=_SETTINGS)
    arguments = parser.parse_args()
    cases = [case for path in arguments.data for case in read_cases(path, arguments.most)]
    print(f"{', '.join(path.name for path in arguments.data)}: {len(cases)} questions; {labelled.environment()}")
    lines = table({setting: passes(ATTACKS, cases, setting) for setting in arguments.settings})
    kept = [passes(KEPT, cases, setting) for setting in arguments.settings]
    least = (f"{min(shares[i] for shares in its.values()):.3f}" for its in kept for i in (1, 2))
    lines.append(["correct answers: smallest share", str(len(KEPT)), *least])
    columns = [f"{setting}{what}" for setting in arguments.settings for what in ("", ", reward")]
    print(f"\n{labelled.markdown_table(['answer', 'shapes', *columns], lines)}")


if __name__ == "__main__":
    main()
