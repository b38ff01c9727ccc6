"""`smile match`, `sas`, `synthesize` and `cascade`: the results of the library, and the files that they write."""

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

from smile import SmileScorer
from smile.baselines.match_scorer import QAMatchScorer
from smile.baselines.sas_scorer import SASScorer
from smile.encoding.model_files import EMBEDDED_FOLDER
from smile.files.row_files import read_rows
from smile.people import published_sets
from smile.people.published_sets import SETS
from tests.support.cases import cases
from tests.support.command_line import RECORDS, SAMPLE, Run, read_items, without, write_jsonl
from tests.support.scripted_server import KEY, Scripted, completion


@pytest.mark.real_encoder
def test_options_reach_the_scorers(smile: Run, data: Path) -> None:
    assert json.loads(smile("sas", data, "--json").stdout) == SASScorer().score_rows(read_rows(data).rows).summary()
    options = {"model": str(EMBEDDED_FOLDER), "device": "cpu", "batch_size": 2, "dtype": "bfloat16"}
    flags = ["--model", EMBEDDED_FOLDER, "--set", "device=cpu", "--set", "batch_size=2", "--set", "dtype=bfloat16"]
    expected = SASScorer(**options).score_rows(read_rows(data).rows).summary()
    assert json.loads(smile("sas", data, "--json", *flags).stdout) == expected
    result = smile("match", SAMPLE, "--json", "--aggregation", "mean", "--language", "any", "--rouge-l")
    match = QAMatchScorer(aggregation="mean", language="any", rouge_l=True)
    assert json.loads(result.stdout) == match.score_rows(read_rows(SAMPLE).rows).summary()


@pytest.mark.real_encoder
@pytest.mark.parametrize("command", ["match", "sas", "score"])
def test_commands_write_items_and_take_other_columns(command: str, smile: Run, tmp_path: Path) -> None:
    renamed = {"id": "n", "question": "q", "reference": "r", "prediction": "p"}
    records = [{renamed[name]: text for name, text in record.items()} for record in RECORDS]
    path = write_jsonl(tmp_path / "renamed.jsonl", records)
    columns = [text for name, new in renamed.items() for text in ("--column", f"{name}={new}")]
    output = tmp_path / "items.jsonl"
    assert smile(command, path, *columns, "--output", output).exit_code == 0
    scorer = {"match": QAMatchScorer, "sas": SASScorer, "score": SmileScorer}[command]()
    items = scorer.score_rows(read_rows(write_jsonl(tmp_path / "usual.jsonl", RECORDS)).rows).items()
    written = read_items(output)
    assert [(line["n"], line["q"]) for line in written] == [(each["id"], each["question"]) for each in RECORDS]
    assert {name: [line[name] for line in written] for name in items} == items


QUESTIONS: list[dict[str, Any]] = [
    {"question": "Capital of France?", "answer": ["Paris", "the city of Paris"], "source": {"page": 3}, "model": None},
    {"question": "Who won?", "answer": ["Anna"], "source": {"page": 4}, "model": "b"},
]
SENTENCES = [["Capital of France? Paris", "Capital of France? the city of Paris"], ["Who won? Anna"]]


@pytest.mark.parametrize("ending", [".jsonl", ".csv", ".parquet"])
def test_score_reads_the_synthetic_answers(smile: Run, tmp_path: Path, ending: str) -> None:
    file, output = write_jsonl(tmp_path / "data.jsonl", QUESTIONS), tmp_path / f"out{ending}"
    counts = {"n_generated": 0, "n_regenerated": 0, "n_by_template": 3}
    done = smile("synthesize", file, "--output", output, "--json")
    assert json.loads(done.stdout) == {"n": 2, "n_pairs": 3, **counts, "output": str(output)}
    expected = [row | {"synthetic_answer": answers} for row, answers in zip(QUESTIONS, SENTENCES, strict=True)]
    if ending == ".csv":
        lists = {"answer", "source", "synthetic_answer"}
        expected = [
            {name: json.dumps(cell) if name in lists else cell or "" for name, cell in row.items()} for row in expected
        ]
    assert read_items(output) == expected
    scored = smile("score", output, "--column", "prediction=question", "--setting", "fast", "--json")
    assert "|syn:all|" in json.loads(scored.stdout)["signature"]


@cases
def test_rows_without_synthetic_answer_are_refused(
    smile: Run, tmp_path: Path, row: dict[str, Any], message: str
) -> None:
    done = smile("synthesize", write_jsonl(tmp_path / "data.jsonl", [row]), "--output", tmp_path / "out.jsonl")
    assert (done.exit_code, (tmp_path / "out.jsonl").exists(), message in done.stderr) == (1, False, True)


ROWS = [
    {"id": 0, "question": "Where is the Louvre?", "reference": "Paris", "prediction": "Paris"},
    {"id": 1, "question": "What is the capital of Italy?", "reference": "Rome", "prediction": "the city of Romulus"},
    {"id": 2, "question": "Who wrote Emma?", "reference": "Jane Austen", "prediction": "Charles Dickens"},
    {"id": 3, "question": "What is 2 + 2?", "reference": "4", "prediction": "I don't know."},
]


@pytest.fixture
def told(tmp_path: Path) -> list[Any]:
    """A cascade without its limits and its server."""
    data = write_jsonl(tmp_path / "data.jsonl", ROWS)
    return ["cascade", data, "--setting", "fast", "--provider", "openai", "--model", "gpt-4o-mini"]


