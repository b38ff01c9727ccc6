"""The Space's app, served for real and called over its API."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gradio_client import Client

pytestmark = pytest.mark.real_encoder

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    spec = importlib.util.spec_from_file_location("app", ROOT / "app.py")
    assert spec is not None
    assert spec.loader is not None
    app: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(app)
    _, url, _ = app.demo.launch(prevent_thread_lock=True, server_name="127.0.0.1", quiet=True)
    yield Client(url, verbose=False)
    app.demo.close()


def test_an_answer_is_scored(client: Client) -> None:
    verdict, scores = client.predict("Rome\nParis", "It is in Paris.", api_name="/score")
    assert verdict.startswith("### Right: SMILE 0.97")
    assert scores["best_reference"] == 1


def test_an_empty_answer_scores_nothing(client: Client) -> None:
    assert client.predict("Paris", " ", api_name="/score")[0] == "### The answer is empty: 0"


def test_a_missing_reference_is_said(client: Client) -> None:
    with pytest.raises(Exception, match="at least one right answer"):
        client.predict(" ", "Paris", api_name="/score")
