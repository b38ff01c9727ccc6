"""Writes data sets of training from their authors' files: `python -m training.public_data --data FOLDER`.

One half of the questions of each set is left out, so that results can be checked on questions that nobody tuned to.
Mohler, SAF, HardVerify-Math and STS have no converter: training/README.md says where they come from.
"""

import argparse
import csv
import hashlib
import json
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

from smile.disk.atomic_writes import new_file_in_place
from smile.people.published_sets import SETS, fetch_published_file, write_published_set

_XQUAD = {
    "address": "google-deepmind/xquad/7d30520c717524000f0d9d2f9c10a069acd9d285/xquad.en.json",
    "sha256": "e4c57d1c9143aaa1c5d265ba5987a65f4e69528d2a98f29d6e75019b10344f29",
}
# Its questions are kept for measuring, so the half of EVOUNA leaves them out.
_NQ301 = {
    "address": "ehsk/OpenQA-eval/8b9317d0f0c92b52e1c71c0168dff74b5f76a5f4/data/NQ301_human.tsv",
    "sha256": "45ea9fa6106eb3a094efef41de12ce5b0bc88522cf310bcdf99277d4d297890e",
}


def main() -> None:
    """Writes the data sets that are not in the folder yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder to write to")
    folder: Path = parser.parse_args().data
    folder.mkdir(parents=True, exist_ok=True)
    for name, records in _data_sets(folder):
        path = folder / f"{name}.jsonl"
        if path.exists():
            print(f"{path} is there already")
            continue
        lines = [json.dumps(record, ensure_ascii=False) for record in records()]
        with new_file_in_place(path) as temporary:
            temporary.write_text("\n".join([*lines, ""]), encoding="utf-8")
        print(f"{path}: {len(lines):,} rows")


def _data_sets(folder: Path) -> Iterator[tuple[str, Callable[[], Iterator[dict[str, Any]]]]]:
    """Yields the name of each data set, and what reads its rows."""
    yield "evouna_dev", lambda: _half(folder, "evouna", _is_in_evouna_half(_questions_of_nq301()))
    yield "efficientqa", lambda: _half(folder, "efficientqa", is_in_half)
    yield "truthfulqa", lambda: _half(folder, "truthfulqa", is_in_half)
    yield "student_answers", lambda: _half(folder, "student_answers", lambda question: True)
    yield "passages", lambda: passages(fetch_published_file(**_XQUAD))


def _half(folder: Path, name: str, is_used: Callable[[str], bool]) -> Iterator[dict[str, Any]]:
    whole = folder / f"{name}_whole.jsonl"
    write_published_set(SETS[name], whole)
    rows = map(json.loads, whole.read_text(encoding="utf-8").splitlines())
    yield from (row for row in rows if is_used(row["question"]))
    whole.unlink()


def is_in_half(question: str) -> bool:
    """Whether a question is in the half that is learned from.

    >>> is_in_half("Who wrote Hamlet?"), is_in_half("What is rain?"), is_in_half(" WHAT is rain? ")
    (False, True, True)
    """
    return hashlib.sha256(question.strip().lower().encode()).digest()[0] >= 128


def _is_in_evouna_half(left_out: Collection[str]) -> Callable[[str], bool]:
    """Returns whether a question of EVOUNA is in the half that is learned from, by an older rule."""

    def is_used(question: str) -> bool:
        is_even = hashlib.sha1(question.encode()).digest()[-1] % 2 == 0  # noqa: S324 (no secret)
        return is_even and question.strip().lower() not in left_out

    return is_used


def _questions_of_nq301() -> set[str]:
    with fetch_published_file(**_NQ301).open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["Question"].strip().lower() for row in rows}


def passages(path: Path) -> Iterator[dict[str, Any]]:
    """Yields each question of a file in the format of SQuAD 1.1, with its passage and where the answer starts."""
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            for asked in paragraph["qas"]:
                answer = asked["answers"][0]
                yield {
                    "id": asked["id"],
                    "passage": paragraph["context"],
                    "question": asked["question"],
                    "answer": answer["text"],
                    "start": answer["answer_start"],
                }


if __name__ == "__main__":
    main()