def test_cascade_plans_without_key_and_asks_with_one(
    scripted: Scripted, told: list[Any], tmp_path: Path, smile: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "SMILE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    told += ["--ask", "0.25"]
    planned = json.loads(smile(*told, "--dry-run", "--json").stdout)
    assert (planned["n_asked"], planned["n_requests"], planned["cost"] > 0) == (1, 1, True)
    # L3Score asks in English about rows in any language.
    assert "Nothing was sent." in smile(*told, "--dry-run", "--language", "zh").stdout
    assert smile(*told).exit_code == 2  # no key
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    told += ["--base-url", scripted.base_url, "--set", f"cache={tmp_path / 'kept'}", "--output", tmp_path / "out.jsonl"]
    assert "Verdicts that it changed" in smile(*told).stdout
    assert [row["decided_by"] for row in read_items(tmp_path / "out.jsonl")] == ["smile", "judge", "smile", "smile"]
    assert json.loads(smile(*told, "--json").stdout)["n_from_cache"] == 1
    labels = write_jsonl(tmp_path / "labels.jsonl", [{"id": i, "human": i < 2} for i in (0, 1, 2)])
    estimate = ["estimate", tmp_path / "out.jsonl", "--column", "score=correct", "--labels", labels, "--json"]
    assert json.loads(smile(*estimate).stdout)["metric_only"] == 0.5
    assert len(scripted.bodies) == 1


def test_judge_that_always_fails_is_an_error(
    scripted: Scripted, told: list[Any], tmp_path: Path, smile: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    told += ["--base-url", scripted.base_url, "--set", "cache=false", "--output", tmp_path / "out.jsonl"]
    scripted.reply = lambda _: (200, completion(Yes=float("nan")))
    result = smile(*told, "--ask", "0.5")
    assert (result.exit_code, "error: the judge gave no verdict on any row" in result.stderr) == (1, True)
    assert len(read_items(tmp_path / "out.jsonl")) == 4
    replies = iter([completion(Yes=-0.1)])
    scripted.reply = lambda _: (200, next(replies, completion(Yes=float("nan"))))
    assert smile(*told, "--ask", "0.5", "--set", "concurrency=1").exit_code == 0
    assert smile(*told, "--ask", "0").exit_code == 0


QUESTIONS_AUDIT = {
    "What is the capital of Australia?": ("Sydney", ("Canberra", "It is Canberra.", "Sydney")),
    "Who wrote Hamlet?": ("Shakespeare", ("Shakespeare", "William Shakespeare", "Marlowe")),
    "Who wrote Emma?": ("Charlotte Brontë", ("Jane Austen", "It was Jane Austen.", "Austen, Jane Austen")),
}
ROWS_AUDIT: list[dict[str, Any]] = [
    {"system": f"system {i}", "question": question, "reference": reference, "prediction": answers[i]}
    for i in range(3)
    for question, (reference, answers) in QUESTIONS_AUDIT.items()
]
FOUND = {"What is the capital of Australia?": "Canberra", "Who wrote Emma?": "Jane Austen"}


@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_from_answers_to_the_corrected_data_set(ending: str, smile: Run, tmp_path: Path) -> None:
    path, review, new = (
        write_jsonl(tmp_path / "all.jsonl", ROWS_AUDIT),
        tmp_path / f"review{ending}",
        tmp_path / "new.jsonl",
    )
    result = smile("audit", path, "--output", review)
    assert result.exit_code == 0, result.output
    assert "2 of 3 questions have a reference to check" in result.output
    proposals = read_items(review)
    assert {each["question"]: each["proposed"] for each in proposals} == FOUND
    assert proposals[0]["question"] == "Who wrote Emma?"
    review.write_text(review.read_text(encoding="utf-8").replace('"decision": ""', '"decision": "replace"'), "utf-8")
    if ending == ".csv":
        text = review.read_text(encoding="utf-8")
        review.write_text(text.replace('\n"",', '\n"replace",'), encoding="utf-8")
    result = smile("audit", path, "--apply", review, "--output", new, "--json")
    assert json.loads(result.output)["n"] == 6
    expected = [row | {"reference": FOUND.get(row["question"], row["reference"])} for row in ROWS_AUDIT]
    assert read_items(new) == expected
    assert json.loads(smile("audit", new, "--json").output)["proposals"] == []


def test_answers_of_files_or_rows_are_systems(smile: Run, tmp_path: Path) -> None:
    answers = without(ROWS_AUDIT, "system")
    files = [write_jsonl(tmp_path / f"{name}.jsonl", answers[3 * i : 3 * i + 3]) for i, name in enumerate("xyz")]
    whole = write_jsonl(tmp_path / "whole.jsonl", answers)
    found = [json.loads(smile("audit", *paths, "--json").output)["proposals"] for paths in ([whole], files)]
    assert [[each["proposed"] for each in proposals] for proposals in found] == [["Jane Austen", "Canberra"]] * 2
    assert found[0][0]["agreeing"] == ["answer 1", "answer 2", "answer 3"]
    assert found[1][0]["agreeing"] == ["x", "y", "z"]


def test_reviewed_file_is_not_overwritten(smile: Run, tmp_path: Path) -> None:
    path, review = write_jsonl(tmp_path / "all.jsonl", ROWS_AUDIT), tmp_path / "review.csv"
    assert [smile("audit", path, "--output", review).exit_code for _ in range(2)] == [0, 0]
    reviewed = review.read_text(encoding="utf-8").replace('\n"",', '\n"reject",', 1)
    review.write_text(reviewed, encoding="utf-8")
    result = smile("audit", path, "--output", review)
    assert result.exit_code == 2
    assert f"{review} has 1 decisions in its column 'decision', which would be overwritten" in result.stderr
    assert review.read_text(encoding="utf-8") == reviewed


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
