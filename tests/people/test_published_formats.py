"""Each published format becomes our columns. The files here are made up, in the form that the authors describe."""

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from smile.people.published_sets import CONVERTERS, SETS


def evouna(folder: Path) -> list[Path]:
    systems = ("fid", "gpt35", "chatgpt", "gpt4", "newbing")
    entry = {"question": "what is red ", "golden_answer": "Blood/ the  Moon", "improper": False}
    entry |= {f"answer_{system}": f"by {system}" for system in systems}
    entry |= {f"judge_{system}": system != "fid" for system in systems}
    strange = entry | {"answer_fid": "", "judge_gpt4": "nan", "improper": False}
    for name, entries in (("NQ.json", [entry | {"improper": True}, entry]), ("TQ.json", [strange])):
        (folder / name).write_text(json.dumps(entries))
    return [folder / "NQ.json", folder / "TQ.json"]


def efficientqa(folder: Path) -> list[Path]:
    entry = {"question": "what is red", "answer": ["blood", "Mars"], "answer_and_def_correct_predictions": ["unused"]}
    kinds = {"def_correct": ["gore"], "poss_correct": ["ink", "wine"], "def_incorrect": ["snow", "sky"]}
    path = folder / "test.jsonl"
    path.write_text(json.dumps(entry | {f"{kind}_predictions": answers for kind, answers in kinds.items()}) + "\n")
    return [path]


def student_answers(folder: Path) -> list[Path]:
    text = """<question id="q"><questionText>Why? </questionText>
      <referenceAnswers><referenceAnswer id="a1"> A gap.</referenceAnswer><referenceAnswer id="a2"/></referenceAnswers>
      <studentAnswers><studentAnswer id="s{0}" accuracy="correct">a gap\n</studentAnswer>
      <studentAnswer id="t{0}" accuracy="contradictory">no gap</studentAnswer></studentAnswers></question>"""
    path = folder / "all.zip"
    with ZipFile(path, "w") as archive:
        for i, name in enumerate(("training/3way/sciEntsBank", "training/3way/beetle", "test/3way/beetle/unseen")):
            archive.writestr(f"semeval/{name}/q.xml", text.format(i))
    return [path]


def truthfulqa(folder: Path) -> list[Path]:
    with (folder / "table.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["Type", "Question", "Best Answer", "Correct Answers", "Incorrect Answers"])
        writer.writerow(["x", "Is it red?", "Yes", "Yes; It is, mostly;", "No; It is blue"])
    given = [("Is it red?", "It's\nred.", " yes"), ("Is it red?", "no", " no"), ("Is it red?", "no", " no")]
    lines = [
        {"prompt": f"Q: {question}\nA: {answer}\nTrue:", "completion": is_true} for question, answer, is_true in given
    ]
    lines.append({"prompt": "Q: Else?\nA: No\nTrue:", "completion": " no"})
    (folder / "models.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return [folder / "table.csv", folder / "models.jsonl"]


RED = {"question": "what is red", "references": ["Blood", "the  Moon"]}
OTHERS = {"gpt35": "GPT-3.5", "chatgpt": "ChatGPT-3.5", "gpt4": "GPT-4", "newbing": "BingChat"}
MARS = {"dataset": "EfficientQA", "question": "what is red", "references": ["blood", "Mars"]}
GAP = {"question": "Why?", "references": ["A gap."]}
AUTHORS = {"dataset": "TruthfulQA, authors", "question": "Is it red?", "references": ["Yes"]}
MODELS = {"dataset": "TruthfulQA, models", "question": "Is it red?", "references": ["Yes", "It is, mostly"]}
EXPECTED: dict[str, tuple[Any, list[dict[str, Any]], dict[str, int]]] = {
    "evouna": (
        evouna,
        [
            RED | {"id": "NQ-1", "dataset": "NQ", "system": "FiD", "prediction": "by fid", "human": False},
            *(
                RED | {"id": id_, "dataset": id_[:2], "system": system, "prediction": f"by {key}", "human": True}
                for id_ in ("NQ-1", "TQ-0")
                for key, system in OTHERS.items()
                if (id_, key) != ("TQ-0", "gpt4")
            ),
        ],
        {"questions that its authors call improper": 1, "answers that are empty or not judged": 2},
    ),
    "efficientqa": (
        efficientqa,
        [
            MARS | {"id": "0-correct-0", "prediction": "gore", "human": True},
            MARS | {"id": "0-incorrect-0", "prediction": "snow", "human": False},
            MARS | {"id": "0-incorrect-1", "prediction": "sky", "human": False},
        ],
        {"answers that people call possibly right": 2},
    ),
    "student_answers": (
        student_answers,
        [
            GAP
            | {
                "id": f"{letter}{i}",
                "dataset": dataset,
                "prediction": text,
                "human": label == "correct",
                "label": label,
            }
            for i, dataset in ((1, "beetle"), (0, "sciEntsBank"))
            for letter, text, label in (("s", "a gap", "correct"), ("t", "no gap", "contradictory"))
        ],
        {},
    ),
    "truthfulqa": (
        truthfulqa,
        [
            AUTHORS | {"id": "t0", "prediction": "It is, mostly", "human": True},
            AUTHORS | {"id": "t1", "prediction": "No", "human": False},
            AUTHORS | {"id": "t2", "prediction": "It is blue", "human": False},
            MODELS | {"id": "m0", "prediction": "It's\nred.", "human": True},
            MODELS | {"id": "m1", "prediction": "no", "human": False},
        ],
        {"answers that are given again": 1, "answers to questions that the table does not have": 1},
    ),
}


def test_every_set_is_tried() -> None:
    assert list(EXPECTED) == list(CONVERTERS) == list(SETS)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_published_format_becomes_our_columns(name: str, tmp_path: Path) -> None:
    make, expected, left_out = EXPECTED[name]
    found = list(CONVERTERS[name](make(tmp_path)))
    records = [each for each in found if isinstance(each, dict)]
    assert records == expected
    assert Counter(each for each in found if isinstance(each, str)) == left_out
    assert all(set(record) == set(SETS[name].columns.split()) for record in records)
