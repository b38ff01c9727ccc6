"""`smile data`, with a real server on loopback that plays the host of a made-up set."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from smile.people import published_sets
from smile.people.published_sets import SETS
from tests.support.command_line import Run, read_items

ENTRIES = [
    {
        "question": f"what is {right}",
        "answer": [right, f"the colour {right}"],
        "def_correct_predictions": [f"{right} it is", right.upper()],
        "poss_correct_predictions": [],
        "def_incorrect_predictions": ["something else", "nothing"],
    }
    for right in ("red", "blue", "green", "grey")
]
CONTENT = "".join(json.dumps(entry) + "\n" for entry in ENTRIES).encode()
ADDRESS = "someone/repository/commit/answers.jsonl"


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder, and the file `short` with less than it announces."""

    def do_GET(self) -> None:
        if not self.path.endswith("short"):
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()
        self.wfile.write(CONTENT[:100])
        return None

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ThreadingHTTPServer]:
    """A host with the made-up answers, and a table that has them as the set `efficientqa`."""
    (tmp_path / "host" / ADDRESS).parent.mkdir(parents=True)
    (tmp_path / "host" / ADDRESS).write_bytes(CONTENT)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(tmp_path / "host")))
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    monkeypatch.setenv("SMILE_DATA_HOST", f"http://127.0.0.1:{server.server_address[1]}/")
    monkeypatch.setenv("SMILE_CACHE", str(tmp_path / "cache"))
    publish(monkeypatch, ADDRESS)
    yield server
    server.shutdown()
    server.server_close()


def publish(monkeypatch: pytest.MonkeyPatch, address: str, content: bytes = CONTENT) -> None:
    files = [{"address": address, "sha256": hashlib.sha256(content).hexdigest()}]
    monkeypatch.setitem(published_sets.SETS, "efficientqa", replace(SETS["efficientqa"], files=files))


def test_the_list_names_each_set_with_its_licence(smile: Run) -> None:
    shown = smile("data", "list").stdout
    for each in SETS.values():
        assert f"{each.name}: {each.what}" in shown
        assert f"{each.rows} rows, {each.licence}, {each.page}" in shown


def test_a_set_is_fetched_once_and_written(smile: Run, host: ThreadingHTTPServer, tmp_path: Path) -> None:
    first = smile("data", "get", "efficientqa", "--output", tmp_path / "one")
    path = tmp_path / "one" / "efficientqa.jsonl"
    assert first.exit_code == 0, first.output
    assert f"{path}: 16 rows. Licence: CC BY-SA 3.0, https://github.com/google-research" in first.stdout
    records = read_items(path)
    assert list(records[0]) == ["id", "dataset", "question", "references", "prediction", "human"]
    assert [record["human"] for record in records] == [True, True, False, False] * 4
    again = smile("data", "get", "efficientqa", "--output", tmp_path / "one")
    assert (again.exit_code, f"{path} already exists" in again.stderr) == (2, True)
    host.shutdown()
    host.server_close()
    other = smile("data", "get", "efficientqa", "--output", tmp_path / "two")
    assert other.exit_code == 0, other.output
    assert (tmp_path / "two" / "efficientqa.jsonl").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("address", "content", "message"),
    [
        (ADDRESS, CONTENT + b"\n", "is not the file that was published: its SHA-256 is not"),
        ("no/such/file", CONTENT, "cannot be fetched (File not found): check the network"),
        ("someone/short", CONTENT, "cannot be fetched (IncompleteRead): check the network"),
    ],
)
def test_unpublished_content_is_not_kept(
    address: str, content: bytes, message: str, smile: Run, host: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(monkeypatch, address, content)
    result = smile("data", "get", "efficientqa", "--output", tmp_path / "new")
    assert (result.exit_code, result.stdout) == (1, "")
    assert message in result.stderr
    assert not (tmp_path / "new").exists()
    assert not list((tmp_path / "cache").rglob("*.*"))
