from pathlib import Path

import pytest

from tests.support.tables import each_row


@each_row(("number", "root"), [(4, 2), (9, 4), (16, 4), (25, 6)])
def roots(number: int, root: int, tmp_path: Path) -> None:
    assert tmp_path.is_dir()
    assert root * root == number


def test_every_row_is_tried_and_those_that_fail_are_named(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"(?s)^2 of 4 rows fail:\n9, 4: .*\n25, 6: AssertionError: ") as caught:
        roots(tmp_path=tmp_path)
    assert "16, 4" not in str(caught.value)


@each_row("number", [4, 9])
@each_row("root", [2, 3])
def test_two_tables_are_multiplied_and_fixtures_given(number: int, root: int, tmp_path: Path) -> None:
    (tmp_path / f"{number}-{root}").touch()
    assert len(list(tmp_path.iterdir())) == {(4, 2): 1, (4, 3): 2, (9, 2): 3, (9, 3): 4}[number, root]
