"""Reasons of the hard, adversarial and long answers, held against their own verdict and answer, by rule."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import smile.text
from smile import SmileScorer
from smile.constants import SMILE_NORMALIZATION
from smile.text.normalization import words
from smile.tsv import read_word_lists

# A reason with one of these speaks for that verdict; ", but the" says that the verdict is the other one.
FOR_CORRECT = "Contains the correct answer:|in another form|Same thing|About the same|Lists all of them|meanings match"
FOR_INCORRECT = "Says |only to rule it out|without giving it|Leaves out|Doesn't mention|Contains none|Also lists"
FOR_INCORRECT += "|Doesn't answer|meanings differ"
FUNCTION_WORDS = read_word_lists(Path(smile.text.__file__).parent, "words_without_content.tsv")["function"]


def plain(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold().replace("_", " "))


@pytest.mark.real_encoder
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::smile.errors.LearnedWarning")
@pytest.mark.parametrize("setting", ["learned", "default", "fast"])
def test_no_reason_contradicts_verdict_or_answer(setting: str, repository: Path) -> None:
    cases = [
        json.loads(line)
        for name in ("hard_qa", "attacks_qa", "long_qa")
        for line in (repository / f"assets/{name}.jsonl").read_text("utf-8").splitlines()
    ]
    # All sentences can come of `fast`; the others, which encode for a minute, are asked about every third case.
    cases = cases if setting == "fast" else cases[::3]
    scores = SmileScorer(setting).score(*([case.get(name) for case in cases] for name in COLUMNS))
    wrong = []
    for i, case in enumerate(cases):
        row = scores.row(i) | {"reason": scores[i].reason}
        read = row["answer_read"] if row["answer_marker"] else case["prediction"]
        wrong += [
            (each, row["reason"], read) for each in problems(row, read, case["references"][row["best_reference"]])
        ]
    assert wrong == [], "\n".join(map(str, wrong[:40]))


COLUMNS = ("prediction", "references", "question")


def problems(row: dict[str, Any], read: str, reference: str) -> list[str]:
    found, said = [], set(plain(read))
    reason, _, check = row["reason"].partition(" Please check: ")
    told, but, _ = reason.partition(", but the ")
    if re.search(FOR_INCORRECT if row["correct"] != bool(but) else FOR_CORRECT, told):
        found.append("speaks for the other verdict")
    if shown := re.search(r"correct answer: (.*?)(?:, but the|\.?$)", reason):
        found += [] if set(plain(shown[1])) <= said else ["does not contain it"]
    if "none of the key words" in reason and (set(plain(reference)) - FUNCTION_WORDS) & said:
        found.append("has a word")
    if missing := re.search(r"missing: ([^;)]*)", reason):
        listed = [" ".join(plain(word)) for word in missing[1].split(", ")]
        found += [f"has {word}" for word in listed if f" {word} " in f" {' '.join(plain(read))} "]
        found += [f"misses only {word}" for word in listed if len(listed) == 1 and word in FUNCTION_WORDS]
    if denied := re.search(r"Mentions (.*) only to rule", reason):
        # A number may be mentioned in words.
        has = said | set(words(read, SMILE_NORMALIZATION, "en"))
        found += [] if set(plain(denied[1])) & has else ["denies what it does not mention"]
    if counted := re.search(r"Contains (\d+) of the (\d+) key words", reason):
        found += ["counts badly"] if not int(counted[1]) < int(counted[2]) else []
    return found + (["is surer than its check"] if bool(check) != (row["verdict"] == "unsure") else [])
