"""Scoring on a cluster, a real one of two nodes on this machine: the result of one process, whatever is lost.

The tests that start it are slow: beside others, its idle processes take as much processor time as fifty tests.
"""

import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow
import pytest
import ray
from pyarrow import parquet
from ray.cluster_utils import Cluster

from smile import DataError, ModelError, SmileScorer
from smile.files.row_columns import RowColumns, RowNeeds
from smile.files.row_files import read_rows
from smile.files.writing import write_item_table
from smile.runs.chunked_files import FileScores, open_files_in_chunks, score_files_in_chunks
from smile.runs.on_cluster import Chunk, _Actor
from smile.shared_types import OnProgress
from tests.support.command_line import random_rows, without
from tests.support.tiny_encoder import TinyEncoder

N = 107
NUMBERS = ("smile", "semantic", "lexical", "easy_match", "keyword_similarity")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two nodes with room for one actor each; a lost one is given up after some seconds."""
    node = {"num_cpus": 1, "object_store_memory": 80_000_000}
    # Ray's processes give way to others unless told not to: beside other tests they would hardly get a turn.
    config = {"health_check_initial_delay_ms": 1000, "health_check_period_ms": 1000, "worker_niceness": 0}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        head = {**node, "include_dashboard": False, "_system_config": config}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        cluster.add_node(**node)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        yield cluster
        ray.shutdown()
        cluster.shutdown()


def write(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), path, row_group_size=30)


@pytest.fixture
def rows() -> list[dict[str, Any]]:
    return random_rows(N)


@pytest.fixture
def data(tmp_path: Path, rows: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of two files, cut into parts of twenty rows."""
    monkeypatch.setattr("smile.runs.chunked_files.rows_per_checkpoint", lambda settings: 20)
    folder = tmp_path / "data"
    folder.mkdir()
    write(folder / "a.parquet", rows[:70])
    write(folder / "b.parquet", rows[70:])
    write(tmp_path / "all.parquet", rows)
    return folder


def on_cluster(data: Path, output: Path, scorer: SmileScorer, on_progress: OnProgress) -> FileScores:
    files = open_files_in_chunks(data, None, RowNeeds())
    with score_files_in_chunks(files, scorer, output, 3, on_progress, None, on_ray=True) as scored:
        scored.write()
    return scored


def check_equal(scored: FileScores, output: Path, scorer: SmileScorer, whole: Path) -> dict[str, Any]:
    """Checks result and output against those of one process, whose result it returns."""
    at_once = read_rows(whole)
    scores = scorer.score_rows(at_once.rows)
    write_item_table(whole.with_name("expected.parquet"), at_once, scores.items())
    wanted, found = (parquet.read_table(path) for path in (whole.with_name("expected.parquet"), output))
    assert found.schema == wanted.schema
    expected, result = scores.summary(0.95), scored.scores.summary(0.95)
    assert result.keys() == expected.keys()
    for one, other in ((found.to_pydict(), wanted.to_pydict()), (result, expected)):
        for name, value in other.items():
            is_number = name in NUMBERS or name.endswith("_ci") or isinstance(value, float)
            assert one[name] == (pytest.approx(value, abs=1e-6) if is_number else value)
    return expected


@pytest.mark.slow
def test_the_result_is_that_of_one_process(
    cluster: Cluster, tmp_path: Path, rows: list[dict[str, Any]], data: Path
) -> None:
    rows[-1]["question"] = None
    write(data / "b.parquet", rows[70:])
    write(tmp_path / "all.parquet", rows)
    scorer = SmileScorer(encoder=TinyEncoder())
    done: list[tuple[int, int]] = []
    output = tmp_path / "out.parquet"
    scored = on_cluster(data, output, scorer, on_progress=lambda *numbers: done.append(numbers))
    assert done[-1] == (N, N)
    expected = check_equal(scored, output, scorer, tmp_path / "all.parquet")
    assert "|q:some|" in expected["signature"]
    assert expected["notes"]["without_question"] == 1
    assert scored.lowest.rows[0].prediction == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.parquet", "data", "expected.parquet", output.name]


@pytest.mark.slow
def test_lost_node_costs_and_doubles_no_row(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smile.runs.chunked_files.rows_per_checkpoint", lambda settings: 250)
    write(tmp_path / "all.parquet", without(random_rows(10_000), "id"))
    lost = cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
    was_busy = []

    def lose_it(done: int, total: int) -> None:
        if not was_busy and done > total / 4:
            free = ray._private.state.available_resources_per_node()
            was_busy.append(free[lost.node_id].get("CPU", 0) == 0)
            cluster.remove_node(lost, allow_graceful=False)

    scorer, output = SmileScorer("fast"), tmp_path / "out.parquet"
    scored = on_cluster(tmp_path / "all.parquet", output, scorer, on_progress=lose_it)
    assert was_busy == [True]
    check_equal(scored, output, scorer, tmp_path / "all.parquet")


def test_node_with_another_encoder_is_refused(data: Path) -> None:
    [file, _] = open_files_in_chunks(data, None, RowNeeds())
    chunk, encoder = pickle.dumps(Chunk(file, 0, 5, 0)), TinyEncoder()
    scorer = pickle.dumps(SmileScorer(encoder=encoder))
    [error] = map(pickle.loads, _Actor(scorer, "tiny@another")({"item": [chunk]})["scores"])
    assert isinstance(error, ModelError)
    assert str(error) == "a node has the encoder tiny, not tiny@another: give every node the same files"
    [scores] = map(pickle.loads, _Actor(scorer, "tiny")({"item": [chunk]})["scores"])
    assert len(scores) == 5


def test_what_cannot_be_scored_is_refused(tmp_path: Path, data: Path) -> None:
    def refused(match: str, path: Path = data, columns: RowColumns | None = None) -> None:
        with pytest.raises(DataError, match=match):
            open_files_in_chunks(path, columns, RowNeeds())

    (tmp_path / "empty").mkdir()
    refused("has no .parquet files", tmp_path / "empty")
    refused("does not exist", tmp_path / "none.parquet")
    refused("has no column 'gold'", columns=RowColumns(reference="gold"))
    write(data / "c.parquet", [{"prediction": "Rome", "answer": "Rome"}])
    refused(r"the columns differ between .*a\.parquet .* and .*c\.parquet")
