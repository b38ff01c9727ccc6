"""Each published format becomes our columns.

The files in `published/` are made up, in the form that the authors describe; `expected.jsonl` has the records, and the
reason for each entry that is left out.
"""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from smile.people.published_sets import CONVERTERS, SETS

FOLDER = Path(__file__).with_name("published")
FILES = {
    "evouna": ["NQ.json", "TQ.json"],
    "efficientqa": ["test.jsonl"],
    "student_answers": ["semeval"],
    "truthfulqa": ["table.csv", "models.jsonl"],
}


@pytest.mark.parametrize("name", FILES)
def test_a_published_format_becomes_our_columns(name: str, tmp_path: Path) -> None:
    paths = [FOLDER / name / file for file in FILES[name]]
    if name == "student_answers":  # it is published packed
        paths = [tmp_path / "all.zip"]
        with ZipFile(paths[0], "w") as archive:
            for path in (FOLDER / name).rglob("*.xml"):
                archive.write(path, path.relative_to(FOLDER / name))
    expected = [json.loads(line) for line in (FOLDER / name / "expected.jsonl").read_text("utf-8").splitlines()]
    found = list(CONVERTERS[name](paths))
    records, left_out = ([each for each in found if isinstance(each, kind)] for kind in (dict, str))
    assert records == [each for each in expected if isinstance(each, dict)]
    assert sorted(left_out) == sorted(each for each in expected if isinstance(each, str))
    assert all(set(record) == set(SETS[name].columns.split()) for record in records)
