"""The app served for real, over its API."""

from typing import Any

import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError

from tests.support.app_process import AppProcess

pytestmark = pytest.mark.real_encoder


def test_answers_are_scored_over_the_api(client: Client) -> None:
    result = client.predict(["It is in Paris.", ""], ["Rome", "Paris"], api_name="/score_answers")
    assert result["items"]["correct"] == [True, False]
    assert result["items"]["best_reference"] == [1, 0]
    assert "|agg:weighted@0.3|" in result["signature"]
    lexical = client.predict(["It is in Paris."], ["Paris"], semantic_weight=0, api_name="/score_answers")
    assert lexical["items"]["smile"] == lexical["items"]["lexical"] == [1.0]
    assert "warnings" not in result


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["Paris"], []), "there is no correct answer"),
        (([], ["Paris"]), "no rows to score"),
        ((["Paris"], ["  "]), "answer 1: the reference is empty"),
        ((["Paris"] * 21, ["Paris"]), "21 answers: at most 20"),
        ((["a" * 10_001], ["Paris"]), "answer 1: a text of 10,001 characters: at most 10,000"),
        ((["Paris"], ["Paris"], "", 2), "semantic_weight must be a number between 0 and 1"),
        ((["Paris"], ["Paris"], "", 0.3, 0.67, "someone/model"), "'someone/model' is not offered here"),
        (([{"a": 1}], ["Paris"]), "is {'a': 1} (dict), not a string"),
        (("Paris", ["Paris"]), "predictions is a string, expected a list: put it into brackets, ['Paris']"),
        ((["Paris"], "Paris"), "references is a string, expected a list"),
        ((["Paris"], ["Paris"], "", 0.3, 0.5, "learned"), "semantic_weight does not apply to the setting 'learned'"),
    ],
)
def test_what_cannot_be_scored_is_said(client: Client, arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(AppError) as caught:
        client.predict(*arguments, api_name="/score_answers")
    assert message in str(caught.value)


def test_an_unforeseen_error_shows_a_number_only(client: Client, app_process: AppProcess) -> None:
    with pytest.raises(AppError, match=r"has the details under [0-9a-f]{8}") as caught:
        client.predict(["Paris"], ["Paris"], "", 0.3, 0.67, ["default"], api_name="/score_answers")
    assert "Traceback" not in str(caught.value)
    number = str(caught.value).partition(" has the details under ")[2][:8]
    assert f"error {number}" in app_process.log.read_text(encoding="utf-8")


def test_learned_scores_over_the_api(client: Client) -> None:
    options = {"setting": "learned", "api_name": "/score_answers"}
    result = client.predict(["It is in Paris.", ""], ["Paris"], "Where is it?", **options)
    assert "|threshold:0.5|" in result["signature"]
    assert "|reader:" in result["signature"]
    assert len(result["items"]["equivalence"]) == 2
    assert "warnings" not in result
    without = client.predict(["It is in Paris."], ["Paris"], **options)
    assert "is used without questions" in without["warnings"][0]
