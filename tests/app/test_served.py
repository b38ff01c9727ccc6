"""The app served for real, over its API and as tools of agents: good and bad answers and files."""

import asyncio
import gzip
import io
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pyarrow
import pytest
from gradio_client import Client, handle_file
from gradio_client.exceptions import AppError
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from pyarrow import parquet

from tests.support.app_process import AppProcess
from tests.support.cases import cases
from tests.support.command_line import read_items, write_jsonl, write_text

pytestmark = pytest.mark.real_encoder


def test_answers_are_scored_over_the_api(client: Client) -> None:
    result = client.predict(["It is in Paris.", ""], ["Rome", "Paris"], api_name="/score_answers")
    assert (result["items"]["correct"], result["items"]["best_reference"]) == ([True, False], [1, 0])
    assert "|agg:weighted@0.3|" in result["signature"]
    lexical = client.predict(["It is in Paris."], ["Paris"], semantic_weight=0, api_name="/score_answers")
    assert lexical["items"]["smile"] == lexical["items"]["lexical"] == [1.0]
    learned = {"setting": "learned", "api_name": "/score_answers"}
    result = client.predict(["It is in Paris.", ""], ["Paris"], "Where is it?", **learned)
    assert "|reader:" in result["signature"]
    assert (len(result["items"]["equivalence"]), "warnings" in result) == (2, False)
    for prediction, question, said in (
        ("It is in Paris.", "", "is used without questions"),
        ("Das ist nicht die Stadt.", "Was ist die Hauptstadt?", "was trained on English"),
    ):
        warnings = client.predict([prediction], ["Paris"], question, **learned)["warnings"]
        assert any(said in each for each in warnings), warnings


@cases
def test_answers_that_cannot_be_scored_are_refused(client: Client, arguments: list[Any], message: str) -> None:
    with pytest.raises(AppError) as caught:
        client.predict(*arguments, api_name="/score_answers")
    assert message in str(caught.value)


def test_limits_of_typed_answers(client: Client) -> None:
    long = "answer 1: a text of 10,001 characters: at most 10,000"
    for answers, message in ((["Paris"] * 21, "21 answers: at most 20"), (["a" * 10_001], long)):
        with pytest.raises(AppError, match=message):
            client.predict(answers, ["Paris"], api_name="/score_answers")


def test_an_unforeseen_error_shows_a_number_only(client: Client, app_process: AppProcess) -> None:
    with pytest.raises(AppError, match=r"has the details under [0-9a-f]{8}") as caught:
        client.predict(["Paris"], ["Paris"], "", 0.3, 0.67, ["default"], api_name="/score_answers")
    assert "Traceback" not in str(caught.value)
    number = str(caught.value).partition(" has the details under ")[2][:8]
    assert f"error {number}" in app_process.log.read_text(encoding="utf-8")


def score(client: Client, path: Path, **options: Any) -> Any:
    return client.predict(handle_file(path), api_name="/score_file", **options)


def packed(records: list[dict[str, Any]]) -> bytes:
    sink = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(records), sink)
    return sink.getvalue()


def zipped(size: int) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("rows.csv", b"\x00" * size)
    return sink.getvalue()


ROW = {"prediction": "a", "reference": "b"}
# Name, content, and what the user is told; files that the reader refuses stand in tests/files.
HOSTILE: list[tuple[str, Callable[[], bytes], str]] = [
    ("image.jsonl", lambda: b"\x89PNG\r\n\x1a\n" + bytes(200), "is not a text file"),
    ("pickle.csv", lambda: pickle.dumps({"prediction": "a"}), "is not a text file"),
    ("bomb.jsonl", lambda: gzip.compress(bytes(5_000_000)), "is not a text file"),
    ("named.csv", lambda: packed([ROW]), "a Parquet file, despite its name"),
    ("large.csv", lambda: b"prediction,reference\n" + b"a,b\n" * 300_000, "exceeds the maximum file size"),
    ("bomb.eval", lambda: zipped(2_000_000), "unpacks to more than 10 MB"),
    ("bomb.xlsx", lambda: zipped(2_000_000), "unpacks to more than 10 MB"),
    ("bomb.parquet", lambda: packed([{"prediction": "a" * 400_000, "reference": "b"}] * 150), "more than 10 MB"),
    ("script.py", lambda: b"print(1)", "Invalid file type|unknown ending"),
    ("many.jsonl", lambda: b'{"prediction": "a", "reference": "b"}\n' * 161, "161 rows: at most 160"),
    ("many.parquet", lambda: packed([ROW] * 100_000), "100,000 rows: at most 160"),
    ("long.csv", lambda: b"prediction,reference\n" + b"a " * 6000 + b",b\n", "12,000 characters: at most 10,000"),
]


