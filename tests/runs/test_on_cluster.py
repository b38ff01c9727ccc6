"""Scoring on a cluster, a real one of two nodes on this machine: the result of one process, whatever is lost.

The tests that start it are slow: beside others, its idle processes take as much processor time as fifty tests.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow
import pytest
import ray
from pyarrow import parquet
from ray.cluster_utils import Cluster

from smile import DataError, ModelError, SmileScorer, UsageError
from smile.aliases import OnProgress
from smile.encoding.encoders import Encoded
from smile.files.reading import read_rows
from smile.files.row_columns import RowColumns
from smile.files.writing import write_items
from smile.preparation.preparing import prepare
from smile.runs.on_cluster import score_dataset
from tests.support.command_line import run_smile, without
from tests.support.random_rows import random_rows
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
    monkeypatch.setattr("smile.runs.on_cluster.chunk_rows", lambda settings: 20)
    folder = tmp_path / "data"
    folder.mkdir()
    write(folder / "a.parquet", rows[:70])
    write(folder / "b.parquet", rows[70:])
    write(tmp_path / "all.parquet", rows)
    return folder


def check_equal(output: Path, scorer: SmileScorer, whole: Path) -> dict[str, Any]:
    """Checks the output against that of one process; returns what the latter's result is."""
    at_once = read_rows(whole)
    scores = scorer.score_rows(at_once.rows)
    write_items(whole.with_name("expected.parquet"), at_once, scores.items())
    expected = parquet.read_table(whole.with_name("expected.parquet"))
    found = pyarrow.concat_tables(parquet.read_table(path) for path in sorted(output.iterdir()))
    assert found.schema == expected.schema
    for name in expected.column_names:
        if name in NUMBERS:
            assert found[name].to_pylist() == pytest.approx(expected[name].to_pylist(), abs=1e-6)
        else:
            assert found[name].to_pylist() == expected[name].to_pylist()
    return scores.summary(0.95)


def check_result(result: dict[str, Any], expected: dict[str, Any]) -> None:
    assert result.keys() == expected.keys()
    for name, value in expected.items():
        assert result[name] == (value if isinstance(value, str | int | dict) else pytest.approx(value, abs=1e-6))


@pytest.mark.slow
def test_the_result_is_that_of_one_process(
    cluster: Cluster, tmp_path: Path, rows: list[dict[str, Any]], data: Path
) -> None:
    rows[-1]["question"] = None
    write(data / "b.parquet", rows[70:])
    write(tmp_path / "all.parquet", rows)
    scorer = SmileScorer(encoder=TinyEncoder())
    done: list[tuple[int, int]] = []
    scored = score_dataset(data, tmp_path / "out", scorer, on_progress=lambda *numbers: done.append(numbers))
    assert done[-1] == (N, N)
    assert len(list(scored.folder.iterdir())) == 6
    assert scored.workers.size == 2
    expected = check_equal(scored.folder, scorer, tmp_path / "all.parquet")
    check_result(scored.summary(0.95), expected)
    assert "|q:some|" in expected["signature"]
    assert expected["notes"]["without_question"] == 1
    lowest, items = scored.lowest(3)
    assert items["smile"] == sorted(parquet.read_table(tmp_path / "expected.parquet")["smile"].to_pylist())[:3]
    assert lowest.rows[0].prediction == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.parquet", "data", "expected.parquet", "out"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning:ray")  # once in a process, from Ray's own code
def test_with_a_prepared_set_and_on_the_command_line(
    cluster: Cluster, tmp_path: Path, local_model: Path, data: Path
) -> None:
    settings = SmileScorer(model=str(local_model)).settings
    prepare(read_rows(tmp_path / "all.parquet").rows, tmp_path / "prepared", settings)
    options = ["--model", local_model, "--prepared", tmp_path / "prepared", "--json"]
    on_cluster = ["--engine", "ray", "--actors", "1", "--output", tmp_path / "out"]
    result = run_smile("score", data, *options, *on_cluster)
    assert result.exit_code == 0, result.stderr
    assert result.stderr == "note: scored by 1 actor with 1 CPUs and 0 GPUs each\n"
    scorer = SmileScorer(settings, prepared=tmp_path / "prepared")
    check_result(json.loads(result.stdout), check_equal(tmp_path / "out", scorer, tmp_path / "all.parquet"))
    assert json.loads(result.stdout)["notes"]["prepared"] > 0


