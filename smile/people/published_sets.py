"""Downloads published data sets with human labels, and writes them with our columns.

The files are read in the formats that their authors describe.
"""

import csv
import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.request import urlopen
from xml.etree import ElementTree
from zipfile import ZipFile

from ..disk.atomic_writes import new_file_in_place, write_errors
from ..disk.cache_folder import cache_folder
from ..disk.hashes import file_sha256
from ..errors import DataError

_HOST = "https://raw.githubusercontent.com"
_SECONDS_TO_WAIT = 60


@dataclass(frozen=True)
class PublishedSet:
    """A published data set with human labels.

    Attributes:
        what: What it is, in a line.
        rows: How many rows it has here, or about how many.
        page: The page of its authors.
        columns: The columns that its file gets.
        files: Of each published file the `address` (repository, commit and path on GitHub) and the `sha256`.
    """

    name: str
    what: str
    rows: str
    licence: str
    page: str
    columns: str
    files: Sequence[Mapping[str, str]]


SETS = {
    entry["name"]: PublishedSet(**entry) for entry in json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
}


def write_published_set(wanted: PublishedSet, path: Path) -> tuple[int, Counter[str]]:
    """Writes a data set to a file. Returns the number of rows, and the numbers of entries left out, by reason.

    Files that were fetched before are not fetched again.
    """
    found = list(CONVERTERS[wanted.name]([fetch_published_file(**file) for file in wanted.files]))
    records = [each for each in found if isinstance(each, dict)]
    columns = wanted.columns.split()
    with write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with new_file_in_place(path) as temporary, temporary.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps({name: record[name] for name in columns}, ensure_ascii=False) + "\n")
    return len(records), Counter(each for each in found if isinstance(each, str))


def fetch_published_file(address: str, sha256: str) -> Path:
    """Returns a file on GitHub, which is fetched once, checked by its hash, and kept in the cache folder."""
    host = os.environ.get("SMILE_DATA_HOST") or _HOST
    path = cache_folder() / "data" / f"{sha256[:16]}-{Path(address).name}"
    address = f"{host.rstrip('/')}/{address}"
    if not address.startswith(("http://", "https://")):
        raise DataError(f"{address} is not an address: let SMILE_DATA_HOST begin with https://")
    with write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file() and file_sha256(path) == sha256:
            return path
    try:
        with urlopen(address, timeout=_SECONDS_TO_WAIT) as response:  # noqa: S310  # checked above
            content = response.read()
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", None) or type(error).__name__
        raise DataError(
            f"{address} cannot be fetched ({reason}): check the network, or name a mirror in SMILE_DATA_HOST"
        ) from error
    if hashlib.sha256(content).hexdigest() != sha256:
        raise DataError(
            f"{address} is not the file that was published: its SHA-256 is not {sha256}. Nothing of it was "
            "kept; fetch it again, or name a mirror in SMILE_DATA_HOST"
        )
    with new_file_in_place(path) as temporary:
        temporary.write_bytes(content)
    return path


Record = dict[str, Any]
# The records of a set, and for each entry that is left out the reason.
Converted = Iterator[Record | str]

_EVOUNA_SYSTEMS = {"fid": "FiD", "gpt35": "GPT-3.5", "chatgpt": "ChatGPT-3.5", "gpt4": "GPT-4", "newbing": "BingChat"}
_PROMPT = re.compile(r"Q: (.*)\nA:(.*)\nTrue:", re.DOTALL)


def _evouna(files: Sequence[Path]) -> Converted:
    for dataset, path in zip(("NQ", "TQ"), files, strict=True):
        for i, entry in enumerate(json.loads(path.read_text("utf-8"))):
            if entry["improper"]:
                yield "questions that its authors call improper"
                continue
            for key, system in _EVOUNA_SYSTEMS.items():
                answer, is_right = entry[f"answer_{key}"], entry[f"judge_{key}"]
                if not isinstance(is_right, bool) or not isinstance(answer, str) or not answer.strip():
                    yield "answers that are empty or not judged"
                    continue
                record = _published_record(
                    f"{dataset}-{i}", dataset, entry["question"], entry["golden_answer"].split("/")
                )
                yield record | {"system": system, "prediction": answer, "human": is_right}


def _efficientqa(files: Sequence[Path]) -> Converted:
    [path] = files
    for i, line in enumerate(path.read_text("utf-8").splitlines()):
        entry = json.loads(line)
        for kind, is_right in (("correct", True), ("incorrect", False)):
            for j, answer in enumerate(entry[f"def_{kind}_predictions"]):
                record = _published_record(f"{i}-{kind}-{j}", "EfficientQA", entry["question"], entry["answer"])
                yield record | {"prediction": answer, "human": is_right}
        yield from ["answers labelled possibly correct"] * len(entry["poss_correct_predictions"])


def _student_answers(files: Sequence[Path]) -> Converted:
    [path] = files
    with ZipFile(path) as archive:
        members = sorted(map(PurePosixPath, archive.namelist()))
        for dataset in ("beetle", "sciEntsBank"):
            for member in members:
                if member.suffix != ".xml" or member.parts[-4:-1] != ("training", "3way", dataset):
                    continue
                question = ElementTree.fromstring(archive.read(str(member)))  # noqa: S314 (its SHA-256 is known)
                references = [each.text or "" for each in question.iter("referenceAnswer")]
                for answer in question.iter("studentAnswer"):
                    record = _published_record(
                        answer.attrib["id"], dataset, question.findtext("questionText") or "", references
                    )
                    label, text = answer.attrib["accuracy"], (answer.text or "").strip()
                    yield record | {"prediction": text, "human": label == "correct", "label": label}


def _truthfulqa(files: Sequence[Path]) -> Converted:
    table, answers_of_models = files
    right: dict[str, list[str]] = {}
    number = count()
    with table.open(encoding="utf-8", newline="") as file:
        for entry in csv.DictReader(file):
            question, best = entry["Question"].strip(), entry["Best Answer"].strip()
            right[question] = _texts_of_published_cells(entry["Correct Answers"].split(";"))
            for column, is_right in (("Correct Answers", True), ("Incorrect Answers", False)):
                for answer in _texts_of_published_cells(entry[column].split(";")):
                    if answer != best:
                        record = _published_record(f"t{next(number)}", "TruthfulQA, authors", question, [best])
                        yield record | {"prediction": answer, "human": is_right}
    known: set[tuple[str, str]] = set()
    for i, line in enumerate(answers_of_models.read_text("utf-8").splitlines()):
        entry = json.loads(line)
        match = _PROMPT.fullmatch(entry["prompt"].strip())
        question, answer = (text.strip() for text in match.groups()) if match else ("", "")
        if question not in right:
            yield "answers to questions that the table does not have"
        elif (question, answer) in known:
            yield "answers that are given again"
        else:
            known.add((question, answer))
            record = _published_record(f"m{i}", "TruthfulQA, models", question, right[question])
            yield record | {"prediction": answer, "human": entry["completion"].strip() == "yes"}


def _published_record(id: str, dataset: str, question: str, references: Sequence[str]) -> Record:  # noqa: A002
    return {
        "id": id,
        "dataset": dataset,
        "question": question.strip(),
        "references": _texts_of_published_cells(references),
    }


def _texts_of_published_cells(cells: Sequence[str]) -> list[str]:
    return [cell.strip() for cell in cells if cell.strip()]


# By the name of the set, what makes records of its files.
CONVERTERS: dict[str, Callable[[Sequence[Path]], Converted]] = {
    "evouna": _evouna,
    "efficientqa": _efficientqa,
    "student_answers": _student_answers,
    "truthfulqa": _truthfulqa,
}