def test_bad_files_are_refused_in_words(app_process: AppProcess, client: Client, tmp_path: Path) -> None:
    for name, content, message in HOSTILE:
        path = tmp_path / name
        path.write_bytes(content())
        with pytest.raises((AppError, ValueError), match=message) as caught:
            score(client, path)
        for secret in (str(app_process.files), "Traceback", "in the log"):
            assert secret not in str(caught.value), name
    assert app_process.process.poll() is None
    # What the client refuses already, the server refuses, too.
    reply = httpx.post(
        f"{app_process.url}/gradio_api/upload", files={"files": ("huge.jsonl", bytes(20 * 1024 * 1024))}, timeout=60
    )
    assert (reply.status_code, "exceeded maximum allowed size" in reply.text) == (413, True)
    assert not list(app_process.files.rglob("huge.jsonl"))


def test_a_good_file_is_scored_after_bad_ones(app_process: AppProcess, client: Client, tmp_path: Path) -> None:
    said = ["@Lyon", "\tRome"]
    rows = [{"question": f"Where, {each}?", "reference": ["Rome", "Lyon"], "prediction": each} for each in said]
    summary, files = score(client, write_jsonl(tmp_path / "good.jsonl", rows))
    assert (summary["n"], summary["accuracy"]) == (2, 1.0)
    assert summary["smile_ci"][0] <= summary["smile"] <= summary["smile_ci"][1]
    for path in map(Path, files[:3]):
        mark = "'" if path.suffix == ".csv" else ""
        assert [record["prediction"] for record in read_items(path)] == [mark + each for each in said]
    assert not list(app_process.files.rglob("good.jsonl"))


def test_columns_can_be_named(client: Client, tmp_path: Path) -> None:
    path = write_text(tmp_path / "named.tsv", "model\tgold\nin Paris\tParis\n")
    summary, _ = score(client, path, prediction_column="model", reference_column="gold")
    assert summary["n"] == 1
    with pytest.raises(AppError, match="no column 'x'"):
        score(client, path, prediction_column="x", reference_column="gold")


@pytest.mark.parametrize("path", ["/etc/passwd", "https://example.com/rows.csv", "http://127.0.0.1:1/rows.csv"])
def test_no_path_or_address_of_ours_is_taken(client: Client, path: str) -> None:
    with pytest.raises(AppError) as caught:
        client.predict({"path": path, "meta": {"_type": "gradio.FileData"}}, api_name="/score_file")
    assert "root:" not in str(caught.value)


def test_tools_of_agents_describe_themselves_and_score(app_process: AppProcess) -> None:
    async def ask() -> Any:
        async with (
            streamable_http_client(f"{app_process.url}/gradio_api/mcp/") as (read, write, _),
            ClientSession(read, write) as session,
        ):
            await session.initialize()
            good = {"predictions": ["In Paris", "In Lyon"], "references": ["Paris"]}
            return await session.list_tools(), *[
                await session.call_tool("score_answers", each) for each in (good, good | {"references": []})
            ]

    listed, scored, failed = asyncio.run(ask())
    tools = {tool.name: tool for tool in listed.tools}
    assert set(tools) == {"score_answers", "score_file"}
    for tool in tools.values():
        assert tool.description
        for name, schema in tool.inputSchema["properties"].items():
            assert str(schema.get("description")).endswith("."), (tool.name, name)  # whole, as gradio reads one line
        assert tool.inputSchema["properties"]["setting"]["enum"] == ["", "learned", "default", "fast"]
    assert tools["score_answers"].inputSchema["required"] == ["predictions", "references"]
    assert (scored.isError, "'correct': [True, False]" in scored.content[0].text) == (False, True)
    assert (failed.isError, "there is no correct answer" in failed.content[0].text) == (True, True)
