"""Reads published files of people's judgements, in the formats that their authors describe, into our columns."""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

Records = list[dict[str, Any]]
# The records of a set, and by reason how many of its entries are left out.
Converted = tuple[Records, Counter[str]]

_EVOUNA_SYSTEMS = {
    "fid": "FiD",
    "gpt35": "GPT-3.5",
    "chatgpt": "ChatGPT-3.5",
    "gpt4": "GPT-4",
    "newbing": "BingChat",
}
_PROMPT = re.compile(r"Q: (.*)\nA:(.*)\nTrue:", re.DOTALL)


def _evouna(files: Sequence[Path]) -> Converted:
    records: Records = []
    left_out = Counter[str]()
    for dataset, path in zip(("NQ", "TQ"), files, strict=True):
        for i, entry in enumerate(json.loads(path.read_text("utf-8"))):
            if entry["improper"]:
                left_out["questions that its authors call improper"] += 1
                continue
            for key, system in _EVOUNA_SYSTEMS.items():
                answer, is_right = entry[f"answer_{key}"], entry[f"judge_{key}"]
                if not isinstance(is_right, bool) or not isinstance(answer, str) or not answer.strip():
                    left_out["answers that are empty or not judged"] += 1
                    continue
                record = _record(f"{dataset}-{i}", dataset, entry["question"], entry["golden_answer"].split("/"))
                records.append(record | {"system": system, "prediction": answer, "human": is_right})
    return records, left_out


def _efficientqa(files: Sequence[Path]) -> Converted:
    [path] = files
    records: Records = []
    left_out = Counter[str]()
    for i, line in enumerate(path.read_text("utf-8").splitlines()):
        entry = json.loads(line)
        for kind, is_right in (("correct", True), ("incorrect", False)):
            for j, answer in enumerate(entry[f"def_{kind}_predictions"]):
                record = _record(f"{i}-{kind}-{j}", "EfficientQA", entry["question"], entry["answer"])
                records.append(record | {"prediction": answer, "human": is_right})
        left_out["answers that people call possibly right"] += len(entry["poss_correct_predictions"])
    return records, left_out


def _student_answers(files: Sequence[Path]) -> Converted:
    [path] = files
    records: Records = []
    with ZipFile(path) as archive:
        members = sorted(map(PurePosixPath, archive.namelist()))
        for dataset in ("beetle", "sciEntsBank"):
            for member in members:
                if member.suffix != ".xml" or member.parts[-4:-1] != ("training", "3way", dataset):
                    continue
                question = ElementTree.fromstring(archive.read(str(member)))  # noqa: S314 (its SHA-256 is known)
                references = [each.text or "" for each in question.iter("referenceAnswer")]
                for answer in question.iter("studentAnswer"):
                    record = _record(answer.attrib["id"], dataset, question.findtext("questionText") or "", references)
                    label = answer.attrib["accuracy"]
                    text = (answer.text or "").strip()
                    records.append(record | {"prediction": text, "human": label == "correct", "label": label})
    return records, Counter()


def _truthfulqa(files: Sequence[Path]) -> Converted:
    table, answers_of_models = files
    records: Records = []
    left_out = Counter[str]()
    right: dict[str, list[str]] = {}
    with table.open(encoding="utf-8", newline="") as file:
        for entry in csv.DictReader(file):
            question, best = entry["Question"].strip(), entry["Best Answer"].strip()
            right[question] = _texts(entry["Correct Answers"].split(";"))
            for column, is_right in (("Correct Answers", True), ("Incorrect Answers", False)):
                for answer in _texts(entry[column].split(";")):
                    if answer != best:
                        record = _record(f"t{len(records)}", "TruthfulQA, authors", question, [best])
                        records.append(record | {"prediction": answer, "human": is_right})
    known: set[tuple[str, str]] = set()
    for i, line in enumerate(answers_of_models.read_text("utf-8").splitlines()):
        entry = json.loads(line)
        match = _PROMPT.fullmatch(entry["prompt"].strip())
        question, answer = (text.strip() for text in match.groups()) if match else ("", "")
        if question not in right:
            left_out["answers to questions that the table does not have"] += 1
        elif (question, answer) in known:
            left_out["answers that are given again"] += 1
        else:
            known.add((question, answer))
            record = _record(f"m{i}", "TruthfulQA, models", question, right[question])
            records.append(record | {"prediction": answer, "human": entry["completion"].strip() == "yes"})
    return records, left_out


def _record(id: str, dataset: str, question: str, references: Sequence[str]) -> dict[str, Any]:  # noqa: A002
    return {"id": id, "dataset": dataset, "question": question.strip(), "references": _texts(references)}


def _texts(cells: Sequence[str]) -> list[str]:
    return [cell.strip() for cell in cells if cell.strip()]


# By the name of the set, what makes records of its files.
CONVERTERS: dict[str, Callable[[Sequence[Path]], Converted]] = {
    "evouna": _evouna,
    "efficientqa": _efficientqa,
    "student_answers": _student_answers,
    "truthfulqa": _truthfulqa,
}
