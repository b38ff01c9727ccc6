"""The tables of test cases: every line is a test, or the table is refused."""

from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from tests.support.cases import cases


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ('# Lists\n[test_one]\ta\tb\n["x"]\ty\n[]\n', [[["x"], "y"], [[], None]]),
        ("[test_one]\ta\tb\n# nothing\n", None),
        ("[test_one]\ta\tb\n1\n[test_two]\ta\n1\n", None),
        ("[test_one]\ta\tb\n1\n[test_one]\ta\tb\n2\n", None),
        ("1\n[test_one]\ta\tb\n1\n", None),
    ],
)
def test_no_line_of_a_table_is_lost(tmp_path: Path, table: str, expected: Any) -> None:
    module = tmp_path / "test_module.py"
    module.write_text("def test_one(a: object, b: str | None): ...", encoding="utf-8")
    module.with_suffix(".tsv").write_text(table, encoding="utf-8")
    test = run_path(str(module))["test_one"]
    if expected is None:
        with pytest.raises(ValueError, match="test_module"):
            cases(test)
    else:
        assert cases(test).pytestmark[0].args[1] == expected
