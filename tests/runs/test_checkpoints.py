"""What a run checks on the way."""

from pathlib import Path

import pytest

from smile import UsageError
from smile.files.reading import FileRows
from smile.rows.checked_rows import check_rows
from smile.runs.checkpoints import DatasetSummary, one_backend


def test_one_back_end_encodes_a_run() -> None:
    assert one_backend(None, None, None) is None
    assert one_backend(None, "torch", None) == "torch"
    assert one_backend("torch", None, None) == "torch"
    assert one_backend("torch", "torch", None) == "torch"
    with pytest.raises(
        UsageError, match=r"started with backend='openvino' and .* 'torch': give --set backend=openvino"
    ):
        one_backend("openvino", "torch", Path("out"))


def test_surveys_of_chunks_join_to_that_of_all_rows() -> None:
    rows = check_rows(["a", "b", "c"], ["a", ["b", "B"], "c"], ["q", None, "q"])
    whole = DatasetSummary.of(FileRows(rows, [1, "b", None]))
    first, second = FileRows(rows[:1], [1]), FileRows(rows[1:], ["b", None])
    assert DatasetSummary() | DatasetSummary.of(first) | DatasetSummary.of(second) == whole
    assert whole.n == 3
