"""The app's comparison of systems: good files and bad ones."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from smile.app.engine import ChosenSetting
from smile.app.limits import Limits
from smile.app.requests.compared_systems import compare_files
from smile.app.sent_files import SystemFiles
from smile.errors import DataError, UsageError
from tests.support.command_line import read_items, write_jsonl
from tests.support.tiny_engine import tiny_engine

pytestmark = pytest.mark.real_encoder

# As those of `app_process`.
LIMITS = Limits(megabytes=1, rows=160)
QUESTIONS = [("Where?", "Paris"), ("How many?", "five"), ("Who?", "Ann"), ("What?", "a cat")]


def write(folder: Path, name: str, rows: Sequence[dict[str, Any]]) -> Path:
    return write_jsonl(folder / f"{name}.jsonl", rows)


def answers(**columns: Any) -> list[dict[str, Any]]:
    return [
        {"question": question, "reference": reference, "prediction": reference}
        | {name: values[i] for name, values in columns.items()}
        for i, (question, reference) in enumerate(QUESTIONS)
    ]


class TestCompare:
    def test_own_columns_stay_beside_the_scores(self, tmp_path: Path) -> None:
        one = write(tmp_path, "one", answers(topic=["a", "b", "c", "d"], smile=[1, 2, 3, 4]))
        # A row that the other file lacks is left out, with its own columns.
        lone = [{"question": "Why?", "reference": "so", "prediction": "so", "system": "lone"}]
        two = write(tmp_path, "two", lone + answers(system=["x"] * 4)[::-1])
        rows = [answers()[i] | {"system": who, "n": i} for i in range(2) for who in "AB"]
        both = write(tmp_path, "both", rows)
        expected = (
            ([one, two], "topic", ["a", "b", "c", "d", None, None, None, None]),
            ([one, two], "smile", [1, 2, 3, 4, None, None, None, None]),
            ([one, two], "system", [None, None, None, None, "x", "x", "x", "x"]),
            ([both], "n", [0, 1, 0, 1]),
        )
        for paths, column, cells in expected:
            sent = SystemFiles([str(path) for path in paths])
            steps = compare_files(tiny_engine(LIMITS), Event(), sent, ChosenSetting("default"))
            found = next(step for step in steps if not isinstance(step, str))
            records = read_items(Path(found.downloads[1]))
            assert [record[column] for record in records] == cells
            assert ("smile_system" in records[0]) == (column != "n")

    def test_what_cannot_be_compared_is_said(self, tmp_path: Path) -> None:
        one = {"one": answers()}
        cases: list[tuple[dict[str, list[dict[str, Any]]], str]] = [
            ({}, "choose a file for each system first"),
            (one | {"two": [{"question": "Why?", "reference": "a", "prediction": "b"}]}, "no question is in every"),
            ({"one": answers(id=[1, 2, 3, 4]), "two": answers()}, "there are ids in one and none in two"),
            ({"one": answers() * 25, "two": answers() * 25}, "200 rows: at most 160"),
            (one | {"two": answers(prediction=["a" * 10_001] * 4)}, "a text of 10,001 characters"),
            ({f"s{i}": answers() for i in range(21)}, "21 files: at most 20"),
            ({"one": [row | {"system": str(i)} for i in range(21) for row in answers()]}, "21 systems: at most 20"),
        ]
        for files, message in cases:
            sent = SystemFiles([str(write(tmp_path, name, rows)) for name, rows in files.items()])
            with pytest.raises((DataError, UsageError), match=message):
                list(compare_files(tiny_engine(LIMITS), Event(), sent, ChosenSetting("default")))
