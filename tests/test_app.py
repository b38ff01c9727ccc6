"""The app's parts, and the app served for real."""

import json
import threading
from dataclasses import fields
from pathlib import Path
from typing import Any

import datasets
import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError

from smile import SmileScorer
from smile.app.engine import Engine
from smile.app.hub import fetch_dataset
from smile.app.limits import Limits, read_limits
from smile.app.score_file import run_file
from smile.app.try_it import score_again, score_texts
from smile.errors import DataError, UsageError
from smile.files.reading import read_rows
from smile.rows import check_rows

from .app_process import AppProcess
from .tiny_encoder import TinyEncoder


@pytest.fixture(scope="module")
def client(app_process: AppProcess) -> Client:
    return Client(app_process.url, verbose=False)


def test_limits_come_from_the_environment() -> None:
    limits = read_limits(
        {"SMILE_APP_ROWS": "7", "SMILE_APP_HUB_DATASETS": "yes", "SMILE_APP_SETTINGS": "default,paper"}
    )
    assert (limits.rows, limits.hub_datasets, limits.settings) == (7, True, ("default", "paper"))
    assert read_limits({"HOME": "/root", "SMILE_APP_ROWS": ""}) == Limits()


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("SMILE_APP_ROWS", "many", "SMILE_APP_ROWS must be a whole number of at least 1, got 'many'"),
        ("SMILE_APP_ROWS", "0", "at least 1"),
        ("SMILE_APP_BASE_URL", "1", "must be yes or no"),
        ("SMILE_APP_SETTINGS", "default,evil/model", "names 'evil/model'"),
        ("SMILE_APP_PROVIDERS", "mine", "names 'mine'"),
        ("SMILE_APP_ROW", "7", "unknown limit SMILE_APP_ROW"),
    ],
)
def test_a_wrong_limit_is_said(variable: str, value: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_limits({variable: value})


def test_the_readme_has_every_limit(repository: Path) -> None:
    def shown(value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return ",".join(value) if isinstance(value, tuple) else str(value)

    readme = (repository / "README.md").read_text(encoding="utf-8")
    for each in fields(Limits):
        line = f"| `{each.metadata['variable']}` | {shown(each.default)} | {each.metadata['meaning']} |"
        assert line in readme


@pytest.mark.parametrize(("rows", "n", "is_whole"), [(3, 3, True), (2, 2, False)])
def test_a_dataset_of_the_hub_says_when_it_is_cut(
    rows: int, n: int, is_whole: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """There is no Hub here: a dataset in memory stands in for it."""
    records = [{"prediction": f"p{i}", "references": ["r"]} for i in range(3)]

    def load_dataset(name: str, *, split: str, streaming: bool) -> Any:
        assert (name, split, streaming) == ("owner/name", "test", True)
        return datasets.Dataset.from_list(records).to_iterable_dataset()

    monkeypatch.setattr(datasets, "load_dataset", load_dataset)
    path, found = fetch_dataset(Limits(rows=rows), "owner/name", "test", tmp_path)
    assert (len(read_rows(path).rows), found) == (n, is_whole)
    for name, split in (("/etc", "test"), ("owner/name", "../test"), ("csv", "test")):
        with pytest.raises(DataError, match=r"is no (dataset|split)"):
            fetch_dataset(Limits(), name, split, tmp_path)


def test_a_column_that_a_visitor_leaves_out_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    path.write_text(
        json.dumps({"prediction": "a", "reference": "b", "question": "c", "syn_ans": "d"}), encoding="utf-8"
    )
    engine = Engine(Limits(), lambda _: TinyEncoder())
    engine.start()
    inputs = ["prediction", "reference", "(none)", "(none)", "(none)", "default", 0.3, 0.67]
    *_, (file_rows, *_others) = run_file(engine, Limits(), threading.Event(), str(path), *inputs)
    assert file_rows.rows == check_rows(["a"], ["b"])


def test_what_is_safe_in_public_is_the_default() -> None:
    limits = Limits()
    assert limits.settings == ("default", "fast")  # both of the encoder that comes with the package
    assert not limits.hub_datasets
    assert not limits.base_url
    assert "local" not in limits.providers


def test_a_text_that_is_too_long_is_said() -> None:
    rows = check_rows(["a" * 11], ["b"])
    with pytest.raises(DataError, match="answer 1: a text of 11 characters: at most 10"):
        Limits(characters=10).check_rows(rows, ["answer 1"])


def test_visitors_take_turns_and_get_the_scores_of_the_scorer() -> None:
    texts = [f"answer {i} " + "word " * (i % 7) for i in range(400)]
    encoder = TinyEncoder()
    engine = Engine(Limits(), lambda _: encoder)
    engine.start()
    seen: list[tuple[int, int]] = []
    scores = engine.scorer("default", 0.3, 0.67).score_rows(
        check_rows(texts, ["word"] * 400), engine.watch(lambda: False, lambda *progress: seen.append(progress))
    )
    assert scores.items() == SmileScorer(encoder=TinyEncoder()).score(texts, ["word"] * 400).items()
    assert max(map(len, encoder.calls)) <= 128
    assert len(encoder.calls) > 3
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_what_the_page_keeps_is_data_and_scores_again() -> None:
    engine = Engine(Limits(), lambda _: TinyEncoder())
    engine.start()
    given = ("", ["south", "It is in the north of Paris."], ["It is in the south of Paris.", ""], "default")
    first, kept = score_texts(engine, Limits(), *given, 0.3, 0.67)
    again = json.loads(json.dumps(kept))
    assert score_again(engine, again, 0.3, 0.67) == first
    assert score_again(engine, again, 0.9, 0.2) == score_texts(engine, Limits(), *given, 0.9, 0.2)[0]


def test_a_model_that_cannot_be_loaded_is_said() -> None:
    class Broken(TinyEncoder):
        def encode(self, *_: object, **__: object) -> None:  # type: ignore[override]
            raise RuntimeError("/secret/path")

    engine = Engine(Limits(), lambda _: Broken())
    engine.start()
    with pytest.raises(Exception, match="could not be loaded") as caught:
        engine.scorer("default", 0.3, 0.67)
    assert "/secret/path" not in str(caught.value)


@pytest.mark.real_encoder
def test_answers_are_scored_over_the_api(client: Client) -> None:
    result = client.predict(["It is in Paris.", ""], ["Rome", "Paris"], api_name="/score_answers")
    assert result["items"]["correct"] == [True, False]
    assert result["items"]["best_reference"] == [1, 0]
    assert "|w:0.3|" in result["signature"]
    lexical = client.predict(["It is in Paris."], ["Paris"], semantic_weight=0, api_name="/score_answers")
    assert lexical["items"]["smile"] == lexical["items"]["lexical"] == [1.0]


@pytest.mark.real_encoder
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["Paris"], []), "there is no right answer"),
        (([], ["Paris"]), "no rows to score"),
        ((["Paris"], ["  "]), "answer 1: the reference is empty"),
        ((["Paris"] * 21, ["Paris"]), "21 answers: at most 20"),
        ((["a" * 10_001], ["Paris"]), "a text of 10,001 characters: at most 10,000"),
        ((["Paris"], ["Paris"], "", 2), "semantic_weight must be a number between 0 and 1"),
        ((["Paris"], ["Paris"], "", 0.3, 0.67, "someone/model"), "'someone/model' is not offered here"),
        (([1], ["Paris"]), "is 1 (int), not a string"),
    ],
)
def test_what_cannot_be_scored_is_said(client: Client, arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(AppError) as caught:
        client.predict(*arguments, api_name="/score_answers")
    assert message in str(caught.value)


@pytest.mark.real_encoder
def test_an_unforeseen_error_shows_a_number_only(client: Client, app_process: AppProcess) -> None:
    with pytest.raises(AppError, match=r"finds it as [0-9a-f]{8} in the log") as caught:
        client.predict(["Paris"], ["Paris"], "", 0.3, 0.67, ["default"], api_name="/score_answers")
    assert "Traceback" not in str(caught.value)
    number = str(caught.value).split(" in the log")[0].split()[-1]
    assert f"error {number}" in app_process.log.read_text(encoding="utf-8")
