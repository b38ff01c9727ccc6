"""Files that visitors send: good ones are scored, bad ones refused in words, and the app lives on."""

import csv
import gzip
import io
import json
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
from pyarrow import parquet

from tests.support.app_process import AppProcess
from tests.support.command_line import read_items, write_text

pytestmark = pytest.mark.real_encoder

GOOD = [
    {"id": 1, "question": "=Where?", "reference": "Paris", "prediction": "=HYPERLINK(1) Paris"},
    {"id": 2, "question": "Where?", "reference": ["Rome", "Lyon"], "prediction": "@Lyon"},
    {"id": 3, "question": "How many?", "reference": "-5", "prediction": "-5"},
    {"id": 4, "question": "Who?", "reference": "Ann", "prediction": "\tAnn"},
]


def score(client: Client, path: Path, **options: Any) -> Any:
    return client.predict(handle_file(path), api_name="/score_file", **options)


def jsonl(*records: Any) -> bytes:
    return "\n".join(json.dumps(record) for record in records).encode()


def packed(records: list[dict[str, Any]], **options: Any) -> bytes:
    sink = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(records), sink, **options)
    return sink.getvalue()


def zipped(size: int) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("rows.csv", b"\x00" * size)
    return sink.getvalue()


class Evil:
    def __reduce__(self) -> Any:
        return (print, ("run",))


ROW = {"prediction": "a", "reference": "b"}
LONG = "a " * 6000

# Name, content, and what the visitor is told; more faults of rows stand in tests/files.
HOSTILE: list[tuple[str, Callable[[], bytes], str]] = [
    ("empty.csv", lambda: b"", "is empty"),
    ("empty.parquet", lambda: b"", "cannot be read as a Parquet file"),
    ("image.jsonl", lambda: b"\x89PNG\r\n\x1a\n" + bytes(200), "is not a text file"),
    ("object.json", lambda: json.dumps({"a": [ROW], "b": [ROW]}).encode(), "has several lists of rows"),
    ("null.jsonl", lambda: jsonl({"prediction": "a", "reference": None}), "the reference is None"),
    ("text.eval", lambda: b"prediction,reference\na,b\n", "is not a readable log of Inspect"),
    ("sheet.xlsx", lambda: zipped(10), "cannot be read as an Excel file"),
    ("text.xlsx", lambda: b"prediction,reference\na,b\n", "is not a readable Excel file"),
    ("bomb.jsonl", lambda: gzip.compress(bytes(5_000_000)), "is not a text file"),
    ("named.parquet", lambda: b"prediction,reference\na,b\n", "not a Parquet file"),
    ("named.csv", lambda: packed([ROW]), "a Parquet file, despite its name"),
    ("cut.parquet", lambda: packed([ROW])[:-20], "is not a readable Parquet file"),
    ("binary.csv", lambda: bytes(range(256)) * 10, "is not a text file"),
    ("large.csv", lambda: b"prediction,reference\n" + b"a,b\n" * 300_000, "exceeds the maximum file size"),
    ("deep.jsonl", lambda: b'{"prediction": ' * 50_000, "cannot read the JSON|JSON is not valid"),
    ("bomb.eval", lambda: zipped(2_000_000), "unpacks to more than 10 MB"),
    ("bomb.xlsx", lambda: zipped(2_000_000), "unpacks to more than 10 MB"),
    ("pickle.csv", lambda: pickle.dumps(Evil()), "is not a text file"),
    ("script.py", lambda: b"print(1)", "Invalid file type|unknown ending"),
    ("bomb.parquet", lambda: packed([{"prediction": "a" * 400_000, "reference": "b"}] * 150), "more than 10 MB"),
    ("many.jsonl", lambda: jsonl(*[ROW] * 161), "161 rows: at most 160"),
    ("many.parquet", lambda: packed([ROW] * 100_000), "100,000 rows: at most 160"),
    (
        "long.jsonl",
        lambda: jsonl({"prediction": LONG, "reference": "b"}),
        "a text of 12,000 characters: at most 10,000",
    ),
]


def test_bad_files_are_refused_in_words(app_process: AppProcess, client: Client, tmp_path: Path) -> None:
    for name, content, message in HOSTILE:
        path = tmp_path / name
        path.write_bytes(content())
        with pytest.raises((AppError, ValueError), match=message) as caught:
            score(client, path)
        told = str(caught.value)
        assert str(app_process.files) not in told, name
        assert "Traceback" not in told, name
        assert "in the log" not in told, name
    assert app_process.process.poll() is None


def test_the_server_itself_refuses_a_large_file(app_process: AppProcess) -> None:
    """What the client above refuses already."""
    reply = httpx.post(
        f"{app_process.url}/gradio_api/upload", files={"files": ("huge.jsonl", bytes(20 * 1024 * 1024))}, timeout=60
    )
    assert reply.status_code == 413
    assert "exceeded maximum allowed size" in reply.text
    assert not list(app_process.files.rglob("huge.jsonl"))


def test_app_scores_a_good_file_after_bad_ones(app_process: AppProcess, client: Client, tmp_path: Path) -> None:
    """After all the files above."""
    path = tmp_path / "good.jsonl"
    path.write_bytes(jsonl(*GOOD))
    summary, files = score(client, path)
    assert summary["n"] == 4
    assert summary["accuracy"] == 1.0
    assert summary["smile_ci"][0] <= summary["smile"] <= summary["smile_ci"][1]
    csv_file, jsonl_file, parquet_file, _ = map(Path, files)
    with csv_file.open(encoding="utf-8", newline="") as file:
        cells = list(csv.DictReader(file))
    assert [row["prediction"] for row in cells] == ["'=HYPERLINK(1) Paris", "'@Lyon", "-5", "'\tAnn"]
    assert cells[0]["question"] == "'=Where?"
    assert cells[0]["matched_ngram"] == "paris"
    assert cells[2]["matched_ngram"] == "-5"
    assert float(cells[2]["smile"]) > 0.9
    for row in cells:
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values() if cell != "-5")
    records = read_items(jsonl_file)
    assert [record["prediction"] for record in records] == [row["prediction"] for row in GOOD]
    assert parquet.read_table(parquet_file).column("prediction").to_pylist() == [row["prediction"] for row in GOOD]
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