@pytest.mark.slow
def test_a_node_lost_in_the_middle_costs_no_row_and_doubles_none(
    cluster: Cluster, tmp_path: Path, local_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smile.runs.on_cluster.chunk_rows", lambda settings: 250)
    write(tmp_path / "all.parquet", without(random_rows(10_000), "id"))
    lost = cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
    was_busy = []

    def lose_it(done: int, total: int) -> None:
        if not was_busy and done > total / 4:
            free = ray._private.state.available_resources_per_node()
            was_busy.append(free[lost.node_id].get("CPU", 0) == 0)
            cluster.remove_node(lost, allow_graceful=False)

    scorer = SmileScorer("fast", model=str(local_model))
    scored = score_dataset(tmp_path / "all.parquet", tmp_path / "out", scorer, on_progress=lose_it)
    assert was_busy == [True]
    check_result(scored.summary(0.95), check_equal(tmp_path / "out", scorer, tmp_path / "all.parquet"))


class Breaking(TinyEncoder):
    """Cannot encode one text as long as a file is there."""

    signature = "breaking"

    def __init__(self, text: str, file: Path) -> None:
        super().__init__()
        self._text, self._file = text, file

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        if self._file.exists() and any(self._text in text for text in texts):
            raise ModelError("the encoder broke")
        return super().encode(texts, on_progress)


@pytest.mark.slow
def test_a_run_that_broke_goes_on_after_what_is_done(
    cluster: Cluster, tmp_path: Path, rows: list[dict[str, Any]], data: Path
) -> None:
    rows[-1]["prediction"] = "unspeakable"
    write(data / "b.parquet", rows[70:])
    write(tmp_path / "all.parquet", rows)
    obstacle = tmp_path / "obstacle"
    obstacle.touch()
    scorer = SmileScorer(encoder=Breaking("unspeakable", obstacle))
    with pytest.raises(ModelError, match="the encoder broke"):
        score_dataset(data, tmp_path / "out", scorer, actors=1)
    with pytest.raises(UsageError, match="with a different signature"):
        score_dataset(data, tmp_path / "out", SmileScorer(encoder=scorer.stages.encoder, threshold=0.5))
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob("out.parts/done-*.json")}
    assert len(kept) == 5
    (tmp_path / "out.parts" / "scores" / ".smile-0.tmp").touch()  # as a lost node leaves it
    obstacle.unlink()
    done: list[int] = []
    scored = score_dataset(data, tmp_path / "out", scorer, on_progress=lambda n, _: done.append(n))
    assert done == [N]
    check_result(scored.summary(0.95), check_equal(tmp_path / "out", scorer, tmp_path / "all.parquet"))


@pytest.mark.slow
def test_a_wrong_row_is_named_before_anything_is_scored(
    cluster: Cluster, tmp_path: Path, rows: list[dict[str, Any]], data: Path
) -> None:
    rows[85]["references"] = [" "]
    rows[95]["references"] = []
    write(data / "b.parquet", rows[70:])
    with pytest.raises(DataError, match=r"^b\.parquet, row 15: the reference is empty"):
        score_dataset(data, tmp_path / "out", SmileScorer(encoder=TinyEncoder()))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.parquet", "data"]


def test_what_cannot_be_scored_is_refused(
    tmp_path: Path, rows: list[dict[str, Any]], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(error: type[Exception], match: str, path: Path = data, output: str = "out", **options: Any) -> None:
        with pytest.raises(error, match=match):
            score_dataset(path, tmp_path / output, **options)

    (tmp_path / "empty").mkdir()
    (tmp_path / "rows.jsonl").touch()
    refused(UsageError, "is there already: remove it", output="empty")
    refused(UsageError, "there is no folder", output="nowhere/out")
    refused(DataError, "has no .parquet files", tmp_path / "empty")
    refused(DataError, "no such file", tmp_path / "none.parquet")
    refused(UsageError, "reads .parquet files only", tmp_path / "rows.jsonl")
    refused(DataError, "has no column 'gold'", columns=RowColumns(reference="gold"))
    write(data / "c.parquet", [{"prediction": "Rome", "answer": "Rome"}])
    refused(DataError, r"the columns differ between .*a\.parquet .* and .*c\.parquet")
    (data / "c.parquet").unlink()
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "ray", None)
        refused(ModelError, r"the engine 'ray' needs .*: run `pip install \"\.\[ray\]\"`")


@pytest.mark.slow
def test_what_the_cluster_has_no_room_for_is_refused(cluster: Cluster, tmp_path: Path, data: Path) -> None:
    for options in ({"cpus_per_actor": 2.0}, {"gpus_per_actor": 0.5}):
        with pytest.raises(UsageError, match="none of the cluster's 2 nodes has"):
            score_dataset(data, tmp_path / "out", **options)
    with pytest.raises(UsageError, match="actors must be at least 1"):
        score_dataset(data, tmp_path / "out", actors=0)
